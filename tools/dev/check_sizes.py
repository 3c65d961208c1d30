#!/usr/bin/env python3
"""Checks the size of hand-written files and of folders.

A file above 400 lines is a warning, above 500 an error: a file is about one thing. A folder of a library has at most 30 base
names (a header and its source count once): a folder is about one thing, too.
"""

import re
import sys

from project_files import TOP_FOLDERS, arguments, finish, project_files, read

WARN = 400
FAIL = 500
MOST_BASE_NAMES = 30
# Larger folders, and their number of base names: a list that only shrinks.
LARGE_FOLDERS = {
    "runtime/include/ag": 38,
    "runtime/include/ag/staging": 39,
    "runtime/ops": 45,
}
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


def folder_errors(files):
    stems = {}
    for path in files:
        if path.parts[0] in ("lib", "runtime") and path.suffix in (".h", ".cpp", ".def"):
            stems.setdefault(str(path.parent), set()).add(path.stem)
    names = {str(path) for path in files}
    for folder in sorted(set(stems) | set(LARGE_FOLDERS)):
        count = len(stems.get(folder, ()))
        allowed = LARGE_FOLDERS.get(folder, MOST_BASE_NAMES)
        if count > allowed:
            yield f"{folder}: {count} base names, at most {allowed}; split it where it is about a second thing"
        elif folder in LARGE_FOLDERS and count < allowed and f"{folder.split('/')[0]}/CMakeLists.txt" in names:
            yield f"tools/dev/check_sizes.py: {folder} has {count} base names, and LARGE_FOLDERS allows {allowed}; lower it"


def main():
    options = arguments(__doc__)
    files = project_files(options.root)
    errors, count, largest = list(folder_errors(files)), 0, 0
    for path in files:
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
