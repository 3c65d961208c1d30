#pragma once
/// Runs a graph, given as text, in every way that there is, and compares.
#include <ag/literal.h>
#include <ag/ops.h>

#include <bit>
#include <sstream>
#include <string>
#include <vector>

#include "base/machine_text.h"
#include "exec/backend.h"
#include "exec/compiled.h"
#include "exec/frame.h"
#include "exec/interpreter.h"
#include "exec/native_symbols.h"
#include "graph/text.h"
#include "lower/lower.h"
#include "ops/table.h"
#include "program/evaluate.h"
#include "program/program_text.h"
#include "support/catch.h"

namespace ag::test {

/// Returns a hash of all bits of the elements (FNV-1a). All NaNs are equal.
inline uint64_t hash_of(const Tensor& result) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const double element : astype(result, float64).to_vector<double>()) {
    hash = (hash ^ (element != element ? 1 : std::bit_cast<uint64_t>(element))) * 0x100000001b3;
  }
  return hash;
}

/// Returns the printed elements of results, then '#' and the hash of each result.
inline std::string show(const std::vector<Tensor>& results) {
  std::ostringstream out;
  for (const Tensor& result : results) out << result.dtype() << ' ' << result << ';';
  out << '#';
  for (const Tensor& result : results) out << ' ' << hash_of(result);
  return out.str();
}
/// Returns the printed elements alone.
inline std::string without_bits(const std::string& shown) { return shown.substr(0, shown.find('#')); }

/// A machine with short vectors, few registers and small caches, unlike those that programs are tested on.
inline detail::Machine small_machine() {
  return detail::parse_machine(
      "l1_bytes=16384,l1_ways=4,l2_bytes=131072,llc_bytes=1048576,line_bytes=32,vector_bytes=16,vector_registers=16,"
      "mask_registers=0,fma_latency=8,fma_units=1,wake_ns=1000",
      {});
}

/// The code generator; where it is not there, the test that asks says so and ends.
inline const codegen::BackendInterface* backend_or_warning() {
  std::string why;
  const codegen::BackendInterface* backend = exec::backend(why);
  if (!backend) WARN("skipped: " + why);
  return backend;
}

/// The results of native code, or its error; "" where the code generator is not built.
inline std::string run_native(const ir::Graph& graph, std::span<const Tensor* const> inputs,
                              const exec::NativeOptions& options = {}) {
  std::string why;
  const codegen::BackendInterface* backend = exec::backend(why);
  if (!backend) return "";
  try {
    return show(exec::Compiled(graph, *backend, options).run(inputs));
  } catch (const Error& error) {
    return error.str();
  } catch (const std::exception& error) {
    return error.what();
  }
}

/// The results of the interpreter, or its error; and those of the program and of native code, also for another machine,
/// which must be the same.
/// `copied`: how many bytes the program copied because others had arrays that it overwrites.
inline std::string run(const char* text, const std::vector<Tensor>& inputs, size_t* copied = nullptr) {
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(text, ops::table()));
  std::vector<const Tensor*> pointers;
  for (const Tensor& input : inputs) pointers.push_back(&input);
  std::string interpreted, evaluated;
  try {
    interpreted = show(exec::Interpreter(graph).run(pointers));
  } catch (const Error& error) {
    interpreted = error.str();
  } catch (const std::exception& error) {
    interpreted = error.what();
  }
  try {
    const codegen::Program program = codegen::lower(*graph);
    exec::Frame frame(program, pointers);
    const bool failed = codegen::evaluate(program, &frame, exec::Frame::calls()) != 0;
    if (copied) *copied = frame.copied_bytes();
    if (failed) frame.rethrow();
    evaluated = show(frame.take_results());
  } catch (const Error& error) {
    evaluated = error.str();
  } catch (const std::exception& error) {
    evaluated = error.what();
  }
  CHECK(evaluated == interpreted);
  const std::string native = run_native(*graph, pointers);
  if (!native.empty()) {
    CHECK(native == interpreted);
    CHECK(run_native(*graph, pointers, {.machine = small_machine()}) == interpreted);
  }
  return without_bits(evaluated);
}

/// What a graph is compiled to for the default machine: the LLVM module and the instructions, as text. Nothing where
/// there is no code generator.
struct Compiled {
  std::string module, assembly;
};
inline Compiled compiled(const std::string& graph, bool lines = false, bool fast = false) {
  std::string why, error;
  Compiled text;
  const codegen::BackendInterface* const backend = exec::backend(why);
  if (!backend) {
    WARN("skipped: " + why);
    return text;
  }
  const codegen::Program program = codegen::lower(ir::parse(graph, ops::table()), {.fast = fast, .machine = {}});
  const detail::Machine machine;
  const std::vector<codegen::Symbol> symbols = codegen::native_symbols(exec::Frame::calls());
  REQUIRE(backend->compile({program, symbols, nullptr, &text.module, &text.assembly, lines, machine}, error));
  return text;
}

/// The program of a graph for the default machine.
inline std::string lowered(const char* text) {
  return codegen::print(codegen::lower(ir::parse(text, ops::table()), {.machine = {}}), {false});
}

/// The statements of a program alone, without what every program has.
inline std::string statements_of(const std::string& program) {
  std::istringstream lines(program);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    const bool shell = line.starts_with("program") || line == "}" || line.starts_with("  array ") ||
                       line.starts_with("  make_contiguous ") || line.starts_with("  free ");
    if (!shell) kept += line + "\n";
  }
  return kept;
}
inline std::string statements(const char* text) { return statements_of(lowered(text)); }

}  // namespace ag::test
