"""Runs a program and appends what it took to a file: `measured.py <file> <program> <argument>...`."""

import json
import resource
import subprocess
import sys
import time

out, *words = sys.argv[1:]
begin = time.monotonic()
code = subprocess.call(words)
took = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(out, "a", encoding="utf8") as file:
    record = {
        "words": words,
        "seconds": round(time.monotonic() - begin, 2),
        "cpu": round(took.ru_utime + took.ru_stime, 2),
        "megabytes": took.ru_maxrss >> 10,
    }
    file.write(json.dumps(record) + "\n")
sys.exit(code)
