"""Measures pairs of code objects on an AMD GPU through the HIP runtime: Python's standard library and ctypes only."""

KIT_VERSION = "1"
