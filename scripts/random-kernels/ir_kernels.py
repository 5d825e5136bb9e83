"""Random kernels in LLVM IR that can be run: what they compute depends on their arguments alone.

Variables are stack slots, which LLVM makes registers of. A thread has 32 dwords of global memory and 16 of LDS for itself
(loops with unknown trip counts read what earlier iterations wrote there), constants that it only reads, and places in LDS
that waves exchange across barriers. What reads lanes that are off, and matrix instructions, which write them, are placed
only where all lanes are active, so that no result depends on what such lanes hold.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dice import Dice
from ir_forms import FORMS, TYPES, Form

# How many variables there are of each type, at least and at most, and in kernels with more values than registers.
COUNTS = {"i32": (3, 8), "float": (2, 4), "double": (1, 2), "<2 x half>": (2, 3), "<4 x float>": (1, 3), "i64": (1, 2)}
MANY = {"i32": (14, 26), "float": (4, 8), "double": (2, 4), "<2 x half>": (3, 5), "<4 x float>": (1, 3), "i64": (2, 4)}
LIMITS = (
    '"amdgpu-num-vgpr"="{few}"',
    '"amdgpu-num-vgpr"="{few}" "amdgpu-num-sgpr"="32"',
    '"amdgpu-num-sgpr"="28"',
    '"amdgpu-waves-per-eu"="8,8"',
    '"amdgpu-waves-per-eu"="4,4"',
    '"amdgpu-waves-per-eu"="1,1"',
)
BARRIER = (
    'fence syncscope("workgroup") release',
    "call void @llvm.amdgcn.s.barrier()",
    'fence syncscope("workgroup") acquire',
)


@dataclass
class Flow:
    """Where the next statement stands."""

    # Whether all lanes of all waves get here together.
    uniform: bool
    depth: int
    # The counters of the loops around it, as slots.
    counters: list[str] = field(default_factory=list)
    # Whether it is in a function that kernels call: it has no LDS and no barriers.
    called: bool = False


class Writer:
    """The text of a function, and names for its values."""

    def __init__(self, dice: Dice, gpu: str) -> None:
        self.dice = dice
        self.gpu = gpu
        self.lines: list[str] = []
        self.variables: dict[str, list[str]] = {}
        self._values = 0
        self._labels = 0

    def line(self, text: str) -> None:
        """Adds an instruction."""
        self.lines.append("  " + text)

    def value(self, expression: str) -> str:
        """Adds an instruction with a result, and names it."""
        self._values += 1
        name = f"%t{self._values}"
        self.line(f"{name} = {expression}")
        return name

    def labels(self, *names: str) -> list[str]:
        """Labels of those names that nothing else has."""
        self._labels += 1
        return [f"{name}{self._labels}" for name in names]

    def start(self, label: str) -> None:
        """Begins a block."""
        self.lines.append(f"{label}:")

    def slot(self, kind: str, name: str) -> str:
        """A variable, without a value yet."""
        self.lines.insert(1, f"  %{name} = alloca {kind}, align {TYPES[kind]}, addrspace(5)")
        return f"%{name}"

    def read(self, kind: str, slot: str | None = None) -> str:
        """The value of a variable, or of any of its type."""
        where = slot or self.dice.pick(self.variables[kind])
        return self.value(f"load {kind}, ptr addrspace(5) {where}")

    def write(self, kind: str, value: str, slot: str | None = None) -> None:
        """Gives a variable, or any of its type, a value."""
        where = slot or self.dice.pick(self.variables[kind])
        self.line(f"store {kind} {value}, ptr addrspace(5) {where}")

    def index(self, flow: Flow, count: int) -> str:
        """A number below `count`, a power of two."""
        if flow.counters and self.dice.chance(65):
            counter = self.read("i32", self.dice.pick(flow.counters))
            if self.dice.chance(60):
                counter = self.value(f"add i32 {counter}, {self.dice.below(4)}")
            return self.value(f"and i32 {counter}, {count - 1}")
        if self.dice.chance(40):
            return self.value(f"and i32 {self.read('i32')}, {count - 1}")
        return str(self.dice.below(count))

    def place(self, flow: Flow, kind: str, lds: bool) -> str:
        """A pointer to one of the thread's own places for a value of that type, and what a load or store says of it."""
        count = 64 // (TYPES[kind] if TYPES[kind] > 4 else 4) * (1 if lds else 2)
        at, space = self.index(flow, count), 3 if lds else 1
        if kind in ("i8", "i16", "half"):
            at = self.value(f"mul i32 {at}, {4 // TYPES[kind]}")
            if self.dice.chance(50):
                at = self.value(f"add i32 {at}, 1")
        base = "%lp" if lds else "%gp"
        return f"ptr addrspace({space}) " + self.value(f"getelementptr {kind}, ptr addrspace({space}) {base}, i32 {at}")


