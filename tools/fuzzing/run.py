"""Builds batches of programs plainly and converted, runs them plainly, converted but eager, traced, and traced as native
code, and says of each program how it went. A batch is one translation unit; a program that spoils its batch is found and
judged alone."""

import copy
import os
import re
import resource
import shutil
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from write import program_text

MODES = ("plain", "eager", "traced", "native")
HARNESS = Path(__file__).resolve().parents[2] / "test" / "fuzz"  # the folder of harness.h
ERROR_LINE = re.compile(r"^(?:\S*/)?batch\.cpp:(\d+):\d+: (?:fatal )?error: (.*)$")
NOTE_LINE = re.compile(r"^(?:\S*/)?batch\.cpp:(\d+):\d+: note: ")
OPERATION_ERROR = re.compile(r"^  (invalid_argument|out_of_range) at line ", re.MULTILINE)


@dataclass
class Verdict:
    kind: str  # same, or what is wrong
    detail: str = ""  # a diagnostic's identifier, a compiler's message
    outputs: tuple = ()  # of the modes

    def failed(self):
        return self.kind != "same"

    def like(self, other):
        """Whether it is the same failure, as far as one can say."""
        return self.kind == other.kind and self.detail == other.detail


class Tools:
    """The commands to build and run a batch."""

    def __init__(self, build, compiler, work, native=1, leave_eager=None, break_traces=None):
        self.break_traces = leave_eager if break_traces is None else break_traces
        self.strict = self.break_traces is None  # what cannot be staged is an error
        self.leave_eager = leave_eager  # a number: functions run eagerly at random, when converted and when traced
        self.native = native  # one program in so many runs as native code, which LLVM makes at every first call
        self.agc = Path(build) / "bin" / "agc"
        self.library = Path(build) / "lib"
        self.include = Path(build) / "include"
        self.compiler = compiler
        self.work = Path(work)
        clang = "clang" in Path(compiler).name
        limit = "-ferror-limit=0" if clang else "-fmax-errors=0"
        # Code that may lie anywhere takes clang at -O0 a quarter longer: its fast selection of instructions gives up on it.
        self.flags = ["-std=c++20", "-O0", "-w", "-fno-pie", limit, f"-I{self.include}", f"-I{HARNESS}"]
        self.link = ["-no-pie", f"-L{self.library}", "-lag_runtime", f"-Wl,-rpath,{self.library}"]
        if clang and shutil.which("ld.lld"):
            self.link.append("-fuse-ld=lld")
        self.parsed = []  # the options with which agc finds the headers parsed
        self.spent = {}  # seconds of the processor by stage
        self.lock = threading.Lock()

    def lenient(self):
        """The same tools, where what cannot be staged runs eagerly."""
        other = copy.copy(self)
        other.strict = False
        return other

    def spend(self, stage, seconds):
        with self.lock:
            self.spent[stage] = self.spent.get(stage, 0.0) + seconds

    def run(self, stage, *arguments, **options):
        result = run(*arguments, **options)
        self.spend(stage, result.cpu)
        return result

    def prepare(self):
        """The headers, which are most of a batch's code, are compiled once, and parsed once for agc."""
        header = self.work / "headers.h"
        header.write_text('#include <ag/staging/generated.h>\n#include "harness.h"\n')
        # Clang looks for this name as well as g++.
        result = self.run("headers", [self.compiler, *self.flags, "-x", "c++-header", str(header), "-o", f"{header}.gch"], 600)
        if result.returncode != 0:
            raise RuntimeError(result.stderr)
        clang = shutil.which("clang++-19")  # whose headers agc reads: it is the same Clang
        command = [clang, "-w", "-std=c++20", "-DAG_CONVERTED=1", f"-I{self.include}", f"-I{HARNESS}", "-x", "c++-header",
                   str(HARNESS / "harness.h"), "-o", str(self.work / "harness.pch")]
        if clang and self.run("headers", command, 600).returncode == 0:
            self.parsed = ["-w", "-include-pch", str(self.work / "harness.pch")]

    def eager_flags(self):
        if self.strict:
            return ["--strict"]
        return [] if self.leave_eager is None else ["--leave-eager", str(self.leave_eager)]

    def convert(self, folder):
        return self.run("convert", [str(self.agc), "convert", "batch.cpp", "-o", "converted.cpp", *self.eager_flags(), "--", "-std=c++20",
                                    "-ferror-limit=0", f"-I{self.include}", f"-I{HARNESS}", *self.parsed], 300, folder)

    def compile(self, folder, name):
        source = {"plain": "batch.cpp", "converted": "converted.cpp"}[name]
        headers = str(self.work / "headers.h")
        return self.run(f"compile {name}", [self.compiler, *self.flags, "-include", headers, source, "-o", name, *self.link],
                        600, folder)

    def execute(self, folder, mode, numbers, limit):
        program = "./plain" if mode == "plain" else "./converted"
        arguments = ["eager"] if mode == "eager" else []
        executor = {"AG_CACHE": "off", "AG_EXECUTOR": "compiled" if mode == "native" else "interpreter"}
        executor["AG_STRICT"] = "1" if self.strict else "0"
        if self.break_traces is not None:
            executor["AG_BREAK_TRACES"] = str(self.break_traces)
        if mode == "native":
            executor["AG_GUARD_PAGES"] = "1"
        return self.run(f"run {mode}", [program, *arguments, *map(str, numbers)], limit, folder, memory=4 << 30,
                        environment=executor)


