"""The command: options, the order of things, what is saved when, and exit codes."""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
import time
from collections.abc import Sequence
from typing import Any, Callable, NoReturn, Optional

from . import KIT_VERSION, att, manifest, mine, plan, report, run, verdict
from .device import SUPPORTED, Device, Unusable, supported_text
from .hip import DeviceLost, HipError, LibraryMissing, Runtime, Timeout, UnknownDevice

EXIT_OK = 0
EXIT_WRONG_RESULTS = 1
EXIT_USAGE = 2
EXIT_NO_DEVICE = 3
EXIT_ENDED_EARLY = 4
EXIT_INTERRUPTED = 130
#: As a shell shows a process that SIGPIPE ended.
EXIT_UNREAD = 141

DEFAULT_OUT = "cdnasched-kit-results.json"
DEFAULT_MODELS = "models.json"

_EPILOG = """exit codes: 0 measured, all results right (whatever the verdicts); 1 wrong results; 2 wrong options, or the
kit's files are missing or damaged; 3 no GPU that the kit is for, or no runtime; 4 ended early (a timeout, the device
was lost, or a GPU that cannot be calibrated): what was measured is saved; 130 interrupted, saved as well."""


class Refused(Exception):
    """The run cannot begin: an exit code and what to tell."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


def parser() -> argparse.ArgumentParser:
    """The options."""
    p = argparse.ArgumentParser(
        prog="measure.py",
        description=f"Measures cdnasched's code against LLVM's on this machine's AMD GPU: {supported_text()}.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("--version", action="store_true", help="say which versions the kit and its code are of, and end")
    p.add_argument("--minutes", type=float, default=5.0, metavar="N", help="length of the whole run (default 5)")
    p.add_argument(
        "--device", type=int, metavar="N", help="which GPU (see --list; default: the first that the kit is for)"
    )
    p.add_argument(
        "--only", action="append", default=[], metavar="NAME[,NAME]", help="only these kernels; * and ? match"
    )
    p.add_argument("--list", action="store_true", help="list GPUs, and kernels with what is modelled of each, and end")
    p.add_argument("--dry-run", action="store_true", help="print the plan and its length, and end; needs no GPU")
    p.add_argument("--gpu", choices=sorted(SUPPORTED), help="GPU for --dry-run (default: the first of the kit)")
    p.add_argument("--out", default=DEFAULT_OUT, metavar="FILE", help=f"the file to send (default {DEFAULT_OUT})")
    p.add_argument("--json", action="store_true", help="print the JSON instead of the table")
    p.add_argument("--seed", type=int, default=1, metavar="N", help="seed of order and intervals (default 1)")
    p.add_argument(
        "--repeats",
        type=int,
        metavar="N",
        help="launches behind each number (default: as many as the planned time allows)",
    )
    p.add_argument(
        "--timeout", type=float, default=20.0, metavar="S", help="give a launch up after so many seconds (default 20)"
    )
    p.add_argument(
        "--warm-up",
        type=float,
        default=0.5,
        metavar="S",
        help="least warm-up of each kernel in seconds, as far as the plan has time for it (default 0.5)",
    )
    p.add_argument("--no-timing", action="store_true", help="compare results only")
    own = p.add_argument_group(
        "your own kernel", "two code objects of one kernel, in place of the kit's: see README.md"
    )
    own.add_argument(
        "--mine", nargs=2, metavar=("FIRST", "SECOND"), help="the code objects; the second is set against the first"
    )
    own.add_argument("--kernel", metavar="NAME", help="which kernel (default: the only one that both have)")
    own.add_argument("--grid", metavar="X[,Y[,Z]]", help="workgroups to launch")
    own.add_argument("--block", metavar="X[,Y[,Z]]", help="threads of a workgroup, where the code does not say it")
    own.add_argument("--lds", type=int, default=0, metavar="BYTES", help="dynamic LDS (default 0)")
    own.add_argument(
        "--arg",
        action="append",
        default=[],
        metavar="NAME=WHAT",
        help="an argument by name or number: a buffer (f16:4096, also :in, :out), a number, or hex: and bytes",
    )
    p.add_argument(
        "--att", action="store_true", help="trace instructions with rocprofv3 as well, and compare with the model"
    )
    p.add_argument("--att-keep", metavar="DIR", help="with --att: keep what rocprofv3 writes below this folder")
    p.add_argument("--att-library-path", metavar="DIR", help="folder of the trace decoder, for rocprofv3")
    calibrate = f"measure the model's parameters instead, into OUT (default {DEFAULT_MODELS})"
    p.add_argument("--calibrate", nargs="?", const=DEFAULT_MODELS, metavar="OUT", help=calibrate)
    p.add_argument("--probe", action="store_true", help="look for needed wait states instead")
    p.add_argument("--objects", metavar="DIR", help=argparse.SUPPRESS)
    p.add_argument("--att-child", metavar="NAME:VARIANT", help=argparse.SUPPRESS)
    return p


def default_objects() -> str:
    """kit/objects."""
    return os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "objects")


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command; returns the exit code."""
    options = parser().parse_args(arguments)
    options.objects = os.path.abspath(options.objects or default_objects())
    options.only = [name for names in options.only for name in names.split(",") if name]
    try:
        return _main(options)
    except Refused as error:
        say(str(error))
        return error.code
    except manifest.ManifestError as error:
        say(str(error))
        return EXIT_USAGE
    except (LibraryMissing, UnknownDevice) as error:
        say(str(error))
        return EXIT_NO_DEVICE
    except (DeviceLost, Timeout) as error:
        say(str(error))
        return EXIT_ENDED_EARLY
    except HipError as error:
        say(str(error))
        return EXIT_NO_DEVICE
    except KeyboardInterrupt:
        say("interrupted")
        return EXIT_INTERRUPTED


