"""The comparison with the peers: who they are, which of them an interpreter has, one measurement, what the times are to be, and the table.

A target is the ratio of the best time of the fastest peer, in its fastest setting that gives the right answers, to our best time: more than 1 for
every workload, 3 for those whose loops and calls this library is there for. A peer is measured by peers/worker.py in a process of its own, on the
processors that ours gets, with as many threads.
"""

import collections
import concurrent.futures
import ctypes.util
import glob
import json
import math
import os
import pathlib
import queue
import re
import shutil
import signal
import subprocess

from table import duration, show_rows

WORKER = pathlib.Path(__file__).resolve().parent / "peers" / "worker.py"
LIMIT_S, QUICK_LIMIT_S = 60, 30  # of a process

MODULES = {  # that a peer needs
    "jax": ("jax", "jaxlib", "numpy"),
    "torch": ("torch", "numpy"),
    "tensorflow": ("tensorflow", "numpy"),
    "onnxruntime": ("onnxruntime", "onnx", "numpy"),
    "drjit": ("drjit", "numpy"),
    "numba": ("numba", "numpy"),
}
NAMES = {"numpy": "NumPy", "jax": "JAX", "numba": "Numba", "torch": "PyTorch", "tensorflow": "TensorFlow", "onnxruntime": "ONNX Runtime", "drjit": "Dr.Jit"}

RECURSIVE = {"W15d"}  # only what runs at once, without a graph, can recurse
STAGED = {"W1", "W2", "W3", "W4", "W5a", "W5b", "W6_1e3", "W6_1e6", "W6_3e7", "W7_1e3", "W7_1e6", "W7_3e7", "W8", "W9", "W10a", "W10b",
          "W11", "W12", "W13f", "W13g", "W14", "W15a", "W15c", "W16", "W17"}
WITH_OPERATORS = {"W1", "W3", "W4", "W5a", "W5b", "W9", "W10a", "W10b", "W11", "W12", "W13f", "W14", "W17"}  # while_loop and scan of PyTorch
IN_ONNX = {"W1", "W3", "W4", "W5a", "W6_1e3", "W6_1e6", "W6_3e7", "W7_1e3", "W7_1e6", "W7_3e7", "W8", "W10a", "W16", "W17"}
OF_ELEMENTS = {"W5a", "W5b", "W6_1e3", "W6_1e6", "W6_3e7", "W7_1e3", "W7_1e6", "W7_3e7", "W8", "W9", "W10a", "W16", "W17"}
OF_LOOPS = {"W1", "W4", "W5a", "W5b", "W6_1e3", "W6_1e6", "W6_3e7", "W7_1e3", "W7_1e6", "W7_3e7", "W8", "W9", "W10a", "W10b", "W11", "W12", "W13f",
            "W16", "W17"}
SETTINGS = {  # peer -> setting -> what it can do
    "jax": {"default": STAGED, "threshold": STAGED},
    "torch": {"eager": STAGED | RECURSIVE, "compile": STAGED, "hop": WITH_OPERATORS, "script": STAGED},
    "tensorflow": {"graph": STAGED, "xla": STAGED, "eager": RECURSIVE},
    "onnxruntime": {"iobinding": IN_ONNX},
    "drjit": {"trace": OF_ELEMENTS, "freeze": OF_ELEMENTS},
    "numba": {"njit": OF_LOOPS},
}
BY_HAND = ", inverse by hand"  # W12 once more in each setting: the matrix of 2x2 inverted by its formula, which is often faster

# Those whose time depends on the number of threads.
THREADED = {"W2", "W3", "W6_1e6", "W6_3e7", "W7_1e6", "W7_3e7", "W8", "W9", "W10b", "W11", "W14"}
CLOSE, TURNS = 1.25, 5  # a peer at less than this times the target takes so many further turns
AT_LEAST_3 = {"W1", "W4", "W5a", "W5b", "W10a", "W11", "W12", "W15a", "W15c", "W15d", "W16"}
# How far answers may be from ours, as a part of them; those of float32 without a row here, 1e-5.
TOLERANCE = {"W1": 0, "W2": 1e-4, "W3": 1e-3, "W4": 1e-4, "W5a": 0, "W5b": 0, "W6_3e7": 1e-4, "W9": 3e-4, "W10a": 1e-13, "W10b": 1e-12, "W11": 1e-4,
             "W12": 1e-9, "W13f": 1e-4, "W13g": 1e-3, "W14": 1e-3, "W15a": 1e-6, "W17": 0}