class Kernel(Writer):
    """One kernel."""

    def __init__(self, seed: int, gpu: str) -> None:
        super().__init__(Dice(seed), gpu)
        dice = self.dice
        self.block = dice.pick([64, 64, 128, 256])
        # Each kernel has some kinds of instructions more than others, and many not at all.
        groups = sorted({form.group for form in FORMS if gpu in form.gpus})
        self.groups = {group: dice.pick([0, 0, 1, 2, 5]) for group in groups}
        self.groups["integer"] = self.groups["memory"] = 3
        self.many = dice.chance(35)
        self.hot = dice.chance(50)
        self.helpers = dice.between(1, 3) if self.groups["call"] else 0

    def forms(self, flow: Flow) -> dict[Form, int]:
        """What may stand here, with weights."""
        return {
            form: self.groups[form.group] * form.weight
            for form in FORMS
            if self.gpu in form.gpus
            and self.groups[form.group]
            and (flow.uniform or not form.uniform)
            and not (flow.called and form.kernel_only)
        }

    def statement(self, flow: Flow) -> None:
        """One statement of any kind."""
        self.dice.weighted(self.forms(flow)).write(self, flow)

    def barrier(self) -> None:
        """A barrier of the workgroup, by the memory model."""
        for text in BARRIER:
            self.line(text)

    def statements(self, flow: Flow, count: int) -> None:
        """Statements, branches and loops."""
        for _ in range(count):
            chance = self.dice.below(100)
            if flow.depth < 3 and chance < (4 if self.hot else 12):
                self.loop(flow)
            elif flow.depth < 3 and chance < (8 if self.hot else 24):
                self.branch(flow)
            else:
                self.statement(flow)

    def branch(self, flow: Flow) -> None:
        """An if, with or without an else."""
        uniform = self.dice.chance(30)
        number = "%n" if uniform else self.read("i32")
        bit = self.value(f"and i32 {number}, {self.dice.pick([1, 2, 4])}")
        condition = self.value(f"icmp ne i32 {bit}, 0")
        inner = Flow(flow.uniform and uniform, flow.depth + 1, flow.counters, flow.called)
        yes, no, end = self.labels("then", "else", "end")
        two = self.dice.chance(50)
        self.line(f"br i1 {condition}, label %{yes}, label %{no if two else end}")
        for label in (yes, no)[: 1 + two]:
            self.start(label)
            self.statements(inner, self.dice.between(1, 5))
            self.line(f"br label %{end}")
        self.start(end)

    def loop(self, flow: Flow, hot: bool = False) -> None:
        """A loop whose trip count nobody knows: an argument, or different in each lane."""
        uniform = hot or self.dice.chance(60)
        number = self.dice.pick(["%n", "%m"]) if uniform else self.read("i32")
        trips = self.value(f"and i32 {number}, {7 if hot else 3}")
        head, body, out, end = self.labels("head", "body", "out", "end")
        counter = self.slot("i32", head + "i")
        self.write("i32", "0", counter)
        # Tested at the end: at least one iteration, one block.
        tested_first = self.dice.chance(60)
        early = not hot and self.dice.chance(25)
        self.line(f"br label %{head if tested_first else body}")
        if tested_first:
            self.start(head)
            now = self.read("i32", counter)
            self.line(f"br i1 {self.value(f'icmp ult i32 {now}, {trips}')}, label %{body}, label %{end}")
        self.start(body)
        counters = [counter] if flow.depth == 0 else [*flow.counters, counter]
        inner = Flow(flow.uniform and uniform and not early, flow.depth + (3 if hot and self.dice.chance(60) else 1), counters, flow.called)
        self.statements(inner, self.dice.between(8, 40) if hot else self.dice.between(2, 10))
        if early:
            bit = self.value(f"and i32 {self.read('i32')}, {self.dice.pick([3, 7])}")
            self.line(f"br i1 {self.value(f'icmp eq i32 {bit}, 1')}, label %{end}, label %{out}")
            self.start(out)
        following = self.value(f"add i32 {self.read('i32', counter)}, 1")
        self.write("i32", following, counter)
        if tested_first:
            self.line(f"br label %{head}")
        else:
            self.line(f"br i1 {self.value(f'icmp ult i32 {following}, {trips}')}, label %{body}, label %{end}")
        self.start(end)

    def variables_of(self, counts: dict[str, tuple[int, int]], seed: str) -> None:
        """All variables, each with a value of its own made from a number."""
        for kind, (least, most) in counts.items():
            name = "".join(letter for letter in kind if letter.isalnum())
            self.variables[kind] = [self.slot(kind, f"v{name}.{at}") for at in range(self.dice.between(least, most))]
        for kind in counts:
            for at, slot in enumerate(self.variables[kind]):
                start = self.value(f"mul i32 {seed}, {2 * at + 1 + len(kind)}")
                if kind == "i32":
                    start = self.value(f"and i32 {start}, 1023")
                    where = self.value(f"getelementptr i32, ptr addrspace(1) %b, i32 {start}")
                    self.write(kind, self.value(f"load i32, ptr addrspace(1) {where}"), slot)
                    continue
                small = self.value(f"uitofp i32 {self.value(f'and i32 {start}, 63')} to {'double' if kind == 'double' else 'float'}")
                if kind == "i64":
                    self.write(kind, self.value(f"zext i32 {start} to i64"), slot)
                elif kind == "<2 x half>":
                    half = self.value(f"fptrunc float {small} to half")
                    pair = self.value(f"insertelement {kind} splat (half 1.5), half {half}, i32 {at % 2}")
                    self.write(kind, pair, slot)
                elif kind == "<4 x float>":
                    self.write(kind, self.value(f"insertelement {kind} splat (float 2.0), float {small}, i32 {at % 4}"), slot)
                else:
                    self.write(kind, small, slot)

    def digest(self) -> str:
        """A number that depends on all variables."""
        total = "0"
        for kind, slots in self.variables.items():
            words = TYPES[kind] // 4
            for slot in slots:
                value = self.read(kind, slot)
                bits = value if kind == "i32" else self.value(f"bitcast {kind} {value} to {'i32' if words == 1 else f'<{words} x i32>'}")
                for word in range(words):
                    part = bits if words == 1 else self.value(f"extractelement <{words} x i32> {bits}, i32 {word}")
                    total = self.value(f"add i32 {self.value(f'mul i32 {total}, 31')}, {part}")
        return total

    def helper(self, number: int) -> list[str]:
        """A function that is called, which has memory of the caller's thread."""
        kept, self.lines, variables = self.lines, ["entry:"], self.variables
        self.variables = {}
        few = {kind: (1, 2) for kind in COUNTS}
        self.variables_of(few, "%x")
        self.write("i32", "%x", self.variables["i32"][0])
        self.write("float", "%y", self.variables["float"][0])
        for _ in range(self.dice.between(2, 9)):
            self.statements(Flow(False, 1, called=True), 1)
        self.line(f"ret i32 {self.digest()}")
        body, self.lines, self.variables = self.lines, kept, variables
        attributes = '"amdgpu-num-vgpr"="24"' if self.dice.chance(20) else ""
        head = f"define internal i32 @helper{number}(i32 %x, float %y, ptr addrspace(1) %gp, ptr addrspace(1) %b, i32 %n, i32 %m) noinline {attributes} {{"
        return [head, *body, "}"]

    def module(self) -> str:
        """The module with it."""
        dice = self.dice
        self.lines = ["entry:"]
        for text in ENTRY.format(block=self.block).splitlines():
            self.line(text)
        self.variables_of(MANY if self.many else COUNTS, "%thread")
        self.barrier()
        flow = Flow(True, 0)
        if self.hot:
            self.statements(Flow(True, 1), dice.below(5))
            for _ in range(dice.pick([1, 1, 2])):
                self.loop(flow, hot=True)
                self.statements(Flow(True, 1), dice.below(4))
        else:
            self.statements(flow, dice.between(4, 16))
        digest = self.digest()
        self.barrier()
        for at in range(16):
            word = self.value(f"load i32, ptr addrspace(3) {self.value(f'getelementptr i32, ptr addrspace(3) %lp, i32 {at}')}")
            digest = self.value(f"add i32 {self.value(f'mul i32 {digest}, 3')}, {word}")
        self.line(f"store i32 {digest}, ptr addrspace(1) {self.value('getelementptr i32, ptr addrspace(1) %c, i32 %thread')}")
        self.line("ret void")
        # Stack slots are at the beginning of the entry block, in front of what uses them.
        limit = dice.pick(LIMITS).format(few=dice.pick([24, 28, 32, 40, 48])) if self.many or dice.chance(25) else ""
        if self.groups.get("matrix") or self.groups.get("scaled"):
            limit = limit.replace('vgpr"="24"', 'vgpr"="48"').replace('vgpr"="28"', 'vgpr"="64"').replace('vgpr"="32"', 'vgpr"="64"')
        head = "define amdgpu_kernel void @k(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias readonly %b, ptr addrspace(1) noalias %c, i32 %n) #0 {"
        helpers = [line for number in range(self.helpers) for line in self.helper(number)]
        attributes = f'attributes #0 = {{ "amdgpu-flat-work-group-size"="{self.block},{self.block}" "uniform-work-group-size"="true" {limit} }}'
        return "\n".join([MODULE, head, *self.lines, "}", *helpers, attributes, ""])


