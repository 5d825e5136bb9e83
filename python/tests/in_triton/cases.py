"""One check of the Triton integration, in a process of its own: ``python cases.py NAME
[ARGUMENT...]``.

Triton keeps what it compiled, and what this package changed in it, for the life of a process; so
each check is a process, which prints one line of JSON.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from typing import Any, Callable, Optional

GPU = "gfx942"


def compiled(name: str, gpu: str = GPU) -> dict[str, Any]:
    """A kernel as JSON: its text, its name in the cache, and what was recorded."""
    import kernels

    kernel = kernels.compile(name, gpu)
    return {
        "text": kernel.asm["amdgcn"],
        "code": kernel.asm["hsaco"].hex(),
        "hash": kernel.hash,
        "record": getattr(kernel.metadata, "cdnasched", None),
    }


def compile_kernel(name: str, gpu: str, mode: str = "", **options: Any) -> dict[str, Any]:
    """Compiles a kernel, in a mode if there is one."""
    if mode:
        import cdnasched.triton

        cdnasched.triton.enable(mode, **options)
    return compiled(name, gpu)


def pick(name: str, gpu: str) -> dict[str, Any]:
    """Compiles a kernel with the strategy that is picked, without, and where each compile dies."""
    import triton

    import cdnasched.triton
    from cdnasched.triton import _pick
    from cdnasched.worker import Worker

    found = {}
    for case, on in (("off", False), ("on", True)):
        cdnasched.triton.enable("opt", pick=on)
        found[case] = compiled(name, gpu)
    _pick._compilers.close()
    _pick._compilers._start = lambda: Worker([sys.executable, "-c", "import os; os.abort()"])
    triton.knobs.compilation.always_compile = True
    return {**found, "died": compiled(name, gpu)}


def decided(name: str, gpu: str, file: str) -> dict[str, Any]:
    """Compiles a kernel with each choice forced, and then as a file of measurements decides."""
    import cdnasched.triton
    from cdnasched.triton import _hook

    cdnasched.triton.enable("opt", decisions=file)
    found = {}
    hook = _hook.active()
    for choice in ("triton", "opt", "max-ilp"):
        with hook.forced(choice):
            found[choice] = compiled(name, gpu)
    found["undecided"] = compiled(name, gpu)
    entry = {"text": found["triton"]["record"]["text"], "gpu": gpu}
    for choice in ("max-ilp", "triton"):
        hook.decide({**entry, "choice": choice})
        found[f"decided {choice}"] = compiled(name, gpu)
    return found


def compile_impatiently(name: str, gpu: str) -> dict[str, Any]:
    """Compiles a kernel with opt, which may take two seconds."""
    return compile_kernel(name, gpu, "opt", timeout=2.0)


def on_and_off(name: str) -> list[dict[str, Any]]:
    """Compiles a kernel before, while and after opt is on, and with another option."""
    import cdnasched.triton

    found = [compiled(name)]
    for hazards in (None, "exact"):
        cdnasched.triton.enable("opt", hazards=hazards)
        found.append(compiled(name))
    cdnasched.triton.disable()
    found.append(compiled(name))
    return found


def hooks(name: str, order: str) -> dict[str, Any]:
    """Another hook beside ours: set before, set later and calling ours, or set later in place of
    ours.
    """
    from triton import knobs

    import cdnasched.triton

    called = []

    def make(previous: Optional[Callable[..., Any]]) -> Callable[..., Any]:
        def hook(self=None, stages=None, options=None, language=None, capability=None):  # type: ignore
            if stages is None:
                key, digest = previous() if previous else ("", "")
                return key + "other", digest + "other"
            if previous:
                previous(self, stages, options, language, capability)
            called.append(sorted(stages))
            return None

        return hook

    runtime = knobs.runtime
    if order == "before":
        runtime.add_stages_inspection_hook = make(None)
    previous = runtime.add_stages_inspection_hook
    cdnasched.triton.enable("opt")
    if order == "chained":
        runtime.add_stages_inspection_hook = make(runtime.add_stages_inspection_hook)
    elif order == "replaced":
        runtime.add_stages_inspection_hook = make(None)
    key = runtime.add_stages_inspection_hook()
    found = {**compiled(name), "called": len(called), "key": key}
    in_place = runtime.add_stages_inspection_hook
    cdnasched.triton.disable()
    restored = runtime.add_stages_inspection_hook is (previous if order == "before" else in_place)
    return {**found, "restored": restored, "after": compiled(name)}


class _Driver:
    """A driver for a GPU that is not there: enough to have a function compiled as for a launch."""

    def get_current_device(self) -> int:
        return 0

    def get_current_stream(self, device: Any = None) -> int:
        return 0

    def get_current_target(self) -> Any:
        from triton.backends.compiler import GPUTarget

        return GPUTarget("hip", GPU, 64)


def launched() -> list[dict[str, Any]]:
    """A function that is launched before, while and after kernels are rewritten."""
    import kernels
    import triton
    import triton.language as tl

    import cdnasched.triton

    triton.runtime.driver.set_active(_Driver())
    pointer = triton.MockTensor(tl.float32)

    def launch() -> dict[str, Any]:
        kernel = kernels.scale_add.warmup(pointer, pointer, pointer, 1024, 2.0, B=1024, grid=(1,))
        record = getattr(kernel.metadata, "cdnasched", None)
        return {"hash": kernel.hash, "mode": record and record["mode"]}

    found = [launch()]
    for mode in ("lint", "opt"):
        cdnasched.triton.enable(mode)
        found.append(launch())
    cdnasched.triton.disable()
    return [*found, launch()]


def _in_child(name: str) -> dict[str, Any]:
    return {**compiled(name), "pid": os.getpid()}


def children(name: str, method: str) -> list[dict[str, Any]]:
    """Compiles in this process and in two children; which kernels are new for each is told apart by
    GPU.
    """
    found = [compiled(name)]
    context = multiprocessing.get_context(method)
    os.environ["TRITON_CACHE_DIR"] = os.environ["TRITON_CACHE_DIR"] + "-children"
    with context.Pool(2) as pool:
        found += pool.map(_in_child, [name, name])
    # The parent's own worker still answers.
    os.environ["TRITON_CACHE_DIR"] = os.environ["TRITON_CACHE_DIR"] + "-again"
    return [*found, compiled(name)]


def after_import() -> dict[str, Any]:
    """What a start-up file does: nothing until Triton is imported."""
    before = sorted(module for module in sys.modules if module.startswith(("triton", "cdnasched.")))
    import triton  # noqa: F401

    import cdnasched.triton

    settings = cdnasched.triton.settings()
    return {"before": before, "mode": settings and settings.mode}


def main() -> None:
    """Runs the check of that name."""
    check, *arguments = sys.argv[1:]
    print(json.dumps(globals()[check](*arguments)))


if __name__ == "__main__":
    main()
