"""The statements that random kernels are made of: a table, and a function for each row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ir_kernels import Flow, Kernel

# The types of values, with their bytes.
TYPES = {
    "i8": 1,
    "i16": 2,
    "half": 2,
    "i32": 4,
    "float": 4,
    "<2 x half>": 4,
    "double": 8,
    "i64": 8,
    "<4 x float>": 16,
    "<4 x i32>": 16,
}
I32, I64, FLOAT, PAIR, QUAD = "i32", "i64", "float", "<2 x half>", "<4 x float>"
ALL = ("gfx90a", "gfx942", "gfx950")
GFX940 = ("gfx942", "gfx950")
GFX950 = ("gfx950",)


@dataclass(frozen=True)
class Form:
    """A kind of statement."""

    group: str
    write: Callable[[Kernel, Flow], None]
    weight: int = 1
    # Whether all lanes have to be active: it reads or writes lanes that are off, or is a barrier.
    uniform: bool = False
    # Whether it needs what only kernels have: LDS and constants of their own.
    kernel_only: bool = False
    gpus: tuple[str, ...] = ALL


def call(kernel: Kernel, function: str, result: str, *arguments: str) -> str:
    """A call of an intrinsic; LLVM declares what is not declared."""
    return kernel.value(f"call {result} @llvm.{function}({', '.join(arguments)})")


def integer(kernel: Kernel, _: Flow) -> None:
    """Arithmetic on words."""
    a, b, c = (kernel.read("i32") for _ in range(3))
    kind = kernel.dice.below(9)
    if kind < 5:
        value = kernel.value(f"{kernel.dice.pick(['add', 'sub', 'mul', 'xor', 'and', 'or'])} i32 {a}, {b}")
        if kernel.dice.chance(40):
            value = kernel.value(f"{kernel.dice.pick(['add', 'or', 'xor'])} i32 {value}, {c}")
    elif kind == 5:
        by = kernel.value(f"and i32 {b}, 31")
        value = kernel.value(f"{kernel.dice.pick(['shl', 'lshr', 'ashr'])} i32 {a}, {by}")
    elif kind == 6:
        order = kernel.dice.pick(["ult", "slt", "eq"])
        value = kernel.value(f"select i1 {kernel.value(f'icmp {order} i32 {a}, {b}')}, i32 {a}, i32 {c}")
    elif kind == 7:
        value = call(kernel, "fshr.i32", "i32", f"i32 {a}", f"i32 {b}", f"i32 {c}")
    else:
        value = call(kernel, kernel.dice.pick(["umin.i32", "smax.i32"]), "i32", f"i32 {a}", f"i32 {b}")
    kernel.write("i32", value)


def scalar(kernel: Kernel, flow: Flow) -> None:
    """Arithmetic that is the same in all lanes, bits that are set and cleared, constants from memory."""
    base = kernel.read("i32", kernel.dice.pick(flow.counters)) if flow.counters and flow.uniform else kernel.dice.pick(["%n", "%m"])
    kind = kernel.dice.below(5)
    if kind == 0:
        at = kernel.value(f"and i32 {base}, 255")
        where = kernel.value(f"getelementptr i32, ptr addrspace(1) %b, i32 {at}")
        value = kernel.value(f"load i32, ptr addrspace(1) {where}, !invariant.load !{{}}")
    elif kind == 1:
        value = kernel.value(f"or i32 {base}, {1 << kernel.dice.between(7, 30)}")
    elif kind == 2:
        value = kernel.value(f"and i32 {base}, {~(1 << kernel.dice.between(0, 30))}")
    elif kind == 3:
        value = call(kernel, "amdgcn.readfirstlane.i32", "i32", "i32 " + kernel.read("i32"))
    else:
        value = call(kernel, "ctpop.i32", "i32", f"i32 {base}")
    kernel.write("i32", kernel.value(f"{kernel.dice.pick(['add', 'xor'])} i32 {kernel.read(I32)}, {value}"))


def floating(kernel: Kernel, _: Flow) -> None:
    """Single precision."""
    a, b, c = (kernel.read("float") for _ in range(3))
    kind = kernel.dice.below(6)
    if kind < 2:
        value = kernel.value(f"{kernel.dice.pick(['fadd', 'fmul', 'fsub'])} float {a}, {b}")
    elif kind == 2:
        value = call(kernel, "fma.f32", "float", f"float {a}", f"float {b}", f"float {c}")
    elif kind == 3:
        value = call(kernel, "amdgcn." + kernel.dice.pick(["rcp.f32", "rsq.f32", "exp2.f32", "log.f32"]), "float", f"float {a}")
    elif kind == 4:
        value = kernel.value(f"uitofp i32 {kernel.value(f'and i32 {kernel.read(I32)}, 4095')} to float")
    else:
        kernel.write("i32", kernel.value(f"bitcast float {a} to i32"))
        return
    kernel.write("float", value)


def double(kernel: Kernel, _: Flow) -> None:
    """Double precision and 64-bit words."""
    a, b = kernel.read("double"), kernel.read("double")
    kind = kernel.dice.below(8)
    if kind < 2:
        kernel.write("double", kernel.value(f"{kernel.dice.pick(['fadd', 'fmul', 'fsub'])} double {a}, {b}"))
    elif kind == 2:
        kernel.write("double", call(kernel, "fma.f64", "double", f"double {a}", f"double {b}", "double " + kernel.read("double")))
    elif kind == 3:
        kernel.write("double", call(kernel, "amdgcn." + kernel.dice.pick(["rcp.f64", "rsq.f64"]), "double", f"double {a}"))
    elif kind == 4:
        divisor = kernel.value(f"fadd double {b}, 9.0")
        kernel.write("double", kernel.value(f"fdiv double {a}, {divisor}"))
    elif kind == 5:
        kernel.write("i64", kernel.value(f"bitcast double {a} to i64"))
    elif kind == 6:
        wide = kernel.value(f"zext i32 {kernel.read(I32)} to i64")
        kernel.write("i64", kernel.value(f"{kernel.dice.pick(['add', 'mul', 'xor', 'sub'])} i64 {kernel.read(I64)}, {wide}"))
    else:
        down = kernel.dice.pick([7, 32, 20])
        kernel.write("i32", kernel.value(f"trunc i64 {kernel.value(f'lshr i64 {kernel.read(I64)}, {down}')} to i32"))


def halves(kernel: Kernel, _: Flow) -> None:
    """Half precision, packed and by its halves."""
    pair = "<2 x half>"
    a, b = kernel.read(pair), kernel.read(pair)
    kind = kernel.dice.below(6)
    if kind == 0:
        kernel.write(pair, kernel.value(f"{kernel.dice.pick(['fadd', 'fmul', 'fsub'])} {pair} {a}, {b}"))
    elif kind == 1:
        swapped = kernel.value(f"shufflevector {pair} {a}, {pair} {b}, <2 x i32> <i32 {kernel.dice.below(4)}, i32 {kernel.dice.below(4)}>")
        kernel.write(pair, swapped)
    elif kind < 4:
        one = kernel.value(f"extractelement {pair} {a}, i32 {kernel.dice.below(2)}")
        two = kernel.value(f"extractelement {pair} {b}, i32 {kernel.dice.below(2)}")
        if kernel.dice.chance(40):
            value = call(kernel, "amdgcn." + kernel.dice.pick(["rcp", "rsq"]) + ".f16", "half", f"half {one}")
        else:
            value = kernel.value(f"{kernel.dice.pick(['fadd', 'fmul', 'fsub'])} half {one}, {two}")
        kernel.write(pair, kernel.value(f"insertelement {pair} {kernel.read(pair)}, half {value}, i32 {kernel.dice.below(2)}"))
    elif kind == 4:
        one = kernel.value(f"fptrunc float {kernel.read(FLOAT)} to half")
        kernel.write(pair, kernel.value(f"insertelement {pair} {a}, half {one}, i32 {kernel.dice.below(2)}"))
    else:
        one = kernel.value(f"extractelement {pair} {a}, i32 {kernel.dice.below(2)}")
        kernel.write("float", kernel.value(f"fadd float {kernel.read(FLOAT)}, {kernel.value(f'fpext half {one} to float')}"))


def parts(kernel: Kernel, _: Flow) -> None:
    """Bytes and halves of words: LLVM selects them in the operands of SDWA."""
    kind = kernel.dice.pick(["i8", "i16"])
    bits = 8 * TYPES[kind]

    def part() -> str:
        down = kernel.value(f"lshr i32 {kernel.read(I32)}, {bits * kernel.dice.below(32 // bits)}")
        return kernel.value(f"trunc i32 {down} to {kind}")

    one, two = part(), part()
    if kernel.dice.chance(50):
        value = kernel.value(f"{kernel.dice.pick(['add', 'sub', 'mul', 'xor', 'or'])} {kind} {one}, {two}")
        wide = kernel.value(f"{kernel.dice.pick(['zext', 'sext'])} {kind} {value} to i32")
    else:
        value, other = (kernel.value(f"{kernel.dice.pick(['zext', 'sext'])} {kind} {each} to i32") for each in (one, two))
        wide = kernel.value(f"{kernel.dice.pick(['add', 'mul', 'sub', 'xor'])} i32 {value}, {other}")
    if kernel.dice.chance(60):
        # Into one part of a word, the others kept.
        at = bits * kernel.dice.below(32 // bits)
        mask = ((1 << bits) - 1) << at
        rest = kernel.value(f"and i32 {kernel.read(I32)}, {~mask}")
        up = kernel.value(f"shl i32 {kernel.value(f'and i32 {wide}, {(1 << bits) - 1}')}, {at}")
        wide = kernel.value(f"or i32 {rest}, {up}")
    kernel.write("i32", wide)


def memory(kernel: Kernel, flow: Flow) -> None:
    """A load or store of a thread's own memory, global or LDS."""
    kind = kernel.dice.weighted({"i32": 6, "<4 x float>": 2, "double": 1, "i64": 1, "<2 x half>": 1})
    place = kernel.place(flow, kind, not flow.called and kernel.dice.chance(45))
    often = "volatile " if kernel.dice.chance(5) else ""
    if kernel.dice.chance(38):
        kernel.line(f"store {often}{kind} {kernel.read(kind)}, {place}, align {TYPES[kind]}")
    else:
        value = kernel.value(f"load {often}{kind}, {place}, align {TYPES[kind]}")
        if kind == "i32" and kernel.dice.chance(50):
            value = kernel.value(f"xor i32 {kernel.read(I32)}, {value}")
        kernel.write(kind, value)


