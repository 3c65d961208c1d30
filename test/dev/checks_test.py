"""Each check is run on a small tree that breaks one rule, and has to say so; the same tree without the break is fine."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools/dev"
sys.path.insert(0, str(TOOLS))
sys.dont_write_bytecode = True

import check_layers  # noqa: E402


def run(check, files):
    """(exit status, output) of a check on a tree of the given files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        result = subprocess.run([sys.executable, "-B", TOOLS / f"{check}.py", "--root", folder], capture_output=True, text=True, check=False)
        return result.returncode, result.stdout + result.stderr


class CheckTest(unittest.TestCase):
    def fine(self, check, files):
        status, output = run(check, files)
        self.assertEqual(status, 0, output)
        return output

    def found(self, check, files, *messages):
        status, output = run(check, files)
        self.assertEqual(status, 1, output)
        for message in messages:
            self.assertIn(message, output)


class Layers(CheckTest):
    def test_includes_along_the_arrows(self):
        self.fine("check_layers", {
            "runtime/include/ag/tensor.h": "#include <vector>\n",
            "runtime/graph/graph.h": '#include "ag/tensor.h"\n',
            "runtime/ops/unary.cpp": '#include "graph/graph.h"\n#include <fmt/format.h>\n',
        })

    def test_upward_include(self):
        self.found("check_layers", {"runtime/ops/table.h": "", "runtime/graph/graph.h": '\n#include "ops/table.h"\n'},
                   "runtime/graph/graph.h:2: runtime/graph may not include runtime/ops/table.h")

    def test_public_header_counts_as_the_folder_that_implements_it(self):
        self.found("check_layers", {"runtime/include/ag/function.h": "", "runtime/ops/table.h": "#include <ag/function.h>\n"},
                   "runtime/ops may not include runtime/include/ag/function.h")

    def test_lib_and_runtime_never_meet(self):
        files = {"runtime/include/ag/tensor.h": "", "lib/model/function.h": "#include <ag/tensor.h>\n"}
        self.found("check_layers", files, "lib and runtime never include each other")

    def test_third_party_headers_stay_in_their_place(self):
        self.found("check_layers", {"lib/convert/while.cpp": "#include <clang/AST/Decl.h>\n"}, "<clang/AST/Decl.h> may only")
        self.found("check_layers", {"runtime/exec/interpreter.cpp": "#include <llvm/IR/Module.h>\n"}, "<llvm/IR/Module.h> may only")
        self.found("check_layers", {"lib/parse/session/a.cpp": "#include <CLI/CLI.hpp>\n"}, "<CLI/CLI.hpp> may only")
        self.found("check_layers", {"runtime/include/ag/tensor.h": "#include <fmt/format.h>\n"}, "public headers include")
        self.fine("check_layers", {"lib/parse/session/a.cpp": "#include <clang/AST/Decl.h>\n", "tools/agc/main.cpp": "#include <CLI/CLI.hpp>\n"})

    def test_unknown_folder_and_header(self):
        self.found("check_layers", {"runtime/extra/a.cpp": ""}, "not in the table")
        self.found("check_layers", {"runtime/include/ag/new.h": ""}, "not in the table")

    def test_rows_without_a_file(self):
        files = {f"lib/{folder}/a.h": "" for folder in check_layers.LIB if folder != "agc"} | {"lib/include/agc/a.h": ""}
        files |= {f"runtime/{folder}/a.h": "" for folder in check_layers.RUNTIME if folder != "umbrella"}
        files |= {f"runtime/include/ag/{header}": "" for header in check_layers.PUBLIC}
        files |= {"lib/CMakeLists.txt": "", "runtime/CMakeLists.txt": ""}
        self.fine("check_layers", files)
        for row, message in (
            ("lib/model/a.h", "LIB has a row for model"),
            ("runtime/graph/a.h", "RUNTIME has a row for graph"),
            ("runtime/include/ag/tensor.h", "PUBLIC has a row for ag/tensor.h"),
        ):
            self.found("check_layers", {name: text for name, text in files.items() if name != row}, message)

    def test_document(self):
        rows, files = {}, {}
        for library, table in (("lib", check_layers.LIB), ("runtime", check_layers.RUNTIME)):
            for layer, below in table.items():
                folder = f"{library}/include/{layer}" if layer == "agc" else f"{library}/{layer}"
                if layer != "umbrella":
                    rows[folder] = f"| `{folder}` | text | {', '.join(f'`{name}`' for name in below) or 'nothing'} |\n"
                    files[f"{folder}/a.h"] = ""
        document = "docs/design/architecture.md"
        self.fine("check_layers", files | {document: "".join(rows.values())})
        rows["runtime/exec"] = "| `runtime/exec` | text | `graph` |\n"
        rows["runtime/extra"] = "| `runtime/extra` | text | nothing |\n"
        del rows["lib/emit"]
        self.found("check_layers", files | {document: "".join(rows.values())}, "runtime/exec may include graph, lower", "there is no folder runtime/extra",
                   "no row for lib/emit")

    def test_missing_file(self):
        self.found("check_layers", {"runtime/ops/a.cpp": '#include "ag/missing.h"\n'}, '"ag/missing.h" does not exist')


