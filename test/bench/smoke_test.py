#!/usr/bin/env python3
"""Runs tools/bench briefly: the answers have to be right, the records whole. Nothing is said about times.

usage: smoke_test.py <tools/bench> <build folder>
"""

import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

# In place of an interpreter with JAX: it says that it has the modules, and prints what worker.py would. Each way of a peer to end is one setting.
INTERPRETER = """#!{python}
import json, sys
if sys.argv[1] == "-c":
    print("jax jaxlib numpy")
    sys.exit()
peer, setting, workload, threads = sys.argv[-4:]
record = {{"workload": workload, "setting": f"peer {{peer}} {{setting}}", "threads": int(threads), "first_call_s": 0.5, "best_s": 1.0, "median_s": 2.0,
          "iterations": 3, "samples_s": [1.0, 2.0, 3.0], "answers": {{"count": 524 if setting == "default" else 525}}, "versions": {{"jax": "1.2.3"}}}}
if workload == "W5b":
    if setting == "default":
        sys.exit("no memory for that")
    record = {{"reason": "TypeError: no such loop"}}
print("a message of a peer")
print(json.dumps(record))
"""

FIELDS = {
    "workload": str, "setting": str, "threads": int, "first_call_s": float, "best_s": float, "median_s": float,
    "answers": dict, "answers_ok": bool, "iterations": int,
}


def bench(arguments):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True)


def expect(condition, message):
    if not condition:
        sys.exit(f"smoke_test: {message}")