def small_memory(kernel: Kernel, flow: Flow) -> None:
    """Loads into and stores of one half of a register, and bytes."""
    place_in_lds = not flow.called and kernel.dice.chance(45)
    kind = kernel.dice.pick(["half", "half", "i16", "i8"])
    place = kernel.place(flow, kind, place_in_lds)
    if kernel.dice.chance(40):
        if kind == "half":
            value = kernel.value(f"extractelement <2 x half> {kernel.read(PAIR)}, i32 {kernel.dice.below(2)}")
        else:
            down = kernel.value(f"lshr i32 {kernel.read(I32)}, {kernel.dice.pick([0, 16])}")
            value = kernel.value(f"trunc i32 {down} to {kind}")
        kernel.line(f"store {kind} {value}, {place}, align {TYPES[kind]}")
        return
    value = kernel.value(f"load {kind}, {place}, align {TYPES[kind]}")
    if kind != "half" and kernel.dice.chance(50):
        kernel.write("i32", kernel.value(f"{kernel.dice.pick(['zext', 'sext'])} {kind} {value} to i32"))
        return
    if kind == "i8":
        value, kind = kernel.value(f"{kernel.dice.pick(['zext', 'sext'])} i8 {value} to i16"), "i16"
    if kind == "i16":
        value = kernel.value(f"bitcast i16 {value} to half")
    pair = kernel.value(f"insertelement <2 x half> {kernel.read(PAIR)}, half {value}, i32 {kernel.dice.below(2)}")
    kernel.write("<2 x half>", pair)