ROUNDS_OF_KMEANS = 0.03  # the last points that change sides are ties but for rounding

# The limit of the size of a loop that becomes one kernel is no flag of its own in JAX.
THRESHOLD = "--xla_backend_extra_options=xla_cpu_small_while_loop_byte_threshold=1000000000"
PROBE = "import importlib.util, sys; print(*(name for name in sys.argv[1:] if importlib.util.find_spec(name)))"

# Of one measurement: its record, or the reason why there is none.
Result = collections.namedtuple("Result", "workload threads peer setting record reason")


class Unusable(Exception):
    """What was asked for cannot be measured; the message says why."""


def settings(peer, workload):
    found = [setting for setting, workloads in SETTINGS[peer].items() if workload in workloads]
    return found + [setting + BY_HAND for setting in found] if workload == "W12" else found


def plan(workloads, found, cores, quick):
    """(workload, threads) in the order of the table: one thread, and two where they matter. Briefly there is only one."""
    plans = [(workload, 1) for workload in workloads if any(settings(peer, workload) for peer in found)]
    if not quick and len(cores) > 1:
        plans += [(workload, 2) for workload, _ in plans if workload in THREADED]
    return sorted(plans, key=lambda one: workloads.index(one[0]))


def wanted(names, modules=MODULES):
    """The peers that --peers names: None where all are wanted that are installed. `modules`: peer -> the modules that it needs."""
    if names is None or names == "none":
        return None if names is None else []
    peers = names.split(",")
    for peer in peers:
        if peer not in modules:
            raise Unusable(f"--peers {peer}: no such peer; there are {', '.join(modules)}, none")
    return peers


def interpreters(given, default):
    """Their paths, as they were given: behind a link, an interpreter would not find what its environment has."""
    found = []
    for name in given or [default]:
        path = shutil.which(name)
        if path is None:
            raise Unusable(f"--python {name}: there is no such interpreter")
        found.append(os.path.abspath(path))
    return found


def find(pythons, peers, needed=MODULES):
    """The interpreter of each peer that one of them has, and a line for each that cannot be used. Fails where one was asked for by name."""
    found, left_out = {}, {}
    for python in pythons:
        modules = sorted({module for of_peer in needed.values() for module in of_peer})
        done = subprocess.run([python, "-c", PROBE, *modules], capture_output=True, text=True)
        if done.returncode != 0:
            raise Unusable(f"--python {python}: is no interpreter of Python: {(done.stderr.strip() or 'it ended with an error').splitlines()[-1]}")
        have = set(done.stdout.split())
        for peer in needed if peers is None else peers:
            missing = [module for module in needed[peer] if module not in have]
            if not missing:
                found.setdefault(peer, python)
            elif missing[0] != peer:
                left_out.setdefault(peer, f"{python} has it without {', '.join(missing)}")
    if "drjit" in found and find_llvm() is None:
        del found["drjit"]
        left_out["drjit"] = "there is no libLLVM*.so where libraries are; DRJIT_LIBLLVM_PATH names one"
    left_out = {peer: why for peer, why in left_out.items() if peer not in found}
    for peer in peers or []:
        if peer not in found:
            raise Unusable(f"--peers {peer}: {left_out.get(peer, 'it is not installed in ' + ', '.join(pythons))}")
    return found, [f"{NAMES[peer]} is left out: {why}" for peer, why in left_out.items()]


