/// The lines of the source in machine code: which instruction has which, and that they change none.
#include <cstdlib>
#include <filesystem>
#include <map>

#include "exec/code_cache.h"
#include "runtime/program/program_run.h"

namespace ag::test {

namespace debug_info_test {
namespace {

struct Assembly {
  std::vector<std::string> instructions;
  std::map<std::string, std::string> line_of;  // the first word of an instruction -> "file:line" of the first such
};

/// The instructions of assembly text, with labels as they are used; `.loc 1 7 0` names a line of `.file 1 "…" "name"`.
Assembly parse_assembly(const std::string& text) {
  Assembly found;
  std::map<std::string, std::string> files;
  std::string place;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word, number, rest;
    words >> word >> number;
    if (word == ".file") {
      std::getline(words, rest);
      const size_t quote = rest.find('"');
      files[number] = rest.substr(quote + 1, rest.find('"', quote + 1) - quote - 1);
    } else if (word == ".loc") {
      words >> rest;
      place = files[number] + ":" + rest;
    } else if (line.starts_with('\t') && !word.starts_with('.')) {
      found.instructions.push_back(line);
      found.line_of.try_emplace(word, place);
    } else if (line.starts_with(".section") || word == ".section") {
      if (line.find(".debug") != std::string::npos) break;
    }
  }
  return found;
}

/// A loop of numbers, one of arrays with a fold, kernels, and a check.
const std::string kGraph = R"(graph settle(%0: float32[300] "x", %1: int32[] "n") -> float32[300], float32[], int32[] {
  %2 = constant() {value = float32[]{0.5}} : float32[]
  %3 = sort(%0) {axis = 0, descending = false} : float32[300] @ "a.cpp":3
  %4 = multiply(%3, %2) : float32[300] @ "a.cpp":4
  %5 = sqrt(%4) : float32[300] @ "b.h":12
  %6 = sum(%5) {axes = [0], keepdims = false} : float32[] @ "a.cpp":6
  %7 = constant() {value = int32[]{9}} : int32[]
  %8 = divide(%7, %1) : int32[] @ "a.cpp":7
  yield %5, %6, %8
})";

/// So many statements that they are several functions.
std::string large_graph() {
  std::string text = "graph f(%0: float32[70]) -> float32[] {\n";
  std::string last = "%0";
  int next = 1;
  for (int k = 0; k < 100; ++k) {
    const std::string sum = "%" + std::to_string(next++), array = "%" + std::to_string(next++);
    const std::string at = " @ \"large.cpp\":" + std::to_string(k + 1) + "\n";
    text += sum + " = sum(" + last + ") {axes = [0], keepdims = false} : float32[]" + at;
    text += array + " = subtract(" + last + ", " + sum + ") : float32[70]" + at;
    last = array;
  }
  text += "%" + std::to_string(next) + " = max(" + last + ") {axes = [0], keepdims = false} : float32[]\n";
  return text + "yield %" + std::to_string(next) + "\n}";
}

}  // namespace

TEST_CASE("instructions have the line of their operation, in its file") {
  const std::string text = compiled(kGraph, true).assembly;
  if (text.empty()) return;
  const Assembly assembly = parse_assembly(text);
  const auto line_of = [&](const std::string& part) {
    for (const auto& [instruction, place] : assembly.line_of) {
      if (instruction.find(part) != std::string::npos) return place;
    }
    return "no " + part + " in\n" + text;
  };
  CHECK_THAT(line_of("mulps"), ag_test::ContainsSubstring("a.cpp:4"));
  CHECK_THAT(line_of("sqrtps"), ag_test::ContainsSubstring("b.h:12"));
  CHECK_THAT(line_of("idiv"), ag_test::ContainsSubstring("a.cpp:7"));
  CHECK_THAT(text, ag_test::ContainsSubstring("settle [native]"));
}

TEST_CASE("the lines change no instruction") {
  const std::string no_statements = "graph same(%0: float32[3]) -> float32[3] { yield %0 }";
  for (const std::string& graph : {kGraph, large_graph(), no_statements}) {
    const std::string plain = compiled(graph, false).assembly, with_lines = compiled(graph, true).assembly;
    if (plain.empty()) return;
    CHECK(plain.find(".loc") == std::string::npos);
    CHECK(with_lines.find(".loc") != std::string::npos);
    CHECK(parse_assembly(plain).instructions.size() > (graph == no_statements ? 1 : 50));
    CHECK(parse_assembly(plain).instructions == parse_assembly(with_lines).instructions);
  }
}

TEST_CASE("keys of code with lines tell programs apart by these") {
  const auto program = [](const std::string& line) {
    std::string text = kGraph;
    text.replace(text.find("\"a.cpp\":4"), 9, "\"a.cpp\":" + line);
    return codegen::lower(ir::parse(text, ops::table()));
  };
  CHECK(exec::code_key(program("4")) == exec::code_key(program("5")));
  if (exec::code_key(program("4")).empty()) return;
  CHECK(exec::code_key(program("4"), detail::machine(), true) == exec::code_key(program("4"), detail::machine(), true));
  CHECK(exec::code_key(program("4"), detail::machine(), true) != exec::code_key(program("5"), detail::machine(), true));
  CHECK(exec::code_key(program("4"), detail::machine(), true) !=
        exec::code_key(program("4"), detail::machine(), false));
}

}  // namespace debug_info_test

}  // namespace ag::test