def buffers(kernel: Kernel, flow: Flow) -> None:
    """Loads and stores by way of a buffer resource."""
    resource = kernel.value("call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %a, i16 0, i64 1048576, i32 159744)")
    first = kernel.value("mul i32 %thread, 128")
    at = kernel.value(f"add i32 {first}, {kernel.value(f'mul i32 {kernel.index(flow, 32)}, 4')}")
    if kernel.dice.chance(40):
        kernel.line(f"call void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32 {kernel.read(I32)}, ptr addrspace(8) {resource}, i32 {at}, i32 0, i32 0)")
    else:
        kernel.write("i32", call(kernel, "amdgcn.raw.ptr.buffer.load.i32", "i32", f"ptr addrspace(8) {resource}", f"i32 {at}", "i32 0", "i32 0"))


def atomic(kernel: Kernel, flow: Flow) -> None:
    """An atomic of a thread's own memory."""
    place = kernel.place(flow, "i32", not flow.called and kernel.dice.chance(50))
    operation = kernel.dice.pick(["add", "xor", "umax", "xchg", "sub"])
    scope = kernel.dice.pick(['syncscope("workgroup") ', 'syncscope("agent") ', 'syncscope("wavefront") '])
    order = kernel.dice.pick(["monotonic", "monotonic", "acq_rel", "acquire", "release"])
    value = kernel.value(f"atomicrmw {operation} {place}, i32 {kernel.read(I32)} {scope}{order}, align 4")
    if kernel.dice.chance(60):
        kernel.write("i32", value)


