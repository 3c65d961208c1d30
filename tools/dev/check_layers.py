#!/usr/bin/env python3
"""Checks which file includes which: the table below is the architecture, an include against it is an error.

Folders of lib/ and runtime/ are layers, and an include never points upward. A public header <ag/…> belongs to the folder
that implements it. lib/ and runtime/ never include each other. Third-party headers stay in the places named here. A row of
the tables without a file is an error too, and so is a difference from docs/design/architecture.md.
"""

import pathlib
import re
import sys

from project_files import arguments, finish, project_files, read

# folder -> folders that it may include (and what those may include)
LIB = {
    "diag": [],
    "agc": ["diag"],  # the public headers lib/include/agc: plain values
    "model": ["diag"],
    "parse/session": ["model", "agc"],  # runs Clang
    "parse/queries": ["parse/session"],  # asks its tree
    "parse/build": ["parse/queries"],  # builds the model
    "analysis": ["model"],
    "emit": ["analysis", "agc"],
    "convert": ["emit"],
    "explain": ["emit"],
    "transform": ["parse/build", "convert", "emit", "explain"],
}
RUNTIME = {
    "base": [],
    "device": ["base"],  # devices and their drivers: no tensors
    "tensor": ["device"],
    "graph": ["tensor"],
    "kernel": ["graph"],  # host kernels and type rules take the contexts that op_def.h declares
    "program": ["graph", "kernel"],  # the loop IR
    "program_passes": ["program"],
    "device_plan": ["program"],  # programs become kernels and steps of the host
    "lower": ["program_passes", "program"],  # graphs become programs
    "llvm": ["device_plan", "program_passes", "program"],  # programs become machine code: the shared object of the code generator
    "exec": ["lower", "graph"],
    "trace": ["exec", "graph"],
    "ops": ["trace", "graph", "kernel"],
    "staging": ["ops", "trace"],
    "grad": ["staging", "ops", "trace"],  # variables, and numbers that became symbolic
    "passes/analysis": ["ops", "graph"],
    "passes": ["passes/analysis"],
    "function": ["staging", "passes", "grad", "trace", "exec"],
    "data": ["function"],
    "umbrella": ["data"],  # no folder: the headers that include all others
}
# Interfaces in C of the runtime, for programs that open it at run time.
C_INTERFACES = {"runtime/include/ag/detail/device_report.h"}
# Headers of the C library that public headers include where they are there.
C_LIBRARY = {"sys/single_threaded.h"}
# public header of the runtime -> folder that implements it
PUBLIC = {
    "ag.h": "umbrella",
    "annotations.h": "base",
    "callable.h": "function",
    "cancellation.h": "exec",
    "concrete_function.h": "function",
    "convolution.h": "ops",
    "dataset.h": "data",
    "detail/arg.h": "tensor",
    "detail/call_type.h": "function",
    "detail/called_object.h": "function",
    "detail/dataset_row.h": "data",
    "detail/dtypes.def": "tensor",
    "detail/eager_call.h": "function",
    "detail/device_report.h": "device",
    "detail/export.h": "base",
    "detail/function_ref.h": "base",
    "detail/ops.def": "ops",
    "detail/pimpl.h": "base",
    "detail/root.h": "staging",
    "detail/signature.h": "function",
    "detail/small_vector.h": "base",
    "detail/structure.h": "staging",
    "detail/tensor_only.h": "function",
    "detail/text_rows.h": "data",
    "detail/traced_function.h": "function",
    "detail/untyped_call.h": "function",
    "device.h": "device",
    "dlpack.h": "tensor",
    "dtype.h": "tensor",
    "effects.h": "staging",
    "enumerate.h": "staging",
    "error.h": "base",
    "function.h": "function",
    "generator.h": "staging",
    "gradient.h": "grad",
    "graph.h": "graph",
    "higher_order.h": "staging",
    "host_call.h": "function",
    "index.h": "tensor",
    "io.h": "tensor",
    "jacobian.h": "grad",
    "literal.h": "ops",
    "loop_options.h": "staging",
    "module.h": "staging",
    "ops.h": "ops",
    "profiler.h": "exec",
    "range.h": "staging",
    "retrace.h": "function",
    "save.h": "function",
    "shape.h": "tensor",
    "staging/algorithm.h": "staging",
    "staging/bits.h": "staging",
    "staging/compare_members.h": "staging",
    "staging/complex.h": "staging",
    "staging/const_span.h": "staging",
    "staging/cxx.h": "staging",
    "staging/deferred.h": "function",
    "staging/dynamic_staged.h": "staging",
    "staging/element.h": "staging",
    "staging/external.h": "staging",
    "staging/function_choice.h": "staging",
    "staging/generated.h": "umbrella",
    "staging/item.h": "staging",
    "staging/lending.h": "staging",
    "staging/lists/list.h": "staging",
    "staging/lists/list_adapters.h": "staging",
    "staging/lists/list_algorithm.h": "staging",
    "staging/lists/list_columns.h": "staging",
    "staging/lists/list_iterator.h": "staging",
    "staging/lists/list_order.h": "staging",
    "staging/lists/list_partial_sort.h": "staging",
    "staging/lists/list_tensors.h": "staging",
    "staging/loops.h": "staging",
    "staging/number.h": "staging",
    "staging/optional.h": "staging",
    "staging/ordering.h": "staging",
    "staging/output.h": "staging",
    "staging/overlap.h": "staging",
    "staging/place.h": "staging",
    "staging/plain.h": "staging",
    "staging/pointer.h": "staging",
    "staging/recursive.h": "function",
    "staging/lists/row.h": "staging",
    "staging/shape_argument.h": "staging",
    "staging/lists/sorted_containers.h": "staging",
    "staging/staged.h": "staging",
    "staging/staged_function.h": "staging",
    "staging/staged_functor.h": "staging",
    "staging/staged_map.h": "staging",
    "staging/staged_range.h": "staging",
    "staging/staged_ranges.h": "staging",
    "staging/staged_variant.h": "staging",
    "staging/staging.h": "staging",
    "staging/state.h": "staging",
    "staging/stateful_lambda.h": "staging",
    "staging/switch.h": "staging",
    "staging/symbolic_ops.h": "staging",
    "staging/texts/staged_string.h": "staging",
    "staging/texts/staged_text.h": "data",
    "staging/traced.h": "function",
    "staging/traced_callable.h": "function",
    "swap.h": "tensor",
    "tensor.h": "tensor",
    "tensor_array.h": "staging",
    "text.h": "data",
    "threads.h": "base",
    "tracing.h": "staging",
    "variable.h": "tensor",
}
# first folder of a third-party include -> where it may stand (regular expression on the including path)
THIRD_PARTY = {
    "clang": r"lib/parse/",
    "clang-c": r"lib/parse/",
    "llvm": r"lib/parse/|runtime/llvm/",
    "lld": r"runtime/llvm/object_file\.cpp$",
    "nlohmann": r"lib/diag/render_(json|sarif)\.cpp$|lib/explain/render_json\.cpp$|lib/emit/source_map\.cpp$|lib/parse/session/compile_commands\.cpp$"
    r"|runtime/function/saved_(file|function)\.cpp$|runtime/tensor/safetensors\.cpp$|tools/agc/devices_command\.cpp$|test/",
    "CLI": r"tools/agc/",
    "dnnl.hpp": r"runtime/kernel/convolution/onednn/",
    "fmt": r"[^/]*/.*\.cpp$",
    "catch2": r"test/support/",
}
DOCUMENT = "docs/design/architecture.md"
DOCUMENT_ROW = re.compile(r"^\| `(lib|runtime)/([\w/]+)`.*\|([^|]*)\|$", re.MULTILINE)
# file in generated or golden text, whose includes are a user's
EXCLUDED = re.compile(r"^(test/golden/|test/package/|test/e2e/|test/docs/|examples/)")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:<([^>]+)>|"([^"]+)")', re.MULTILINE)


