"""Waits until nothing is waiting in the cache, up to two minutes. Takes the command line."""

import subprocess
import sys
import time

for _ in range(600):
    listed = subprocess.run([sys.argv[1], "cache", "list"], check=True, capture_output=True, text=True).stdout
    if "; 0 waiting" in listed and " 0 results" not in listed:
        print(listed, end="")
        sys.exit()
    time.sleep(0.2)
sys.exit(f"something is still waiting:\n{listed}")