# DPP controls: quad_perm, row_shl, row_shr, row_ror, wave_shl, wave_rol, wave_shr, wave_ror, mirrors, row_bcast.
CONTROLS = (0x1B, 0x4E, 0xB1, 0x101, 0x104, 0x111, 0x112, 0x118, 0x121, 0x128, 0x130, 0x134, 0x138, 0x13C, 0x140, 0x141, 0x142, 0x143)


def dpp(kernel: Kernel, _: Flow) -> None:
    """Lanes of a row or a wave, with an old value where there is none, and rows and banks that keep it."""
    old = kernel.dice.pick(["0", "-1", "1", kernel.read("i32"), kernel.read("i32")])
    source = kernel.read("i32")
    control = kernel.dice.pick(CONTROLS)
    rows, banks = kernel.dice.pick([15, 15, 10, 5, 12]), kernel.dice.pick([15, 15, 15, 3])
    bound = kernel.dice.pick(["true", "false"])
    moved = call(kernel, "amdgcn.update.dpp.i32", "i32", f"i32 {old}", f"i32 {source}", f"i32 {control}", f"i32 {rows}", f"i32 {banks}", f"i1 {bound}")
    if kernel.dice.chance(60):
        # LLVM makes one instruction of both where the old value is the operation's identity.
        moved = kernel.value(f"{kernel.dice.pick(['add', 'or', 'xor', 'and'])} i32 {moved}, {kernel.read(I32)}")
    kernel.write("i32", moved)


