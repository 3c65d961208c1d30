#!/usr/bin/env python3
"""Runs a fifth of the array programs of bench/arrays, and tools/bench --arrays briefly.

usage: arrays_test.py <tools/bench> <build folder> [--seed N]

The seed, by default the day of the year, chooses the programs: two of each group. In each style the plain build, the interpreter and native code must
have the same bits, in the first call and in the second one; all styles must agree within their tolerance, and NumPy, if it is installed.
"""

import argparse
import datetime
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

EXECUTORS = {"eager": ("eager", {}), "interpreter": ("interpreter", {"AG_EXECUTOR": "interpreter"}),
             "compiled": ("interpreter", {"AG_EXECUTOR": "compiled", "AG_CACHE": "off"})}
SHARES = 5

# A stand-in for an interpreter with peers: Numba's answers are wrong, and NumPy fails.
INTERPRETER = """#!{python}
import json, sys
if sys.argv[1] == "-c":
    print("numpy numba")
    sys.exit()
peer = sys.argv[-1]
for line in sys.stdin:
    answer = {{"numpy": "1.2.3"}}
    if line.startswith("prepare"):
        answer = {{"reason": "TypeError: no such loop"}}
        if peer == "numba":
            answer = {{"first_call_s": 0.5, "answers": {{"count": 1, "sum": 2, "magnitude": 3, "weighted": 4}}}}
    elif line.startswith("sample"):
        answer = {{"samples_s": [1.0, 2.0, 3.0]}}
    print(json.dumps(answer), flush=True)
"""


def expect(condition, message):
    if not condition:
        sys.exit(f"arrays_test: {message}")


def run(command, **environment):
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})


def checked(build, executor, names):
    """(program, style) -> the records of its two calls."""
    program, environment = EXECUTORS[executor]
    done = run([str(build / "bench" / f"bench_arrays_{program}"), "--check", "--small", *names], **environment)
    expect(done.returncode == 0 and not done.stderr, f"{executor}: status {done.returncode}: {done.stderr}")
    found = {}
    for line in done.stdout.splitlines():
        record = json.loads(line)
        found.setdefault((record["program"], record["style"]), []).append(record)
    return found


def agree(base, answers):
    scale = base["tolerance"] * base["answers"]["magnitude"]
    return all(answers[name] is not None and abs(answers[name] - value) <= scale for name, value in base["answers"].items())


def check_programs(build, programs):
    names = [program["program"] for program in programs]
    found = {executor: checked(build, executor, names) for executor in EXECUTORS}
    wanted = {(program["program"], style) for program in programs for style in program["styles"]}
    for executor, records in found.items():
        expect(set(records) == wanted, f"{executor}: results of {sorted(records)}")
        for key, calls in records.items():
            plain = found["eager"][key][0]
            expect(len(calls) == 2 and all(call["bits"] == plain["bits"] for call in calls), f"{key}, {executor}: {calls}, plainly {plain}")
            tensor = found["eager"][key[0], "tensor"][0]
            expect(agree(tensor, calls[0]["answers"]), f"{key}: {calls[0]} differs from {tensor}")
    return found["eager"]


def check_numpy(programs, plain):
    """The programs of the peer NumPy at the size of the tests."""
    worker = pathlib.Path(__file__).resolve().parents[2] / "bench" / "arrays" / "peers" / "array_worker.py"
    requests = "".join(f"prepare {program['group']} {program['program']} {program['small']}\n" for program in programs)
    done = subprocess.run([sys.executable, "-B", str(worker), "numpy"], input=requests, capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    expect(done.returncode == 0 and len(answers) == len(programs), f"NumPy: status {done.returncode}: {done.stderr}")
    for program, answer in zip(programs, answers):
        base = plain[program["program"], "tensor"][0]
        expect("reason" not in answer and agree(base, answer["answers"]), f"{program['program']}: NumPy has {answer}, the plain build {base}")


def check_tool(tool, build):
    """The records and the table of tools/bench, without peers and with peers that do not do the work."""
    with tempfile.TemporaryDirectory() as folder:
        out, python = pathlib.Path(folder) / "out.json", pathlib.Path(folder) / "python"
        python.write_text(INTERPRETER.format(python=sys.executable))
        python.chmod(0o755)
        command = [sys.executable, tool, "--build", str(build), "--quick", "--arrays", "--only", "covariance,ewma", "--json", str(out)]
        alone = run([*command, "--peers", "none"])
        expect(alone.returncode == 0, f"--arrays: status {alone.returncode}: {alone.stderr}{alone.stdout}")
        records = json.loads(out.read_text())["arrays"]
        beside = run([*command, "--python", str(python)])
        expect(beside.returncode == 0, f"--arrays --python: status {beside.returncode}: {beside.stderr}{beside.stdout}")
        document = json.loads(out.read_text())
    found = [(record["program"], record["style"]) for record in records]
    expect(found == [("covariance", style) for style in ("tensor", "host", "whole")] + [("ewma", "tensor"), ("ewma", "host")], f"records of {found}")
    expect(all(record["answers_ok"] and 0 < record["best_s"] <= record["median_s"] for record in records), f"records: {records}")
    expect("covariance" in alone.stdout and "Geometric means" in alone.stdout, f"the table: {alone.stdout}")
    reasons = {record["peer"]: record["reason"] for record in document["arrays"] if record.get("peer") and record["program"] == "ewma"}
    expect(reasons["numpy"] == "TypeError: no such loop" and reasons["numba"].startswith("differs: count is 1, of the plain build 100000"), f"{reasons}")
    expect(document["means"]["all"]["numba"] is None and "ewma, Numba: differs" in beside.stdout, f"wrong peers: {beside.stdout}")
    for arguments, message in ((["--only", "juggle"], "no such program or group; there are forward_substitution, "),
                               (["--peers", "torch"], "--peers torch: no such peer; there are numpy, numba, jax, none")):
        failed = run([sys.executable, tool, "--build", str(build), "--arrays", *arguments])
        expect(failed.returncode == 1 and message in failed.stderr, f"{arguments}: {failed.stderr}{failed.stdout}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=datetime.date.today().timetuple().tm_yday)
    options = parser.parse_args()
    listed = run([str(options.build / "bench" / "bench_arrays_eager"), "--list"]).stdout.splitlines()
    programs = [json.loads(line) for line in listed][options.seed % SHARES::SHARES]
    print(f"seed {options.seed}: {', '.join(program['program'] for program in programs)}", flush=True)
    expect(len(programs) == 8 and len({program["group"] for program in programs}) == 4, f"the table: {listed}")
    plain = check_programs(options.build, programs)
    if importlib.util.find_spec("numpy"):
        check_numpy(programs, plain)
    check_tool(options.tool, options.build)


if __name__ == "__main__":
    main()
