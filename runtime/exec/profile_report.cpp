/// Reports of recordings: Chrome trace events, and a table.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <tuple>

#include "exec/recording.h"
#include "graph/json.h"

namespace ag::exec {

namespace {

using std::chrono::nanoseconds;

constexpr std::array<const char*, 9> kKinds = {"call",    "trace",     "optimize", "lower", "load",
                                               "compile", "operation", "loop",     "kernel"};
const char* name(SpanKind kind) { return kKinds[static_cast<size_t>(kind)]; }

constexpr std::array<const char*, kRanBy> kExecutors = {"", "native", "interpreter", "eagerly"};
const char* name(ExecutedBy ran_by) { return kExecutors[static_cast<size_t>(ran_by)]; }

/// The title of a phase consists of its kind and its subject.
std::string title(const KeptLabel& label) {
  const bool is_phase = label.kind >= SpanKind::Trace && label.kind <= SpanKind::Compile;
  return is_phase ? std::string(name(label.kind)) + " " + label.name : label.name;
}

/// Formats a time in microseconds, the unit of trace events.
std::string microseconds(nanoseconds time) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3f", static_cast<double>(time.count()) / 1e3);
  return text;
}

/// Formats a time with three digits, as in 1.25 ms.
std::string duration(nanoseconds time) {
  constexpr std::array<const char*, 4> kUnits = {"ns", "us", "ms", "s"};
  auto value = static_cast<double>(time.count());
  size_t unit = 0;
  while (value >= 999.5 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  char text[32];
  const int decimals = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  std::snprintf(text, sizeof(text), "%.*f %s", decimals, value, kUnits[unit]);
  return text;
}

std::string metadata(const char* what, int64_t process, int64_t thread, const std::string& value) {
  return std::string("{\"ph\": \"M\", \"name\": \"") + what + "\", \"pid\": " + std::to_string(process) +
         ", \"tid\": " + std::to_string(thread) + ", \"args\": {\"name\": " + ir::quote_json(value) + "}}";
}

std::string event(const KeptSpan& span, const KeptLabel& label, int64_t process, int64_t thread) {
  std::string text = "{\"ph\": \"X\", \"name\": " + ir::quote_json(title(label)) + ", \"cat\": \"" + name(label.kind) +
                     "\", \"ts\": " + microseconds(span.begin) + ", \"dur\": " + microseconds(span.duration) +
                     ", \"pid\": " + std::to_string(process) + ", \"tid\": " + std::to_string(thread) + ", \"args\": {";
  text += "\"file\": " + ir::quote_json(label.file) + ", \"line\": " + std::to_string(label.line);
  if (!label.signature.empty()) text += ", \"signature\": " + ir::quote_json(label.signature);
  if (span.ran_by != ExecutedBy::Nothing) text += std::string(", \"executor\": \"") + name(span.ran_by) + "\"";
  return text + "}}";
}

struct Row {
  std::string name, place;
  SpanSum sum;
};

/// Returns the sums over all threads, longest first. All signatures of a function share a row.
std::vector<Row> rows_of(const Recording& recording) {
  std::map<std::tuple<std::string, std::string>, SpanSum> sums;
  recording.for_each_thread([&](const ThreadRecord& record) {
    for (size_t k = 0; k < record.sums.size(); ++k) {
      const SpanSum& sum = record.sums[k];
      if (sum.calls == 0) continue;
      const KeptLabel& label = record.labels[k / kRanBy];
      const auto ran_by = static_cast<ExecutedBy>(k % kRanBy);
      const std::string suffix = ran_by == ExecutedBy::Nothing ? "" : std::string(" (") + name(ran_by) + ")";
      SpanSum& all = sums[{title(label) + suffix, label.file + ":" + std::to_string(label.line)}];
      all.calls += sum.calls;
      all.total += sum.total;
      all.self += sum.self;
    }
  });
  std::vector<Row> rows;
  for (const auto& [key, sum] : sums) rows.push_back({std::get<0>(key), std::get<1>(key), sum});
  std::ranges::sort(rows, [](const Row& a, const Row& b) {
    return std::tie(b.sum.total, a.name, a.place) < std::tie(a.sum.total, b.name, b.place);
  });
  return rows;
}

}  // namespace

std::string trace_events(const Recording& recording) {
  const int64_t process = getpid();
  std::string text = "{\"displayTimeUnit\": \"ns\", \"otherData\": {\"producer\": \"ag\", \"dropped_spans\": " +
                     std::to_string(recording.dropped()) + "},\n\"traceEvents\": [\n" +
                     metadata("process_name", process, process, "ag");
  int64_t threads = 0;
  recording.for_each_thread([&](const ThreadRecord& record) {
    const std::string thread = record.thread_id == process ? "main" : "thread " + std::to_string(threads);
    ++threads;
    text += ",\n" + metadata("thread_name", process, record.thread_id, thread);
    for (const KeptSpan& span : record.spans) {
      text += ",\n" + event(span, record.labels[span.label], process, record.thread_id);
    }
  });
  return text + "\n]}\n";
}

std::string summary(const Recording& recording, int most) {
  const std::vector<Row> rows = rows_of(recording);
  const size_t shown = std::min(rows.size(), static_cast<size_t>(std::max(most, 0)));
  std::vector<std::array<std::string, 6>> cells = {{"name", "place", "calls", "total", "mean", "self"}};
  for (size_t k = 0; k < shown; ++k) {
    const auto& [name, place, sum] = rows[k];
    cells.push_back({name, place, std::to_string(sum.calls), duration(sum.total), duration(sum.total / sum.calls),
                     duration(sum.self)});
  }
  constexpr size_t kTexts = 2;  // left-aligned columns of text
  std::array<size_t, 6> widths{};
  for (const auto& line : cells) {
    for (size_t k = 0; k < widths.size(); ++k) widths[k] = std::max(widths[k], line[k].size());
  }
  std::string text;
  for (const auto& line : cells) {
    for (size_t k = 0; k < widths.size(); ++k) {
      const std::string blank(widths[k] - line[k].size(), ' ');
      text += (k ? "  " : "") + (k < kTexts ? line[k] + blank : blank + line[k]);
    }
    text += "\n";
  }
  if (shown < rows.size()) text += "and " + std::to_string(rows.size() - shown) + " more\n";
  if (recording.dropped() > 0) {
    text += std::to_string(recording.dropped()) + " spans are counted here and are not in the trace, which keeps " +
            std::to_string(Recording::kMaxSpans) + "\n";
  }
  return text;
}

}  // namespace ag::exec
