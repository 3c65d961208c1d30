#pragma once
/// The data of a recording: the spans of each thread, and their sums.
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "exec/profile.h"

namespace ag::exec {

/// A copy of a label, which may outlive the named objects.
struct KeptLabel {
  SpanKind kind;
  std::string name, signature, file;
  uint32_t line;
};

struct SpanSum {
  int64_t calls = 0;
  std::chrono::nanoseconds total{0}, self{0};
};

/// Times are relative to the beginning of the recording.
struct KeptSpan {
  std::chrono::nanoseconds begin, duration;
  uint32_t label;
  ExecutedBy ran_by;
};

/// The record of one thread, its only writer. The mutex protects readers of other threads.
struct ThreadRecord {
  struct OpenSpan {
    std::chrono::nanoseconds begin;
    std::chrono::nanoseconds inside{0};  // total of the inner spans
    uint32_t label;
    ExecutedBy ran_by;
  };

  int64_t thread_id = 0;
  std::vector<OpenSpan> open;  // accessed by the thread alone
  std::unordered_multimap<size_t, uint32_t> numbers;
  mutable std::mutex mutex;
  std::vector<KeptLabel> labels;
  std::vector<SpanSum> sums;  // by label and executor
  std::vector<KeptSpan> spans;
};

/// Number of values of ExecutedBy.
inline constexpr size_t kRanBy = 4;

class Recording {
 public:
  static constexpr int64_t kMaxSpans = 1 << 20;

  Recording(SourceLocation location, std::string who, std::string remedy)
      : location_(location), who_(std::move(who)), remedy_(std::move(remedy)) {}

  std::chrono::nanoseconds now() const { return std::chrono::steady_clock::now() - start_; }
  bool is_on() const { return on_.load(std::memory_order_acquire); }
  void stop() { on_.store(false, std::memory_order_release); }
  const SourceLocation& location() const { return location_; }
  const std::string& who() const { return who_; }
  const std::string& remedy() const { return remedy_; }

  ThreadRecord& add_thread();
  /// Reserves space for a span. Returns false if the recording is full.
  bool take_room() { return spans_.fetch_add(1, std::memory_order_relaxed) < kMaxSpans; }
  /// Returns the number of spans that are only part of the sums.
  int64_t dropped() const { return std::max(int64_t{0}, spans_.load(std::memory_order_relaxed) - kMaxSpans); }

  /// Calls visit(record) for each thread, with the record's mutex locked.
  template <class Visit>
  void for_each_thread(Visit&& visit) const {
    const std::lock_guard lock(mutex_);
    for (const auto& thread : threads_) {
      const std::lock_guard reading(thread->mutex);
      visit(*thread);
    }
  }

 private:
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const SourceLocation location_;
  const std::string who_, remedy_;
  std::atomic<bool> on_{true};
  std::atomic<int64_t> spans_{0};
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<ThreadRecord>> threads_;
};

}  // namespace ag::exec
