#include "function/eager_calls.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <utility>

#include "base/short_name.h"
#include "exec/profile.h"
#include "trace/context.h"

namespace ag {

std::string EagerCall::str() const { return call + (call.empty() ? "" : ": ") + location.str() + ": " + reason; }

namespace detail {

bool is_limit_of_tracing(const Error& error) {
  return error.kind() == ErrorKind::staging_error || error.kind() == ErrorKind::unimplemented;
}

bool requires_graphs() {
  const char* strict = std::getenv("AG_STRICT");
  return strict && *strict && std::string_view(strict) != "0";
}

void EagerCalls::add(std::string call, std::span<const uint64_t> words, const Error& error) {
  if (contain(words)) return;
  const std::string remedy = error.notes().empty() ? std::string() : error.notes().back();
  entries_.push_back({{std::move(call), error.message(), error.location()}, {words.begin(), words.end()}, remedy});
}

bool EagerCalls::contain(std::span<const uint64_t> words) const {
  if (entries_.size() >= kMaxSignatures) return true;
  return std::ranges::any_of(entries_, [&](const Entry& entry) { return std::ranges::equal(entry.words, words); });
}

void EagerCalls::warn(const std::string& function) {
  for (Entry& entry : entries_) {
    if (std::exchange(entry.told, true)) continue;
    const bool known = std::ranges::any_of(entries_, [&](const Entry& other) {
      return &other < &entry && other.call.location.str() == entry.call.location.str() &&
             other.call.reason == entry.call.reason;
    });
    if (known) continue;
    std::string text = entry.call.location.str() + ": warning: '" + function + "' runs eagerly for " + entry.call.call +
                       ": " + entry.call.reason;
    if (!entry.remedy.empty()) text += "\n  " + entry.remedy;
    std::cerr << text + "\n";
  }
}

std::vector<EagerCall> EagerCalls::list() const {
  std::vector<EagerCall> result;
  for (const Entry& entry : entries_) result.push_back(entry.call);
  return result;
}

void refuse_in_trace(const char* reason, const SourceLocation& location) {
  if (tracing::Trace* const trace = tracing::current()) {
    trace->refuse(Error(ErrorKind::staging_error, reason, location));
  }
}

EagerSpan::EagerSpan(const SourceLocation& function) {
  if (!exec::is_profiled()) return;
  around_ = exec::open_span({exec::SpanKind::Call, name_of_function(function.function_name()), function});
  exec::note_run_by(exec::ExecutedBy::Host);
}

EagerSpan::~EagerSpan() {
  if (around_ >= 0) exec::close_spans(around_);
}

}  // namespace detail
}  // namespace ag
