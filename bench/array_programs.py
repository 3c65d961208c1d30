"""The comparison of the array programs (arrays/): each in its styles as native code, beside NumPy, Numba and JAX.

All sides of a program are processes that wait for requests. Each makes its first call, and then takes samples by turns with the others, on one
processor and with one thread. The results of a style must have the bits of the plain build, and all results must agree within the tolerance that
their dtype implies: 1e-9 of the sum of the magnitudes, 1e-5 if there are numbers of float32.
"""

import json
import math
import os
import pathlib
import statistics
import subprocess
import tempfile
import threading

from peers import pinned
from table import duration, show_rows

WORKER = pathlib.Path(__file__).resolve().parent / "arrays" / "peers" / "array_worker.py"
MODULES = {"numpy": ("numpy",), "numba": ("numba", "numpy"), "jax": ("jax", "jaxlib", "numpy")}  # that a peer needs
NAMES = {"numpy": "NumPy", "numba": "Numba", "jax": "JAX"}
STYLES = ("tensor", "host", "whole")
TURNS, SAMPLE_S = 7, 0.06
QUICK_TURNS, QUICK_SAMPLE_S = 2, 0.01
LIMIT_S = 60  # of a first call
ONE_THREAD = {name: "1" for name in ("AG_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")}
JAX_ENVIRONMENT = {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"}


class Side:
    """A process that answers each line with a line of JSON. A failure is an answer with a `reason`."""

    def __init__(self, command, core, changed):
        self.errors = tempfile.TemporaryFile("w+", errors="replace")
        self.process = subprocess.Popen(pinned([core], command), env={**os.environ, **ONE_THREAD, **changed}, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=self.errors, text=True, start_new_session=True)

    def ask(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            pass  # the answer is missing, too
        return self.answer()

    def answer(self):
        late = threading.Event()
        timer = threading.Timer(LIMIT_S, lambda: (late.set(), self.process.kill()))
        timer.start()
        line = self.process.stdout.readline()
        timer.cancel()
        if line:
            return json.loads(line)
        if late.is_set():
            return {"reason": f"took more than {LIMIT_S} s"}
        status = self.process.wait()
        self.errors.seek(0)
        lines = self.errors.read().strip().splitlines()
        return {"reason": lines[-1].strip()[:200] if lines else f"ended with status {status}"}

    def close(self):
        try:
            self.process.stdin.close()
        except OSError:
            pass
        self.process.stdout.close()
        self.process.kill()
        self.process.wait()
        self.errors.close()


def listed(folder):
    """The programs of the table, as their program prints them."""
    done = subprocess.run([str(folder / "bench" / "bench_arrays_eager"), "--list"], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def start(peer, python, core):
    side = Side([python, str(WORKER), peer], core, {"PYTHONDONTWRITEBYTECODE": "1", **(JAX_ENVIRONMENT if peer == "jax" else {})})
    return side, side.ask("versions")


def first_calls_of_ours(folder, program, core):
    """The processes of the styles after their first calls; their records; and those of the plain build."""
    sides, records, plain = {}, {}, {}
    for style in program["styles"]:
        size = program["host_size"] if style == "host" else program["size"]
        arguments = ["--serve", program["program"], style, str(size)]
        eager = Side([str(folder / "bench" / "bench_arrays_eager"), *arguments], core, {})
        plain[style] = eager.answer()
        eager.close()
        sides[style] = Side([str(folder / "bench" / "bench_arrays_interpreter"), *arguments], core, {"AG_EXECUTOR": "compiled", "AG_CACHE": "off"})
        records[style] = {"size": size, **sides[style].answer()}
    return sides, records, plain


def run_program(folder, program, peers, core, quick):
    """The records of the styles and of the peers of one program."""
    ours, records, plain = first_calls_of_ours(folder, program, core)
    for peer, side in peers.items():
        request = f"prepare {program['group']} {program['program']} {program['size']}"
        records[peer] = {"size": program["size"], **side.ask(request)}
    sides = {name: side for name, side in {**ours, **peers}.items() if "reason" not in records[name]}
    for name in records:
        records[name]["samples_s"] = []
    for _ in range(QUICK_TURNS if quick else TURNS):
        for name, side in sides.items():
            answer = side.ask(f"sample {QUICK_SAMPLE_S if quick else SAMPLE_S}" if name in peers else str(QUICK_SAMPLE_S if quick else SAMPLE_S))
            records[name]["samples_s"] += answer.get("samples_s", [])
            records[name].setdefault("reason", answer.get("reason"))
    for side in ours.values():
        side.close()
    return [record(program, name, records[name], plain, name in ours) for name in records]


def record(program, name, found, plain, is_ours):
    """A measurement as --json has it. Results at another size are compared with the plain build of the same style."""
    base = plain["tensor"] if found["size"] == program["size"] else plain.get(name, {})
    reason = found.get("reason")
    if not reason and is_ours and found["bits"] != plain[name].get("bits"):
        reason = "differs from the plain build"
    reason = reason or difference(found["answers"], base)
    samples = found["samples_s"]
    return {"program": program["program"], "group": program["group"], "style" if is_ours else "peer": name, "size": found["size"],
            "first_call_s": found.get("first_call_s"), "best_s": min(samples, default=None),
            "median_s": statistics.median(samples) if samples else None, "answers": found.get("answers"),
            "answers_ok": not reason, "reason": reason, "eager_call_s": plain[name].get("first_call_s") if is_ours else None}


def difference(answers, base):
    if "answers" not in base:
        return f"the plain build fails: {base.get('reason')}"
    scale = base["tolerance"] * (base["answers"]["magnitude"] or 0)
    for name, wanted in base["answers"].items():
        if answers[name] is None or wanted is None or abs(answers[name] - wanted) > scale:
            return f"differs: {name} is {answers[name]}, of the plain build {wanted}"
    return None


def measure(folder, found, only, quick, progress):
    """The records of the programs that `only` names (programs or groups), and the versions of the peers: peer -> interpreter in `found`."""
    core = max(os.sched_getaffinity(0))
    peers, versions, records = {}, {}, []
    try:
        for peer, python in found.items():
            progress(f"starting {NAMES[peer]}")
            peers[peer], versions[peer] = start(peer, python, core)
        for program in listed(folder):
            if only is None or program["program"] in only or program["group"] in only:
                progress(program["program"])
                for peer, side in peers.items():
                    if side.process.poll() is not None:  # a peer that took too long was stopped
                        side.close()
                        peers[peer] = start(peer, found[peer], core)[0]
                records += run_program(folder, program, peers, core, quick)
    finally:
        for side in peers.values():
            side.close()
    return records, versions


def compared(records, by):
    """One row for each program: its times by style and peer, and ratios of the times `by` (median_s or best_s). Only right results count."""
    rows = {}
    for one in records:
        row = rows.setdefault(one["program"], {"program": one["program"], "group": one["group"], "ours": {}, "peers": {}})
        row["ours" if "style" in one else "peers"][one.get("style") or one["peer"]] = one
    for row in rows.values():
        size = row["ours"]["tensor"]["size"]
        times = {side: {name: one[by] for name, one in row[side].items() if one["answers_ok"] and one["size"] == size}
                 for side in ("ours", "peers")}
        ours, best = times["ours"], min(times["peers"].values(), default=None)
        row["ratios"] = {style: best / seconds for style, seconds in ours.items()} if best else {}
        row["spread"] = max(ours.values()) / min(ours.values()) if len(ours) > 1 else None
        row["by_peer"] = {peer: seconds / min(ours.values()) for peer, seconds in times["peers"].items()} if ours else {}
    return list(rows.values())


def geometric_mean(values):
    values = [value for value in values if value]
    return math.exp(statistics.fmean(map(math.log, values))) if values else None


def means(rows):
    """Of a group of rows: of the ratios of each style, of its fastest and slowest style, of the spread, and of each peer."""
    found = {style: geometric_mean([row["ratios"].get(style) for row in rows]) for style in STYLES}
    found["fastest"] = geometric_mean([max(row["ratios"].values(), default=None) for row in rows])
    found["slowest"] = geometric_mean([min(row["ratios"].values(), default=None) for row in rows])
    found["spread"] = geometric_mean([row["spread"] for row in rows])
    return {**found, **{peer: geometric_mean([row["by_peer"].get(peer) for row in rows]) for peer in MODULES}}


def summary(records, by):
    """Group -> its means; `all` for all groups."""
    rows = compared(records, by)
    groups = {group: means([row for row in rows if row["group"] == group]) for group in dict.fromkeys(row["group"] for row in rows)}
    return {**groups, "all": means(rows)}


def ratio(value):
    return f"{value:.2f}" if value else ""


def milliseconds(one, by, size=None):
    if one is None:
        return ""
    if not one["answers_ok"]:
        return "differs" if one[by] else "fails"
    text = f"{one[by] * 1e3:.3f}"
    return text if size in (None, one["size"]) else f"{text} (n {one['size']})"


def show(records, versions, by):
    rows = compared(records, by)
    peers = [peer for peer in MODULES if any(peer in row["peers"] for row in rows)]
    table = [["program", "n", *(f"{style}, ms" for style in STYLES), "first calls, s", *(NAMES[peer] for peer in peers),
              *(f"peer / {style}" for style in STYLES), "slowest / fastest style"]]
    group = None
    for row in rows:
        if row["group"] != group:
            group = row["group"]
            table.append([f"-- {group}", *[""] * (len(table[0]) - 1)])
        ours, size = row["ours"], row["ours"]["tensor"]["size"]
        first = " ".join(f"{ours[style]['first_call_s']:.2f}" if style in ours and ours[style]["first_call_s"] else "-" for style in STYLES)
        table.append([row["program"], str(size), *(milliseconds(ours.get(style), by, size) for style in STYLES), first,
                      *(milliseconds(row["peers"].get(peer), by) for peer in peers), *(ratio(row["ratios"].get(style)) for style in STYLES),
                      ratio(row["spread"])])
    show_rows(table)
    print(f"\nGeometric means of the ratios of {by[:-2]} times: best peer / ours (each style; the slowest and the fastest one), "
          "slowest / fastest style, each peer / our fastest style")
    names = [*STYLES, "slowest", "fastest", "spread", *peers]
    show_rows([["group", *names], *([group, *(ratio(found[name]) for name in names)] for group, found in summary(records, by).items())])
    print()
    for one in records:
        if one["reason"]:
            print(f"{one['program']}, {one.get('style') or NAMES[one['peer']]}: {one['reason']}")
        elif one.get("style") and one["first_call_s"] > 10:
            print(f"{one['program']}, {one['style']}: the first call took {duration(one['first_call_s'])}")
    for peer, modules in versions.items():
        print(f"{NAMES[peer]}: {', '.join(f'{module} {version}' for module, version in modules.items())}")