def whole_wave(kernel: Kernel, _: Flow) -> None:
    """Whole-wave mode: a reduction over all lanes, with a value for those that are off."""
    identity = kernel.dice.pick(["0", "-1", "7"])
    value = call(kernel, "amdgcn.set.inactive.i32", "i32", "i32 " + kernel.read("i32"), f"i32 {identity}")
    for _ in range(kernel.dice.between(1, 3)):
        control = kernel.dice.pick([0x111, 0x112, 0x114, 0x118, 0x142, 0x143, 0x1B])
        moved = call(kernel, "amdgcn.update.dpp.i32", "i32", f"i32 {identity}", f"i32 {value}", f"i32 {control}", "i32 15", "i32 15", "i1 false")
        value = kernel.value(f"{kernel.dice.pick(['add', 'xor', 'or'])} i32 {value}, {moved}")
    if kernel.dice.chance(30):
        value = call(kernel, "amdgcn.readlane.i32", "i32", f"i32 {value}", f"i32 {kernel.dice.below(64)}")
    kernel.write("i32", call(kernel, "amdgcn.strict.wwm.i32", "i32", f"i32 {value}"))


def whole_quads(kernel: Kernel, _: Flow) -> None:
    """Whole-quad mode."""
    value = kernel.value(f"add i32 {kernel.read(I32)}, {kernel.read(I32)}")
    kernel.write("i32", call(kernel, "amdgcn.strict.wqm.i32", "i32", f"i32 {value}"))


def lanes(kernel: Kernel, _: Flow) -> None:
    """What looks at other lanes, where all are active."""
    a, b = kernel.read("i32"), kernel.read("i32")
    kind = kernel.dice.below(7)
    if kind == 0:
        first = call(kernel, "amdgcn.readfirstlane.i32", "i32", f"i32 {b}")
        lane = kernel.value(f"and i32 {first}, 63")
        value = call(kernel, "amdgcn.readlane.i32", "i32", f"i32 {a}", f"i32 {lane}")
    elif kind == 1:
        scalar_value = call(kernel, "amdgcn.readfirstlane.i32", "i32", f"i32 {b}")
        value = call(kernel, "amdgcn.writelane.i32", "i32", f"i32 {scalar_value}", f"i32 {kernel.dice.below(64)}", f"i32 {a}")
    elif kind == 2:
        value = call(kernel, "amdgcn.ds.bpermute", "i32", f"i32 {kernel.value(f'and i32 {b}, 252')}", f"i32 {a}")
    elif kind == 3:
        value = call(kernel, "amdgcn.ds.swizzle", "i32", f"i32 {a}", f"i32 {kernel.dice.pick([0x8055, 0x401F, 0x201F, 0x7C1F])}")
    elif kind == 4:
        mask = call(kernel, "amdgcn.ballot.i64", "i64", f"i1 {kernel.value(f'icmp ult i32 {a}, {b}')}")
        value = kernel.value(f"trunc i64 {call(kernel, 'ctpop.i64', 'i64', 'i64 ' + mask)} to i32")
    elif kind == 5 and kernel.gpu == "gfx950":
        width = kernel.dice.pick([16, 32])
        both = call(kernel, f"amdgcn.permlane{width}.swap", "{ i32, i32 }", f"i32 {a}", f"i32 {b}", "i1 false", "i1 false")
        value = kernel.value(f"extractvalue {{ i32, i32 }} {both}, 0")
        kernel.write("i32", kernel.value(f"extractvalue {{ i32, i32 }} {both}, 1"))
    else:
        low = call(kernel, "amdgcn.mbcnt.lo", "i32", f"i32 {a}", "i32 0")
        value = call(kernel, "amdgcn.mbcnt.hi", "i32", f"i32 {b}", f"i32 {low}")
    kernel.write("i32", value)


def exchange(kernel: Kernel, _: Flow) -> None:
    """A place in LDS for each thread, read by another one behind a barrier."""
    if kernel.dice.chance(30):
        kernel.barrier()
        return
    kernel.line(f"store i32 {kernel.read(I32)}, ptr addrspace(3) %xp")
    kernel.barrier()
    other = kernel.value(f"xor i32 %t, {kernel.dice.pick([1, 2, 32, 63, kernel.block // 2])}")
    where = kernel.value(f"getelementptr i32, ptr addrspace(3) @exchange, i32 {other}")
    kernel.write("i32", kernel.value(f"load i32, ptr addrspace(3) {where}"))
    kernel.barrier()