MODULE = """target triple = "amdgcn-amd-amdhsa"
@own = internal addrspace(3) global [4096 x i32] poison, align 16
@exchange = internal addrspace(3) global [256 x i32] poison, align 16
@loaded = internal addrspace(3) global [1024 x i32] poison, align 16"""

# Everything that a kernel reads is written first.
ENTRY = """%t = call i32 @llvm.amdgcn.workitem.id.x()
%group = call i32 @llvm.amdgcn.workgroup.id.x()
%first = mul i32 %group, {block}
%thread = add i32 %first, %t
%m1 = mul i32 %n, 5
%m = add i32 %m1, 2
%slice = mul i32 %thread, 32
%gp = getelementptr i32, ptr addrspace(1) %a, i32 %slice
%low = mul i32 %t, 16
%lp = getelementptr i32, ptr addrspace(3) @own, i32 %low
%xp = getelementptr i32, ptr addrspace(3) @exchange, i32 %t
store i32 %thread, ptr addrspace(3) %xp
%wave = lshr i32 %t, 6
%wave.s = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %wave)
%dp.at = mul i32 %wave.s, 256
%dp = getelementptr i32, ptr addrspace(3) @loaded, i32 %dp.at
%lane = and i32 %t, 63
%dp.t = getelementptr i32, ptr addrspace(3) %dp, i32 %lane
store i32 %t, ptr addrspace(3) %dp.t
%dp.u = getelementptr i32, ptr addrspace(3) %dp.t, i32 64
store i32 1, ptr addrspace(3) %dp.u
%dp.v = getelementptr i32, ptr addrspace(3) %dp.t, i32 128
store i32 2, ptr addrspace(3) %dp.v
%dp.w = getelementptr i32, ptr addrspace(3) %dp.t, i32 192
store i32 3, ptr addrspace(3) %dp.w
%z = insertelement <4 x i32> zeroinitializer, i32 %t, i32 1
store <4 x i32> %z, ptr addrspace(3) %lp
%lp4 = getelementptr i32, ptr addrspace(3) %lp, i32 4
store <4 x i32> %z, ptr addrspace(3) %lp4
%lp8 = getelementptr i32, ptr addrspace(3) %lp, i32 8
store <4 x i32> %z, ptr addrspace(3) %lp8
%lp12 = getelementptr i32, ptr addrspace(3) %lp, i32 12
store <4 x i32> %z, ptr addrspace(3) %lp12"""


def module(seed: int, gpu: str) -> str:
    """The text of a module with one kernel, `k`, which takes three buffers and a number."""
    return Kernel(seed, gpu).module()