def say(text: str) -> None:
    """A line for the person, apart from what the command prints as its result."""
    print(text, file=sys.stderr, flush=True)


def _main(options: argparse.Namespace) -> int:
    if not options.minutes > 0 or not options.timeout > 0 or not (options.repeats or 1) > 0:
        raise Refused(EXIT_USAGE, "--minutes, --timeout and --repeats must be above 0")
    if options.version:
        made_by = manifest.origin(options.objects)
        print("cdnasched kit %s, of cdnasched %s and LLVM %s" % (KIT_VERSION, made_by.cdnasched, made_by.llvm))
        return EXIT_OK
    if options.dry_run:
        return _dry_run(options)
    if options.list:
        return _list(options)
    calibrating = options.calibrate is not None or options.probe
    if options.mine and (calibrating or options.att or options.only):
        raise Refused(
            EXIT_USAGE, "--mine measures one kernel; it goes with none of --calibrate, --probe, --att and --only"
        )
    kernels = [] if calibrating or options.mine else manifest.load(options.objects)
    runtime = Runtime.load()
    device = choose(runtime.devices(), options.device)
    runtime.use(device.index)
    if options.att_child:
        return att.child(runtime, kernels, device, options.att_child, options.timeout)
    if options.mine:
        kernels = [_mine(options, device.arch)]
    elif not calibrating:
        kernels = _selected(kernels, device.arch, options.only)
        for kernel in kernels:
            for variant in manifest.VARIANTS:
                kernel.code(variant)  # all are looked at before anything runs
    _check_writable(options.out)
    return Session(options, runtime, device, kernels).run()


def _mine(options: argparse.Namespace, gpu: str) -> manifest.Kernel:
    try:
        return mine.kernel(options.mine, options.kernel, options.grid, options.block, options.arg, options.lds, gpu)
    except mine.MineError as error:
        raise Refused(EXIT_USAGE, str(error)) from error


def _selected(kernels: Sequence[manifest.Kernel], gpu: str, only: Sequence[str]) -> list[manifest.Kernel]:
    selected = manifest.select(kernels, gpu, only)
    if not selected:
        names = ", ".join(kernel.name for kernel in manifest.select(kernels, gpu, [])) or "none"
        raise Refused(EXIT_USAGE, f"no kernel to measure; the kit has for {gpu}: {names}")
    return selected


def _check_writable(path: str) -> None:
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.isdir(path) or not os.access(folder, os.W_OK):
        raise Refused(EXIT_USAGE, f"{path} cannot be written: name another file with --out")


