"""What the plugin, `opt`, `lint` and `fix` make of a random kernel, and what is wrong with it.

Without an emulator the judges are LLVM (it assembles what comes out; its machine verifier reads what the plugin leaves) and
our own linter, which shares no code with what places waits and nops. With one, LLVM's code and ours are executed,
and so is what `fix` makes of a text without waits, and what `lint` finds nothing in.
"""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "execute"))

import symbolic  # noqa: E402
from dice import Dice  # noqa: E402
from emulator import Emulator, Input, Order, Outcome  # noqa: E402
from execute import RACES, difference, new_violations  # noqa: E402

# Trip counts come from this: no iteration, one, several.
INTEGERS = (0, 1, 2, 3, 6)
CONTENTS = "rand_u32"
ARGUMENTS = ["ptr", "ptr", "ptr", "i32"]
BUDGET = 2_000_000
# Of rules that no document has: what LLVM keeps for targets where memory accesses can be replayed.
EXEMPT = ("xnack.vmem.clause", "xnack.smem.clause")
# LLVM's own faults (docs/llvm-fixes.md): on gfx950 its recogniser looks back 19 wait states where these need 20; it counts
# loads straight into LDS on lgkmcnt, too, and waits for too few of what came before them.
OF_LLVM = ("gfx950.xdl.",)
OF_LLVM_INTO_LDS = "wait-lgkmcnt"
INTO_LDS = re.compile(r"\b(global|scratch)_load_lds_")
# What opt says of a function that it leaves alone.
LEFT_ALONE = re.compile(r"cdna-sched: (.+?): left as it is: ")
SECONDS = 120
# Ways through a program that are tried on symbolic values.
PATHS = 3
# What LLVM alone makes of IR.
REFERENCE = "llvm.s"


class Finding(NamedTuple):
    """Something that is wrong."""

    # One word for the kind of it.
    kind: str
    why: str


@dataclass(frozen=True)
class Setting:
    """What is the same for all kernels."""

    llvm: Path
    plugin: Path
    cli: Path
    emulator: Path | None
    # Options for llc with the plugin, besides those that a seed chooses.
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Variant:
    """How a kernel is compiled: by its seed, too."""

    llc: tuple[str, ...]
    plugin: tuple[str, ...]
    effort: str

    @property
    def hazards(self) -> str:
        """Whose rules the plugin's output keeps."""
        return next((flag.split("=")[1] for flag in self.plugin if "hazards" in flag), "safe")


def variant(seed: int, gpu: str) -> Variant:
    """What a seed chooses."""
    dice = Dice(seed ^ 0x5EED)
    level = dice.pick(["-O3", "-O3", "-O3", "-O3", "-O2", "-O1"])
    extra = dice.pick(["", "", "", "", "", "-mattr=+xnack", "-amdgpu-mfma-vgpr-form"])
    if extra == "-amdgpu-mfma-vgpr-form" and gpu == "gfx90a":
        extra = ""
    plugin: list[tuple[str, ...]] = [
        (),
        (),
        (),
        ("-cdna-sched-effort=max", "-cdna-sched-check=full"),
        ("-cdna-sched-check=full",),
        ("-cdna-sched-rename=strict",),
        ("-cdna-sched-hazards=exact",),
        ("-cdna-sched-hazards=llvm",),
        ("-cdna-sched-lds-dma=strict",),
    ]
    return Variant((level, *filter(None, [extra])), dice.pick(plugin), "max" if dice.chance(10) else "default")


class Run(NamedTuple):
    """A program that has ended."""

    status: int
    output: str
    errors: str


