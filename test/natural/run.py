#!/usr/bin/env python3
"""Builds the programs of test/natural plainly and converted, and compares what they print.

Usage: run.py AGC [--only TEXT] [--all] [--jobs N] [--compiler COMPILER] [--staged SHARE] [-v]

A file is test/natural/<field>/<theme>.cpp, and a program is a namespace of it with a function run(). The plain build is right. The
converted one runs with each executor. A program is staged as a whole if neither agc nor the program says that a function of it runs
eagerly. Without --all and --only a quarter of the files is taken, by turns from day to day. The exit status is 1 unless all programs
build and agree, and SHARE of them (0.9 by default) are staged as a whole."""
import argparse
import collections
import concurrent.futures
import datetime
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EXECUTORS = ("interpreter", "compiled")
SHARES = 4


def run(command, timeout, **environment):
    environment = {**os.environ, "AG_STRICT": "0", "AG_CACHE": "off", **environment}
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=timeout, env=environment)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as late:
        text = [s.decode(errors="replace") if isinstance(s, bytes) else s or "" for s in (late.stdout, late.stderr)]
        return 124, text[0], text[1] + "no end within the time\n"


def by_program(text):
    """The parts of an output, by the heading above them."""
    parts = re.split(r"^== (\w+)\n", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def programs_of(source):
    """The names of the programs, and for each line the one that it belongs to."""
    names, owner = [], [None]
    for line in source.read_text().splitlines():
        match = re.match(r"namespace (\w+) \{", line)
        if match:
            names.append(match[1])
        owner.append(names[-1] if names else None)
    return names, owner


def eager_places(source, warnings):
    """The first warning of each program that a function of it runs eagerly."""
    _, owner = programs_of(source)
    found = {}
    for line in warnings.splitlines():
        match = re.match(rf"(?:.*/)?{re.escape(source.name)}:(\d+):.*eagerly", line)
        if match and int(match[1]) < len(owner):
            found.setdefault(owner[int(match[1])], line)
    return found


def first_difference(wanted, got):
    wanted, got = wanted.splitlines(), got.splitlines()
    for i in range(max(len(wanted), len(got))):
        a, b = (lines[i] if i < len(lines) else "nothing" for lines in (wanted, got))
        if a != b:
            return f"'{b}' instead of '{a}'"
    return ""


def judge(source, agc, compiler):
    """For each program its kind (staged, eager, different, build) and why."""
    names, _ = programs_of(source)
    with tempfile.TemporaryDirectory() as folder:
        common = [agc, "build", str(source), "--compiler", compiler, "--extra-arg=-O0"]
        for build, flags in (("plain", ["--eager"]), ("converted", [])):
            code, out, warnings = run([*common, *flags, "-o", f"{folder}/{build}"], 600)
            if code:
                why = next((line for line in warnings.splitlines() if "error" in line), warnings[-300:])
                return {name: ("build", f"{build}: {why}") for name in names}
        wanted_code, wanted, _ = run([f"{folder}/plain"], 120)
        wanted, eager = by_program(wanted), eager_places(source, warnings)
        verdicts = {name: ("eager", eager[name]) if name in eager else ("staged", "") for name in names}
        for executor in EXECUTORS:
            code, got, errors = run([f"{folder}/converted"], 300, AG_EXECUTOR=executor)
            got, errors = by_program(got), by_program(errors)
            for name in names:
                late = [line for line in errors.get(name, "").splitlines() if "eagerly" in line]
                if verdicts[name][0] == "staged" and late:
                    verdicts[name] = "eager", late[0]
                difference = first_difference(wanted.get(name, "not run"), got.get(name, "not run"))
                if verdicts[name][0] != "different" and (difference or name not in wanted):
                    verdicts[name] = "different", f"{executor}: {difference or 'the plain build does not get there'}"
            if code != wanted_code or wanted_code:
                last = list(got)[-1] if got else names[0]
                verdicts[last] = "different", f"{executor}: exit status {code} instead of {wanted_code} {errors.get(last, '')[-200:]}"
    return verdicts


def table(counts):
    print(f"{'field':24}{'programs':>9}{'agree':>7}{'staged':>8}")
    for field, kinds in [*sorted(counts.items()), ("all", sum(counts.values(), collections.Counter()))]:
        agree = kinds["staged"] + kinds["eager"]
        print(f"{field:24}{sum(kinds.values()):9}{agree:7}{kinds['staged']:8}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("agc")
    parser.add_argument("--only", default="", help="files whose path has this text")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--staged", type=float, default=0.9, help="the least share of programs that are staged as a whole")
    parser.add_argument("-v", action="store_true", help="show the reason for each function that runs eagerly")
    options = parser.parse_args()
    sources = sorted(HERE.glob("*/*.cpp"))
    if options.only:
        sources = [source for source in sources if options.only in str(source.relative_to(HERE))]
    elif not options.all:
        sources = sources[datetime.date.today().timetuple().tm_yday % SHARES :: SHARES]
    counts = collections.defaultdict(collections.Counter)
    agc = str(pathlib.Path(options.agc).resolve())
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for source, verdicts in zip(sources, pool.map(lambda source: judge(source, agc, options.compiler), sources)):
            for name, (kind, why) in verdicts.items():
                counts[source.parent.name][kind] += 1
                if kind in ("different", "build") or (options.v and kind == "eager"):
                    print(f"{source.relative_to(HERE)}: {name}: {kind}: {why}", flush=True)
    table(counts)
    total = sum(counts.values(), collections.Counter())
    number = sum(total.values())
    if total["different"] or total["build"] or not number or total["staged"] < options.staged * number:
        print(f"FAILED: all programs have to build and agree, and {options.staged:.0%} of them to be staged as a whole")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
