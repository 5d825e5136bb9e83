"""A search for a better order of a kernel's loop, on top of cdnasched: simulated annealing.

    python3 examples/search.py examples/search.s -o better.s

It moves one instruction at a time to another place that its dependences allow, asks cdnasched what
the loop then takes, and goes back where that is worse, less and less patiently. Put your own search
in the place of `anneal`; whatever it does, an order that is not legal is refused.
"""

import argparse
import math
import random
import time
from pathlib import Path

import cdnasched
from cdnasched.annealing import places
from cdnasched.orders import Kernel


def anneal(kernel: Kernel, steps: int, dice: random.Random) -> dict[int, list[int]]:
    """The best orders that were met of the regions of the loop that takes most time."""
    regions = {region.index: region for region in kernel.graph.hottest()}
    nodes = [(index, node) for index in regions for node in range(len(regions[index].nodes))]
    trace = kernel.graph.traces[next(iter(regions.values())).trace]
    whole = trace.frequency * trace.clocks[kernel.graph.models[0]]
    orders = {index: list(range(len(region.nodes))) for index, region in regions.items()}
    cost, best, least, start = 0.0, orders, 0.0, time.monotonic()
    for step in range(1, steps + 1):
        index, node = dice.choice(nodes)
        rest, low, high = places(regions[index], orders[index], node)
        at = dice.randint(low, high)
        candidate = {**orders, index: [*rest[:at], node, *rest[at:]]}
        added = kernel.judge(candidate).added()
        patience = 0.01 * whole * (1 - step / (steps + 1)) ** 2
        if added <= cost or dice.random() < math.exp((cost - added) / patience):
            orders, cost = candidate, added
        if cost < least:
            best, least = orders, cost
        if step % max(1, steps // 10) == 0:
            rate = step / (time.monotonic() - start)
            print(f"{step:6} orders, {rate:5.0f} a second: {100 * least / whole:+.2f} % clocks")
    return best


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    arguments.add_argument("file", type=Path, help="assembly with one kernel")
    arguments.add_argument("-o", "--output", type=Path, help="the text with the order found")
    arguments.add_argument("--target", help="the GPU, where the text does not say it")
    arguments.add_argument("--steps", type=int, default=20000, help="orders to try")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    with cdnasched.open(given.file.read_text(), target=given.target) as kernels:
        kernel = kernels.only()
        found = anneal(kernel, given.steps, random.Random(given.seed))
        for what, orders in [("this search", found), ("cdnasched's search", kernel.search())]:
            print(f"{what}: {kernel.judge(orders, detail='checked')}")
        better = kernel.apply(found)
    print(better)
    if given.output:
        given.output.write_text(better.text)


if __name__ == "__main__":
    main()
