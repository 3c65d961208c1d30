"""Times array programs in a peer, for tools/bench --arrays.

usage: array_worker.py PEER

Reads requests from standard input, one in a line, and answers each with a line of JSON:

    prepare GROUP PROGRAM SIZE    the first call: its seconds and its answers, or the reason why there are none
    sample SECONDS                samples of the time of a call, for about that long
    versions                      the versions of the modules
"""

import importlib
import json
import math
import os
import sys
import time

import array_inputs as inputs

SAMPLE_S = 0.002


def plain(function, arguments):
    return lambda: function(*arguments)


def compiled_by_jax(function, arguments):
    """Numbers are constants of the compiled function; arrays are on the device before it is timed."""
    import jax
    numbers = tuple(k for k, one in enumerate(arguments) if isinstance(one, int))
    function = jax.jit(function, static_argnums=numbers)
    arguments = [one if isinstance(one, int) else jax.device_put(one) for one in arguments]
    return lambda: jax.block_until_ready(function(*arguments))


def prepare(peer, group, program, size):
    function = getattr(importlib.import_module(f"{peer}_{group}"), program)
    return (compiled_by_jax if peer == "jax" else plain)(function, inputs.make(program, size))


def versions(peer):
    return {name: importlib.import_module(name).__version__ for name in sorted({peer, "numpy"})}


def seconds(call, calls=1):
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return time.perf_counter() - start


def first_call(call):
    start = time.perf_counter()
    result = call()
    first_call_s = time.perf_counter() - start
    answers = {name: value if math.isfinite(value) else None for name, value in inputs.answers(result).items()}
    return {"first_call_s": first_call_s, "answers": answers}


def samples(call, calls, wanted_s):
    found, total_s = [], 0.0
    while total_s < wanted_s:
        took = seconds(call, calls)
        found.append(took / calls)
        total_s += took
    return {"samples_s": found}


def calls_per_sample(call):
    calls = 1
    while (took := seconds(call, calls)) < SAMPLE_S:
        calls = max(2 * calls, round(SAMPLE_S * calls / took))
    return calls


def short(error):
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0] if lines else 'no message'}"[:200]


def main():
    peer = sys.argv[1]
    # Output of a peer is kept apart from the answers.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    if peer == "jax":
        import jax
        jax.config.update("jax_enable_x64", True)
    call, calls = None, 0
    for line in sys.stdin:
        request, *words = line.split()
        try:
            if request == "prepare":
                call, calls = prepare(peer, words[0], words[1], int(words[2])), 0
                answer = first_call(call)
            elif request == "sample":
                calls = calls or calls_per_sample(call)
                answer = samples(call, calls, float(words[0]))
            else:
                answer = versions(peer)
        except Exception as error:  # any failure of a peer is reported
            answer = {"reason": short(error)}
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