def find_llvm():
    """The library of LLVM, which Dr.Jit compiles with: what its variable says, else the newest that is installed."""
    if os.environ.get("DRJIT_LIBLLVM_PATH"):
        return os.environ["DRJIT_LIBLLVM_PATH"]
    paths = [path for folder in ("/usr/lib/llvm-*/lib", "/usr/lib/*-linux-gnu", "/usr/lib64", "/usr/local/lib") for path in glob.glob(f"{folder}/libLLVM*.so*")]

    def version(path):
        number = re.search(r"(?:llvm-|libLLVM-|libLLVM\.so\.)(\d+)", path)
        return int(number[1]) if number else 0

    return max(paths, key=version, default=ctypes.util.find_library("LLVM"))


def environment(peer, setting, threads, scratch):
    """What a worker runs with: so many threads, no accelerator, nothing that an earlier one compiled, except for headers."""
    changed = dict(os.environ)
    changed.pop("XLA_FLAGS", None)
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NPROC"):
        changed[name] = str(threads)
    changed |= {"JAX_PLATFORMS": "cpu", "CUDA_VISIBLE_DEVICES": "", "TF_CPP_MIN_LOG_LEVEL": "2", "PYTHONDONTWRITEBYTECODE": "1"}
    if peer == "jax" and setting.startswith("threshold"):
        changed["XLA_FLAGS"] = THRESHOLD
    if peer == "torch":
        # Else Linux puts both threads on one processor now and then. The folder is one for the whole run: PyTorch's compiler
        # precompiles a header there, which takes it 8 s; its graphs are compiled anew.
        changed |= {"OMP_PROC_BIND": "true", "TORCHINDUCTOR_CACHE_DIR": os.path.join(scratch, "inductor"),
                    "TORCHINDUCTOR_FX_GRAPH_CACHE": "0", "TORCHINDUCTOR_AUTOGRAD_CACHE": "0"}
    if peer == "drjit":
        changed["DRJIT_LIBLLVM_PATH"] = find_llvm() or ""
    return changed


def pinned(cores, command):
    return ["taskset", "-c", ",".join(map(str, cores)), *command]


def measure(peer, python, setting, workload, cores, quick, scratch):
    """One measurement. What fails or takes too long gives a result with a reason."""
    limit = QUICK_LIMIT_S if quick else LIMIT_S
    command = pinned(cores, [python, str(WORKER), *(["--quick"] if quick else []), peer, setting, workload, str(len(cores))])
    process = subprocess.Popen(command, env=environment(peer, setting, len(cores), scratch), cwd=scratch, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True)
    try:
        out, errors = process.communicate(timeout=limit)
        record, reason = read_record(out, errors, process.returncode)
    except subprocess.TimeoutExpired:
        record, reason = None, f"took more than {limit} s"
    finally:
        stop(process)
    return Result(workload, len(cores), peer, setting, record, reason)


def measure_all(jobs, places, quick, scratch, progress):
    """The results of (peer, interpreter, setting, workload), in that order; each runs on one of the places, which are lists of processors."""
    free = queue.SimpleQueue()
    for place in places:
        free.put(place)

    def measure_one(job):
        place = free.get()
        try:
            progress(f"{job[3]}, {len(place)} thread{'s' if len(place) > 1 else ''}, {NAMES[job[0]]} {job[2]}")
            return measure(*job, place, quick, scratch)
        finally:
            free.put(place)

    if len(places) == 1:
        return [measure_one(job) for job in jobs]
    with concurrent.futures.ThreadPoolExecutor(len(places)) as pool:
        return list(pool.map(measure_one, jobs))