class Sizes(CheckTest):
    def test_sizes(self):
        self.assertNotIn("warning", self.fine("check_sizes", {"lib/a.cpp": "x\n" * 400}))
        self.assertIn("warning: 500 lines", self.fine("check_sizes", {"lib/a.cpp": "x\n" * 500}))
        self.found("check_sizes", {"lib/a.cpp": "x\n" * 501}, "lib/a.cpp: 501 lines")

    def test_folders(self):
        def files(folder, count):
            return {f"{folder}/a{number}.{suffix}": "" for number in range(count) for suffix in ("h", "cpp")}

        self.fine("check_sizes", files("lib/a", 30) | files("lib/a/b", 30))
        self.found("check_sizes", files("lib/a", 31), "lib/a: 31 base names, at most 30")
        self.found("check_sizes", files("runtime/ops", 46), "runtime/ops: 46 base names, at most 45")
        self.found("check_sizes", files("runtime/ops", 44) | {"runtime/CMakeLists.txt": ""}, "runtime/ops has 44 base names, and LARGE_FOLDERS allows 45; lower it")

    def test_golden_files_are_not_hand_written(self):
        self.fine("check_sizes", {"test/golden/transform/if/long/expected.cpp": "x\n" * 900})


@unittest.skipUnless(shutil.which("clang-format-19"), "there is no clang-format-19")
class Format(CheckTest):
    STYLE = {".clang-format": "BasedOnStyle: Google\n"}

    def test_format(self):
        self.fine("check_format", self.STYLE | {"lib/a.cpp": "int f();\n"})
        self.found("check_format", self.STYLE | {"lib/a.cpp": "int f();\nint  g();\n"}, "lib/a.cpp:2: not formatted")

    def test_golden_files_keep_their_layout(self):
        self.fine("check_format", self.STYLE | {"test/golden/transform/if/odd/input.cpp": "int  g();\n"})