def check_comparison(tool, build):
    """Native code beside its floors, where this machine can run those."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        run = bench([tool, "--build", build, "--quick", "--compare", "--only", "W5a,W5b", "--peers", "none", "--json", str(out)])
        expect(run.returncode == 0, f"--compare: status {run.returncode}: {run.stderr}{run.stdout}")
        document = json.loads(out.read_text())
    expect(document["peers"] == [] and "peers" not in run.stdout.lower(), f"--peers none: {run.stdout}")
    if not document["floors"]:
        expect("No floors: they are built where" in run.stdout, f"without floors: {run.stdout}")
        return
    settings = {(record["workload"], record["setting"]) for record in document["records"]}
    expect(settings == {("W5a", "compiled"), ("W5a", "floor select"), ("W5b", "compiled"), ("W5b", "floor naive"),
                        ("W5b", "floor best")}, f"records of {sorted(settings)}")
    expect(all(record["answers_ok"] for record in document["records"]), f"answers of {document['records']}")
    for one in document["floors"]:
        expect(one["ratio"] == one["best_s"] / one["floor_best_s"] > 0, f"the ratio of {one}")
        expect(one["met"] == (None if one["target"] is None else one["ratio"] <= one["target"]), f"the verdict of {one}")
        expect(f"{one['workload']} " in run.stdout and one["floor"] in run.stdout, f"the table lacks {one}")


def check_peers(tool, build):
    """The table and the records of peers, without any: something else stands for an interpreter that has one."""
    with tempfile.TemporaryDirectory() as folder:
        out, python, empty = (pathlib.Path(folder) / name for name in ("out.json", "python", "empty"))
        python.write_text(INTERPRETER.format(python=sys.executable))
        empty.write_text("#!/bin/sh\n")
        python.chmod(0o755)
        empty.chmod(0o755)
        compare = [tool, "--build", build, "--quick", "--compare", "--only", "W5a,W5b"]
        run = bench([*compare, "--python", str(python), "--json", str(out)])
        expect(run.returncode == 0, f"--python: status {run.returncode}: {run.stderr}{run.stdout}")
        document = json.loads(out.read_text())
        without = bench([*compare, "--python", str(empty)])
        expect(without.returncode == 0 and f"No peers: none is installed in {empty}" in without.stdout, f"without peers: {without.stdout}{without.stderr}")
        for arguments, message in ((["--python", str(python), "--peers", "jax,torch"], f"--peers torch: it is not installed in {python}"),
                                   (["--peers", "jux"], "--peers jux: no such peer; there are jax, torch, "),
                                   (["--python", f"{folder}/none"], f"--python {folder}/none: there is no such interpreter"),
                                   (["--python", "false"], "is no interpreter of Python")):
            failed = bench([*compare, *arguments])
            expect(failed.returncode == 1 and message in failed.stderr, f"{arguments}: {failed.stderr}{failed.stdout}")
    run_beside = [record for record in document["records"] if record["setting"] == "compiled beside peers"]
    expect([record["workload"] for record in run_beside] == ["W5a", "W5b"] and all(record["answers_ok"] for record in run_beside), f"ours: {run_beside}")
    found = {(one["workload"], one["setting"]): one for one in document["peers"]}
    right = found["W5a", "default"]
    expect(right["answers_ok"] and right["reason"] is None and right["ratio"] == 1.0 / right["ours_best_s"], f"a right peer: {right}")
    reasons = {key: one["reason"] for key, one in found.items() if not one["answers_ok"]}
    expect(reasons == {("W5a", "threshold"): "differs: count is 525, ours 524", ("W5b", "default"): "ended with status 1: no memory for that",
                       ("W5b", "threshold"): "TypeError: no such loop"}, f"reasons: {reasons}")
    expect(document["peer_versions"] == {"jax": {"jax": "1.2.3"}}, f"versions: {document['peer_versions']}")
    lines = run.stdout.splitlines()
    expect(any(line.startswith("W5a") and "1 s (default)" in line and line.endswith("≥ 3     met") for line in lines), f"the row of W5a: {run.stdout}")
    expect(any(line.startswith("W5b") and line.endswith("fails") for line in lines), f"the row of W5b: {run.stdout}")
    expect("W5b, 1 thread, JAX threshold: TypeError: no such loop" in lines and "JAX: jax 1.2.3" in lines, f"below the table: {run.stdout}")


def check_choices(tool):
    """What peers.py decides, and the inputs of the peers where numpy is there."""
    folder = pathlib.Path(tool).resolve().parents[1] / "bench"
    sys.path[:0] = [str(folder), str(folder / "peers")]
    import peers

    rows = [{"peer": peer, "setting": setting, "best_s": best, "answers_ok": right}
            for peer, setting, best, right in (("jax", "default", 3.0, True), ("jax", "threshold", 2.0, True), ("torch", "eager", 1.0, False))]
    expect(peers.fastest(rows)["setting"] == "threshold" and peers.fastest(rows, "torch") is None, "the fastest is the one with the right answers")
    expect(peers.cell(rows, "jax") == "2 s (threshold)" and peers.cell(rows, "torch") == "differs" and peers.cell(rows, "drjit") == "", "cells")
    expect([peers.verdict(*one)[1] for one in (("W4", 2.9), ("W4", 3.0), ("W2", 1.0), ("W2", 1.1))] == ["missed", "met"] * 2, "verdicts")
    expect(peers.difference("W11", {"rounds": 145, "sse": 1.0}, {"rounds": 143, "sse": 1.00001}) is None, "rounds of k-means may differ by a few")
    expect(peers.difference("W5a", {"count": 524}, {"count": 524.5}) and peers.difference("W6_1e3", {"mean": 1.0}, {"mean": None}), "wrong answers")
    first = [peers.Result("W7_3e7", 1, "jax", setting, {"best_s": best, "answers": {"sum": sum_}} if best else None, None if best else "fails")
             for setting, best, sum_ in (("near", 1.2, 2.0), ("far", 1.3, 2.0), ("wrong", 1.0, 3.0), ("fails", None, None))]
    expect(peers.close(first, {"best_s": 1.0, "answers": {"sum": 2.0}}) == {("jax", "near")}, "who takes further turns")
    again = [first[0]._replace(record={"best_s": 0.9}), first[1]._replace(record={"best_s": 1.4}), first[3]._replace(record={"best_s": 0.1})]
    expect([one.record and one.record["best_s"] for one in peers.better(first, again)] == [0.9, 1.3, 1.0, None], "the best of the turns")
    expect(peers.plan(["W2", "W4"], {"jax": "python"}, [0, 1], False) == [("W2", 1), ("W2", 2), ("W4", 1)], "two threads where they matter")
    expect(peers.plan(["W2", "W15d"], {"jax": "python"}, [0, 1], True) == [("W2", 1)], "briefly one thread, and what a peer can do")
    expect(peers.settings("jax", "W12") == ["default", "threshold", "default, inverse by hand", "threshold, inverse by hand"], "settings of W12")
    expect("XLA_FLAGS" in peers.environment("jax", "threshold, inverse by hand", 1, "/") and peers.environment("torch", "eager", 2, "/")["NPROC"] == "2",
           "what a worker runs with")
    if importlib.util.find_spec("numpy"):
        check_inputs()


def check_inputs():
    """Against integers of Python, in which nothing wraps around on its own; where a block of numbers ends too."""
    import inputs
    import worker

    def plain(seed, i):
        z = (seed + i + 1) * inputs.GOLDEN & inputs.MASK
        z = (z ^ z >> 30) * inputs.MIX_1 & inputs.MASK
        z = (z ^ z >> 27) * inputs.MIX_2 & inputs.MASK
        return (z ^ z >> 31) >> 40

    for seed in (1, 2, 22, 12345678901):
        expect([float(value) for value in inputs.u(seed, 300)] == [plain(seed, i) * 2.0 ** -24 for i in range(300)], f"u({seed}, 300)")
    around = inputs.s(7, inputs.BLOCK + 2)[-4:]
    expect([float(value) for value in around] == [plain(7, inputs.BLOCK - 2 + i) * 2.0 ** -23 - 1 for i in range(4)], "s around the end of a block")
    a, b = inputs.make("W6_1e3")
    expect(abs(inputs.answers("W6_1e3", [((a - b) ** 2).mean()])["mean"] - 0.162203) < 1e-6, "the answer of W6")
    expect(inputs.answers("W1", [inputs.np.array([[2 ** 31 - 1, 1]], "i4")]) == {"sum": -2 ** 31}, "the sum of W1 wraps around")
    times, value = worker.measure(lambda: 7, worker.Limits(quick=True))
    expect(value == 7 and 0 < times["best_s"] <= times["median_s"] and times["iterations"] > len(times["samples_s"]) > 1, f"times {times}")
    expect(worker.finite({"a": float("nan"), "b": 1}) == {"a": None, "b": 1} and worker.short(ValueError("\n one\ntwo")) == "ValueError: one", "of a record")


def check_sweep(tool, build):
    """Staged loops beside plain ones."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        run = bench([tool, "--build", build, "--quick", "--sweep", "--only", "cholesky", "--json", str(out)])
        expect(run.returncode == 0, f"--sweep: status {run.returncode}: {run.stderr}{run.stdout}")
        records = json.loads(out.read_text())["sweep"]
    expect(len(records) > 2 and {record["row"] for record in records} == {"cholesky"}, f"rows of {records}")
    expect(all(record["best_s"] > 0 and record["plain_s"] > 0 for record in records), f"times of {records}")
    expect(run.stdout.count("cholesky ") == len(records), f"the table lacks rows: {run.stdout}")
    unknown = bench([tool, "--build", build, "--sweep", "--only", "juggle"])
    expect(unknown.returncode != 0 and "no such row" in unknown.stderr, f"an unknown row: {unknown.stderr}")


