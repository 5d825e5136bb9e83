"""Numbers of the cost model from micro-kernels, and probes of hazard rules."""

from .plan import BadFile
from .probes import probe
from .run import run

__all__ = ["BadFile", "probe", "run"]
