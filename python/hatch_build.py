"""Gives the wheel the tag of the library that is in it."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TAG = "py3-none-manylinux_2_28_x86_64"
NEEDED = ("libcdnasched.so.1", "cdna-sched-worker")


class LibraryHook(BuildHookInterface):  # type: ignore[type-arg]
    """Refuses a wheel without the library: `pip install` of it would install nothing that works."""

    def initialize(self, version: str, build_data: "dict[str, Any]") -> None:
        if version == "editable":
            return
        folder = Path(self.root, "src", "cdnasched", "lib")
        missing = [name for name in NEEDED if not (folder / name).is_file()]
        if missing:
            raise RuntimeError(
                f"{folder} has no {' and no '.join(missing)}; 'make wheel' in the project's folder "
                "builds them and the wheel"
            )
        build_data["pure_python"] = False
        build_data["tag"] = TAG
