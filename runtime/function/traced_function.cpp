/// Calls of a traced function: finds the trace that serves a call, or makes one.
#include "ag/detail/traced_function.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "ag/staging/staging.h"
#include "base/short_name.h"
#include "base/thread_pool.h"
#include "exec/observation.h"
#include "function/asked_call.h"
#include "function/concrete_trace.h"
#include "function/fit.h"
#include "function/recursion.h"
#include "function/trace_entries.h"
#include "staging/control/long_loops.h"
#include "staging/state/made_variables.h"
#include "trace/calls.h"
#include "trace/recorder.h"

namespace ag {

namespace {

std::atomic<bool>& run_eagerly_switch() {
  static std::atomic<bool> eager{false};
  return eager;
}

/// `function`: the location of the traced function.
[[noreturn]] void refuse_made(const tracing::Captures::Made& made, SourceLocation function) {
  throw Error(ErrorKind::staging_error,
              (made.name.empty() ? "a variable" : "variable '" + made.name + "'") +
                  " outside of a traced function becomes another one in every call, which happens only while it is "
                  "traced",
              made.location.value_or(function), {"give it the value of the other one: v.assign(other)"});
}

/// Traces by calling `attempt`. If the function makes variables, it is traced again and the second graph is kept:
/// variables that outlive a call exist by then, and those that each call makes are made by the graph.
template <class F>
std::shared_ptr<detail::ConcreteTrace> trace_with_variables(const F& attempt, SourceLocation function) {
  {
    const tracing::MadeVariables made(/*in_graph=*/false);
    std::shared_ptr<detail::ConcreteTrace> trace = attempt();
    if (trace->made().empty()) return trace;
  }
  const tracing::MadeVariables made(/*in_graph=*/true);
  std::shared_ptr<detail::ConcreteTrace> trace = attempt();
  if (!trace->made().empty()) refuse_made(trace->made().front(), function);
  return trace;
}

}  // namespace

void set_run_functions_eagerly(bool eager) { run_eagerly_switch().store(eager, std::memory_order_relaxed); }

namespace detail {

namespace {

/// The request for the next call on this thread.
AskedCall& asked_call() {
  thread_local AskedCall asked;
  return asked;
}

/// The function of that request, which every call reads. A plain pointer needs no thread-local initialization or
/// destruction.
[[gnu::tls_model("initial-exec")]] constinit thread_local const TracedFunction* asked_function = nullptr;

}  // namespace

AskedCall take_asked_call() { return exchange_asked_call({}); }
void answer_asked_call(const ConcreteTrace& trace) { asked_call().trace = trace.shared_from_this(); }
AskedCall exchange_asked_call(AskedCall next) {
  asked_function = next.function;
  return std::exchange(asked_call(), std::move(next));
}

TracedFunction::TracedFunction() : entries_(std::make_unique<Entries>()) {}
TracedFunction::~TracedFunction() = default;

/// True if the request concerns this call, and not a call that is inlined into another trace.
[[gnu::cold, gnu::noinline]] static bool is_asked_now() {
  if (!asked_call().trace || !is_tracing()) return true;
  take_asked_call();
  return false;
}

CallMode TracedFunction::mode() const {
  if (asked_function == this) [[unlikely]] {
    if (is_asked_now()) return CallMode::Asked;
  }
  const bool eager =
      entries_->eager.load(std::memory_order_relaxed) || run_eagerly_switch().load(std::memory_order_relaxed);
  return eager || is_tracing() || tracing::recorder() ? CallMode::Inline : CallMode::Run;
}

bool TracedFunction::run_plain(std::span<const Tensor* const> arguments, std::span<Tensor* const> results) const {
  const Entries& entries = *entries_;
  const bool inlined = entries.eager.load(std::memory_order_relaxed) ||
                       run_eagerly_switch().load(std::memory_order_relaxed) || tracing::current() ||
                       tracing::recorder();
  if (asked_function == this || inlined || exec::leaves_fast_path()) [[unlikely]]
    return false;
  int steps = 0;
  const ConcreteTrace* trace = nullptr;
  for (TraceLink::Next at = entries.exact.load();; at = at.trace->next.load()) {
    trace = at.trace;
    if (!trace || at.droppable || !trace->is_plain()) return false;  // only the signature identifies the trace
    if (trace->fits(arguments)) [[likely]]
      break;
    if (++steps < Entries::kManySteps) continue;
    trace = entries.find_plain_of_many(arguments);
    if (!trace) return false;
    break;
  }
  entries.watch->note_hit();
  trace->run_plain(arguments, results);
  return true;
}

const ConcreteTrace* TracedFunction::find(const SignatureBuilder& signature) const {
  const Entries& entries = *entries_;
  Entries::Found found = entries.look_up(signature, false);
  if (!found.complete) [[unlikely]]
    found = entries.look_up_counted(signature);
  if (found.trace) entries.watch->note_hit();
  return found.trace;
}

const ConcreteTrace& TracedFunction::find_or_trace(SignatureBuilder& signature, const TraceRequest& request) {
  const std::lock_guard lock(entries_->mutex);
  if (const ConcreteTrace* trace = find(signature)) return *trace;
  Entries& entries = *entries_;
  const FunctionOptions& options = entries.options;
  DescribedCall call;
  request.describe(call);
  CallType type(call, signature.words());
  TraceRequest here = request;
  here.absolute = absolute_;
  here.autograph = options.autograph;
  here.device = device::device_of(entries.device ? *entries.device : type.device(name(), request.location));
  here.copies_arrays = entries.device.has_value();
  std::vector<CallType> types;
  if (options.input_signature.empty()) {
    types = entries.candidates(type);
  } else {
    types.push_back(declare(type, options.input_signature, name(), request.location));
    if (auto tensors = fit(types[0], call, name(), request.location)) signature.set_inputs(std::move(*tensors));
    here.converts = true;
    for (const auto& trace : entries.live) {
      if (std::ranges::equal(trace->type().words(), types[0].words()) && trace->holds_for(signature)) {
        signature.keep(trace);
        return *trace;
      }
    }
  }
  const exec::RunOptions run_options = entries.run_options();
  std::shared_ptr<ConcreteTrace> trace;
  for (size_t k = 0; !trace; ++k) {
    try {
      const auto attempt = [&] {
        if (tracing::MadeVariables::current()->in_graph()) entries.count.fetch_add(1, std::memory_order_relaxed);
        std::shared_ptr<ConcreteTrace> made;
        trace_long_loops([&] {
          made = Recursion(*this, types[k], signature.roots()).trace(name(), request.location, [&] {
            return std::make_shared<ConcreteTrace>(name(), types[k], signature.roots(), here);
          });
        });
        return made;
      };
      trace = trace_with_variables(attempt, request.location);
      trace->make_ready(run_options, options.threads, options.fixed_points);
    } catch (const Error& error) {
      if (k + 1 == types.size()) {
        if (is_limit_of_tracing(error)) entries.eager_calls.add(type.str(), type.words(), error);
        tracing::rethrow_with_calls(std::current_exception());
      }
      entries.impossible.emplace_back(types[k].words().begin(), types[k].words().end());
    }
  }
  trace->holds_for(signature);  // `signature` receives the captured values
  signature.keep(trace);
  if (trace->throws()) return *trace;  // the next call may not throw
  entries.keep_reason(type, signature);
  const ConcreteTrace& published = entries.publish(std::move(trace));
  if (options.max_traces > 0 && entries.live.size() > static_cast<size_t>(options.max_traces)) {
    entries.drop_least_used();
  }
  return published;
}

const ConcreteTrace& TracedFunction::find_callee(SignatureBuilder& signature, const TraceRequest& request) {
  if (Recursion* recursion = Recursion::find(*this, signature)) return recursion->result(request.location);
  // The trace serves this graph only. Sharing one with ordinary calls would take the lock of a second function, which
  // can deadlock with a thread that holds it and waits for this one.
  DescribedCall call;
  request.describe(call);
  const CallType type(call, signature.words());
  Recursion* const caller = Recursion::innermost();
  std::shared_ptr<ConcreteTrace> trace = caller ? caller->known(*this, type, signature.roots()) : nullptr;
  if (!trace) {
    TraceRequest here = request;
    here.absolute = absolute_;
    here.autograph = entries_->options.autograph;
    here.device = default_device(request.location);  // that of the graph which the call is a part of
    const auto attempt = [&] {
      return Recursion(*this, type, signature.roots()).trace(name(), request.location, [&] {
        return std::make_shared<ConcreteTrace>(name(), type, signature.roots(), here);
      });
    };
    trace = trace_with_variables(attempt, request.location);
    const FunctionOptions& options = entries_->options;
    trace->make_ready(entries_->run_options(), options.threads, options.fixed_points);
    if (caller) caller->keep(*this, signature.roots(), trace);
  }
  signature.keep(trace);
  return *trace;
}

std::vector<TracePointer> TracedFunction::traces() const {
  const std::lock_guard lock(entries_->mutex);
  return {entries_->live.begin(), entries_->live.end()};
}

std::vector<Retrace> TracedFunction::retraces() const {
  const std::lock_guard lock(entries_->mutex);
  return entries_->retraces;
}

bool TracedFunction::runs_eagerly(const SignatureBuilder& signature) const {
  if (entries_->options.require_graph || requires_graphs()) return false;
  const std::lock_guard lock(entries_->mutex);
  return entries_->eager_calls.contain(signature.words());
}

bool TracedFunction::leave_eager(const SignatureBuilder& signature, const Error& error) {
  if (!is_limit_of_tracing(error) || !runs_eagerly(signature)) return false;
  const std::lock_guard lock(entries_->mutex);
  entries_->eager_calls.warn(name());
  return true;
}

std::vector<EagerCall> TracedFunction::eager_calls() const {
  const std::lock_guard lock(entries_->mutex);
  return entries_->eager_calls.list();
}

void TracedFunction::set_eager(bool eager) { entries_->eager.store(eager, std::memory_order_relaxed); }
int TracedFunction::tracing_count() const { return entries_->count.load(std::memory_order_relaxed); }

std::string TracedFunction::name() const {
  const std::lock_guard lock(entries_->name_mutex);
  return entries_->name.empty() ? "function" : entries_->name;
}

void TracedFunction::set_name_if_empty(const char* pretty) {
  const std::lock_guard lock(entries_->name_mutex);
  if (entries_->name.empty()) entries_->name = user_name(pretty);
}

void TracedFunction::configure(const FunctionOptions& options, SourceLocation location) {
  if (is_configured()) return;
  const std::lock_guard lock(entries_->mutex);
  if (is_configured()) return;
  auto refuse = [&](const std::string& what) {
    throw Error(ErrorKind::invalid_argument, "FunctionOptions: " + what, location);
  };
  if (!options.jit_compile && options.executor == Executor::compiled) {
    refuse("executor = compiled and jit_compile = false exclude each other");
  }
  if (!options.device.empty()) entries_->device = device::number_of(Device(options.device, location), location);
  if (options.max_traces < 0) refuse("max_traces is " + std::to_string(options.max_traces) + "; 0 means any number");
  if (options.threads < 0 || options.threads > detail::kMaxThreads) {
    refuse("threads is " + std::to_string(options.threads) + "; it is at most " + std::to_string(detail::kMaxThreads) +
           ", and 0 means as many as other functions use");
  }
  if (!options.name.empty()) {
    const std::lock_guard naming(entries_->name_mutex);
    entries_->name = options.name;
  }
  entries_->options = options;
  configured_.store(true, std::memory_order_release);
}

void TracedFunction::made_at(SourceLocation place) {
  absolute_ = true;
  entries_->made_at = place;
  entries_->watch = watch_of(place);
}

void TracedFunction::clear() {
  const std::lock_guard lock(entries_->mutex);
  Entries& entries = *entries_;
  entries.exact.store({});
  entries.general.store({});
  for (std::shared_ptr<ConcreteTrace>& trace : entries.live) {
    trace->is_dropped.store(true);
    (trace->droppable ? entries.retired : entries.kept).push_back(std::move(trace));
  }
  entries.live.clear();
  entries.eager_calls.clear();
}

}  // namespace detail
}  // namespace ag
