#include "function/trace_entries.h"

#include <algorithm>
#include <iostream>

#include "ag/threads.h"
#include "base/log_topics.h"
#include "ops/host_calls.h"

namespace ag::detail {

exec::RunOptions TracedFunction::Entries::run_options() const {
  num_threads();  // reports an invalid AG_NUM_THREADS before anything runs
  return {exec::choose_executor(!options.jit_compile || options.executor == Executor::interpreter,
                                options.executor == Executor::compiled),
          {.fast = exec::choose_fast(options.floating_point == FloatingPoint::strict,
                                     options.floating_point == FloatingPoint::fast),
           .callee_of = &ops::callee_of}};
}

[[gnu::noinline]] TracedFunction::Entries::Found TracedFunction::Entries::look_up_of_many(
    const SignatureBuilder& signature, bool counted) const {
  WordsHash hash;
  for (const uint64_t word : signature.words()) hash.add(word);
  const auto serves = [&](const ConcreteTrace& trace) { return !trace.is_dropped.load() && trace.matches(signature); };
  if (const ConcreteTrace* trace = recent.find(hash.value(), serves)) return {trace};
  for (TraceLink::Next at = exact.load(); at.trace; at = at.trace->next.load()) {
    if (at.droppable && !counted) return {nullptr, false};
    if (!at.trace->matches(signature)) continue;
    if (!at.droppable) recent.note(hash.value(), *at.trace);
    return {at.trace};
  }
  return look_up_general(signature, counted);
}

/// Returns the most specific trace that serves the call; the first of several.
[[gnu::noinline]] TracedFunction::Entries::Found TracedFunction::Entries::look_up_general(
    const SignatureBuilder& signature, bool counted) const {
  const ConcreteTrace* best = nullptr;
  for (TraceLink::Next at = general.load(); at.trace; at = at.trace->next.load()) {
    if (at.droppable && !counted) return {nullptr, false};
    if (best && !best->type().accepts(at.trace->type())) continue;
    if (at.trace->matches_generally(signature)) best = at.trace;
  }
  if (best) best->holds_for(signature);  // `signature` receives the captured values of this trace
  return {best};
}

/// Registers as a reader during the look-up and holds the trace, which may be dropped concurrently.
[[gnu::noinline]] TracedFunction::Entries::Found TracedFunction::Entries::look_up_counted(
    const SignatureBuilder& signature) const {
  readers.fetch_add(1);
  const Found found = look_up(signature, true);
  if (found.trace) {
    signature.keep(found.trace->shared_from_this());
    found.trace->last_use.store(++clock, std::memory_order_relaxed);
  }
  readers.fetch_sub(1);
  return found;
}

/// True if the next trace may be dropped. Counting readers costs every call, so with a large limit half of the traces
/// live as long as the function, and calls are counted only once there are more.
bool TracedFunction::Entries::next_is_droppable() {
  constexpr int kMany = 64;
  if (options.max_traces == 0) return false;
  if (options.max_traces < kMany || uncounted >= static_cast<size_t>(options.max_traces) / 2) return true;
  ++uncounted;
  return false;
}

/// The types to trace with, best first: the type that reduce_retracing joins from all existing traces, the one from the
/// traces of the same rank, and the type of the call.
std::vector<CallType> TracedFunction::Entries::candidates(const CallType& type) const {
  std::vector<CallType> types;
  if (options.reduce_retracing) {
    for (const bool any_rank : {true, false}) {
      CallType general = type;
      for (const auto& trace : live) {
        auto joined = general.joined(trace->type());
        if (joined && (any_rank || joined->is_ranked())) general = std::move(*joined);
      }
      const auto same_words = [&](const auto& words) { return std::ranges::equal(words, general.words()); };
      const bool known = std::ranges::any_of(types, [&](const CallType& other) { return same_words(other.words()); });
      if (!known && std::ranges::none_of(impossible, same_words)) types.push_back(std::move(general));
    }
  }
  if (types.empty() || types.back().words().size() != type.words().size() ||
      !std::ranges::equal(types.back().words(), type.words()))
    types.push_back(type);
  return types;
}

/// Makes the trace visible to calls.
const ConcreteTrace& TracedFunction::Entries::publish(std::shared_ptr<ConcreteTrace> made) {
  ConcreteTrace* trace = live.emplace_back(std::move(made)).get();
  trace->last_use.store(++clock);
  trace->droppable = next_is_droppable();
  count.fetch_add(1, std::memory_order_relaxed);
  if (!trace->type().is_general()) {
    trace->next.store(exact.load());
    exact.store({trace, trace->droppable});
    return *trace;
  }
  TraceLink* end = &general;
  while (const ConcreteTrace* next = end->load().trace) end = &next->next;
  end->store({trace, trace->droppable});
  return *trace;
}

void TracedFunction::Entries::unlink(const ConcreteTrace* trace) {
  for (TraceLink* link : {&exact, &general}) {
    for (const ConcreteTrace* at = link->load().trace; at; link = &at->next, at = link->load().trace) {
      if (at == trace) return link->store(trace->next.load());
    }
  }
}

/// Drops the trace that was used least recently. It may still be in use: by calls that hold it, and by look-ups that
/// traverse the list.
void TracedFunction::Entries::drop_least_used() {
  const auto least = std::ranges::min_element(live, {}, [](const auto& trace) { return trace->last_use.load(); });
  (*least)->is_dropped.store(true);
  unlink(least->get());
  if (logs("retrace")) {
    std::cerr << "ag: note: '" + name + "' has more than " + std::to_string(options.max_traces) +
                     " traces: the one that was used least recently is dropped, for " + (*least)->type().str() + "\n";
  }
  dropped.push_back((*least)->type());
  if (dropped.size() > 2 * static_cast<size_t>(options.max_traces)) dropped.erase(dropped.begin());
  std::vector<std::shared_ptr<ConcreteTrace>>& others = (*least)->droppable ? retired : kept;
  others.push_back(std::move(*least));
  live.erase(least);
  if (readers.load() == 0) retired.clear();
}

void TracedFunction::Entries::keep_reason(const CallType& type, const SignatureBuilder& signature) {
  std::vector<RetraceReason> reasons = reasons_for(type, live, signature);
  for (const CallType& other : dropped) {
    if (std::ranges::equal(other.words(), type.words())) {
      reasons = {{"", "dropped", std::to_string(options.max_traces) + " traces", ""}};
    }
  }
  if (!reasons.empty()) {
    retraces.push_back({type.str(), reasons});
    if (logs("retrace")) std::cerr << "ag: retrace: " + name + retraces.back().str() + "\n";
  } else if (clock > 0) {
    return;  // the traces were cleared
  } else if (made_at) {
    reasons.push_back({made_at->str(), "new object", "", ""});
  }
  // Differences of shapes relax the signature, so they are not the cause of many traces.
  if (options.reduce_retracing) {
    std::ranges::stable_partition(
        reasons, [](const RetraceReason& reason) { return reason.property != "shape" && reason.property != "rank"; });
  }
  const std::string called = "'" + name + "'" + (made_at ? ", made at " + made_at->str() + "," : "");
  if (const auto often = watch->note_trace(reasons)) warn_retracing(called, *often, watch->likely_cause());
}

/// Returns null if only the signature identifies the trace of a call.
[[gnu::noinline]] const ConcreteTrace* TracedFunction::Entries::find_plain_of_many(
    std::span<const Tensor* const> arguments) const {
  const uint64_t hash = hash_of(arguments);
  const auto serves = [&](const ConcreteTrace& trace) {
    return !trace.is_dropped.load() && trace.is_plain() && trace.fits(arguments);
  };
  if (const ConcreteTrace* trace = recent.find(hash, serves)) return trace;
  for (TraceLink::Next at = exact.load(); at.trace; at = at.trace->next.load()) {
    if (at.droppable || !at.trace->is_plain()) return nullptr;
    if (!at.trace->fits(arguments)) continue;
    recent.note(hash, *at.trace);
    return at.trace;
  }
  return nullptr;
}

}  // namespace ag::detail