def closure(table):
    """folder -> every folder it may include; the table is listed bottom up, so one pass does."""
    reach = {}
    for folder, below in table.items():
        reach[folder] = {folder}
        for other in below:
            if other not in reach:
                raise ValueError(f"the table is not sorted bottom up: {folder} names {other}")
            reach[folder] |= reach[other]
    return reach


class Checker:
    def __init__(self, root):
        self.root = root
        self.reach = {"lib": closure(LIB), "runtime": closure(RUNTIME)}
        self.errors = []
        self.includes = 0
        self.files = 0
        self.used = {"lib": set(), "runtime": set()}  # the layers with a file of their own; a public header alone is none

    def place(self, path):
        """(library, folder) of a file in lib or runtime; a public header is in the folder that implements it."""
        parts = path.parts
        if parts[:3] == ("runtime", "include", "ag"):
            return "runtime", PUBLIC.get("/".join(parts[3:]))
        if parts[:3] == ("lib", "include", "agc"):
            return "lib", "agc"
        if parts[0] in ("lib", "runtime") and len(parts) > 2:
            inner = "/".join(parts[1:3])
            return parts[0], inner if inner in self.reach[parts[0]] else parts[1]
        return None, None

    def target(self, path, name):
        """The project file that an include means, or None for the standard library and third parties."""
        for base in (path.parent, pathlib.PurePosixPath(path.parts[0]), pathlib.PurePosixPath("lib"), pathlib.PurePosixPath("runtime"),
                     pathlib.PurePosixPath("lib/include"), pathlib.PurePosixPath("runtime/include"), pathlib.PurePosixPath("test")):
            candidate = base / name
            if (self.root / candidate).is_file():
                return candidate
        return None

    def error(self, path, text, position, message):
        line = text.count("\n", 0, position) + 1
        self.errors.append(f"{path}:{line}: {message}")

    def check_file(self, path):
        text = read(self.root, path)
        library, folder = self.place(path)
        if library and folder not in self.reach[library]:
            where = "PUBLIC" if path.parts[1] == "include" else library.upper()
            self.errors.append(f"{path}:1: not in the table; add it to {where} in tools/dev/check_layers.py")
            return
        self.files += 1
        if library and (path.parts[1] != "include" or folder in ("agc", "umbrella")):
            self.used[library].add(folder)
        for match in INCLUDE.finditer(text):
            self.includes += 1
            name = match.group(1) or match.group(2)
            target = self.target(path, name)
            if target is None:
                self.check_third_party(path, text, match.start(), name)
                continue
            self.check_project(path, text, match.start(), library, folder, target)

    def check_rows(self):
        """Each row of the tables has a file. A tree without the library's CMakeLists.txt is a part of the project."""
        for library, table, name in (("lib", LIB, "LIB"), ("runtime", RUNTIME, "RUNTIME")):
            if not (self.root / library / "CMakeLists.txt").is_file():
                continue
            for folder in sorted(set(table) - self.used[library]):
                self.errors.append(f"tools/dev/check_layers.py: {name} has a row for {folder}, which has no file; remove it")
        if (self.root / "runtime/CMakeLists.txt").is_file():
            for header in PUBLIC:
                if not (self.root / "runtime/include/ag" / header).is_file():
                    self.errors.append(f"tools/dev/check_layers.py: PUBLIC has a row for ag/{header}, which does not exist; remove it")

    def check_document(self):
        """The tables of the document have a row for each layer, with the same permitted includes."""
        if not (self.root / DOCUMENT).is_file():
            return
        text, described = read(self.root, DOCUMENT), set()
        tables = {"lib": LIB, "runtime": RUNTIME}
        for match in DOCUMENT_ROW.finditer(text):
            library, folder, listed = match.groups()
            _, layer = self.place(pathlib.PurePosixPath(library, folder, "a.h"))
            described.add((library, layer))
            wanted = set(tables[library].get(layer, ()))
            if not (self.root / library / folder).is_dir():
                self.error(DOCUMENT, text, match.start(), f"there is no folder {library}/{folder}")
            elif set(re.findall(r"[\w/]+", listed)) - {"nothing"} != wanted:
                self.error(DOCUMENT, text, match.start(), f"{library}/{folder} may include {', '.join(sorted(wanted)) or 'nothing'}, as check_layers.py says")
        for library, table in tables.items():
            for layer in table:
                if (library, layer) not in described and layer != "umbrella":
                    self.errors.append(f"{DOCUMENT}: no row for {library}/{layer}")

    def check_third_party(self, path, text, position, name):
        first = name.split("/")[0]
        if path.parts[:2] == ("runtime", "include") and ("/" in name or "." in name):
            if name.startswith("ag/"):
                self.error(path, text, position, f"<{name}> does not exist")
            elif name not in C_LIBRARY:
                self.error(path, text, position, f"<{name}>: public headers include the standard library and ag/ only")
            return
        allowed = THIRD_PARTY.get(first)
        if allowed and not re.match(allowed, str(path)):
            self.error(path, text, position, f"<{name}> may only be included in {allowed}")
        elif match_own(name):
            self.error(path, text, position, f'"{name}" does not exist')

    def check_project(self, path, text, position, library, folder, target):
        other_library, other_folder = self.place(target)
        top = path.parts[0]
        if library is None:
            if top == "tools" and other_library == "runtime" and str(target) not in C_INTERFACES:
                self.error(path, text, position, f"tools includes lib, not the runtime: {target}")
            return
        if other_library is None:
            self.error(path, text, position, f"{library} may not include {target}")
        elif other_library != library:
            self.error(path, text, position, f"{library} and {other_library} never include each other: {target}")
        elif other_folder is not None and other_folder not in self.reach[library][folder]:
            below = ", ".join(sorted(self.reach[library][folder] - {folder})) or "nothing else"
            self.error(path, text, position, f"{library}/{folder} may not include {target} ({other_folder}); it may include {below}")


def match_own(name):
    return name.startswith(("ag/", "agc/"))


def main():
    options = arguments(__doc__)
    checker = Checker(options.root)
    for path in project_files(options.root):
        if path.suffix in (".h", ".cpp", ".def") and path.parts[0] in ("lib", "runtime", "tools", "test") and not EXCLUDED.match(str(path)):
            checker.check_file(path)
    checker.check_rows()
    checker.check_document()
    return finish("check_layers", f"{checker.includes} includes of {checker.files} files", checker.errors)


if __name__ == "__main__":
    sys.exit(main())
