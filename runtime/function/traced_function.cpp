/// The cache of a traced function: look-ups take no lock, each signature is traced once, an entry counts only when
/// complete.
#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "ag/function.h"
#include "ag/staging.h"
#include "function/concrete_trace.h"

namespace ag {

namespace {

std::atomic<bool>& run_eagerly_switch() {
  static std::atomic<bool> eager{false};
  return eager;
}

/// "collatz" out of "ag::Tensor collatz(ag::Tensor)".
std::string short_name(std::string_view pretty) {
  const size_t open = pretty.find('(');
  std::string_view head = pretty.substr(0, open);
  const size_t start = head.find_last_of(" :*&");
  return std::string(start == std::string_view::npos ? head : head.substr(start + 1));
}

}  // namespace

void set_run_functions_eagerly(bool eager) { run_eagerly_switch().store(eager, std::memory_order_relaxed); }

namespace detail {

struct TracedFunction::Entries {
  std::atomic<const ConcreteTrace*> head{nullptr};
  std::atomic<bool> eager{false};
  std::atomic<int> count{0};
  mutable std::recursive_mutex mutex;  // tracing; recursive, for a function that is called while it is traced
  std::vector<std::unique_ptr<ConcreteTrace>> all;  // kept to the end: other threads may be running them
  std::string name;
  FunctionOptions options;
  bool configured = false;
};

TracedFunction::TracedFunction() : entries_(std::make_unique<Entries>()) {}
TracedFunction::~TracedFunction() = default;

const ConcreteTrace* TracedFunction::find(const SignatureBuilder& signature) const {
  for (const ConcreteTrace* trace = entries_->head.load(std::memory_order_acquire); trace; trace = trace->next) {
    if (trace->matches(signature)) return trace;
  }
  return nullptr;
}

const ConcreteTrace& TracedFunction::find_or_trace(const SignatureBuilder& signature, const TraceRequest& request) {
  const std::lock_guard lock(entries_->mutex);
  if (const ConcreteTrace* trace = find(signature)) return *trace;
  const FunctionOptions& options = entries_->options;
  const exec::ExecutorKind executor = exec::choose_executor(
      !options.jit_compile || options.executor == Executor::interpreter, options.executor == Executor::compiled);
  TraceRequest here = request;
  here.absolute = absolute_;
  auto trace = std::make_unique<ConcreteTrace>(name(), executor, signature, here);
  trace->matches(signature);  // reads what the call captures
  if (trace->throws()) {      // the next call may do otherwise
    entries_->all.push_back(std::move(trace));
    return *entries_->all.back();
  }
  trace->next = entries_->head.load(std::memory_order_relaxed);
  entries_->all.push_back(std::move(trace));
  entries_->count.fetch_add(1, std::memory_order_relaxed);
  entries_->head.store(entries_->all.back().get(), std::memory_order_release);
  return *entries_->all.back();
}

bool TracedFunction::runs_eagerly() const {
  return entries_->eager.load(std::memory_order_relaxed) || run_eagerly_switch().load(std::memory_order_relaxed);
}

void TracedFunction::set_eager(bool eager) { entries_->eager.store(eager, std::memory_order_relaxed); }
int TracedFunction::tracing_count() const { return entries_->count.load(std::memory_order_relaxed); }

std::string TracedFunction::name() const {
  const std::lock_guard lock(entries_->mutex);
  return entries_->name.empty() ? "function" : entries_->name;
}

void TracedFunction::set_name_if_empty(const char* pretty) {
  const std::lock_guard lock(entries_->mutex);
  if (entries_->name.empty()) entries_->name = short_name(pretty);
}

void TracedFunction::configure(const FunctionOptions& options, SourceLocation location) {
  const std::lock_guard lock(entries_->mutex);
  if (entries_->configured) return;
  auto refuse = [&](const char* field) {
    throw Error(ErrorKind::unimplemented,
                std::string("FunctionOptions::") + field + " is not supported yet; leave it out", location);
  };
  if (!options.input_signature.empty()) refuse("input_signature");
  if (options.reduce_retracing) refuse("reduce_retracing");
  if (!options.jit_compile && options.executor == Executor::compiled) {
    throw Error(ErrorKind::invalid_argument,
                "FunctionOptions: executor = compiled and jit_compile = false exclude each other", location);
  }
  if (!options.device.empty() && options.device != "cpu") refuse("device");
  if (options.max_traces != 0) refuse("max_traces");
  if (!options.name.empty()) entries_->name = options.name;
  if (!options.autograph) refuse("autograph");
  entries_->options = options;
  entries_->configured = true;
}

void TracedFunction::clear() {
  const std::lock_guard lock(entries_->mutex);
  entries_->head.store(nullptr, std::memory_order_release);
}

namespace {
thread_local int inlining_depth = 0;
}

InliningGuard::InliningGuard(const char* function, SourceLocation location) {
  constexpr int kLimit = 400;  // far below what a thread's stack holds, far above what calls nest in practice
  if (is_tracing() && inlining_depth >= kLimit) {
    throw Error(ErrorKind::unimplemented,
                "'" + short_name(function) + "' calls itself more than " + std::to_string(kLimit) +
                    " times while it is traced: a tensor decides where the recursion ends, or nothing does",
                location, {"write the recursion as a loop, or let a host number that is known while tracing end it"});
  }
  ++inlining_depth;
}

InliningGuard::~InliningGuard() { --inlining_depth; }

}  // namespace detail
}  // namespace ag