class Names(CheckTest):
    OPERATIONS = {
        "runtime/include/ag/detail/ops.def": 'AG_FAMILY(unary)\nAG_UNARY(exp, "Exponential")\nAG_UNARY(tanh, "Hyperbolic tangent")\n',
        "runtime/ops/unary.cpp": "const ir::OpBlock block_exp = a;\nconst ir::OpBlock block_tanh{1, b};\n",
        "test/ops/cases_unary.cpp": "exp tanh",
    }
    CONSTRUCTS = {
        "lib/convert/converters.def": 'AG_CONVERTER(while, "reason")\n',
        "lib/convert/while.cpp": "",
        "test/golden/transform/while/simple/input.cpp": "",
        "docs/reference/language/while.md": "# `while`\n",
    }

    def broken(self, files, changed, text, *messages):
        self.fine("check_names", files)
        broken = dict(files)
        if text is None:
            del broken[changed]
        else:
            broken[changed] = text
        self.found("check_names", broken, *messages)

    def test_file_names(self):
        self.found("check_names", {"lib/model/Stmt.cpp": ""}, "'Stmt.cpp' is not snake_case")

    def test_base_names(self):
        self.fine("check_names", {
            "lib/emit/edits.h": "", "lib/emit/edits.cpp": "", "runtime/base/edits.cpp": "",
            "runtime/include/ag/tensor.h": "", "runtime/tensor/tensor.cpp": "",
            "runtime/graph/text.h": "", "runtime/data/text.cpp": "",
        })
        self.found("check_names", {"lib/emit/edits.h": "", "lib/model/edits.cpp": ""}, "'edits' is the name of 2 sources, in lib/emit, lib/model")
        self.found("check_names", {"runtime/include/ag/tensor.h": "", "runtime/ops/tensor.cpp": ""}, "'tensor' is the name of 2 sources")
        self.found("check_names", {"runtime/graph/text.h": "", "runtime/data/text.cpp": "", "runtime/ops/text.cpp": ""}, "'text' is the name of 3 sources")
        self.found("check_names", {"runtime/graph/text.h": "", "runtime/CMakeLists.txt": ""}, "'text' is not the name of two sources of runtime")

    def test_hidden_names(self):
        outer = "namespace ag {\n\nnamespace {\n\nconstexpr int kMost = 3;\n\n}  // namespace\n\n}  // namespace ag\n"
        inner = outer.replace("namespace ag {", "namespace ag::detail {").replace("= 3", "= 4")
        self.found("check_names", {"lib/a.cpp": outer, "lib/b.cpp": inner}, "a unity build may hide 'kMost' by that of ag::detail in lib/b.cpp")

    def test_unique_names(self):
        source = "namespace ag {\n\nnamespace {\n\nconstexpr int kMost = 3;\n\n}  // namespace\n\n}  // namespace ag\n"
        self.found("check_names", {"lib/x/a.cpp": source, "lib/x/b.cpp": source}, "lib/x/b.cpp: 'kMost' is defined in lib/x/a.cpp too")
        self.fine("check_names", {"tools/agc/a.cpp": source, "tools/agc/x/b.cpp": source})

    def test_constructs(self):
        self.broken(self.CONSTRUCTS, "lib/convert/while.cpp", None, "'while' has no lib/convert/while.cpp")
        files = dict(self.CONSTRUCTS) | {"test/golden/transform/return/simple/input.cpp": ""}
        self.broken(files, "test/golden/transform/while/simple/input.cpp", None, "has no case in test/golden/transform/while/")
        self.broken(self.CONSTRUCTS, "docs/reference/language/while.md", "# Loops\n", "'while' has no heading")
        self.broken(self.CONSTRUCTS, "test/golden/transform/whlie/simple/input.cpp", "", "test/golden/transform/whlie")

    def test_operations(self):
        self.broken(self.OPERATIONS, "runtime/ops/unary.cpp", "const ir::OpBlock block_exp = a;\n", "'tanh' has no block")
        self.broken(self.OPERATIONS, "runtime/ops/other.cpp", "const ir::OpBlock block_exp = a;\n", "'exp' has 2 blocks")
        self.broken(self.OPERATIONS, "runtime/ops/other.cpp", "const ir::OpBlock block_exq = a;\n", "block_exq has no row")
        self.broken(self.OPERATIONS, "test/ops/cases_unary.cpp", "exp", "'tanh' has no row in test/ops/cases_unary.cpp")
        self.broken(self.OPERATIONS, "docs/reference/ops.md", "old", "run it")
        table = self.OPERATIONS["runtime/include/ag/detail/ops.def"]
        self.broken(self.OPERATIONS, "runtime/include/ag/detail/ops.def", table + 'AG_UNARY(exp, "again")\n', "'exp' is an operation already, line 2")

    def test_kinds(self):
        files = self.OPERATIONS | {
            "runtime/graph/op_kind.h": "enum class OpKind : uint8_t {\n  Other,  // the rest\n  Exp,\n  count_,\n};\n",
            "runtime/ops/unary.cpp": "const ir::OpBlock block_exp = a(OpKind::Exp);\nconst ir::OpBlock block_tanh{1, b};\n",
        }
        kind = "runtime/graph/op_kind.h"
        self.broken(files, kind, files[kind].replace("Exp", "Exp,\n  Log"), "no block in runtime/ops declares OpKind::Log")
        blocks = "runtime/ops/unary.cpp"
        self.broken(files, blocks, files[blocks].replace("{1", "{OpKind::Exp"), "block_tanh declares OpKind::Exp; the kind of 'tanh' is OpKind::Tanh")

    def test_dispatch(self):
        lower = "runtime/lower/lower.cpp"
        files = self.OPERATIONS | {lower: 'if (node.op->kind() == OpKind::Exp) text += node.op->name;  // "exp"\n'}
        self.broken(files, lower, 'bool f(std::string_view name) {\n  return name == "exp";\n}\n', 'runtime/lower/lower.cpp:2: "exp" is the name')
        for compared in ("node.op->name == kExp", "std::strcmp(node.op->name, kExp) == 0", "std::string_view name = op.name;"):
            self.broken(files, lower, compared + "\n", "runtime/lower/lower.cpp:1: compares the name of an operation")

    def test_model_dispatch(self):
        emitter = "lib/emit/emitter.cpp"
        for compared in ('call.name == "puts"', 'place->name != "erase"', 'return "flip" == call.name;'):
            self.broken({emitter: "text += call.name;\n"}, emitter, compared + "\n", "lib/emit/emitter.cpp:1: compares a name of the model")

    def test_diagnostics(self):
        files = {"lib/diag/diagnostics.def": 'AG_DIAGNOSTIC(no_goto, error, "text")\n', "test/a_test.cpp": '"no-goto"', "docs/goto.md": "no_goto"}
        self.broken(files, "test/a_test.cpp", "", "'no_goto' is in no test")
        self.broken(files, "docs/goto.md", "", "'no_goto' is in no page")

    def test_contract(self):
        files = {
            "lib/emit/runtime_names.h": 'constexpr auto kWhile = "ag::while_stmt";\n',
            "runtime/include/ag/staging/generated.h": '#include "ag/staging/staging.h"\n',
            "runtime/include/ag/staging/staging.h": "void while_stmt();\n",
        }
        self.broken(files, "runtime/include/ag/staging/staging.h", "// void while_stmt();\n", "'while_stmt' is not declared")