def into_lds(kernel: Kernel, _: Flow) -> None:
    """A load straight into LDS; one that nothing waits for is read after a later barrier only."""
    kind = kernel.dice.below(3)
    source = kernel.value(f"getelementptr i32, ptr addrspace(1) %gp, i32 {16 + kernel.dice.below(8)}")
    target = kernel.value(f"getelementptr i32, ptr addrspace(3) %dp, i32 {64 * kernel.dice.below(3)}")
    kernel.line(f"call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) {source}, ptr addrspace(3) {target}, i32 4, i32 0, i32 0)")
    if kind:
        kernel.barrier()
        word = kernel.value(f"load i32, ptr addrspace(3) {kernel.dice.pick(['%dp.t', '%dp.u', '%dp.v', '%dp.w'])}")
        kernel.write("i32", kernel.value(f"xor i32 {kernel.read(I32)}, {word}"))
        kernel.barrier()


def calls(kernel: Kernel, _: Flow) -> None:
    """A call of one of the helpers, or of one that an argument chooses."""
    function = f"@helper{kernel.dice.below(kernel.helpers)}"
    if kernel.dice.chance(40):
        condition = kernel.value(f"icmp ult i32 %n, {kernel.dice.between(1, 4)}")
        function = kernel.value(f"select i1 {condition}, ptr {function}, ptr @helper{kernel.dice.below(kernel.helpers)}")
    kernel.write("i32", kernel.value(f"call i32 {function}(i32 {kernel.read(I32)}, float {kernel.read(FLOAT)}, ptr addrspace(1) %gp, ptr addrspace(1) %b, i32 %n, i32 %m)"))


def words(kernel: Kernel, count: int, mask: int) -> str:
    """A vector of words, two of them variables: only bits of the mask, so that small floats have no infinities."""
    if count == 1:
        return kernel.value(f"and i32 {kernel.read(I32)}, {mask}")
    vector = f"<{count} x i32>"
    value = f"splat (i32 {0x3B3B3B3B & mask})"
    for at in (0, count - 1):
        value = kernel.value(f"insertelement {vector} {value}, i32 {kernel.value(f'and i32 {kernel.read(I32)}, {mask}')}, i32 {at}")
    return value


