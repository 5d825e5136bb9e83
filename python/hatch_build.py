"""Gives the wheel the tag of the library that is in it, and the addresses of the project."""

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

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


class AddressHook(MetadataHookInterface):
    """Names where the project is published, if it is."""

    def update(self, metadata: "dict[str, Any]") -> None:
        # Python 3.9 and 3.10 cannot read TOML.
        cargo = Path(self.root, "..", "Cargo.toml").read_text(encoding="utf-8")
        found = re.search(r'^repository = "(.+)"$', cargo, re.MULTILINE)
        if found is None:
            metadata["urls"] = {}
            return
        address = found[1].rstrip("/")
        metadata["urls"] = {
            "Source": address,
            "Documentation": f"{address}/blob/main/docs/python.md",
            "Issues": f"{address}/issues",
            "Changelog": f"{address}/blob/main/CHANGELOG.md",
        }
