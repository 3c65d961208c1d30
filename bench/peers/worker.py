"""Times one workload in one setting of a peer, in a process of its own, and prints its record.

usage: worker.py [--quick] PEER SETTING WORKLOAD THREADS

The record has the fields of those that the programs of bench/ print (bench/README.md), and the versions of the peer. Where the peer cannot do the
work, it has the field "reason" in place of times.
"""

import argparse
import importlib
import json
import math
import os
import statistics
import sys
import time

SAMPLE_S = 0.002


class Limits:
    """How long to measure: for total_s and at least so many samples, but no longer than most_s."""

    def __init__(self, quick):
        self.total_s = 0.2 if quick else 0.8
        self.least_samples = 2 if quick else 5
        self.most_s = 1.0 if quick else 8.0


def timed(call, calls=1):
    """The seconds of a call, and what the last one gave."""
    start = time.perf_counter()
    for _ in range(calls):
        value = call()
    return (time.perf_counter() - start) / calls, value


def calls_per_sample(call, limits):
    """Calls for a while, as some peers become faster by that, and gives how many of them fill a sample."""
    calls, start, took = 0, time.perf_counter(), 0.0
    while calls == 0 or took < limits.total_s / 3:
        call()
        calls += 1
        took = time.perf_counter() - start
    return max(1, round(SAMPLE_S * calls / took))


def measure(call, limits):
    """The times as fields of a record, and what the last call gave."""
    first_call_s, value = timed(call)
    calls = 1 if first_call_s >= limits.most_s else calls_per_sample(call, limits)
    samples, total = [], 0.0
    while not samples or (total < limits.most_s and (total < limits.total_s or len(samples) < limits.least_samples)):
        seconds, value = timed(call, calls)
        samples.append(seconds)
        total += seconds * calls
    return {"first_call_s": first_call_s, "best_s": min(samples), "median_s": statistics.median(samples),
            "iterations": calls * len(samples), "samples_s": samples}, value


def finite(answers):
    """JSON has no infinity and no NaN."""
    return {name: value if math.isfinite(value) else None for name, value in answers.items()}


def run(peer, setting, workload, threads, limits):
    module = importlib.import_module(f"peer_{peer}")
    inputs = importlib.import_module("inputs")  # behind the peer: some want to be imported before numpy is
    call, outputs = module.prepare(setting, workload, threads)
    times, value = measure(call, limits)
    return {**times, "answers": finite(inputs.answers(workload, outputs(value))), "versions": module.versions()}


def short(error):
    """The first line of an error: compilers put the whole graph behind it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0] if lines else 'no message'}"[:200]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    for name in ("peer", "setting", "workload"):
        parser.add_argument(name)
    parser.add_argument("threads", type=int)
    options = parser.parse_args()
    # What a peer prints is not to be taken for a record.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    record = {"workload": options.workload, "setting": f"peer {options.peer} {options.setting}", "threads": options.threads}
    try:
        record |= run(options.peer, options.setting, options.workload, options.threads, Limits(options.quick))
    except Exception as error:  # whatever a peer ends with is what is reported
        record["reason"] = short(error)
    print(json.dumps(record), file=out, flush=True)
    sys.stderr.flush()
    os._exit(0)  # some peers take long to unload, and some crash


if __name__ == "__main__":
    main()
