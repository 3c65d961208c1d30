#!/usr/bin/env python3
"""Runs tools/bench briefly: the answers have to be right, the records whole. Nothing is said about times.

usage: smoke_test.py <tools/bench> <build folder>
"""

import json
import pathlib
import subprocess
import sys
import tempfile

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
        run = bench([tool, "--build", build, "--quick", "--compare", "--only", "W5a,W5b", "--json", str(out)])
        expect(run.returncode == 0, f"--compare: status {run.returncode}: {run.stderr}{run.stdout}")
        document = json.loads(out.read_text())
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
    check_sweep(tool, build)
    check_first_calls(tool, build)
    run = bench([tool, "--build", build, "--compare", "--only", "W99"])
    expect(run.returncode in (0, 1) and ("W99: no such workload" in run.stderr or "No floors" in run.stdout),
           f"for an unknown workload: {run.stderr}")
    run = bench([tool, "--build", build, "--only", "W99"])
    expect(run.returncode == 1 and "W99: no such workload" in run.stderr, f"for an unknown workload: {run.stderr}")
    run = bench([tool, "--build", "/nonexistent"])
    expect(run.returncode == 1 and "build the target ag_bench" in run.stderr, f"without programs: {run.stderr}")


if __name__ == "__main__":
    main()
