"""Two code objects of a kernel that is not the kit's: `--mine A B`.

What the kernel is given comes from the notes in the code objects and from the command line; the rest is as for the kit's
own kernels: results first, then times in shuffled order against a control.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Mapping, Sequence
from typing import Optional

from . import codeobject, manifest, values
from .codeobject import KernelNote, NotReadable

#: The last letters of the kinds of hidden arguments that are there for each dimension.
_AXES = "xyz"


class MineError(ValueError):
    """The options do not fit the code objects."""


def kernel(
    files: Sequence[str],
    name: Optional[str],
    grid: Optional[str],
    block: Optional[str],
    given: Sequence[str],
    dynamic_lds: int,
    gpu: str,
) -> manifest.Kernel:
    """The pair as a kernel of the kit. Raises MineError with what to do."""
    codes, notes = [], []
    for file in files:
        try:
            with open(file, "rb") as stream:
                codes.append(stream.read())
        except OSError as error:
            raise MineError(f"{file} cannot be read: {error.strerror}") from error
        try:
            notes.append({note.name: note for note in codeobject.kernels(codes[-1])})
        except NotReadable as error:
            raise MineError(f"{file}: {error}") from error
    note = _chosen(notes, name)
    if any(_shape(of[note.name]) != _shape(note) for of in notes):
        raise MineError(f"{note.name} does not have the same arguments in both files")
    workgroup = _block(note, block)
    workgroups = _numbers("--grid", grid) if grid else None
    if workgroups is None:
        raise MineError("--grid X[,Y[,Z]]: how many workgroups to launch")
    arguments = _arguments(note, given, workgroups, workgroup, dynamic_lds)
    launch = manifest.LaunchShape("full", workgroups, arguments, {}, {})
    digests = [hashlib.sha256(code).hexdigest() for code in codes]
    paths = [os.path.abspath(file) for file in files]
    return manifest.Kernel(
        name=note.name,
        gpu=gpu,
        what="",
        symbol=note.name,
        files=dict(zip(manifest.VARIANTS, zip(paths, digests))),
        block=workgroup,
        dynamic_lds=dynamic_lds,
        kernarg_size=note.kernarg_size,
        launches={"full": launch},
        why_no_reference="not the kit's",
        straddling={},
        folder="",
        is_mine=True,
    )


def _shape(note: KernelNote) -> object:
    """What has to be the same in both files."""
    arguments = [(a.offset, a.size, a.kind) for a in note.arguments if not a.is_hidden]
    return arguments, note.workgroup


def _chosen(notes: Sequence[Mapping[str, KernelNote]], name: Optional[str]) -> KernelNote:
    first, second = notes
    both = [of for of in first if of in second]
    if name is None and len(both) == 1:
        name = both[0]
    if name is None or name not in both:
        raise MineError(f"--kernel: expected one of those that both files have: {', '.join(both) or 'none'}")
    # That with more to pass: hidden arguments may differ.
    return max(first[name], second[name], key=lambda note: note.kernarg_size)


def _numbers(option: str, text: str) -> tuple[int, int, int]:
    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if not 1 <= len(numbers) <= 3 or min(numbers) < 1:
        raise MineError(f"{option} is {text!r}, expected one to three numbers above 0, like 64 or 8,8,1")
    numbers += [1] * (3 - len(numbers))
    return numbers[0], numbers[1], numbers[2]


def _block(note: KernelNote, text: Optional[str]) -> tuple[int, int, int]:
    block = _numbers("--block", text) if text else note.workgroup
    if min(block) < 1:
        raise MineError(f"--block X[,Y[,Z]]: threads of a workgroup, of which {note.name} may have {note.most_threads}")
    if note.workgroup[0] and block != note.workgroup:
        raise MineError(f"--block {text}: {note.name} was compiled for workgroups of {note.workgroup}")
    threads = block[0] * block[1] * block[2]
    if note.most_threads and threads > note.most_threads:
        raise MineError(f"--block {text}: {threads} threads, of which {note.name} may have {note.most_threads}")
    return block


def _arguments(
    note: KernelNote,
    given: Sequence[str],
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    dynamic_lds: int,
) -> tuple[manifest.Argument, ...]:
    of_name: dict[str, str] = {}
    for text in given:
        key, equals, what = text.partition("=")
        if not equals:
            raise MineError(f"--arg {text}: expected NAME=WHAT or NUMBER=WHAT")
        if key in of_name:
            raise MineError(f"--arg {key} is given twice")
        of_name[key] = what
    made = []
    for argument in note.arguments:
        if argument.is_hidden:
            data = _hidden(argument, grid, block, dynamic_lds)
            if data:
                made.append(manifest.Argument(argument.kind, argument.offset, "value", value=data))
            continue
        keys = [key for key in (argument.name, str(argument.place)) if key and key in of_name]
        label = argument.name or str(argument.place)
        if not keys:
            raise MineError(f"--arg {label}=WHAT is missing; {note.name} has: {_described(note)}")
        made.append(_argument(argument, label, of_name.pop(keys[0])))
    if of_name:
        raise MineError(f"--arg {next(iter(of_name))}: {note.name} has no such argument; it has: {_described(note)}")
    return tuple(made)


def _described(note: KernelNote) -> str:
    """The arguments in words."""
    own = [argument for argument in note.arguments if not argument.is_hidden]
    texts = [
        f"{a.name or a.place} ({'buffer' if a.kind == 'global_buffer' else f'{a.kind} of {a.size} bytes'})" for a in own
    ]
    return ", ".join(texts) or "none"


def _hidden(
    argument: codeobject.Argument,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    dynamic_lds: int,
) -> bytes:
    """What the runtime gives; empty where that is zero, or a service that nobody offers here."""
    by_axis = {"hidden_block_count_": grid, "hidden_group_size_": block}
    for start, sizes in by_axis.items():
        if argument.kind.startswith(start):
            return sizes[_AXES.index(argument.kind[-1])].to_bytes(argument.size, "little")
    if argument.kind == "hidden_grid_dims":
        threads = [count * size for count, size in zip(grid, block)]
        dimensions = 3 if threads[2] > 1 else 2 if threads[1] > 1 else 1
        return dimensions.to_bytes(argument.size, "little")
    if argument.kind == "hidden_dynamic_lds_size":
        return dynamic_lds.to_bytes(argument.size, "little")
    return b""


def _argument(argument: codeobject.Argument, label: str, what: str) -> manifest.Argument:
    if argument.kind == "global_buffer":
        return _buffer(argument, label, what)
    if argument.kind != "by_value":
        raise MineError(f"--arg {label}: an argument of the kind {argument.kind} cannot be given")
    return manifest.Argument(label, argument.offset, "value", value=_value(argument.size, label, what))


def _buffer(argument: codeobject.Argument, label: str, what: str) -> manifest.Argument:
    """TYPE:ELEMENTS[:ROLE]."""
    type_name, _, rest = what.partition(":")
    elements, _, role = rest.partition(":")
    role = role or ("in" if argument.is_read_only else "inout")
    if type_name not in values.TYPE_NAMES or not elements.isdigit() or int(elements) < 1 or role not in manifest.ROLES:
        raise MineError(
            f"--arg {label}={what}: expected a buffer, TYPE:ELEMENTS or TYPE:ELEMENTS:ROLE, with a type of "
            f"{', '.join(values.TYPE_NAMES)} and a role of {', '.join(manifest.ROLES)}"
        )
    seed = argument.place + 1
    is_integer = type_name[0] in "iu"
    fill = {"kind": "integers", "low": 0, "high": 4} if is_integer else {"kind": "uniform", "low": -1, "high": 1}
    filled = None if role == "out" else {**fill, "seed": seed}
    return manifest.Argument(label, argument.offset, role, type_name, int(elements), filled)


def _value(size: int, label: str, what: str) -> bytes:
    """A number as wide as the argument, or bytes: hex:0011."""
    if what.startswith("hex:"):
        try:
            data = bytes.fromhex(what[4:])
        except ValueError:
            data = b""
        if len(data) != size:
            raise MineError(f"--arg {label}={what}: expected {size} bytes in hexadecimal digits")
        return data
    floats = {2: "<e", 4: "<f", 8: "<d"}
    try:
        return int(what, 0).to_bytes(size, "little", signed=what.startswith("-"))
    except ValueError:
        pass
    except OverflowError as error:
        raise MineError(f"--arg {label}={what}: it does not fit into {size} bytes") from error
    try:
        return struct.pack(floats[size], float(what))
    except (KeyError, ValueError, OverflowError, struct.error) as error:
        raise MineError(
            f"--arg {label}={what}: expected a number of {size} bytes (with a point, a float), or hex: and its bytes"
        ) from error