def matrix(kernel: Kernel, _: Flow) -> None:
    """A matrix instruction of one of many formats."""
    dice = kernel.dice
    kind = dice.weighted({"f16": 4, "f16s": 2, "f32": 2, "i8": 2, "bf16": 1, "f64": 2, "f64s": 1, "f8": 2, "f32s": 1})
    acc = kernel.read("<4 x float>")

    def halves4() -> str:
        return f"<4 x half> {kernel.value(f'bitcast <2 x i32> {words(kernel, 2, 0x3BFF3BFF)} to <4 x half>')}"

    if kind == "f8" and kernel.gpu == "gfx90a":
        kind = "f32"
    flags = f"i32 {dice.pick([0, 0, 1, 2])}, i32 {dice.below(2)}, i32 {dice.pick([0, 0, 1, 4])}" if kind.endswith("s") and kind != "f64s" else "i32 0, i32 0, i32 0"
    name = {"f16": "f32.16x16x16f16", "f16s": "f32.4x4x4f16", "f32": "f32.16x16x4f32", "f32s": "f32.4x4x1f32"}.get(kind)
    if kind in ("f16", "f16s"):
        kernel.write("<4 x float>", kernel.value(f"call <4 x float> @llvm.amdgcn.mfma.{name}({halves4()}, {halves4()}, <4 x float> {acc}, {flags})"))
    elif kind in ("f32", "f32s"):
        one, two = kernel.read("float"), kernel.read("float")
        kernel.write("<4 x float>", kernel.value(f"call <4 x float> @llvm.amdgcn.mfma.{name}(float {one}, float {two}, <4 x float> {acc}, {flags})"))
    elif kind == "bf16":
        one, two = (f"<4 x i16> {kernel.value(f'bitcast <2 x i32> {words(kernel, 2, 0x3F7F3F7F)} to <4 x i16>')}" for _ in range(2))
        kernel.write("<4 x float>", kernel.value(f"call <4 x float> @llvm.amdgcn.mfma.f32.16x16x16bf16.1k({one}, {two}, <4 x float> {acc}, {flags})"))
    elif kind == "f8":
        one, two = (f"i64 {kernel.value(f'bitcast <2 x i32> {words(kernel, 2, 0x3B3B3B3B)} to i64')}" for _ in range(2))
        which = dice.pick(["fp8.fp8", "bf8.fp8", "fp8.bf8"])
        kernel.write("<4 x float>", kernel.value(f"call <4 x float> @llvm.amdgcn.mfma.f32.16x16x32.{which}({one}, {two}, <4 x float> {acc}, {flags})"))
    elif kind == "i8":
        integers = kernel.value(f"bitcast <4 x float> {acc} to <4 x i32>")
        if kernel.gpu == "gfx90a":
            name, kinds = "i32.16x16x16i8", [f"i32 {kernel.read(I32)}" for _ in range(2)]
        else:
            name, kinds = "i32.16x16x32.i8", [f"i64 {kernel.read(I64)}" for _ in range(2)]
        result = kernel.value(f"call <4 x i32> @llvm.amdgcn.mfma.{name}({kinds[0]}, {kinds[1]}, <4 x i32> {integers}, {flags})")
        kernel.write("i32", kernel.value(f"extractelement <4 x i32> {result}, i32 {dice.below(4)}"))
    elif kind == "f64s":
        a, b, c = (kernel.read("double") for _ in range(3))
        kernel.write("double", kernel.value(f"call double @llvm.amdgcn.mfma.f64.4x4x4f64(double {a}, double {b}, double {c}, {flags})"))
    else:
        a, b, c = (kernel.read("double") for _ in range(3))
        start = kernel.value(f"insertelement <4 x double> splat (double 1.0), double {c}, i32 1")
        result = kernel.value(f"call <4 x double> @llvm.amdgcn.mfma.f64.16x16x4f64(double {a}, double {b}, <4 x double> {start}, {flags})")
        kernel.write("double", kernel.value(f"extractelement <4 x double> {result}, i32 {dice.below(4)}"))
    if dice.chance(12):
        kernel.write("float", kernel.value(f"extractelement <4 x float> {kernel.read(QUAD)}, i32 {dice.below(4)}"))


def scaled(kernel: Kernel, _: Flow) -> None:
    """A matrix instruction with scales, of operands of 8, 6 or 4 bits."""
    dice = kernel.dice
    # Dwords of an operand, by the number of its format: fp8, bf8, fp6, bf6, fp4.
    sizes = (8, 8, 6, 6, 4)
    first, second = dice.below(5), dice.below(5)
    one, two = words(kernel, sizes[first], 0x3B3B3B3B), words(kernel, sizes[second], 0x3B3B3B3B)
    scales = [kernel.value(f"and i32 {kernel.read(I32)}, 2139062143") if dice.chance(60) else "2139062143" for _ in range(2)]
    types = f"v{sizes[first]}i32.v{sizes[second]}i32"
    tail = f"i32 {first}, i32 {second}, i32 {dice.below(4)}, i32 {scales[0]}, i32 {dice.below(4)}, i32 {scales[1]})"
    operands = f"<{sizes[first]} x i32> {one}, <{sizes[second]} x i32> {two}"
    acc = kernel.read("<4 x float>")
    if dice.chance(75):
        kernel.write("<4 x float>", kernel.value(f"call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.{types}({operands}, <4 x float> {acc}, {tail}"))
        return
    repeated = ", ".join(f"i32 {at % 4}" for at in range(16))
    wide = kernel.value(f"shufflevector <4 x float> {acc}, <4 x float> poison, <16 x i32> <{repeated}>")
    result = kernel.value(f"call <16 x float> @llvm.amdgcn.mfma.scale.f32.32x32x64.f8f6f4.{types}({operands}, <16 x float> {wide}, {tail}")
    kernel.write("float", kernel.value(f"extractelement <16 x float> {result}, i32 {dice.below(16)}"))