def choose(devices: Sequence[Device], index: Optional[int]) -> Device:
    """The device asked for, or the first that the kit is for. Raises Refused."""
    if not devices:
        raise Refused(
            EXIT_NO_DEVICE,
            "no GPU is visible: check rocminfo, the groups render and video, and ROCR_VISIBLE_DEVICES/HIP_VISIBLE_DEVICES",
        )
    have = "; ".join(str(device) for device in devices)
    if index is not None:
        found = [device for device in devices if device.index == index]
        if not found:
            raise Refused(EXIT_NO_DEVICE, "there is no device %d; there are: %s" % (index, have))
    else:
        found = [device for device in devices if device.supported] or list(devices)
    if not found[0].supported:
        raise Refused(EXIT_NO_DEVICE, f"the kit has code for {supported_text()} only; this machine has: {have}")
    return found[0]


def _dry_run(options: argparse.Namespace) -> int:
    kernels = manifest.load(options.objects)
    if not kernels:
        raise Refused(EXIT_USAGE, "the kit has no kernels")
    gpu = options.gpu or kernels[0].gpu
    selected = _selected(kernels, gpu, options.only)
    print("%d kernels for %s; nothing is run." % (len(selected), gpu))
    print(plan.text(plan.make(selected, options.minutes, not options.no_timing)))
    return EXIT_OK


def _list(options: argparse.Namespace) -> int:
    try:
        for device in Runtime.load().devices():
            print("device {}{}".format(device, "" if device.supported else ": the kit is not for it"))
    except (LibraryMissing, UnknownDevice, HipError) as error:
        print(f"no device: {error}")
    print("Modelled clocks of our code, as a change of LLVM's: of a full grid, with so many waves on each SIMD as fit,")
    print("and of one workgroup alone.")
    for kernel in manifest.load(options.objects):
        changes = [_modelled(kernel, launch) for launch in ("full", "one")]
        print("%s  %-34s %8s %2s %8s  %s" % (kernel.gpu, kernel.name, changes[0], _waves(kernel), changes[1], kernel.what))
    return EXIT_OK


def _waves(kernel: manifest.Kernel) -> str:
    """How many waves a full grid has on a SIMD, for a table."""
    shape = kernel.launches.get("full")
    waves = shape.expected.get("waves") if shape else None
    return "" if waves is None else f"{waves:.0f}"


def _modelled(kernel: manifest.Kernel, launch: str) -> str:
    """What is claimed of a launch, for a table."""
    shape = kernel.launches.get(launch)
    ratio = shape.expected.get("ratio") if shape else None
    return "" if ratio is None else f"{100 * (ratio - 1):+.1f} %"


def where_to(repository: str) -> str:
    """What to do with the results: an address, where the project has one."""
    if repository:
        return f"an issue at {repository.rstrip('/')}/issues/new?template=measurement.md"
    return "whoever gave you the kit, with the text of ISSUE_TEMPLATE.md (the project has no public address yet)"


