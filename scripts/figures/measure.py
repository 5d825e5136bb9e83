"""What the figures in the documents are computed from: each function returns plain data for docs/figures.json."""

import json
import os
import resource
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

# The GPUs of the table in README.md.
GPUS = ("gfx942", "gfx950")

# The kernels of this project whose figures documents have; compared anew by each test.
OWN = (
    "gfx942/fa_f16_d64_128x64",
    "gfx942/gemm_bf16_128x128x64_w4_s2",
    "gfx942/softmax_f16_1k",
)


class Failed(Exception):
    """A program failed, or said something that was not expected."""


@dataclass(frozen=True)
class Tools:
    """The programs that are measured."""

    cli: Path
    plugin: Path
    llvm: Path

    def cdna_sched(self, *arguments: str) -> str:
        return run(str(self.cli), *arguments)


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def compared(tools: Tools, gpu: str, file: Path) -> Iterator[dict]:
    """The functions of a module, as LLVM compiles them (`llvm`) and with cdnasched (`ours`)."""
    for line in tools.cdna_sched("compare", "--json", "--mcpu", gpu, str(file)).splitlines():
        found = json.loads(line)
        if "functions" not in found:
            raise Failed(f"compare --json of {file} has no functions: {line[:200]}")
        yield from found["functions"]


def clocks(of: dict) -> dict[str, float]:
    """Of a function or loop, in the finished stream, by the first model."""
    return {waves: round(value, 2) for waves, value in of["clocks"][0]["last"].items()}


def own_kernel(tools: Tools, name: str) -> dict:
    """The figures of a kernel with one function, and of its hottest loop."""
    gpu = name.split("/")[0]
    (function,) = compared(tools, gpu, Path("tests/kernels") / f"{name}.ll")
    return {
        "function": function["llvm"]["function"],
        "waves": function["ours"]["waves_per_simd"],
        "whole": {version: clocks(of) for version, of in function.items()},
        "loop": {version: hottest(of) for version, of in function.items()},
    }


def hottest(function: dict) -> dict | None:
    loops = sorted(function["loops"], key=lambda loop: loop["frequency"] * clocks(loop)["one_wave"])
    if not loops:
        return None
    bound = loops[-1]["bound"][0]["own_waves"]
    return {**clocks(loops[-1]), "least": bound["clocks"], "by": bound["by"]}


def own_kernels(tools: Tools) -> dict[str, dict]:
    return {name: own_kernel(tools, name) for name in OWN}


def corpus(tools: Tools, folder: Path) -> dict:
    """Each function of the corpus: its clocks at its own waves by LLVM and with cdnasched, and whether it has matrix instructions; and the
    clocks of all loops with matrix instructions, against LLVM's, by the plugin and by `opt`."""
    files = [(gpu, file) for gpu in GPUS for file in sorted((folder / gpu).glob("*.ll"))]
    if not files:
        raise Failed(f"there are no kernels in {folder}/{GPUS[0]}: CORPUS names a folder with a folder of .ll files for each GPU")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        modules = list(pool.map(lambda each: list(compared(tools, *each)), files))
        texts = list(pool.map(lambda each: reordered(tools, *each), files))
    rows = [row(gpu, file, function) for (gpu, file), functions in zip(files, modules) for function in functions]
    loops = {}
    for gpu in GPUS:
        of_gpu = [at for at, (of, _) in enumerate(files) if of == gpu]
        plugin = [ratio for at in of_gpu for function in modules[at] for ratio in ratios(function["llvm"], function["ours"])]
        opt = [ratio for at in of_gpu for function in texts[at] for ratio in ratios(*function)]
        loops[gpu] = {"loops": len(plugin), "plugin": means(plugin), "opt": means(opt)}
    return {"modules": {gpu: sum(of == gpu for of, _ in files) for gpu in GPUS}, "loops": loops, "functions": rows}


def reordered(tools: Tools, gpu: str, file: Path) -> list[tuple[dict, dict]]:
    """The functions of LLVM's text of a module, and of what `opt` makes of it."""
    with tempfile.TemporaryDirectory() as scratch:
        before, after = f"{scratch}/before.s", f"{scratch}/after.s"
        run(str(tools.llvm / "bin/llc"), "-O3", f"-mcpu={gpu}", str(file), "-o", before)
        tools.cdna_sched("opt", before, "-o", after)
        answer = json.loads(tools.cdna_sched("compare", "--json", before, after))
    return [tuple(kernel["figures"]) for kernel in answer["kernels"]]


def ratios(llvm: dict, ours: dict) -> list[dict[str, float]]:
    """Our clocks of an iteration over LLVM's, loop by loop with matrix instructions."""
    pair = [[clocks(loop) for loop in of["loops"] if loop["matrix_instructions"]] for of in (llvm, ours)]
    return [{waves: after[waves] / before[waves] for waves in before} for before, after in zip(*pair, strict=True)]


def means(of: list[dict[str, float]]) -> dict[str, float]:
    """Geometric means."""
    return {waves: round(statistics.geometric_mean(ratio[waves] for ratio in of), 6) for waves in ("one_wave", "own_waves")}


def row(gpu: str, file: Path, function: dict) -> dict:
    return {
        "kernel": f"{gpu}/{file.stem}",
        "function": function["llvm"]["function"],
        "matrix": function["llvm"]["matrix_instructions"] > 0,
        "llvm": clocks(function["llvm"])["own_waves"],
        "ours": clocks(function["ours"])["own_waves"],
    }


def compile_time(tools: Tools, folder: Path) -> dict:
    """Seconds of processor time that llc takes for a kernel, by itself and with the plugin: every third module of the corpus, the least
    of three rounds."""
    files = [(gpu, file) for gpu in GPUS for file in sorted((folder / gpu).glob("*.ll"))[::3]]
    plugin = ("-load", str(tools.plugin), "-cdna-sched")
    versions = {"llvm": (), "ours": plugin}
    rounds = [{version: compiling(tools, files, options) for version, options in versions.items()} for _ in range(3)]
    return {
        "modules": len(files),
        "seconds": {version: round(min(each[version] for each in rounds) / len(files), 3) for version in versions},
    }


def compiling(tools: Tools, files: list[tuple[str, Path]], options: tuple[str, ...]) -> float:
    """Seconds of processor time that llc takes for some modules."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    for gpu, file in files:
        run(str(tools.llvm / "bin/llc"), *options, "-O3", f"-mcpu={gpu}", str(file), "-o", os.devnull)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def traces(tools: Tools, folder: Path) -> dict:
    """How far the model is from thread traces, in the mean of all parts with one wave."""
    answer = json.loads(tools.cdna_sched("validate", "--json", "--mcpu", "gfx950", "--traces", str(folder)))
    alone = next(mean for mean in answer["means"] if mean["of"] == "one wave")
    kernels = {trace["trace"].rsplit("-", 2)[0] for trace in answer["traces"]}
    return {"kernels": len(kernels), "percent": {"without waits": round(alone["nowait_percent"], 1), "all": round(alone["all_percent"], 1)}}
