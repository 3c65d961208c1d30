/// The cache of a traced function: look-ups take no lock, each signature is traced once, an entry counts only when
/// complete.
#include "ag/traced_function.h"

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "ag/staging.h"
#include "function/asked_call.h"
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

[[noreturn]] void refuse_made(const tracing::Captures::Made& made) {
  throw Error(ErrorKind::invalid_argument,
              (made.name.empty() ? std::string("a variable") : "variable '" + made.name + "'") +
                  " is made by every call of a traced function, which can make one in its first call only",
              made.location,
              {"declare it static, make it outside of the function, or make it where it is not there yet: if "
               "(!v.defined()) v = ag::Variable(…)"});
}

}  // namespace

void set_run_functions_eagerly(bool eager) { run_eagerly_switch().store(eager, std::memory_order_relaxed); }

namespace detail {

namespace {

/// What the next call on this thread is asked for.
AskedCall& asked_call() {
  thread_local AskedCall asked;
  return asked;
}

}  // namespace

AskedCall take_asked_call() {
  AskedCall taken = std::move(asked_call());
  asked_call() = {};
  return taken;
}
void answer_asked_call(const ConcreteTrace& trace) { asked_call().trace = trace.shared_from_this(); }
AskedCall exchange_asked_call(AskedCall next) { return std::exchange(asked_call(), std::move(next)); }

struct TracedFunction::Entries {
  std::atomic<const ConcreteTrace*> exact{nullptr};    // of one signature each, the latest first
  std::atomic<const ConcreteTrace*> general{nullptr};  // of types with open dimensions, in the order of tracing
  std::atomic<bool> eager{false};
  std::atomic<int> count{0};
  mutable std::recursive_mutex mutex;  // tracing; recursive, for a function that is called while it is traced
  std::vector<std::shared_ptr<ConcreteTrace>> all;  // kept to the end: other threads may be running them
  size_t first = 0;                                 // of those in `all` that calls may find
  std::string name;
  FunctionOptions options;
  bool configured = false;

  const ConcreteTrace& publish(std::shared_ptr<ConcreteTrace> trace);
};

/// Calls find the trace from here on.
const ConcreteTrace& TracedFunction::Entries::publish(std::shared_ptr<ConcreteTrace> made) {
  ConcreteTrace* trace = all.emplace_back(std::move(made)).get();
  count.fetch_add(1, std::memory_order_relaxed);
  if (!trace->type().is_general()) {
    trace->next.store(exact.load(std::memory_order_relaxed), std::memory_order_relaxed);
    exact.store(trace, std::memory_order_release);
    return *trace;
  }
  std::atomic<const ConcreteTrace*>* end = &general;
  while (const ConcreteTrace* next = end->load(std::memory_order_relaxed)) {
    end = &const_cast<ConcreteTrace*>(next)->next;
  }
  end->store(trace, std::memory_order_release);
  return *trace;
}

TracedFunction::TracedFunction() : entries_(std::make_unique<Entries>()) {}
TracedFunction::~TracedFunction() = default;

CallMode TracedFunction::mode() const {
  const AskedCall& asked = asked_call();
  if (asked.function == this) [[unlikely]] {
    if (!asked.trace || !is_tracing()) return CallMode::Asked;
    take_asked_call();  // a trace becomes a part of another
  }
  const bool eager =
      entries_->eager.load(std::memory_order_relaxed) || run_eagerly_switch().load(std::memory_order_relaxed);
  return eager || is_tracing() ? CallMode::Inline : CallMode::Run;
}

const ConcreteTrace* TracedFunction::find(const SignatureBuilder& signature) const {
  for (const ConcreteTrace* trace = entries_->exact.load(std::memory_order_acquire); trace;
       trace = trace->next.load(std::memory_order_acquire)) {
    if (trace->matches(signature)) return trace;
  }
  // The most specific one; of several the first.
  const ConcreteTrace* best = nullptr;
  for (const ConcreteTrace* trace = entries_->general.load(std::memory_order_acquire); trace;
       trace = trace->next.load(std::memory_order_acquire)) {
    if (best && !best->type().accepts(trace->type())) continue;
    if (trace->matches_generally(signature)) best = trace;
  }
  if (best) best->holds_for(signature);  // the call knows what this one captures
  return best;
}

const ConcreteTrace& TracedFunction::find_or_trace(SignatureBuilder& signature, const TraceRequest& request) {
  const std::lock_guard lock(entries_->mutex);
  if (const ConcreteTrace* trace = find(signature)) return *trace;
  Entries& entries = *entries_;
  const FunctionOptions& options = entries.options;
  DescribedCall call;
  request.describe(call);
  CallType type(call, signature.words());
  const exec::ExecutorKind executor = exec::choose_executor(
      !options.jit_compile || options.executor == Executor::interpreter, options.executor == Executor::compiled);
  TraceRequest here = request;
  here.absolute = absolute_;
  const auto attempt = [&](CallType of) {
    return std::make_shared<ConcreteTrace>(name(), executor, std::move(of), signature.roots(), here);
  };
  auto trace = attempt(type);
  if (!trace->made().empty()) {  // in this call; the graph of later calls is that of a call that does not
    entries.count.fetch_add(1, std::memory_order_relaxed);
    trace = attempt(std::move(type));
    if (!trace->made().empty()) refuse_made(trace->made().front());
  }
  trace->holds_for(signature);  // reads what the call captures
  if (trace->throws()) {        // the next call may do otherwise
    entries.all.push_back(std::move(trace));
    return *entries.all.back();
  }
  return entries.publish(std::move(trace));
}

std::vector<TracePointer> TracedFunction::traces() const {
  const std::lock_guard lock(entries_->mutex);
  std::vector<TracePointer> list;
  for (size_t k = entries_->first; k < entries_->all.size(); ++k) {
    if (!entries_->all[k]->throws()) list.push_back(entries_->all[k]);
  }
  return list;
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
  entries_->exact.store(nullptr, std::memory_order_release);
  entries_->general.store(nullptr, std::memory_order_release);
  entries_->first = entries_->all.size();
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
