"""Writes the bill of materials of a release, in CycloneDX 1.6.

python scripts/release/sbom.py LLVM TOOLS OUT, with cyclonedx-python-lib
"""

from __future__ import annotations

import datetime
import os
import sys
import uuid

from components import Component, everything, project_version
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component as Entry
from cyclonedx.model.component import ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

OURS = "Apache-2.0 WITH LLVM-exception"


def entry(component: Component) -> Entry:
    """A component as the bill has it."""
    sums = [HashType(alg=HashAlgorithm.SHA_256, content=component.sha256)] if component.sha256 else []
    return Entry(
        type=ComponentType.LIBRARY,
        name=component.name,
        version=component.version,
        bom_ref=f"{component.purl}#{component.name}",
        purl=PackageURL.from_string(component.purl),
        licenses=[LicenseFactory().make_from_string(component.licence)],
        hashes=sums,
    )


def main() -> None:
    """The command."""
    llvm, tools, out = sys.argv[1:]
    bom = Bom()
    # The same bill for the same commit.
    bom.metadata.timestamp = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.UTC)
    ours = Entry(
        type=ComponentType.APPLICATION,
        name="cdnasched",
        version=project_version(),
        bom_ref="cdnasched",
        licenses=[LicenseFactory().make_from_string(OURS)],
    )
    bom.metadata.component = ours
    bom.serial_number = uuid.uuid5(uuid.NAMESPACE_URL, f"cdnasched {ours.version} {os.environ['SOURCE_DATE_EPOCH']}")
    components = everything(llvm, tools)
    entries = [entry(component) for component in components]
    by_purl = {component.purl: made for component, made in zip(components, entries)}
    for made in entries:
        bom.components.add(made)
    bom.register_dependency(ours, entries)
    for component, made in zip(components, entries):
        bom.register_dependency(made, [by_purl[need] for need in component.needs if need in by_purl])
    text = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=1)
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if wrong:
        raise SystemExit(f"{out}: not as CycloneDX 1.6 wants it: {wrong}")
    with open(out, "w", encoding="utf-8") as stream:
        stream.write(text + "\n")
    print(f"{out}: {len(entries)} components")


if __name__ == "__main__":
    main()