def run(command, seconds, folder=None, memory=0, environment=None):
    """A finished process, with the seconds of the processor that it took as `cpu`. `seconds` limits these; of the clock it may
    be many more, on a machine that has much to do."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=errors, preexec_fn=limit,
                                   env={**os.environ, **(environment or {})})
        timer = threading.Timer(30 * seconds, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (out, errors):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
    result = subprocess.CompletedProcess(command, process.returncode, *texts)
    result.cpu = usage.ru_utime + usage.ru_stime
    return result


def placed_errors(text):
    """(line, message) of each error in the batch; of one in a header, the line that a note behind it names."""
    waiting = None
    for line in text.splitlines():
        if placed := ERROR_LINE.match(line):
            waiting = None
            yield placed.groups()
        elif ": error: " in line:
            waiting = line.split(": error: ")[1]
        elif waiting and (note := NOTE_LINE.match(line)):
            yield note.group(1), waiting
            waiting = None


def batch_text(programs):
    """The text of a translation unit, and the line after the last one of each program."""
    text = '#include "harness.h"\nusing ag::Tensor;\n'
    ends = []
    for number, program in programs:
        text += f"namespace p{number} {{\n{program_text(program)}}}\n"
        ends.append(text.count("\n"))
    rows = ", ".join(f"{{{number}, p{number}::run}}" for number, _ in programs)
    return text + f"int main(int argc, char** argv) {{ return fuzz::run(argc, argv, {{{rows}}}); }}\n", ends


class Batch:
    """Some programs, judged together as far as that goes."""

    def __init__(self, tools, programs):
        self.tools = tools
        self.programs = programs
        self.left = list(enumerate(programs))
        self.verdicts = {}

    def judge(self):
        with tempfile.TemporaryDirectory(dir=self.tools.work) as folder:
            self.folder = Path(folder)
            if self.build():
                self.compare()
        if self.tools.strict:
            self.judge_eager()
        return [self.verdicts[k] for k in sorted(self.verdicts)]

    def judge_eager(self):
        """What is not wholly staged is judged once more as users have it: a part of it runs eagerly, and it must agree."""
        kinds = ("is refused", "differs when it is traced")
        again = [number for number, verdict in self.verdicts.items() if verdict.kind in kinds]
        found = Batch(self.tools.lenient(), [self.programs[number] for number in again]).judge() if again else []
        for number, verdict in zip(again, found):
            strict = self.verdicts[number]
            if not verdict.failed():
                self.verdicts[number] = Verdict("is refused", strict.detail, strict.outputs)
            elif strict.kind == "is refused":
                self.verdicts[number] = verdict

    def write(self):
        text, self.ends = batch_text(self.left)
        (self.folder / "batch.cpp").write_text(text)

    def step(self, what, action, short):
        """One step of the build, which either succeeds, or judges programs and leaves them out."""
        result = action()
        if result.returncode == 0:
            return True
        guilty = {}
        for line, message in placed_errors(result.stderr):
            index = next((k for k, end in enumerate(self.ends) if int(line) <= end), None)
            if index is not None:
                guilty.setdefault(self.left[index][0], short(message))
        if guilty:
            for number, detail in guilty.items():
                self.verdicts[number] = Verdict(what, detail, (result.stderr[:4000],))
            self.left = [(n, p) for n, p in self.left if n not in guilty]
        else:
            self.separately(what, result)
        return False

    def separately(self, what, result):
        """Nobody is named: halves of the batch are tried, down to single programs."""
        if len(self.left) == 1:
            detail = "crash" if result.returncode < 0 or result.returncode > 1 else "unplaced"
            self.verdicts[self.left[0][0]] = Verdict(what, detail, (result.stderr[:4000],))
            return
        middle = len(self.left) // 2
        for half in (self.left[:middle], self.left[middle:]):
            found = Batch(self.tools, [p for _, p in half]).judge()
            self.verdicts.update({number: verdict for (number, _), verdict in zip(half, found)})
        self.left = []

    def build(self):
        """Whether programs are left, and are built; from the start again without those that cannot be."""
        tools = self.tools
        steps = (("is refused", lambda: tools.convert(self.folder),
                  lambda message: (re.findall(r"\[([\w-]+)\]$", message) or [message])[-1]),
                 ("is converted to what does not compile", lambda: tools.compile(self.folder, "converted"),
                  lambda message: re.sub(r"'[^']*'|p\d+|\d+", "", message)),
                 ("is no C++", lambda: tools.compile(self.folder, "plain"),
                  lambda message: re.sub(r"'[^']*'", "", message)))
        while self.left:
            self.write()
            if all(self.step(*step) for step in steps):
                return True
        return False

    def outputs(self, mode):
        """The text that each program writes in a mode; of native code for a part of the programs."""
        numbers = [number for number, _ in self.left]
        if mode == "native":
            numbers = numbers[::self.tools.native]
        result = self.tools.execute(self.folder, mode, numbers, 120)
        texts = sections(result.stdout)
        if result.returncode == 0:
            return texts
        # The last one that began is the one that did not survive; those after it are run by themselves.
        for number in numbers:
            if number in texts and number != max(texts, key=numbers.index):
                continue
            alone = self.tools.execute(self.folder, mode, [number], 20)
            end = "" if alone.returncode == 0 else f"ended with {alone.returncode}\n"
            texts[number] = sections(alone.stdout).get(number, "") + end
        return texts

    def compare(self):
        by_mode = {mode: self.outputs(mode) for mode in MODES}
        compiled = {number for number, _ in self.left[::self.tools.native]}
        for number, program in self.left:
            plain, eager, traced = (by_mode[mode].get(number, "") for mode in MODES[:3])
            native = by_mode["native"].get(number, "")
            if number not in compiled:
                native = traced
            outputs = (plain, eager, traced, native)
            if "ended with" in plain:
                kind, first, second = "does not end well even plainly", plain, "end"
            elif eager != plain:
                kind, first, second = "differs when it runs eagerly", plain, eager
            elif not agrees(plain, traced, bool(program.globals)):
                kind, first, second = "differs when it is traced", plain, traced
            elif native != traced:
                kind, first, second = "differs when it is native code", traced, native
            else:
                kind, first, second = "same", "", ""
            self.verdicts[number] = Verdict(kind, first_difference(first, second), outputs)


def first_difference(first, second):
    """What kind of line differs first."""
    for a, b in zip(first.splitlines() + ["end"], second.splitlines() + ["end"]):
        if a != b:
            return f"{shape_of_line(a)} / {shape_of_line(b)}"
    return ""


def agrees(plain, traced, remembers=False):
    """Whether a graph did what the plain program did. Of an operation whose result nobody needs a graph leaves out the
    error as well: where the plain program ends with such an error, any outcome is right; and any outcome of the calls
    behind it, if variables outside remember it."""
    calls = [text.split("call\n") for text in (plain, traced)]
    if len(calls[0]) != len(calls[1]):
        return False
    for a, b in zip(*calls):
        failed = OPERATION_ERROR.search(a)
        if failed and remembers:
            return True
        if a != b and not failed:
            return False
    return True


def shape_of_line(line):
    """An output without its numbers and texts, so that a smaller program can fail alike."""
    if line.startswith("  ") and " at line " in line:
        return re.sub(r"\d+", "", line.split(" at line ")[0].strip() + ":" + line.split(": ", 1)[1])[:60]
    return line.split()[0] if line.split() else ""


def sections(text):
    """What each program wrote. The sign of a NaN says nothing, and is that of another operand in other code."""
    text = re.sub(r"-nan\b", "nan", text)
    found = {}
    current = None
    for line in text.splitlines(keepends=True):
        match = re.match(r"# (\d+)$", line)
        if match:
            current = int(match.group(1))
            found[current] = ""
        elif current is not None:
            found[current] += line
    return found


def judge_all(tools, programs, batch_size):
    """The verdict of each program, in order."""
    chunks = [programs[k:k + batch_size] for k in range(0, len(programs), batch_size)]
    return [verdict for chunk in chunks for verdict in Batch(tools, chunk).judge()]
