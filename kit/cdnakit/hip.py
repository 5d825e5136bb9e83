"""The few calls of the HIP runtime that the kit makes, through ctypes.

Numbers and layouts are those of ``hip_runtime_api.h`` of ROCm 6 and 7. The properties of a device are read from
``hipGetDevicePropertiesR0600``, whose layout the suffix freezes; where the library is older, only the architecture is
taken, by its form (``gfx`` and hexadecimal digits), from whatever ``hipGetDeviceProperties`` returns. Attribute numbers
(``hipDeviceGetAttribute``) are not used: they are positions in an enumeration that grew.
"""

from __future__ import annotations

import ctypes
import glob
import os
import re
import struct
import time
from collections.abc import Sequence
from typing import Any, Optional

from .device import Device

SUCCESS = 0
NOT_READY = 600
LAUNCH_PARAM_BUFFER_POINTER = 1
LAUNCH_PARAM_BUFFER_SIZE = 2
LAUNCH_PARAM_END = 3
COPY_TO_DEVICE = 1
COPY_TO_HOST = 2

#: What to do about an error, by its number.
ADVICE: dict[int, str] = {
    2: "The GPU has too little free memory: end other programs that use it, or choose another with --device.",
    3: "The runtime did not start: is the amdgpu driver loaded, and may you open /dev/kfd (groups render and video)?",
    35: "The driver is older than the runtime: update amdgpu, or use an older ROCm.",
    98: "The code object does not have this kernel: take the archive again.",
    100: "No GPU is visible: check rocminfo, the groups render and video, and ROCR_VISIBLE_DEVICES/HIP_VISIBLE_DEVICES.",
    101: "There is no such device: see --list.",
    200: "The runtime refuses the code object: take the archive again, or use ROCm 6 or newer.",
    209: "The code object is for another GPU.",
    218: "The runtime refuses the code object: take the archive again, or use ROCm 6 or newer.",
    500: "The code object does not have this kernel: take the archive again.",
    701: "The launch needs more than the GPU has: please report this.",
}

#: Errors after which the device, or this process's queue on it, cannot be used any more.
LOST: dict[int, str] = {
    4: "hipErrorDeinitialized",
    214: "hipErrorECCNotCorrectable",
    700: "hipErrorIllegalAddress",
    702: "hipErrorLaunchTimeOut",
    709: "hipErrorContextIsDestroyed",
    719: "hipErrorLaunchFailure",
    999: "hipErrorUnknown",
    1052: "hipErrorRuntimeMemory",
    1053: "hipErrorRuntimeOther",
}

ARCHITECTURE = re.compile(rb"gfx[0-9a-f]{3,5}(?![0-9a-zA-Z])(?::[a-z]+[+-])*")

_PROPERTIES_BYTES = 4096
_PROPERTIES_OFFSETS = {  # of hipDeviceProp_tR0600
    "memory_bytes": (288, "<Q"),
    "clock_khz": (348, "<i"),
    "cu_count": (388, "<i"),
    "memory_clock_khz": (608, "<i"),
    "l2_bytes": (616, "<i"),
}
_ARCHITECTURE_OFFSET = 1160

_Handle = ctypes.c_void_p
_Out = ctypes.POINTER(ctypes.c_void_p)
_OutInt = ctypes.POINTER(ctypes.c_int)

#: Call: types of its arguments. Every call but the two that return text returns a hipError_t.
_CALLS: dict[str, Sequence[Any]] = {
    "hipInit": [ctypes.c_uint],
    "hipGetDeviceCount": [_OutInt],
    "hipSetDevice": [ctypes.c_int],
    "hipDeviceGetName": [ctypes.c_char_p, ctypes.c_int, ctypes.c_int],
    "hipRuntimeGetVersion": [_OutInt],
    "hipDriverGetVersion": [_OutInt],
    "hipModuleLoadData": [_Out, ctypes.c_void_p],
    "hipModuleUnload": [_Handle],
    "hipModuleGetFunction": [_Out, _Handle, ctypes.c_char_p],
    "hipModuleLaunchKernel": [_Handle] + [ctypes.c_uint] * 7 + [_Handle, _Out, _Out],
    "hipMalloc": [_Out, ctypes.c_size_t],
    "hipFree": [_Handle],
    "hipMemcpy": [_Handle, _Handle, ctypes.c_size_t, ctypes.c_int],
    "hipMemset": [_Handle, ctypes.c_int, ctypes.c_size_t],
    "hipStreamCreate": [_Out],
    "hipStreamDestroy": [_Handle],
    "hipEventCreate": [_Out],
    "hipEventDestroy": [_Handle],
    "hipEventRecord": [_Handle, _Handle],
    "hipEventQuery": [_Handle],
    "hipEventElapsedTime": [ctypes.POINTER(ctypes.c_float), _Handle, _Handle],
    "hipDeviceSynchronize": [],
}
_TEXT_CALLS = ("hipGetErrorName", "hipGetErrorString")


