"""A worker that does as it is told, for the tests of what holds it."""

import json
import os
import sys
import time

for line in sys.stdin:
    request = json.loads(line)
    op, answer = request["op"], {"id": request["id"], "ok": {"pid": os.getpid()}}
    if op == "echo":
        answer["ok"] = {"length": len(request["text"]), "text": request["text"][:20]}
    elif op == "die":
        print("a fatal error", file=sys.stderr, flush=True)
        os.abort()
    elif op == "leave":
        sys.exit(4)
    elif op == "hang":
        time.sleep(600)
    elif op == "fail":
        answer = {"id": request["id"], "error": {"kind": request["kind"], "message": "so it is"}}
    elif op == "wrong":
        answer["id"] = -1
    elif op == "noise":
        print("no JSON", flush=True)
        continue
    print(json.dumps(answer), flush=True)
    if op == "last":
        sys.exit(0)
