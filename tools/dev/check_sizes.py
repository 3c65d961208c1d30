#!/usr/bin/env python3
"""Checks the size of hand-written files: above 400 lines is a warning, above 500 an error. A file is about one thing."""

import re
import sys

from project_files import TOP_FOLDERS, arguments, finish, project_files, read

WARN = 400
FAIL = 500
SOURCES = {".cpp", ".h", ".def", ".py", ".cmake", ".sh", ".in"}
EXCLUDED = re.compile(r"^test/golden/|/data/|_generated\.|/reference_values/")


def is_source(root, path):
    if path.parts[0] not in TOP_FOLDERS or EXCLUDED.search(str(path)):
        return False
    if path.suffix in SOURCES or path.name == "CMakeLists.txt":
        return True
    if path.suffix:
        return False
    with open(root / path, "rb") as file:
        return file.read(2) == b"#!"


def main():
    options = arguments(__doc__)
    errors, count, largest = [], 0, 0
    for path in project_files(options.root):
        if not is_source(options.root, path):
            continue
        count += 1
        lines = len(read(options.root, path).splitlines())
        largest = max(largest, lines)
        if lines > FAIL:
            errors.append(f"{path}: {lines} lines, at most {FAIL}; split it where it is about a second thing")
        elif lines > WARN:
            print(f"{path}: warning: {lines} lines, aim for at most {WARN}")
    return finish("check_sizes", f"{count} files, the largest has {largest} lines", errors)


if __name__ == "__main__":
    sys.exit(main())
