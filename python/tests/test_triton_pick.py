"""Kernels in LLVM IR under other strategies; Triton itself is not needed."""

import unittest
from typing import Optional

from cdnasched._strategies import STRATEGIES
from cdnasched.triton import _pick, _rewrite, _settings


def module(attributes: str, body: str = "") -> str:
    """A module with one kernel, as Triton writes it."""
    return (
        "define amdgpu_kernel void @k(ptr addrspace(1) inreg readonly captures(none) %0, "
        f"i32 inreg %1) local_unnamed_addr #0 !dbg !4 {{\n  {body}\n  ret void\n}}\n\n"
        f"attributes #0 = {{ nounwind {attributes} }}\nattributes #1 = {{ nounwind }}\n"
    )


LEAF = '"amdgpu-agpr-alloc"="0" "amdgpu-waves-per-eu"="0, 0"'


class Variants(unittest.TestCase):
    """What the strategies make of a module."""

    def names(self, source: str) -> list[str]:
        return [name for name, _ in _pick.variants(source)]

    def test_attributes_are_those_of_the_table(self) -> None:
        source = module(LEAF)
        made = dict(_pick.variants(source))
        self.assertEqual(
            list(made), ["max-ilp", "iterative-minreg", "iterative-maxocc", "two-waves"]
        )
        for name, attributes in STRATEGIES[1:]:
            text = made.get(name)
            if text is None:
                continue
            self.assertIn("local_unnamed_addr #2 !dbg !4 {", text)
            group = text.rsplit("attributes #2 = { ", 1)[1]
            for key, value in attributes:
                self.assertEqual(group.count(key), 1, name)
                self.assertIn(f'"{key}"="{value}"', group)
            self.assertTrue(group.startswith("nounwind "), group)
            # All the rest is as it was.
            self.assertTrue(text.startswith(source.replace("addr #0", "addr #2").rstrip("\n")))

    def test_what_the_author_decided_stands(self) -> None:
        schedulers = ["max-ilp", "iterative-minreg", "iterative-maxocc"]
        self.assertEqual(self.names(module("")), ["no-agprs", *schedulers, "two-waves"])
        self.assertEqual(self.names(module('"amdgpu-agpr-alloc"="8"')), ["two-waves"])
        own = '"amdgpu-agpr-alloc"="0" "amdgpu-waves-per-eu"="3,3"'
        self.assertEqual(self.names(module(own)), schedulers)
        own = '"amdgpu-agpr-alloc"="0" "amdgpu-sched-strategy"="max-memory-clause"'
        self.assertEqual(self.names(module(own)), ["two-waves"])

    def test_code_that_llvm_does_not_select_may_use_agprs(self) -> None:
        for body in (
            'call void asm sideeffect "v_accvgpr_write_b32 a0, 0", ""()',
            "%2 = tail call float @helper(float 1.0)",
        ):
            self.assertEqual(self.names(module("", body)), ["two-waves"], body)
            self.assertEqual(len(self.names(module(LEAF, body))), 4, body)
        body = "%2 = tail call float @llvm.sqrt.f32(float 1.0)"
        self.assertEqual(len(self.names(module("", body))), 5)

    def test_what_is_not_understood_is_left(self) -> None:
        two = module(LEAF) + module(LEAF).replace("@k", "@l")
        no_group = module(LEAF).replace("local_unnamed_addr #0", "local_unnamed_addr")
        for source in ("", "nonsense", two, no_group, module(LEAF).replace("attributes #0", "")):
            self.assertEqual(_pick.variants(source), [])


class Settings(unittest.TestCase):
    """Whether it is on."""

    def test_it_is_for_opt_and_in_the_key(self) -> None:
        plain, on = _settings.Settings("opt"), _settings.Settings("opt", pick=True)
        self.assertNotEqual(plain.key(), on.key())
        self.assertEqual(plain.request(), on.request())
        with self.assertRaisesRegex(_settings.SettingsError, "pick is for the mode opt"):
            _settings.Settings("fix", pick=True)
        for value, expected in (("1", True), ("0", False), ("", False)):
            variables = {"CDNASCHED_TRITON": "opt", "CDNASCHED_TRITON_PICK": value}
            chosen = _settings.from_environment(variables)
            assert chosen is not None
            self.assertEqual(chosen.pick, expected)


class _Texts(_pick.Others):
    """Others that need no compiler."""

    def __init__(self, texts: list[tuple[str, str]]) -> None:
        self.texts, self.seconds = texts, 0.25

    def compile(
        self, source: object, metadata: object, timeout: float, only: Optional[str] = None
    ) -> list[tuple[str, str]]:
        return [(name, text) for name, text in self.texts if only in (None, name)]


#: A kernel that reads through a chain of registers, so many times.
KERNEL = (
    '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx942"\n\t.text\n\t.globl k\n\t.type k,@function\nk:\n'
    "{}\ts_endpgm\n.Lend:\n\t.size k, .Lend-k\n\t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr 8\n"
    "\t\t.amdhsa_next_free_sgpr 8\n\t\t.amdhsa_accum_offset 8\n\t.end_amdhsa_kernel\n"
)


def kernel(length: int) -> str:
    return KERNEL.format("\tv_exp_f32_e32 v1, v1\n" * length)


class Picked(unittest.TestCase):
    """Which text goes to the assembler."""

    def rewrite(self, texts: list[tuple[str, str]]) -> tuple[object, dict[str, object]]:
        settings = _settings.Settings("opt", pick=True)
        metadata: dict[str, object] = {"name": "k"}
        text = _rewrite.rewrite(kernel(20), "gfx942", metadata, settings, "", _Texts(texts))
        record = metadata["cdnasched"]
        assert isinstance(record, dict)
        return text, record

    def test_the_fastest_wins(self) -> None:
        text, record = self.rewrite([("max-ilp", kernel(18)), ("two-waves", kernel(4))])
        self.assertEqual(text, kernel(4))
        pick = record["pick"]
        assert isinstance(pick, dict)
        self.assertEqual((pick["strategy"], record["changed"]), ("two-waves", False))
        self.assertEqual(pick["lost"], {"default": "beaten", "max-ilp": "beaten"})
        self.assertLess(pick["clocks"]["picked"], pick["clocks"]["default"])
        self.assertEqual(pick["seconds"], 0.25)

    def test_the_default_stays_where_nothing_is_better(self) -> None:
        slower = [("max-ilp", kernel(40)), ("two-waves", kernel(20)), ("no-agprs", "nonsense")]
        for texts in ([], slower):
            text, record = self.rewrite(texts)
            self.assertEqual(text, kernel(20))
            pick = record["pick"]
            assert isinstance(pick, dict)
            self.assertEqual(pick["strategy"], "default")
        self.assertEqual(pick["lost"]["max-ilp"], "not_promising")
        self.assertEqual(pick["lost"]["two-waves"], {"same_code": "default"})
        self.assertIn("fails", pick["lost"]["no-agprs"])


if __name__ == "__main__":
    unittest.main()