class LibraryMissing(Exception):
    """libamdhip64 cannot be loaded, or lacks a call."""


class UnknownDevice(Exception):
    """A device's properties name no architecture of AMD's form."""


class HipError(Exception):
    """A call of the runtime failed."""

    def __init__(self, call: str, code: int, text: str) -> None:
        self.call, self.code, self.text = call, code, text
        advice = ADVICE.get(code, "")
        super().__init__("%s failed: %s (%d).%s" % (call, text, code, " " + advice if advice else ""))


class DeviceLost(HipError):
    """The device, or this process's queue on it, is gone: nothing more can be measured by this process."""


class Timeout(Exception):
    """The GPU did not finish in time. What was launched cannot be taken back: this process must end."""


class Module:
    """A loaded code object."""

    def __init__(self, handle: ctypes.c_void_p, image: Any) -> None:
        self.handle = handle
        self.image = image  # the runtime may read it later


class Function:
    """A kernel of a loaded code object."""

    def __init__(self, handle: ctypes.c_void_p, module: Module, symbol: str) -> None:
        self.handle, self.module, self.symbol = handle, module, symbol


class Event:
    """A point in the stream with a time."""

    def __init__(self, handle: ctypes.c_void_p) -> None:
        self.handle = handle


class Launch:
    """A launch with everything that the call needs made beforehand, so that starting it is one call."""

    def __init__(self, arguments: tuple[Any, ...], keep: tuple[Any, ...]) -> None:
        self.arguments, self.keep = arguments, keep


class Buffer:
    """Device memory; a context manager that frees it."""

    def __init__(self, runtime: Runtime, address: int, size: int) -> None:
        self.runtime, self.address, self.size = runtime, address, size

    def __enter__(self) -> Buffer:
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Any) -> None:
        self.free()

    def write(self, data: bytes, offset: int = 0) -> None:
        """Copies to the device; returns when done."""
        if offset + len(data) > self.size:
            raise ValueError("%d bytes at %d do not fit into %d" % (len(data), offset, self.size))
        source = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p)
        self.runtime.call("hipMemcpy", self.address + offset, source, len(data), COPY_TO_DEVICE)

    def read(self, offset: int = 0, size: Optional[int] = None) -> bytes:
        """Copies from the device. Waits without a limit for work under way: `Runtime.synchronize` first."""
        count = self.size - offset if size is None else size
        if offset + count > self.size:
            raise ValueError("%d bytes at %d are not in %d" % (count, offset, self.size))
        target = ctypes.create_string_buffer(count)
        self.runtime.call("hipMemcpy", target, self.address + offset, count, COPY_TO_HOST)
        return target.raw

    def fill(self, byte: int) -> None:
        """Sets every byte."""
        self.runtime.call("hipMemset", self.address, byte, self.size)

    def free(self) -> None:
        """Gives the memory back; a second time does nothing. Errors are not reported: there is nothing left to do."""
        if self.address and not self.runtime.dead:
            self.runtime.library.hipFree(self.address)
            self.address = 0


def library_names() -> list[str]:
    """Where libamdhip64 is looked for: $CDNAKIT_HIP alone if set; the loader's path; ROCm's folders."""
    chosen = os.environ.get("CDNAKIT_HIP")
    if chosen:
        return [chosen]
    files = ["libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"]
    folders = [os.path.join(os.environ["ROCM_PATH"], "lib")] if os.environ.get("ROCM_PATH") else []
    folders += ["/opt/rocm/lib"] + sorted(glob.glob("/opt/rocm-*/lib"), reverse=True)
    return files + [os.path.join(folder, file) for folder in folders for file in files]


