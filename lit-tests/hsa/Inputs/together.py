"""Runs a command several times at once; {} in an argument is the number of the run. Takes how often, and the command."""

import subprocess
import sys

command = sys.argv[2:]
runs = [
    subprocess.Popen([word.replace("{}", str(run)) for word in command]) for run in range(int(sys.argv[1]))
]
sys.exit(max(run.wait() for run in runs))
