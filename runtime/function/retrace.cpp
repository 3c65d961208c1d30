#include "function/retrace.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <string_view>

#include "graph/type.h"

namespace ag {

std::string RetraceReason::str() const {
  if (property == "captured") return argument + " was " + before + " and is " + now;
  if (property == "function") return "'" + argument + "' was " + before + " and is " + now;
  if (property == "structure") return "'" + argument + "' had " + before + " and has " + now;
  if (property == "dropped") return "its trace was dropped, because the function has at most " + before;
  if (property == "new object") return "each object that is made at " + argument + " is traced on its own";
  return "the " + property + " of '" + argument + "' was " + before + " and is " + now;
}

std::string Retrace::str() const {
  std::string text = call + ": ";
  for (const RetraceReason& reason : reasons) text += (&reason == &reasons.front() ? "" : "; ") + reason.str();
  return text;
}

namespace detail {

namespace {

using Kind = ArgumentType::Kind;

constexpr int kWindow = 10, kTooMany = 5, kMaxWarnings = 1;

const char* property_of(const ArgumentType& before, const ArgumentType& now) {
  if (before.kind != now.kind) return "kind";
  if (before.kind == Kind::Value && before.type == "function") return "function";
  if (before.kind == Kind::Value) return before.type == "class of" ? "class" : "value";
  if (before.dtype != now.dtype) return "dtype";
  if (before.weak != now.weak) return "kind";
  return before.shape.ranked() && now.shape.ranked() && before.shape.size() != now.shape.size() ? "rank" : "shape";
}

bool fits(const ArgumentType& wanted, const ArgumentType& given) {
  if (wanted.kind != given.kind || wanted.kind != Kind::Tensor) return wanted.str() == given.str();
  return wanted.weak == given.weak &&
         ir::is_subtype({given.dtype, given.shape, given.weak}, {wanted.dtype, wanted.shape, wanted.weak});
}

std::vector<RetraceReason> differences(const std::vector<ArgumentType>& before, const std::vector<ArgumentType>& now) {
  constexpr std::string_view kSize = "the size of ";
  std::vector<RetraceReason> reasons;
  for (size_t k = 0; k < std::min(before.size(), now.size()); ++k) {
    if (fits(before[k], now[k])) continue;
    if (before[k].kind == Kind::Value && before[k].type.empty() && now[k].type.empty()) {
      reasons.push_back({now[k].name, "structure", before[k].value, now[k].value});
      return reasons;
    }
    if (now[k].name.starts_with(kSize)) {  // the elements that follow are not comparable
      reasons.push_back({now[k].name.substr(kSize.size()), "number of elements", before[k].value, now[k].value});
      return reasons;
    }
    reasons.push_back({now[k].name, property_of(before[k], now[k]), before[k].str(), now[k].str()});
  }
  return reasons;
}

/// The number of differences; a different dtype or kind counts twice.
size_t distance(const std::vector<RetraceReason>& reasons) {
  return reasons.size() + static_cast<size_t>(std::ranges::count_if(reasons, [](const RetraceReason& reason) {
           return reason.property == "dtype" || reason.property == "kind";
         }));
}

}  // namespace

std::vector<RetraceReason> reasons_for(const CallType& now, const std::vector<std::shared_ptr<ConcreteTrace>>& traces,
                                       const SignatureBuilder& call) {
  std::vector<RetraceReason> best;
  for (size_t k = traces.size(); k-- > 0;) {  // backwards, so that ties go to the latest trace
    if (traces[k]->throws()) continue;
    std::vector<RetraceReason> reasons = differences(traces[k]->type().arguments(), now.arguments());
    if (reasons.empty()) {
      if (auto changed = traces[k]->changed_capture(call)) reasons.push_back(std::move(*changed));
    }
    if (!reasons.empty() && (best.empty() || distance(reasons) < distance(best))) best = std::move(reasons);
  }
  return best;
}

void RetraceWatch::count_hit() {
  if (hits_.fetch_add(1, std::memory_order_relaxed) + 1 >= kWindow) watching_.store(false, std::memory_order_relaxed);
}

std::optional<RetraceWatch::Often> RetraceWatch::note_trace(const std::vector<RetraceReason>& reasons) {
  const std::lock_guard lock(mutex_);
  if (warnings_ == kMaxWarnings) return std::nullopt;
  calls_ += 1 + hits_.exchange(0, std::memory_order_relaxed);
  watching_.store(true, std::memory_order_relaxed);
  last_.emplace_back(calls_, reasons.empty() ? RetraceReason() : reasons.front());
  if (last_.size() > kTooMany) last_.pop_front();
  const int64_t calls = calls_ - last_.front().first + 1;
  if (last_.size() < kTooMany || calls > kWindow) return std::nullopt;
  if (++warnings_ == kMaxWarnings) watching_.store(false, std::memory_order_relaxed);
  return Often{kTooMany, static_cast<int>(calls)};
}

RetraceReason RetraceWatch::likely_cause() const {
  // The first entry may be the first trace of the function, which has no reason.
  RetraceReason likely = last_.back().second;
  std::ptrdiff_t most = 0;
  for (const auto& [call, reason] : last_) {
    const auto alike = std::ranges::count_if(last_, [&](const auto& other) {
      return other.second.argument == reason.argument && other.second.property == reason.property;
    });
    if (!reason.property.empty() && alike >= most) most = alike, likely = reason;
  }
  return likely;
}

std::shared_ptr<RetraceWatch> watch_of(SourceLocation place) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<RetraceWatch>> watches;
  const std::lock_guard lock(mutex);
  std::shared_ptr<RetraceWatch>& watch = watches[place.str()];
  if (!watch) watch = std::make_shared<RetraceWatch>();
  return watch;
}

void warn_retracing(const std::string& function, RetraceWatch::Often often, const RetraceReason& cause) {
  std::string why;
  if (cause.property == "value") {
    why = "'" + cause.argument +
          "' is a value of the host, which belongs to the signature: pass a tensor where it varies";
  } else if (cause.property == "shape" || cause.property == "rank") {
    why = "'" + cause.argument +
          "' comes in several shapes: set reduce_retracing = true, or an input_signature with ag::unknown";
  } else if (cause.property == "number of elements") {
    why = "'" + cause.argument + "' comes with several numbers of elements: stack them into one tensor";
  } else if (cause.property == "function") {
    why =
        "'" + cause.argument +
        "' comes as several functions, and which one it is belongs to the signature: make function objects outside of "
        "the loop";
  } else if (cause.property == "structure") {
    why = "'" + cause.argument + "' comes in several forms: each is traced once";
  } else if (cause.property == "captured") {
    why = "a decision by a variable outside of it falls differently: pass a tensor as an argument";
  } else if (cause.property == "dropped") {
    why = "max_traces = " + cause.before + " is less than the signatures that it is called with";
  } else if (cause.property == "new object") {
    why = "each object that is made there is traced: make one, outside of the loop";
  } else {
    why = "the " + cause.property + " of '" + cause.argument + "' varies: convert it, or set an input_signature";
  }
  std::string text = "ag: warning: " + function + " was traced " + std::to_string(often.traces) + " times in " +
                     std::to_string(often.calls) + " calls, and tracing is slow: " + why;
  if (!cause.property.empty() && cause.property != "new object") text += " (" + cause.str() + ")";
  std::cerr << text + "\n";
}

}  // namespace detail
}  // namespace ag