class Session:
    """A run. Before each kernel it saves what there is, so that a crash of the driver leaves what was measured before."""

    def __init__(
        self, options: argparse.Namespace, runtime: Runtime, device: Device, kernels: Sequence[manifest.Kernel]
    ) -> None:
        self.options, self.runtime, self.device, self.kernels = options, runtime, device, kernels
        self.begin = time.monotonic()
        versions = {"runtime": runtime.runtime_version(), "driver": runtime.driver_version()}
        chosen = {
            "minutes": options.minutes,
            "seed": options.seed,
            "timing": not options.no_timing,
            "only": options.only,
        }
        try:
            self.made_by = manifest.origin(options.objects)
        except manifest.ManifestError:  # the user's own kernels need no objects
            self.made_by = manifest.Origin()
        self.report = report.start(options.objects, device, versions, chosen)
        self.report["made_by"] = {"cdnasched": self.made_by.cdnasched, "llvm": self.made_by.llvm}
        self.results: list[run.KernelResult] = []

    def run(self) -> int:
        """Everything asked for; returns the exit code."""
        say(f"GPU {self.device}")
        signal.signal(signal.SIGTERM, _interrupt)
        code = EXIT_OK
        try:
            if self.options.calibrate is not None or self.options.probe:
                self._calibrate()
            else:
                self._measure()
                if self.options.att:
                    self._att()
            self.report["ended"] = "complete"
        except KeyboardInterrupt:
            self.report["ended"], code = "interrupted", EXIT_INTERRUPTED
        except (Timeout, DeviceLost) as error:
            text = "timeout" if isinstance(error, Timeout) else "device lost"
            self.report["ended"], code = f"{text}: {error}", EXIT_ENDED_EARLY
        except (HipError, Unusable) as error:  # not of a kernel, which goes on with the next
            self.report["ended"], code = str(error), EXIT_ENDED_EARLY
        self._save()
        return self._finish(code)

    def _finish(self, code: int) -> int:
        print(report.encode(self.report) if self.options.json else report.table(self.report))
        if self.report["ended"] != "complete":
            measured = {result.kernel.name for result in self.results if not result.error}
            rest = [kernel.name for kernel in self.kernels if kernel.name not in measured]
            say(
                "ended early ({}); not measured, or not wholly: {}".format(
                    self.report["ended"], ", ".join(rest) or "nothing"
                )
            )
        size = os.path.getsize(self.options.out)
        how = "" if size < report.ISSUE_LIMIT else " (longer than an issue takes: attach it)"
        say(
            "saved to %s, %d bytes%s: please send it to %s"
            % (self.options.out, size, how, where_to(self.made_by.repository))
        )
        wrong = any(result.verdict == verdict.WRONG_RESULTS for result in self.results)
        return EXIT_WRONG_RESULTS if wrong else code

    def _save(self) -> None:
        self.report["seconds"] = round(time.monotonic() - self.begin, 1)
        report.set_kernels(self.report, [result.to_json() for result in self.results])
        report.save(self.report, self.options.out)

    def _progress(self, text: str) -> None:
        say(f"{time.monotonic() - self.begin:5.0f} s  {text}")

    def _measure(self) -> None:
        sections = plan.make(self.kernels, self.options.minutes, not self.options.no_timing)
        how = run.Options(
            seed=self.options.seed,
            timeout_s=self.options.timeout,
            timing=not self.options.no_timing,
            warm_up_s=self.options.warm_up,
            repeats=self.options.repeats,
        )
        for kernel in self.kernels:
            result = run.KernelResult(kernel)
            self.results.append(result)
            self.report["ended"] = f"unfinished: the process ended while it measured {kernel.name}"
            self._save()
            planned = plan.of_kernel(sections, kernel.name)
            run.KernelRun(self.runtime, self.device, result, how, planned).run(self._progress)
            ratios = ["{} {:.3f}".format(c["launch"], c["measured"]["mid"]) for c in result.claims if c["measured"]]
            self._progress("{}: {} {}".format(kernel.name, result.verdict, ", ".join(ratios)))

    def _att(self) -> None:
        self.report["ended"] = "unfinished: the process ended in the thread trace"
        self._save()
        script = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "measure.py")
        command = [sys.executable, script, "--objects", self.options.objects, "--device", str(self.device.index)]
        self.report["att"] = att.trace(
            self.kernels, command, self.options.att_library_path, self._progress, self.options.att_keep
        )
        say(att.text(self.report["att"]))

    def _calibrate(self) -> None:
        try:
            calibrate: Any = importlib.import_module("cdnakit.calibrate")
        except ImportError as error:
            raise Refused(EXIT_USAGE, f"this kit was made without its calibration part ({error})") from error
        self.report["ended"] = "unfinished: the process ended while it calibrated"
        self._save()
        out: dict[str, Any] = self.report

        def save_as(key: str) -> Callable[[dict[str, Any]], None]:
            def save(partial: dict[str, Any]) -> None:
                out[key] = partial
                self._save()

            return save

        folder, target = self.options.objects, self.options.calibrate
        try:
            if target is not None:
                _check_writable(target)
                out["calibration"] = calibrate.run(
                    self.runtime, self.device, folder, target, self._progress, save=save_as("calibration")
                )
                self._save()
            if self.options.probe:
                out["probes"] = calibrate.probe(
                    self.runtime, self.device, folder, self._progress, save=save_as("probes")
                )
        except (OSError, ValueError) as error:  # its files are missing, damaged, or not for this GPU
            raise Refused(EXIT_USAGE, f"{error}; take the archive again, or run `make kit`") from error


def _interrupt(number: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt
