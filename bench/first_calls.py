"""What comes before the first result of a function: of a small one, and of graphs of thousands of operations."""

import json
import os
import statistics
import subprocess
import sys
import tempfile

SMALL_LIMIT_S = {"first_s": 0.035, "second_s": 0.015}
CACHED_LIMIT_S = 0.002
NODES_LIMIT_S = {2000: 2.0, 20000: 25.0}


def measure(folder, quick, progress):
    program = str(folder / "bench" / "bench_first_calls")
    runs = 1 if quick else 7
    costs = small_functions(program, runs, progress)
    for kind in ("elementwise", "sums"):
        for nodes in list(NODES_LIMIT_S)[: 1 if quick else None]:
            what = f"first call of {nodes} operations, {kind}"
            # As many operations as are recorded: not rolled into a loop of a few.
            times = [call(program, [kind, str(nodes)], "off", {"AG_PASSES": "-reroll"})["first_s"]
                     for _ in said(range(min(runs, 3)), what, progress)]
            costs.append(cost(f"nodes_{kind}_{nodes}", what, times, NODES_LIMIT_S[nodes]))
    return costs


def small_functions(program, runs, progress):
    """A fresh process, the function behind the first one, and a process that finds the code of another one."""
    records = [call(program, ["small"], "off") for _ in said(range(runs), "first calls", progress)]
    costs = [cost(f"small_{key}", what, [record[key] for record in records], SMALL_LIMIT_S[key])
             for key, what in (("first_s", "first call of a small function, fresh process"),
                               ("second_s", "first call of a small function, LLVM already loaded"))]
    with tempfile.TemporaryDirectory(prefix="ag_bench_") as cache:
        call(program, ["small"], cache)
        found = [call(program, ["small"], cache) for _ in said(range(runs), "first calls from the cache", progress)]
    if any(record["has_llvm"] for record in found):
        sys.exit("tools/bench: a process that should have found its code in the cache has loaded LLVM")
    return costs + [cost("small_cached", "first call of a small function, its code in the disk cache, fresh process",
                         [record["first_s"] for record in found], CACHED_LIMIT_S)]


def call(program, arguments, cache, more={}):
    """One process; `cache` is a folder, or "off". `more` is set in its environment."""
    settings = {"AG_CACHE": "off"} if cache == "off" else {"AG_CACHE": "on", "AG_CACHE_DIR": cache}
    done = subprocess.run([program, *arguments], capture_output=True, text=True,
                          env={**os.environ, "AG_EXECUTOR": "compiled", **settings, **more})
    if done.returncode != 0:
        sys.exit(f"tools/bench: {program} {' '.join(arguments)}: {done.stderr.strip() or f'status {done.returncode}'}")
    return json.loads(done.stdout)


def said(turns, what, progress):
    for turn in turns:
        progress(f"{what}, round {turn + 1} of {len(turns)}")
        yield turn


def cost(name, what, times, limit):
    return {"cost": name, "what": what, "value": statistics.median(times), "best": min(times), "limit": limit, "unit": "s"}
