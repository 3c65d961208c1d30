"""A run through many programs: which were judged, which of them failed, and what it cost. A journal holds it line by line, so
that a run that was stopped goes on where it was."""

import json
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from generate import generate
from run import MODES, Batch
from write import program_text


@dataclass(frozen=True)
class Failure:
    number: int  # of the program
    kind: str
    detail: str


class Journal:
    """What is known of the programs of a run. `what` says which programs these are; another journal is refused."""

    def __init__(self, path, what):
        self.path = Path(path) if path else None
        self.done, self.failures, self.programs, self.calls = set(), [], 0, 0
        if self.path and self.path.exists():
            lines = [json.loads(line) for line in self.path.read_text().splitlines()]
            if not lines or lines[0] != what:
                raise ValueError(f"{path} is of another run: {lines[0] if lines else 'nothing'}")
            for line in lines[1:]:
                self.take(**line)
        elif self.path:
            self.path.write_text(json.dumps(what) + "\n")

    def take(self, first, count, calls, failures):
        self.done.add(first)
        self.programs += count
        self.calls += calls
        self.failures += [Failure(**failure) for failure in failures]

    def add(self, first, count, calls, failures):
        line = {"first": first, "count": count, "calls": calls, "failures": [asdict(failure) for failure in failures]}
        self.take(**line)
        if self.path:
            with self.path.open("a") as out:
                out.write(json.dumps(line) + "\n")


class Progress:
    """On a terminal one line that changes; elsewhere one now and then."""

    def __init__(self, count, before):
        self.count, self.before, self.began, self.said = count, before, time.monotonic(), 0.0

    def say(self, journal, cost):
        now = time.monotonic()
        done = journal.programs - self.before
        left = (now - self.began) / max(done, 1) * (self.count - journal.programs) / 60
        text = f"{journal.programs} of {self.count} programs, {len(journal.failures)} failures, {cost:.2f} s of CPU each, {left:.0f} min left"
        if sys.stdout.isatty():
            end = "\n" if journal.programs == self.count else ""
            print(f"\r\033[K{text}", end=end, flush=True)
        elif now - self.said > 30 or journal.programs == self.count:
            self.said = now
            print(text, flush=True)


def keep(folder, program, ending):
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        name = program.name.replace(",", "").replace(" ", "_")
        (Path(folder) / f"{name}{ending}.cpp").write_text(program_text(program))


def judge_range(tools, journal, seed, features, numbers, batch, jobs, kept=None):
    """Judges the programs of a seed that the journal does not have; whether it came to the end."""
    before = journal.programs
    lock = threading.Lock()
    chunks = [numbers[k:k + batch] for k in range(0, len(numbers), batch)]
    progress = Progress(len(numbers), before)

    def judge(chunk):
        began = time.thread_time()
        programs = [generate(seed, number, features) for number in chunk]
        tools.spend("generate", time.thread_time() - began)
        verdicts = Batch(tools, programs).judge()
        failures = [Failure(number, v.kind, v.detail) for number, v in zip(chunk, verdicts) if v.failed()]
        calls = sum(v.outputs[0].splitlines().count("call") for v in verdicts if len(v.outputs) == len(MODES))
        with lock:
            journal.add(chunk[0], len(chunk), calls, failures)
            for program, verdict in zip(programs, verdicts):
                if verdict.failed():
                    keep(kept, program, "")
            progress.say(journal, sum(tools.spent.values()) / max(journal.programs - before, 1))

    pool = ThreadPoolExecutor(max_workers=jobs)
    try:
        for _ in pool.map(judge, [chunk for chunk in chunks if chunk[0] not in journal.done]):
            pass
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        return False
    pool.shutdown()
    return True


def cost_table(tools, programs):
    """What the stages took, in milliseconds of the processor for each program."""
    once = tools.spent.get("headers", 0.0)
    rows = [(stage, seconds) for stage, seconds in tools.spent.items() if stage != "headers"]
    each = ", ".join(f"{stage} {1000 * seconds / programs:.1f}" for stage, seconds in rows)
    total = 1000 * sum(seconds for _, seconds in rows) / programs
    return f"CPU: {total:.0f} ms a program ({each}), and {once:.1f} s for the headers"
