"""What is linked into the files of a release, beside this project: crates, libraries, where they are from and their licences."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import tomllib
import urllib.parse
from collections.abc import Sequence
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
TARGET = "x86_64-unknown-linux-gnu"
#: The builds whose files are handed out: those of scripts/dist.sh, and the plugin with its command line.
BUILDS = (
    ("-p", "cdnasched", "--no-default-features", "--features", "mc"),
    ("-p", "cdnasched-cli", "--no-default-features"),
    ("-p", "cdnasched-hsa"),
    ("-p", "cdnasched"),
    ("-p", "cdnasched-cli"),
)
#: How a file with the terms of a crate is called.
TERMS = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")


@dataclasses.dataclass(frozen=True)
class Component:
    """Something that is linked in."""

    name: str
    version: str
    #: An SPDX expression.
    licence: str
    purl: str
    texts: Sequence[Path]
    sha256: str | None = None
    #: The purls of others that it needs.
    needs: Sequence[str] = ()


def project_version() -> str:
    """This project's."""
    with open(PROJECT / "Cargo.toml", "rb") as stream:
        return str(tomllib.load(stream)["workspace"]["package"]["version"])


def _run(*command: str) -> str:
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
    return done.stdout.strip()


def _purl(kind: str, name: str, version: str) -> str:
    return f"pkg:{kind}/{urllib.parse.quote(name, safe='')}@{urllib.parse.quote(version, safe='')}"


def _linked(build: Sequence[str]) -> set[tuple[str, str]]:
    """Names and versions of the crates whose code is in what a build makes."""
    tree = _run(
        "cargo", "tree", "--locked", "--edges", "normal,no-proc-macro", "--target", TARGET, "--prefix", "none", *build
    )
    return {(words[0], words[1].removeprefix("v")) for words in map(str.split, tree.splitlines()) if len(words) > 1}


def crates() -> list[Component]:
    """The crates of others, by name."""
    linked = set[tuple[str, str]]().union(*map(_linked, BUILDS))
    known = json.loads(_run("cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET))
    with open(PROJECT / "Cargo.lock", "rb") as stream:
        sums = {(row["name"], row["version"]): row.get("checksum") for row in tomllib.load(stream)["package"]}
    needs = {node["id"]: node["deps"] for node in known["resolve"]["nodes"]}
    purls = {package["id"]: _purl("cargo", package["name"], package["version"]) for package in known["packages"]}
    out = []
    for package in known["packages"]:
        name, version = package["name"], package["version"]
        if package["source"] is None or (name, version) not in linked:
            continue
        folder = Path(package["manifest_path"]).parent
        texts = sorted(path for path in folder.iterdir() if path.name.upper().startswith(TERMS) and path.is_file())
        if not texts or not package["license"]:
            raise SystemExit(f"{name} {version} does not come with its licence: expected {', '.join(TERMS)} in {folder}")
        out.append(
            Component(
                name,
                version,
                package["license"].replace("/", " OR "),
                purls[package["id"]],
                texts,
                sums[name, version],
                [purls[need["pkg"]] for need in needs[package["id"]] if {"kind": None, "target": None} in need["dep_kinds"]],
            )
        )
    missing = linked - {(crate.name, crate.version) for crate in out}
    missing -= {(row["name"], row["version"]) for row in known["packages"] if row["source"] is None}
    if missing:
        raise SystemExit(f"cargo metadata does not know {sorted(missing)}")
    return sorted(out, key=lambda crate: (crate.name, crate.version))


def _debian(name: str, archive: str, licence: str) -> Component:
    """A library of a package of Debian's, by a file that is in it."""
    package = _run("dpkg", "-S", os.path.realpath(archive)).split(":")[0]
    version = _run("dpkg-query", "-W", "-f", "${Version}", package)
    text = Path("/usr/share/doc", package, "copyright")
    return Component(name, version, licence, _purl("deb/debian", package, version), [text])


def libraries(llvm: str, tools: str) -> list[Component]:
    """What scripts/dist.sh links in: of Debian's LLVM in the folder `llvm`, of this machine, and of Zig in the environment `tools`."""
    archive = {name: _run("c++", f"-print-file-name=lib{name}.a") for name in ("stdc++", "z", "zstd")}
    zig = next(Path(tools).glob("lib/python3*/site-packages/ziglang"))
    (metadata,) = zig.parent.glob("ziglang-*.dist-info")
    zig_version = metadata.name.removesuffix(".dist-info").split("-")[1]
    zig_purl = _purl("pypi", "ziglang", zig_version)
    rust = _run("rustc", "--version").split()[1]
    rust_doc = Path(_run("rustc", "--print", "sysroot"), "share/doc/rust")
    rust_texts = [rust_doc / "COPYRIGHT-library.html", *sorted((rust_doc / "licenses").iterdir())]
    gcc_exception = "GPL-3.0-or-later WITH GCC-exception-3.1"
    return [
        _debian("LLVM", f"{llvm}/lib/libLLVMSupport.a", "Apache-2.0 WITH LLVM-exception"),
        _debian("libstdc++", archive["stdc++"], gcc_exception),
        _debian("zlib", archive["z"], "Zlib"),
        _debian("zstd", archive["zstd"], "BSD-3-Clause"),
        Component("libunwind", zig_version, "Apache-2.0 WITH LLVM-exception", zig_purl, [zig / "lib/libunwind/LICENSE.TXT"]),
        Component("Zig's compiler-rt", zig_version, "MIT", zig_purl, [zig / "LICENSE"]),
        Component("glibc's start-up code", zig_version, "LGPL-2.1-or-later", zig_purl, [zig / "lib/libc/glibc/LICENSES"]),
        Component("Rust's standard library", rust, "MIT OR Apache-2.0", _purl("generic", "rust-std", rust), rust_texts),
    ]


def scripts() -> list[Component]:
    """The parts of d3 that are in each page of `cdna-sched view`."""
    with open(PROJECT / "scripts/vendor-d3/package-lock.json", encoding="utf-8") as stream:
        packages = json.load(stream)["packages"]
    terms = [PROJECT / "crates/show/src/view/page/vendor/LICENSE.d3"]
    return [
        Component(name, row["version"], row["license"], _purl("npm", name, row["version"]), terms)
        for name, row in ((path.removeprefix("node_modules/"), row) for path, row in packages.items() if path)
        if not row.get("dev") and not row.get("optional")
    ]


def everything(llvm: str, tools: str) -> list[Component]:
    """All of it."""
    return libraries(llvm, tools) + scripts() + crates()