def hints(kernel: Kernel, _: Flow) -> None:
    """What authors hold the order with."""
    mask = kernel.dice.pick([0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
    kernel.line(
        kernel.dice.pick(
            [
                f"call void @llvm.amdgcn.sched.barrier(i32 {mask})",
                f"call void @llvm.amdgcn.s.setprio(i16 {kernel.dice.below(3)})",
                f"call void @llvm.amdgcn.sched.group.barrier(i32 {kernel.dice.pick([2, 8, 32, 256, 512])}, i32 {kernel.dice.between(1, 3)}, i32 0)",
                "call void @llvm.amdgcn.wave.barrier()",
                "call void @llvm.amdgcn.s.sleep(i32 1)",
            ]
        )
    )


def assembly(kernel: Kernel, flow: Flow) -> None:
    """Inline assembly: arithmetic on parts of registers, and loads with the author's waits."""
    dice = kernel.dice
    a, b = kernel.read("i32"), kernel.read("i32")
    part = dice.pick(["BYTE_0", "BYTE_2", "WORD_0", "WORD_1"])
    kind = dice.below(7)
    if kind == 0:
        text = f"v_add_u32_sdwa $0, $2, $3 dst_sel:{part} dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:DWORD"
    elif kind == 1:
        text = "v_add_u32 $0, $2, $3\\0A\\09v_xor_b32 $0, $0, $2"
    elif kind == 2:
        text = f"s_nop 1\\0A\\09v_mov_b32_dpp $0, $2 row_shr:{dice.between(1, 15)} row_mask:0xf bank_mask:{dice.pick(['0xf', '0x5'])}"
    elif kind == 3:
        text = "v_mad_u16 $0, $2, $3, $0 op_sel:[0,1,0,1]\\0A\\09s_nop 0"
    else:
        if flow.called or not flow.uniform:
            return
        place = kernel.place(flow, "i32", lds=False)
        value = kernel.value(f'call i32 asm sideeffect "global_load_dword $0, $1, off\\0A\\09s_waitcnt vmcnt(0)", "=&v,v,~{{memory}}"({place})')
        kernel.write("i32", value)
        return
    early = "=&v" if kind == 1 else "=v"
    effect = " sideeffect" if dice.chance(40) else ""
    old = kernel.read("i32")
    kernel.write("i32", kernel.value(f'call i32 asm{effect} "{text}", "{early},0,v,v"(i32 {old}, i32 {a}, i32 {b})'))


FORMS = (
    Form("integer", integer, 5),
    Form("scalar", scalar, 2),
    Form("floating", floating, 3),
    Form("double", double, 2),
    Form("halves", halves, 2),
    Form("parts", parts, 2),
    Form("memory", memory, 6),
    Form("halves", small_memory, 2),
    Form("buffers", buffers, 1, kernel_only=True),
    Form("atomic", atomic, 1),
    Form("dpp", dpp, 2),
    Form("whole wave", whole_wave, 1, kernel_only=True),
    Form("whole wave", whole_quads, 1, uniform=True, kernel_only=True),
    Form("lanes", lanes, 2, uniform=True),
    Form("exchange", exchange, 1, uniform=True, kernel_only=True),
    Form("into lds", into_lds, 1, uniform=True, kernel_only=True, gpus=GFX940),
    Form("call", calls, 1, kernel_only=True),
    Form("matrix", matrix, 3, uniform=True),
    Form("scaled", scaled, 2, uniform=True, gpus=GFX950),
    Form("hints", hints, 1),
    Form("assembly", assembly, 1),
)
