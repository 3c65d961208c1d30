#include "exec/compiled.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "base/check.h"
#include "base/environment.h"
#include "base/machine_text.h"
#include "exec/backend.h"
#include "exec/code_cache.h"
#include "exec/debugging.h"
#include "exec/frame.h"
#include "exec/interpreter.h"
#include "exec/native_symbols.h"
#include "exec/performance_log.h"
#include "exec/profile.h"
#include "exec/tiered_executor.h"
#include "graph/dump.h"
#include "lower/lower.h"
#include "lower/profile_regions.h"
#include "program/program_text.h"

namespace ag::exec {

namespace {

/// Returns the location of the first operation other than a constant. Constants come first in any program.
SourceLocation place_of(const ir::Graph& graph) {
  for (const ir::NodeId id : graph.block(graph.body()).nodes) {
    const ir::Node& node = graph.node(id);
    if (node.op->kind() != ir::OpKind::Constant) return node.location;
  }
  return SourceLocation::named("", 0);
}

}  // namespace

Compiled::Compiled(const ir::Graph& graph, const NativeOptions& options)
    : program_(codegen::lower(graph, {.fast = options.fast,
                                      .can_stop = options.can_stop,
                                      .callee_of = options.callee_of,
                                      .machine = options.machine})),
      machine_(options.machine),
      inputs_(graph.has_effects_in(graph.body()) ? Frame::Inputs::Shared : Frame::Inputs::Borrowed) {
  program_.shares_all = options.shares_all;
  std::vector<codegen::ArrayId> results = program_.results;
  std::ranges::sort(results);
  distinct_results_ = std::ranges::adjacent_find(results) == results.end();
}

/// Enables the direct call if the program needs no frame.
void Compiled::set_code(std::unique_ptr<codegen::NativeCode> code) {
  direct_call_.reset();
  code_ = std::move(code);
  if (DirectCall::can_run(program_)) direct_call_.emplace(program_, code_->function());
}

Compiled::Compiled(const ir::Graph& graph, const codegen::BackendInterface& backend, const NativeOptions& options)
    : Compiled(graph, options) {
  compile(backend, graph.name(), nullptr, false);
}

void Compiled::compile(const codegen::BackendInterface& backend, const std::string& name,
                       codegen::SharedObject* shared_object, bool lines) {
  using ir::dump, ir::dumps, ir::Stage;
  const std::vector<codegen::Symbol> symbols = codegen::native_symbols(Frame::calls());
  if (dumps(Stage::Program)) dump(Stage::Program, name, codegen::print(program_));
  std::string error, llvm, assembly;
  std::unique_ptr<codegen::NativeCode> code =
      backend.compile({program_, symbols, shared_object, dumps(Stage::Llvm) ? &llvm : nullptr,
                       dumps(Stage::Asm) ? &assembly : nullptr, lines, machine_},
                      error);
  if (!llvm.empty()) dump(Stage::Llvm, name, llvm);
  if (!assembly.empty()) dump(Stage::Asm, name, assembly);
  if (!code) detail::internal_error("the program of '" + name + "' does not compile: " + error);
  set_code(std::move(code));
}

/// Lowers the graph without compiling it.
std::unique_ptr<Compiled> Compiled::lower(const ir::Graph& graph, const NativeOptions& options) {
  const Span span({SpanKind::Lower, graph.name(), place_of(graph)});
  std::unique_ptr<Compiled> lowered(new Compiled(graph, options));
  log_performance(graph, lowered->program_);
  if (is_profiled()) codegen::mark_profile_regions(lowered->program_, graph);
  return lowered;
}

std::unique_ptr<Compiled> Compiled::make(const ir::Graph& graph, std::string& why, const NativeOptions& options) {
  std::unique_ptr<Compiled> compiled = lower(graph, options);
  const bool lines = wants_lines();
  const CodeCache* cache = ir::dumps_code() ? nullptr : CodeCache::of_process();
  const std::string key = cache ? code_key(compiled->program_, options.machine, lines) : "";
  if (!key.empty()) {
    const Span span({SpanKind::Load, graph.name(), place_of(graph)});
    if (std::unique_ptr<codegen::NativeCode> code = cache->find(key)) {
      compiled->set_code(std::move(code));
      return compiled;
    }
  }
  const Span span({SpanKind::Compile, graph.name(), place_of(graph)});
  const codegen::BackendInterface* found = backend(why);
  if (!found) return nullptr;
  if (key.empty()) {
    compiled->compile(*found, graph.name(), nullptr, lines);
  } else {
    CodeCache::Entry entry(*cache, key);
    codegen::SharedObject shared_object{entry.path(), ""};
    compiled->compile(*found, graph.name(), &shared_object, lines);
    if (shared_object.error.empty()) entry.keep();
    if (!lines) return compiled;
    // Debuggers and profilers identify code by its file.
    if (std::unique_ptr<codegen::NativeCode> loaded = cache->find(key)) compiled->set_code(std::move(loaded));
  }
  return compiled;
}

std::vector<Tensor> Compiled::run(std::span<const Tensor* const> inputs) const {
  std::vector<Tensor> results(program_.results.size());
  run_into(inputs, results);
  return results;
}

std::vector<Tensor> Compiled::run_rest(std::span<const Tensor* const> inputs, int64_t rounds) const {
  Frame frame(program_, inputs, inputs_);
  if (code_->function()(&frame) != 0) frame.rethrow(rounds);
  return frame.take_results();
}

void Compiled::run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const {
  if (!direct_call_ || !direct_call_->run(inputs, results)) run_framed(inputs, results);
}

void Compiled::run_framed(std::span<const Tensor* const> inputs, std::span<Tensor> results) const {
  Frame frame(program_, inputs, inputs_);
  if (code_->function()(&frame) != 0) frame.rethrow();
  frame.take_results(results, distinct_results_);
}

ExecutorKind choose_executor(bool asks_interpreter, bool asks_compiled) {
  if (asks_interpreter) return ExecutorKind::Interpreter;
  if (asks_compiled) return ExecutorKind::Compiled;
  const char* text = std::getenv("AG_EXECUTOR");
  const std::string_view wanted = text ? text : "";
  if (wanted == "compiled") return ExecutorKind::Compiled;
  if (wanted == "interpreter") return ExecutorKind::Interpreter;
  if (wanted.empty() || wanted == "automatic") return ExecutorKind::TieredExecutor;
  throw detail::environment_error("AG_EXECUTOR is '" + std::string(wanted) +
                                  "'; it is interpreter, compiled or automatic");
}

bool choose_fast(bool asks_strict, bool asks_fast) {
  if (asks_strict || asks_fast) return asks_fast;
  const char* text = std::getenv("AG_FLOATING_POINT");
  const std::string_view wanted = text ? text : "";
  if (wanted.empty() || wanted == "strict") return false;
  if (wanted == "fast") return true;
  throw detail::environment_error("AG_FLOATING_POINT is '" + std::string(wanted) + "'; it is strict or fast");
}

std::unique_ptr<Executor> make_executor(const RunOptions& options, std::shared_ptr<const ir::Graph> graph,
                                        const Specialization& specialization) {
  const ExecutorKind kind = options.executor;
  if (ir::dumps(ir::Stage::Machine)) {
    ir::dump(ir::Stage::Machine, graph->name(), detail::print(options.native.machine));
  }
  if (ir::dumps(ir::Stage::Plan)) ir::dump(ir::Stage::Plan, graph->name(), print(make_plan(graph)));
  if (kind == ExecutorKind::TieredExecutor)
    return std::make_unique<TieredExecutor>(std::move(graph), specialization, options.native);
  if (kind == ExecutorKind::Compiled) {
    if (TieredExecutor::is_open(*graph, specialization)) {
      return std::make_unique<TieredExecutor>(std::move(graph), specialization, options.native,
                                              TieredExecutor::Begin::Compiled);
    }
    std::string why;
    if (std::unique_ptr<Compiled> compiled = Compiled::make(*graph, why, options.native)) return compiled;
    note_missing_backend(why);
  }
  return std::make_unique<Interpreter>(std::move(graph));
}

}  // namespace ag::exec
