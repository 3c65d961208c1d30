"""What ag costs the user's compiler: the header, the conversion, and the code that comes out of it. Each against the same
compiler without it."""

import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

HEADER_LIMIT_S = 1.0
HEADER_RATIO_LIMIT = 3.0  # times the reading of STANDARD_HEADERS
CONVERSION_LIMIT = 1.3  # times the compiler's own reading of the file
GENERATED_LIMIT = 1.5  # times the compilation of the file as it was written
LARGE_FILE_FUNCTIONS = 60
PROGRAMS = ("jacobi", "lbfgs", "needleman_wunsch", "nelder_mead", "quadrature", "runge_kutta")

STANDARD_HEADERS = ("vector", "string", "iostream")

LARGE_FILE_FUNCTION = """
AG_FUNCTION ag::Tensor settle_{k}(ag::Tensor x, ag::Tensor limit) {{
  ag::Tensor steps = 0;
  while (ag::max(ag::abs(x)) > limit) {{
    if (ag::sum(x) > {k}) {{
      x = x / 2;
    }} else {{
      x = ag::tanh(x) * 0.5;
    }}
    steps += 1;
    if (steps > 100) break;
  }}
  for (ag::Tensor row : x) {{
    if (ag::any(row < 0)) continue;
    limit = limit + ag::mean(row);
  }}
  return steps + limit;
}}
"""


def measure(root, build, quick, progress):
    runs = 1 if quick else 7
    include = root / "runtime" / "include"
    compilers = [name for name in ("g++", "clang++-19") if shutil.which(name)]
    with tempfile.TemporaryDirectory(prefix="ag_bench_") as folder:
        scratch = pathlib.Path(folder)
        (scratch / "empty.cpp").write_text("")
        (scratch / "header.cpp").write_text("#include <ag/ag.h>\n")
        (scratch / "standard.cpp").write_text("".join(f"#include <{name}>\n" for name in STANDARD_HEADERS))
        costs = [cost for compiler in compilers for cost in header_costs(compiler, scratch, include, runs, progress)]
        if "clang++-19" in compilers:
            large = scratch / "large.cpp"
            large.write_text("#include <ag/ag.h>\n" + "".join(
                LARGE_FILE_FUNCTION.format(k=k) for k in range(LARGE_FILE_FUNCTIONS)))
            sources = [root / "examples" / name / f"{name}.cpp" for name in ("kmeans", "fizzbuzz")] + [large]
            costs += [conversion_cost(build / "bin" / "agc", source, include, scratch, runs, progress)
                      for source in sources]
        programs = [root / "test" / "programs" / f"{name}.cpp" for name in PROGRAMS[: 1 if quick else None]]
        costs += [generated_cost(compiler, build / "bin" / "agc", programs, include, scratch, min(runs, 3), progress)
                  for compiler in compilers]
    return costs


def processor_seconds(command):
    """Of a command and its children: what other programs on the machine do counts less than in the time on the clock."""
    done = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = done.stderr.read()
    _, status, usage = os.wait4(done.pid, 0)
    done.returncode = os.waitstatus_to_exitcode(status)
    done.stderr.close()
    if done.returncode != 0:
        sys.exit(f"tools/bench: {' '.join(map(str, command))}: {errors.decode(errors='replace').strip()}")
    return usage.ru_utime + usage.ru_stime


def by_turns(commands, runs, what, progress):
    """The seconds of each command, in `runs` rounds."""
    times = [[] for _ in commands]
    for turn in range(runs + 1):
        progress(f"{what}, round {turn + 1} of {runs + 1}")
        for command, list_of_times in zip(commands, times):
            list_of_times.append(processor_seconds(command))
    return [list_of_times[1:] for list_of_times in times]  # the first round reads the files into memory


def header_costs(compiler, scratch, include, runs, progress):
    """In seconds, and as a multiple of standard headers that most programs include."""
    command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{include}"]
    what = f"including <ag/ag.h>, {compiler}"
    empty, standard, header = by_turns(
        [command + [scratch / f"{name}.cpp"] for name in ("empty", "standard", "header")], runs, what, progress)

    def seconds(times, one_of):
        return one_of(times) - one_of(empty)

    def ratio(one_of):
        return seconds(header, one_of) / seconds(standard, one_of)

    standard_headers = ", ".join(f"<{name}>" for name in STANDARD_HEADERS)
    return [{"cost": f"header_{compiler}", "what": what, "value": seconds(header, statistics.median),
             "best": seconds(header, min), "limit": HEADER_LIMIT_S, "unit": "s"},
            {"cost": f"header_ratio_{compiler}", "what": f"including <ag/ag.h> / {standard_headers}, {compiler}",
             "value": ratio(statistics.median), "best": ratio(min), "limit": HEADER_RATIO_LIMIT, "unit": "ratio"}]


def conversion_cost(agc, source, include, scratch, runs, progress):
    flags = ["-std=c++20", f"-I{include}"]
    plain = ["clang++-19", "-fsyntax-only", *flags, source]
    convert = [agc, "convert", source, "-o", scratch / "converted.cpp", "--", *flags]
    what = f"agc convert {source.name} / clang++-19 -fsyntax-only"
    read, converted = by_turns([plain, convert], runs, what, progress)
    return {"cost": f"conversion_{source.stem}", "what": what,
            "value": statistics.median(converted) / statistics.median(read), "best": min(converted) / min(read),
            "limit": CONVERSION_LIMIT, "unit": "ratio"}


def generated_cost(compiler, agc, sources, include, scratch, runs, progress):
    """Of all the files together: each has its own mix of code that changes and code that stays."""
    flags = ["-std=c++20", f"-I{include}"]
    what = f"compiling what agc convert wrote / the file as it was, {compiler} -O2"
    commands = []
    for source in sources:
        converted = scratch / f"{source.stem}.cpp"
        processor_seconds([agc, "convert", source, "-o", converted, "--", *flags])
        for file in (source, converted):
            commands.append([compiler, "-O2", *flags, f"-I{source.parent}", "-c", file, "-o", scratch / "object.o"])
    times = by_turns(commands, runs, what, progress)

    def ratio(one_of):
        return sum(map(one_of, times[1::2])) / sum(map(one_of, times[0::2]))

    return {"cost": f"generated_{compiler}", "what": what, "value": ratio(statistics.median), "best": ratio(min),
            "limit": GENERATED_LIMIT, "unit": "ratio"}
