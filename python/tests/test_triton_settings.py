"""What the environment says about Triton's kernels; Triton itself is not needed."""

import sys
import unittest
from unittest import mock

from cdnasched import _options
from cdnasched.triton import _hook, _settings, _tune


class TritonSettings(unittest.TestCase):
    """Variables, arguments and requests."""

    def test_each_option_of_opt_has_a_variable(self) -> None:
        options = {name for name, option in _options.OPTIONS["opt"].items() if option.values}
        self.assertEqual(set(_settings.CHOICES), options)
        for name, values in _settings.CHOICES.items():
            variable = f"CDNASCHED_TRITON_{name.upper()}"
            self.assertIn(variable, _settings.VARIABLES)
            plain = _settings.from_environment({"CDNASCHED_TRITON": "opt"})
            assert plain is not None
            for value in values:
                chosen = _settings.from_environment({"CDNASCHED_TRITON": "opt", variable: value})
                assert chosen is not None
                self.assertEqual(chosen.request(), {"mode": "opt", name: value})
                # Results with other options are others; the default may be written out.
                self.assertTrue(chosen.key() != plain.key() or value == "default")
            with self.assertRaisesRegex(_settings.SettingsError, name):
                _settings.from_environment({"CDNASCHED_TRITON": "opt", variable: "none"})

    def test_what_is_not_installed_is_named(self) -> None:
        missing = {"triton": None, "triton.backends": None, "torch": None}
        with mock.patch.dict(sys.modules, missing), mock.patch.object(_hook, "_installed", None):
            with self.assertRaises(ImportError) as raised:
                _hook.enable("opt")
            with self.assertRaisesRegex(ImportError, "needs PyTorch with ROCm"):
                _tune.Torch()
        message = "cdnasched.triton needs Triton 3.6 or later: pip install triton"
        self.assertEqual(str(raised.exception), message)
        self.assertIsInstance(raised.exception.__cause__, ImportError)


if __name__ == "__main__":
    unittest.main()