class Prose(CheckTest):
    def test_declarative_comments(self):
        self.fine("check_prose", {"lib/a.h": "/// Returns the trip count, or null.\nint f();  // Elements, not bytes.\n"})

    def test_words_in_comments(self):
        for comment, message in (
            ("Has it a body?", "a question"),
            ("What a loop carries.", "'what'"),
            ("The value that nobody reads.", "a person"),
            ("One round of the loop.", "'round'"),
            ("The operand is turned.", "'turned'"),
            ("The fast path of W6.", "benchmark"),
        ):
            self.found("check_prose", {"lib/a.h": f"int a;\n/// {comment}\nint f();\n"}, "lib/a.h:2: ", message)
            self.found("check_prose", {"lib/a.h": f"int a;\nint f();  // {comment}\n"}, "lib/a.h:2: ", message)

    def test_code_is_not_prose(self):
        self.fine("check_prose", {"lib/a.h": '/// Prints `a ? b : c` and "what".\nconst char* a = "behind"; // The text.\n'})

    def test_long_sentences(self):
        self.found("check_prose", {"lib/a.h": "/// Returns" + " one and\n/// another" * 20 + ".\n"}, "lib/a.h:1: a sentence of 61 words")
        self.fine("check_prose", {"lib/a.h": "/// Returns one\n/// and another.\n" * 20})

    def test_documents(self):
        self.found("check_prose", {"README.md": "# What is staged\n\n* A loop.\n* What a loop gives.\n"}, "README.md:4: 'gives'")
        self.fine("check_prose", {"README.md": "# What is staged\n\n```cpp\n// behind\n```\n\n| behind |\n"})


if __name__ == "__main__":
    unittest.main()