def run(command: list[Any], folder: Path) -> Run:
    """Runs a program."""
    try:
        done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return Run(124, "", f"it runs for more than {SECONDS} s")
    return Run(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def last(text: str) -> str:
    """The end of what a program said, in one line."""
    return " | ".join(text.strip().splitlines()[-4:])[-400:]


class Judge:
    """What is made of one kernel, in a folder of its own, where all files stay for whoever keeps the folder."""

    def __init__(self, setting: Setting, gpu: str, seed: int, folder: Path) -> None:
        self._setting = setting
        self._gpu = gpu
        self._seed = seed
        self._folder = folder
        self._variant = variant(seed, gpu)
        # Whether LLVM's code breaks a rule of the hardware in the emulator.
        self._broken = False
        # Functions that opt left as they were.
        self._left_alone: set[str] = set()
        self.findings: list[Finding] = []
        self.counts: Counter[str] = Counter()

    @property
    def hazards(self) -> str:
        """Whose rules the plugin's output keeps."""
        return self._variant.hazards

    def _found(self, kind: str, why: str) -> None:
        self.findings.append(Finding(kind, why))

    def _tool(self, name: str, *arguments: Any) -> Run:
        return run([self._setting.llvm / name, *arguments], self._folder)

    def _ours(self, *arguments: Any) -> Run:
        done = run([self._setting.cli, *arguments], self._folder)
        if done.status not in (0, 1, 2):
            self._found("CRASH", f"{arguments[0]}: {done.status}: {last(done.errors)}")
        return done

    def compile(self, module: str) -> bool:
        """Compiles IR by LLVM alone, to `llvm.s`, and with the plugin, to `plugin.s`."""
        (self._folder / "kernel.ll").write_text(module)
        llc = ["-mtriple=amdgcn-amd-amdhsa", f"-mcpu={self._gpu}", *self._variant.llc, "kernel.ll"]
        if self._tool("llc", *llc, "-o", "llvm.s").status:
            self.counts["not compiled by LLVM alone"] += 1
            return False
        flags = [*self._variant.plugin, *self._setting.flags, "-cdna-sched-report=report.json"]
        load = ["-load", self._setting.plugin, "-cdna-sched", *flags]
        done = self._tool("llc", *load, *llc, "-o", "plugin.s")
        if done.status:
            self._found("CRASH", f"llc with the plugin: {done.status}: {last(done.errors)}")
            return False
        for warning in done.errors.splitlines():
            if "warning:" in warning and "cdna-sched" in warning and "inline assembly" not in warning:
                self._found("REFUSED", f"plugin {' '.join(flags[:-1])}: {warning[:300]}")
        for line in (self._folder / "report.json").read_text().splitlines():
            record = json.loads(line)
            self.counts["functions"] += 1
            self.counts["functions reordered"] += record["regions_reordered"] > 0
            for left in record["left_alone"]:
                self.counts[f"left alone: {left['reason'][:90]}"] += 1
        return True

    def order(self, source: str) -> bool:
        """Has `opt` make `opt.s` of a text; whether it is another text."""
        done = self._ours("opt", source, "-o", "opt.s", "--remarks", "--effort", self._variant.effort)
        if done.status:
            self._found("CRASH", f"opt: {last(done.errors + done.output)}")
            return False
        for line in done.errors.splitlines():
            if "please report" in line or "refused" in line or "contradicts" in line:
                self._found("REFUSED", f"opt: {line[:300]}")
        left = (LEFT_ALONE.match(line) for line in done.errors.splitlines())
        self._left_alone = {match.group(1) for match in left if match}
        same = (self._folder / source).read_text() == (self._folder / "opt.s").read_text()
        self.counts["texts unchanged by opt" if same else "texts changed by opt"] += 1
        if same:
            why = next((line for line in done.errors.splitlines() if "left" in line), "no word about it")
            self.counts[f"unchanged by opt: {why[:110]}"] += 1
        return not same

    def rules(self, file: str, hazards: str, but: frozenset[str] = frozenset()) -> Counter[tuple[str, int]] | None:
        """What `lint` finds in a text, but for some functions: rules and lines; nothing when it does not look."""
        done = self._ours("lint", f"--hazards={hazards}", "--strict", "--format=json", file)
        found: Counter[tuple[str, int]] = Counter()
        for line in done.output.splitlines():
            report = json.loads(line).get("report", {})
            for each in report.get("findings", []):
                found[(each["rule"], each["at"]["line"])] += each["function"] not in but
        if done.status and not found:
            self._found("UNREAD", f"lint {file}: {last(done.errors + done.output)}")
            return None
        return found

    def clean(self, file: str, hazards: str) -> None:
        """Whether `lint` is silent on a text that is right."""
        # What opt left alone is LLVM's.
        but = frozenset(self._left_alone if file == "opt.s" else ())
        found = +(self.rules(file, hazards, but) or Counter())
        places = [(rule, line) for rule, line in sorted(found) if rule not in EXEMPT]
        into_lds = INTO_LDS.search((self._folder / file).read_text())
        own = (*OF_LLVM, OF_LLVM_INTO_LDS) if into_lds else OF_LLVM
        known = [place for place in places if file == REFERENCE and place[0].startswith(own)]
        self.counts["findings in LLVM's texts that are its own, and known"] += len(known)
        wrong = [f"{file}:{line}: {rule}" for rule, line in places if (rule, line) not in known]
        if wrong and file == REFERENCE and self._broken:
            self.counts["texts of LLVM's that are wrong, by lint and by the emulator"] += 1
        elif wrong and file == REFERENCE and self._setting.emulator is None:
            # LLVM has faults (docs/llvm-fixes.md); who is right, the emulator says.
            self.counts["texts of LLVM's with findings, not judged"] += 1
        elif wrong:
            self._found("LINT", f"lint --hazards={hazards}: {len(wrong)}: {', '.join(wrong[:3])}")

    def object(self, file: str) -> Path | None:
        """A text assembled and linked."""
        mattr = [word for word in self._variant.llc if word.startswith("-mattr") and (self._folder / "kernel.ll").exists()]
        name = self._folder / file
        relocatable, linked = name.with_suffix(".o"), name.with_suffix(".hsaco")
        for done in (
            self._tool("llvm-mc", "-triple=amdgcn-amd-amdhsa", f"-mcpu={self._gpu}", *mattr, "-filetype=obj", file, "-o", relocatable),
            self._tool("ld.lld", "-shared", relocatable, "-o", linked),
        ):
            if done.status:
                self._found("CRASH", f"{file} is not assembled: {last(done.errors)}")
                return None
        return linked

    def executed(self, paths: list[Path], late: int, first_wave: int = 0) -> list[list[Outcome]]:
        """Runs objects on all inputs, in a process of its own: the emulator maps memory at fixed addresses."""

        def work() -> list[list[Outcome]]:
            assert self._setting.emulator is not None
            emulator = Emulator(self._setting.emulator)
            order = Order(first_wave, late)
            return [[emulator.run(path, "k", ARGUMENTS, Input(CONTENTS, each), order, BUDGET) for each in INTEGERS] for path in paths]

        crashed = [[Outcome(error="the emulator crashed")] * len(INTEGERS) for _ in paths]
        return isolated(work) or crashed

    def execute(self, reference: str, files: list[str], named: tuple[str, ...] = ()) -> None:
        """Compares what texts leave in memory with what another leaves there: with loads that land late.

        Rules with a `named` beginning are not looked at.
        """
        dice = Dice(self._seed ^ 0xE0)
        late, first_wave = dice.pick([1, 2, 2]), dice.below(2)
        path = self.object(reference)
        if path is None:
            return
        [theirs] = self.executed([path], 0, first_wave)
        if any(each.error for each in theirs):
            self.counts[f"not executed: {next(each.error for each in theirs if each.error).split(' at pc=')[0][:70]}"] += 1
            return
        self.counts["kernels executed"] += 1
        self._broken |= any(not rule.startswith(RACES) for each in theirs for rule in each.violations)
        built = [(file, made) for file in files if (made := self.object(file)) is not None]
        for (file, _), ours in zip(built, self.executed([made for _, made in built], late, first_wave), strict=True):
            self.counts["texts compared"] += 1
            if any(difference(llvm, mine) for llvm, mine in zip(theirs, ours, strict=True)) and self._depends_on_place(reference, theirs, first_wave):
                self.counts["not compared: what it computes depends on where its code lies"] += 1
                continue
            self._compare(file, theirs, ours, f"{Order(first_wave, late)}", named)

    def _depends_on_place(self, reference: str, theirs: list[Outcome], first_wave: int) -> bool:
        """Whether a text computes something else a few bytes further on: it reads lanes in which LLVM keeps addresses of code."""
        text = (self._folder / reference).read_text()
        (self._folder / "moved.s").write_text(re.sub(r"^(k:.*\n)", r"\1" + "\ts_nop 0\n" * 16, text, count=1, flags=re.MULTILINE))
        path = self.object("moved.s")
        if path is None:
            return False
        [moved] = self.executed([path], 0, first_wave)
        return any(difference(here, there) for here, there in zip(theirs, moved, strict=True))

    def _compare(self, file: str, theirs: list[Outcome], ours: list[Outcome], how: str, named: tuple[str, ...]) -> None:
        for integer, llvm, mine in zip(INTEGERS, theirs, ours, strict=True):
            if wrong := difference(llvm, mine):
                self._found("DIFFERENT", f"{file}: {how}, {integer}: {wrong}; {'; '.join(new_violations(llvm, mine))[:300]}")
                return
            # What is placed elsewhere is executed more or less often; a rule that LLVM never breaks counts.
            new = [words for words in new_violations(llvm, mine) if "(LLVM: 0)" in words and not words.startswith(named)]
            if new:
                self._found("VIOLATION", f"{file}: {how}, {integer}: {'; '.join(new)[:300]}")
                return

    def interpret(self, reference: str, file: str) -> None:
        """Compares what two texts leave in memory, on symbolic values: no emulator is needed."""
        listings = []
        for path in (self.object(reference), self.object(file)):
            if path is None:
                return
            listings.append(self._tool("llvm-objdump", "-d", f"--mcpu={self._gpu}", path).output)
        try:
            wrong = symbolic.differs(*listings, seeds=PATHS)
        except symbolic.Stuck as stuck:
            self.counts[f"not interpreted: {stuck}"] += 1
            return
        self.counts["texts interpreted"] += 1
        if wrong:
            self._found("DIFFERENT", f"{file}, on symbolic values: {wrong}")

    def planted(self, reference: str, most: int) -> None:
        """Waits and nops taken out or weakened, one at a time: `lint` says so, or memory is the same."""
        dice = Dice(self._seed ^ 0xFA)
        lines = (self._folder / reference).read_text().splitlines()
        places = [at for at, line in enumerate(lines) if re.match(r"\s+s_(waitcnt|nop)\b", line)]
        before = self.rules(reference, "llvm")
        if before is None or not places:
            return
        unfound: list[str] = []
        for number in range(min(most, len(places))):
            at = dice.pick(places)
            changed, name = [*lines], f"planted{number}.s"
            changed[at] = weakened(dice, lines[at])
            (self._folder / name).write_text("\n".join(changed) + "\n")
            self.counts["faults planted"] += 1
            after = self.rules(name, "llvm")
            if after is not None and Counter(rule for rule, _ in after) == Counter(rule for rule, _ in before):
                unfound.append(f"{name}: line {at + 1}: {lines[at].strip()} -> {changed[at].strip() or 'nothing'}")
            else:
                self.counts["faults found"] += 1
        if not unfound or self._setting.emulator is None:
            self.counts["faults not found, not judged"] += len(unfound)
            return
        files = [words.split(":")[0] for words in unfound]
        objects = [self.object(file) for file in [reference, *files]]
        if any(each is None for each in objects):
            return
        paths = [each for each in objects if each is not None]
        [poisoned] = self.executed(paths[:1], 2)
        for words, ours in zip(unfound, self.executed(paths[1:], 2), strict=True):
            wrong = [what for llvm, mine in zip(poisoned, ours, strict=True) if (what := difference(llvm, mine))]
            self.counts["faults not found that change memory" if wrong else "faults not found, memory the same"] += 1
            if wrong:
                self._found("MISSED", f"{words}: {wrong[0]}")

    def mended(self, reference: str) -> None:
        """A text without its waits and nops, which `fix` mends and leaves clean."""
        lines = (self._folder / reference).read_text().splitlines()
        # Waits in front of barriers, atomics and cache controls are for other waves: no register needs them.
        others = re.compile(r"barrier|buffer_(wb|inv)|atomic|_lds|sched_")
        kept = [
            line
            for at, line in enumerate(lines)
            if not re.match(r"\s+s_(waitcnt|nop)\b", line) or any(others.search(next_) for next_ in lines[at + 1 : at + 4])
        ]
        (self._folder / "bare.s").write_text("\n".join(kept) + "\n")
        done = self._ours("fix", "--hazards=safe", "bare.s", "-o", "fixed.s")
        self.counts["texts mended"] += 1
        if done.status:
            self._found("UNMENDED", f"fix: {done.status}: {last(done.errors + done.output)}")
        elif self._setting.emulator is not None:
            # Which part of LDS a load goes to, LLVM knows by scopes that machine code does not have: `fix` says so.
            undecided = "does not decide" in done.errors
            self.execute(reference, ["fixed.s"], ("LDSDMA_UNWAITED",) if undecided else ())


def weakened(dice: Dice, line: str) -> str:
    """A wait that waits for less, or nothing."""
    counts = re.findall(r"(vmcnt|lgkmcnt)\((\d+)\)", line)
    if not counts or dice.chance(40):
        return ""
    counter, count = dice.pick(counts)
    return line.replace(f"{counter}({count})", f"{counter}({int(count) + 1})")


def isolated(work: Callable[[], Any]) -> Any:
    """What a function returns, called in a process of its own; nothing when that ends."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        status = 1
        try:
            with os.fdopen(writer, "wb") as pipe:
                pickle.dump(work(), pipe)
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        sent = pipe.read()
    _, status = os.waitpid(child, 0)
    return pickle.loads(sent) if sent and status == 0 else None