def stop(process):
    """Ends a worker and the compilers that it started, should any of them run still."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.communicate()


def read_record(out, errors, status):
    """The record that a worker printed, and the reason why there is none."""
    try:
        record = json.loads(out.splitlines()[-1])
    except (IndexError, ValueError):
        lines = errors.strip().splitlines()
        ended = f"ended by signal {-status}" if status < 0 else f"ended with status {status}"
        return None, f"{ended}: {lines[-1].strip()[:150]}" if lines else ended
    return (None, record["reason"]) if record.get("reason") else (record, None)


def difference(workload, ours, theirs):
    """What differs in the answers of a peer, or None."""
    for name, value in ours.items():
        tolerance = ROUNDS_OF_KMEANS if name == "rounds" else TOLERANCE.get(workload, 1e-5)
        other = theirs.get(name)
        if other is None or value is None or not math.isclose(other, value, rel_tol=tolerance):
            return f"differs: {name} is {other if other is None else format(other, '.10g')}, ours {value if value is None else format(value, '.10g')}"
    return None


def comparisons(results, ours):
    """One for each measurement; ours: (workload, threads) -> our record."""
    found = []
    for one in results:
        mine, record = ours[one.workload, one.threads], one.record or {}
        reason = one.reason or difference(one.workload, mine["answers"], record["answers"])
        best_s = record.get("best_s")
        found.append({"workload": one.workload, "threads": one.threads, "peer": one.peer, "setting": one.setting, "best_s": best_s,
                      "median_s": record.get("median_s"), "ours_best_s": mine["best_s"], "ratio": best_s / mine["best_s"] if best_s else None,
                      "first_call_s": record.get("first_call_s"), "answers": record.get("answers"), "answers_ok": bool(one.record) and reason is None,
                      "reason": reason})
    return found


def close(results, ours):
    """(peer, setting) of the measurements of a workload that are close to its target, or do not meet it."""
    found = comparisons(results, {(one.workload, one.threads): ours for one in results})
    return {(one["peer"], one["setting"]) for one in found
            if one["answers_ok"] and one["ratio"] < CLOSE * (3 if one["workload"] in AT_LEAST_3 else 1)}


def better(results, again):
    """The results, each replaced by that of a further turn where this was faster."""
    turns = {(one.peer, one.setting): one for one in again if one.record}

    def better_of(one):
        other = turns.get((one.peer, one.setting))
        return other if other and one.record and other.record["best_s"] < one.record["best_s"] else one

    return [better_of(one) for one in results]


def versions(results):
    return {one.peer: one.record["versions"] for one in results if one.record}


def fastest(found, peer=None):
    """Of one workload: the comparison with the best time among those with the right answers, or None."""
    right = [one for one in found if one["answers_ok"] and peer in (None, one["peer"])]
    return min(right, key=lambda one: one["best_s"], default=None)


def verdict(workload, ratio):
    """The target and whether it is met."""
    if workload in AT_LEAST_3:
        return "≥ 3", "met" if ratio >= 3 else "missed"
    return "> 1", "met" if ratio > 1 else "missed"


def cell(found, peer):
    of_peer = [one for one in found if one["peer"] == peer]
    best = fastest(of_peer)
    if best:
        return f"{duration(best['best_s'])} ({best['setting']})"
    if any(one["best_s"] for one in of_peer):
        return "differs"
    return "fails" if of_peer else ""


def show(found, peer_versions):
    """A row for each workload and number of threads, then what failed, and the versions."""
    peers = [peer for peer in MODULES if any(one["peer"] == peer for one in found)]
    rows = [["workload", "threads", "ours", *(NAMES[peer] for peer in peers), "best peer / ours", "target", ""]]
    groups = {}
    for one in found:
        groups.setdefault((one["workload"], one["threads"]), []).append(one)
    for (workload, threads), group in groups.items():
        best = fastest(group)
        judged = [f"{best['ratio']:.2f}", *verdict(workload, best["ratio"])] if best else ["", "", ""]
        rows.append([workload, str(threads), duration(group[0]["ours_best_s"]), *(cell(group, peer) for peer in peers), *judged])
    show_rows(rows)
    print()
    for one in found:
        if one["reason"]:
            threads = "1 thread" if one["threads"] == 1 else f"{one['threads']} threads"
            print(f"{one['workload']}, {threads}, {NAMES[one['peer']]} {one['setting']}: {one['reason']}")
    for peer, modules in peer_versions.items():
        print(f"{NAMES[peer]}: {', '.join(f'{module} {version}' for module, version in modules.items())}")
