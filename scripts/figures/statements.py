"""The sentences and rows of tables in the documents that have figures, made of docs/figures.json.

A document has each of them word for word (where its lines break does not matter), so a figure that has changed is found, and
`make figures` puts the new one in its place.
"""

import math
from collections.abc import Iterator

from families import FAMILIES, family

# The columns of the table in README.md: what a ratio of clocks is at most.
BANDS = (0.80, 0.90, 0.98, 1.02, math.inf)


def statements(figures: dict) -> Iterator[tuple[str, str]]:
    """Each document and what it has to say."""
    yield from distribution(figures["corpus"])
    yield from loops(figures["corpus"]["loops"])
    yield from compiling(figures["compile"])
    yield from model(figures["traces"])
    yield from attention(figures["own"]["gfx942/fa_f16_d64_128x64"])


def distribution(corpus: dict) -> Iterator[tuple[str, str]]:
    modules, rows = corpus["modules"], corpus["functions"]
    yield (
        "README.md",
        f"the {len(rows)} functions of {sum(modules.values())} modules ({modules['gfx942']} for gfx942, {modules['gfx950']} for gfx950;",
    )
    ratios: dict[str, list[float]] = {name: [] for name in FAMILIES}
    for row in rows:
        ratios[family(row["kernel"], row["matrix"])].append(row["ours"] / row["llvm"])
    for name, of in ratios.items():
        counts = [sum(low < ratio <= high for ratio in of) for low, high in zip((0, *BANDS), BANDS)]
        mean = math.exp(sum(map(math.log, of)) / len(of))
        yield "README.md", f"| {name} | {len(of)} | {mean:.2f} | {' | '.join(map(str, counts))} |"
    all_of = sorted(ratio for of in ratios.values() for ratio in of)
    nothing = sum(BANDS[2] < ratio <= BANDS[3] for ratio in all_of)
    yield "README.md", f"{nothing} of {len(all_of)} gain nothing:"
    yield "README.md", f"The worst takes {100 * (all_of[-1] - 1):.1f} % longer"


def loops(of: dict) -> Iterator[tuple[str, str]]:
    for gpu, figures in of.items():
        means = [f"{figures[by]['one_wave']:.3f} / {figures[by]['own_waves']:.3f}" for by in ("plugin", "opt")]
        yield "docs/assembly.md", f"| {gpu} | {figures['loops']} | {' | '.join(means)} |"


def compiling(of: dict) -> Iterator[tuple[str, str]]:
    llvm, ours = of["seconds"]["llvm"], of["seconds"]["ours"]
    yield "README.md", f"`llc` {llvm:.2f} s each by itself and {ours:.2f} s with everything on (user time)"
    yield "docs/promises.md", f"`llc` takes {llvm:.2f} s a kernel by itself and {ours:.2f} s with everything on"


def model(of: dict) -> Iterator[tuple[str, str]]:
    few, all_of = of["percent"]["without waits"], of["percent"]["all"]
    for file in ("README.md", "docs/promises.md"):
        yield file, f"one wave takes {few:.1f} % less or more than measured in the mean"
    yield "README.md", f"without the stalls of waits, {all_of:.0f} % with them"
    yield "docs/promises.md", f"thread traces of {of['kernels']} kernels on MI350X"


def attention(of: dict) -> Iterator[tuple[str, str]]:
    loop = of["loop"]
    llvm, order, ours = loop["llvm"], loop["order_alone"], loop["ours"]
    yield (
        "docs/plugin.md",
        f"takes {llvm['one_wave']:.0f} clocks in LLVM's order, {order['one_wave']:.0f} in ours and {ours['one_wave']:.0f} rotated "
        f"and with other registers (one wave; {llvm['own_waves']:.0f}, {order['own_waves']:.0f} and {ours['own_waves']:.0f} at its own waves;",
    )