def check_first_calls(tool, build):
    """What comes before the first result, with and without a disk cache."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        run = bench([tool, "--build", build, "--quick", "--only", "first_calls", "--json", str(out)])
        expect(run.returncode == 0, f"--only first_calls: status {run.returncode}: {run.stderr}{run.stdout}")
        costs = {cost["cost"]: cost for cost in json.loads(out.read_text())["costs"]}
    expect(set(costs) == {"small_first_s", "small_second_s", "small_cached", "nodes_elementwise_2000", "nodes_sums_2000"},
           f"costs of {sorted(costs)}")
    expect(all(0 < cost["best"] <= cost["value"] for cost in costs.values()), f"times of {costs}")
    expect(costs["small_cached"]["value"] < costs["small_first_s"]["value"], f"the cache saves nothing: {costs}")


def main():
    tool, build = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        run = bench([tool, "--build", build, "--quick", "--only", "W4,W16", "--json", str(out)])
        expect(run.returncode == 0, f"status {run.returncode}: {run.stderr}{run.stdout}")
        records = json.loads(out.read_text())["records"]
        expect([path.name for path in out.parent.iterdir()] == ["out.json"], "another file stands beside the output")

    found = {(record["workload"], record["setting"]) for record in records}
    wanted = {(workload, setting) for workload in ("W4", "W16") for setting in ("eager", "interpreter", "compiled")}
    expect(found == wanted, f"records of {sorted(found)}")
    for record in records:
        for name, kind in FIELDS.items():
            expect(isinstance(record.get(name), kind), f"{name} of {record}")
        expect(record["answers_ok"] and 0 < record["best_s"] <= record["median_s"], f"what {record} says")
        expect(record["workload"] != "W4" or record["answers"]["steps"] == 599, f"the answer of {record}")
        expect(f"{record['workload']} " in run.stdout, f"the table lacks {record['workload']}")

    check_comparison(tool, build)
    check_peers(tool, build)
    check_choices(tool)
    check_sweep(tool, build)
    check_first_calls(tool, build)
    run = bench([tool, "--build", build, "--compare", "--peers", "none", "--only", "W99"])
    expect(run.returncode in (0, 1) and ("W99: no such workload" in run.stderr or "No floors" in run.stdout),
           f"for an unknown workload: {run.stderr}")
    run = bench([tool, "--build", build, "--only", "W99"])
    expect(run.returncode == 1 and "W99: no such workload" in run.stderr, f"for an unknown workload: {run.stderr}")
    run = bench([tool, "--build", "/nonexistent"])
    expect(run.returncode == 1 and "build the target ag_bench" in run.stderr, f"without programs: {run.stderr}")


if __name__ == "__main__":
    main()