class Runtime:
    """The loaded library, one device in use and one stream on it."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        self._stream: Optional[ctypes.c_void_p] = None
        #: Set once the device is lost or stuck: calls that wait for it, freeing memory included, would never return.
        self.dead = False
        for name, arguments in _CALLS.items():
            function = getattr(library, name, None)
            if function is None:
                raise LibraryMissing(
                    f"libamdhip64 has no {name}: it is too old or not AMD's; ROCm 6 or newer is needed"
                )
            function.argtypes = list(arguments)
            function.restype = ctypes.c_int
        for name in _TEXT_CALLS:
            function = getattr(library, name)
            function.argtypes = [ctypes.c_int]
            function.restype = ctypes.c_char_p
        self._launch = library.hipModuleLaunchKernel

    @classmethod
    def load(cls, path: Optional[str] = None) -> Runtime:
        """Loads and starts the runtime. Raises LibraryMissing, or HipError when it does not start."""
        problems = []
        for name in [path] if path else library_names():
            try:
                library = ctypes.CDLL(name)
            except OSError as error:
                problems.append(str(error))
                continue
            runtime = cls(library)
            runtime.call("hipInit", 0)
            return runtime
        raise LibraryMissing(
            "libamdhip64, the HIP runtime, cannot be loaded. Install ROCm's runtime (package hip-runtime-amd), or set "
            "CDNAKIT_HIP to the library's path. The loader said: " + problems[0]
        )

    def call(self, name: str, *arguments: Any) -> None:
        """One call. Raises HipError, or DeviceLost for the errors of `LOST`."""
        self.check(name, getattr(self.library, name)(*arguments))

    def check(self, name: str, code: int) -> None:
        """Raises for a code that is not success."""
        if code != SUCCESS:
            raw_name, raw_text = (getattr(self.library, text)(code) for text in _TEXT_CALLS)
            self.dead = self.dead or code in LOST
            text = "{}: {}".format(
                (raw_name or b"?").decode("ascii", "replace"),
                (raw_text or b"?").decode("ascii", "replace"),
            )
            raise (DeviceLost if code in LOST else HipError)(name, code, text)

    def _number(self, name: str) -> int:
        value = ctypes.c_int()
        self.call(name, ctypes.byref(value))
        return value.value

    def _handle(self, name: str, *arguments: Any) -> ctypes.c_void_p:
        handle = ctypes.c_void_p()
        self.call(name, ctypes.byref(handle), *arguments)
        return handle

    def runtime_version(self) -> int:
        """As the runtime says it, for example 60342134."""
        return self._number("hipRuntimeGetVersion")

    def driver_version(self) -> int:
        """As the runtime says it; on AMD usually the same number as the runtime's."""
        return self._number("hipDriverGetVersion")

    # ---- devices

    def devices(self) -> list[Device]:
        """Every visible device. Raises UnknownDevice for one that names no architecture."""
        try:
            count = self._number("hipGetDeviceCount")
        except HipError as error:
            if error.code == 100:  # hipErrorNoDevice
                return []
            raise
        return [self._device(index) for index in range(count)]

    def _device(self, index: int) -> Device:
        name = ctypes.create_string_buffer(256)
        self.call("hipDeviceGetName", name, len(name), index)
        raw = ctypes.create_string_buffer(_PROPERTIES_BYTES)
        frozen = hasattr(self.library, "hipGetDevicePropertiesR0600")
        call = "hipGetDevicePropertiesR0600" if frozen else "hipGetDeviceProperties"
        function = getattr(self.library, call)
        function.argtypes, function.restype = [ctypes.c_void_p, ctypes.c_int], ctypes.c_int
        self.check(call, function(raw, index))
        match = ARCHITECTURE.match(raw.raw, _ARCHITECTURE_OFFSET) if frozen else None
        exact = match is not None
        if match is None:
            match = ARCHITECTURE.search(raw.raw, 256)  # after the name
        if match is None:
            raise UnknownDevice(
                "device %d (%s) names no architecture like gfx942: is this AMD's libamdhip64 of ROCm 6 or newer?"
                % (index, name.value.decode("utf-8", "replace"))
            )
        numbers: dict[str, Optional[int]] = dict.fromkeys(_PROPERTIES_OFFSETS)
        if exact:  # otherwise the layout is not the one known
            numbers = {
                key: struct.unpack_from(form, raw.raw, offset)[0] for key, (offset, form) in _PROPERTIES_OFFSETS.items()
            }
        architecture, _, features = match.group().decode("ascii").partition(":")
        return Device(
            index=index, name=name.value.decode("utf-8", "replace"), arch=architecture, features=features, **numbers
        )

    def use(self, index: int) -> None:
        """Makes a device the current one and a stream on it."""
        self.call("hipSetDevice", index)
        self._stream = self._handle("hipStreamCreate")

    # ---- code and memory

    def module(self, image: bytes) -> Module:
        """Loads a code object."""
        held = ctypes.create_string_buffer(image, len(image))
        return Module(self._handle("hipModuleLoadData", held), held)

    def unload(self, module: Module) -> None:
        """Unloads a code object; its functions must not be used any more."""
        if not self.dead:
            self.call("hipModuleUnload", module.handle)

    def function(self, module: Module, symbol: str) -> Function:
        """A kernel by its name."""
        return Function(self._handle("hipModuleGetFunction", module.handle, symbol.encode("utf-8")), module, symbol)

    def allocate(self, size: int) -> Buffer:
        """Device memory of `size` bytes, not initialised."""
        return Buffer(self, self._handle("hipMalloc", max(size, 1)).value or 0, size)

    # ---- work

    def prepare(
        self, function: Function, grid: Sequence[int], block: Sequence[int], lds: int, kernarg: bytes
    ) -> Launch:
        """Everything of a launch but the call; `grid` counts workgroups, `lds` is bytes of dynamic LDS."""
        arguments = ctypes.create_string_buffer(kernarg, max(len(kernarg), 1))
        size = ctypes.c_size_t(len(kernarg))
        extra = (ctypes.c_void_p * 5)(
            LAUNCH_PARAM_BUFFER_POINTER,
            ctypes.addressof(arguments),
            LAUNCH_PARAM_BUFFER_SIZE,
            ctypes.addressof(size),
            LAUNCH_PARAM_END,
        )
        values = (function.handle, *grid, *block, lds, self._stream, None, ctypes.cast(extra, _Out))
        return Launch(values, (arguments, size, extra, function))

    def start(self, launch: Launch) -> None:
        """Starts a prepared launch; does not wait."""
        code = self._launch(*launch.arguments)
        if code:
            self.check("hipModuleLaunchKernel", code)

    def launch(self, function: Function, grid: Sequence[int], block: Sequence[int], lds: int, kernarg: bytes) -> None:
        """Prepares and starts. The runtime copies the kernel arguments during the call."""
        self.start(self.prepare(function, grid, block, lds, kernarg))

    def event(self) -> Event:
        """A new event, to be reused: it is never destroyed before the process ends."""
        return Event(self._handle("hipEventCreate"))

    def record(self, event: Event) -> None:
        """Puts the event into the stream."""
        self.call("hipEventRecord", event.handle, self._stream)

    def wait(self, event: Event, timeout_s: float) -> None:
        """Polls until the event is reached. Raises Timeout; Ctrl-C works meanwhile."""
        start = time.monotonic()
        while True:
            code = self.library.hipEventQuery(event.handle)
            if code == SUCCESS:
                return
            if code != NOT_READY:
                self.check("hipEventQuery", code)
            elapsed = time.monotonic() - start
            if elapsed > timeout_s:
                self.dead = True
                raise Timeout(f"the GPU did not finish within {timeout_s:g} s")
            if elapsed > 0.002:  # short work is polled without a pause
                time.sleep(0.0002)

    def elapsed_ms(self, begin: Event, end: Event) -> float:
        """Milliseconds between two reached events, by the GPU's timer."""
        value = ctypes.c_float()
        self.call("hipEventElapsedTime", ctypes.byref(value), begin.handle, end.handle)
        return value.value

    def synchronize(self, timeout_s: float) -> None:
        """Waits for everything in the stream. Raises Timeout."""
        event = self._handle("hipEventCreate")
        self.call("hipEventRecord", event, self._stream)
        self.wait(Event(event), timeout_s)
        self.call("hipEventDestroy", event)
