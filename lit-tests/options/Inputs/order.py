"""Makes a file of orders for a saved function: order.py CLI FLAT OUT KIND.

search: what our own search finds; last: of the nodes that may come next always the last one; broken: the first
dependence from a result to its use in the largest region turned around.
"""

import json
import subprocess
import sys

cli, flat, out, kind = sys.argv[1:]
serve = subprocess.Popen([cli, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(op, **fields):
    serve.stdin.write(json.dumps({"op": op, **fields}) + "\n")
    serve.stdin.flush()
    answer = json.loads(serve.stdout.readline())
    return answer["ok"] if "ok" in answer else sys.exit(answer["error"]["message"])


def last_first(region):
    waiting = [0] * len(region["nodes"])
    for dep in region["dependences"]:
        waiting[dep["to"]] += 1
    order, free = [], [node for node, count in enumerate(waiting) if count == 0]
    while free:
        node = max(free)
        free.remove(node)
        order.append(node)
        for dep in region["dependences"]:
            if dep["from"] == node:
                waiting[dep["to"]] -= 1
                if waiting[dep["to"]] == 0:
                    free.append(dep["to"])
    return order


with open(flat) as file:
    opened = ask("open", flat=file.read())
session, kernel = opened["session"], opened["kernels"][0]["name"]
graph = ask("export", session=session, kernel=kernel)
regions = graph["regions"]
if kind == "search":
    orders = ask("search", session=session, kernel=kernel)["orders"]
elif kind == "last":
    orders = {at: last_first(region) for at, region in enumerate(regions) if not region["pinned"]}
else:
    at, region = max(enumerate(regions), key=lambda pair: len(pair[1]["nodes"]))
    dep = next(dep for dep in region["dependences"] if dep["kind"] == "true")
    order = list(range(len(region["nodes"])))
    order.remove(dep["to"])
    order.insert(order.index(dep["from"]), dep["to"])
    orders = {at: order}
judged = ask("judge", session=session, kernel=kernel, orders=orders, detail="checked")
reasons = "; ".join(broken["reason"] for broken in judged["broken"])
print("legal" if judged["legal"] else f"not legal: {reasons}")
file = ask("order_file", session=session, orders={kernel: orders})["file"]
with open(out, "w") as written:
    json.dump(file, written)
