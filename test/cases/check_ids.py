#!/usr/bin/env python3
"""Compares ids.txt with the names of the tests: a case that is covered has a test, and every other has a reason.

The tests are those beside ids.txt, those of other folders that carry an id in their name, and golden cases that begin a
comment line with one ("// DI-04: …").
"""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).parent
TESTS = FOLDER.parent
ID = re.compile(r"\b[A-Z]{2}-\d{2}\b")
LINE = re.compile(r"([A-Z]{2}-\d{2}) (covered|not applicable: .+|later: .+)")


def main():
    tested = set()
    for path in [*TESTS.glob("cases/*.cpp"), *TESTS.glob("lib/**/*.cpp"), *TESTS.glob("runtime/**/*.cpp")]:
        for name in re.findall(r'TEST_CASE\(\s*"([^"]*)"', path.read_text(encoding="utf-8")):
            tested.update(ID.findall(name))
    for path in TESTS.glob("golden/transform/**/input.cpp"):
        for line in re.findall(r"^// ((?:[A-Z]{2}-\d{2}(?:, | and )?)+):", path.read_text(encoding="utf-8"), re.MULTILINE):
            tested.update(ID.findall(line))
    errors, stated = [], {}
    for number, line in enumerate((FOLDER / "ids.txt").read_text(encoding="utf-8").splitlines(), 1):
        found = LINE.fullmatch(line)
        if not found:
            errors.append(f"ids.txt:{number}: not '<id> covered', '<id> not applicable: <reason>' or '<id> later: <what>'")
        elif found[1] in stated:
            errors.append(f"ids.txt:{number}: {found[1]} stands here twice")
        else:
            stated[found[1]] = found[2]
    errors += [f"{case} is covered, says ids.txt, and no test has its name" for case, state in stated.items()
               if state == "covered" and case not in tested]
    errors += [f"{case} has a test, and ids.txt does not say that it is covered" for case in sorted(tested)
               if stated.get(case) != "covered"]
    for error in errors:
        print(error)
    counts = {state: sum(text.startswith(state) for text in stated.values()) for state in ("covered", "not", "later")}
    print(f"{len(stated)} cases: {counts['covered']} covered, {counts['not']} not applicable, {counts['later']} later")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
