#!/usr/bin/env python3
"""Measures cdnasched's code against LLVM's on an AMD GPU. See README.md; `measure.py --help` has the options."""

import os
import sys

sys.dont_write_bytecode = True  # nothing is written but the results
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cdnakit.main import EXIT_UNREAD, main  # noqa: E402

if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:  # who read what is printed has seen enough
        code = EXIT_UNREAD
    os._exit(code)  # the runtime's own clean-up waits for ever where a kernel hangs
