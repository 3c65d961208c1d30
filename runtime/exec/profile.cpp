#include "exec/profile.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <functional>

#include "exec/recording.h"

namespace ag::exec {

namespace {

/// The current recording, or null.
struct Current {
  std::mutex mutex;
  std::shared_ptr<Recording> recording;

  static Current& get() {
    static auto* const current = new Current;  // never destroyed, because threads may outlive static objects
    return *current;
  }
};

/// The record that a thread writes to. It stays attached to a finished recording while spans of that recording are
/// open.
struct Attached {
  std::shared_ptr<Recording> recording;
  ThreadRecord* record = nullptr;

  static Attached& of_thread() {
    thread_local Attached attached;
    return attached;
  }
  void renew() {
    if (record && (!record->open.empty() || recording->is_on())) return;
    Current& current = Current::get();
    const std::lock_guard lock(current.mutex);
    recording = current.recording;
    record = recording ? &recording->add_thread() : nullptr;
  }
};

size_t hash_of(const SpanLabel& label) {
  const std::hash<std::string_view> hash;
  const auto mix = [](size_t seed, size_t value) { return seed * 0x9e3779b97f4a7c15u + value; };
  size_t seed = mix(static_cast<size_t>(label.kind), hash(label.name));
  seed = mix(seed, hash(label.place.file_name()));
  return mix(mix(seed, hash(label.signature)), label.place.line());
}

bool is_same(const KeptLabel& kept, const SpanLabel& label) {
  return kept.kind == label.kind && kept.line == label.place.line() && kept.name == label.name &&
         kept.file == label.place.file_name() && kept.signature == label.signature;
}

uint32_t number_of(ThreadRecord& record, const SpanLabel& label) {
  const size_t hash = hash_of(label);
  const auto [begin, end] = record.numbers.equal_range(hash);
  for (auto at = begin; at != end; ++at) {
    if (is_same(record.labels[at->second], label)) return at->second;
  }
  const auto number = static_cast<uint32_t>(record.labels.size());
  record.numbers.emplace(hash, number);
  const std::lock_guard lock(record.mutex);
  record.labels.push_back(
      {label.kind, std::string(label.name), std::string(label.signature), label.place.file_name(), label.place.line()});
  record.sums.resize(record.labels.size() * kRanBy);
  return number;
}

void close(Attached& attached) {
  ThreadRecord& record = *attached.record;
  Recording& recording = *attached.recording;
  const ThreadRecord::OpenSpan span = record.open.back();
  record.open.pop_back();
  const std::chrono::nanoseconds duration = recording.now() - span.begin;
  if (!record.open.empty()) record.open.back().inside += duration;
  if (!recording.is_on()) return;
  const std::lock_guard lock(record.mutex);
  SpanSum& sum = record.sums[span.label * kRanBy + static_cast<size_t>(span.ran_by)];
  ++sum.calls;
  sum.total += duration;
  sum.self += duration - span.inside;
  if (recording.take_room()) record.spans.push_back({span.begin, duration, span.label, span.ran_by});
}

}  // namespace

ThreadRecord& Recording::add_thread() {
  const std::lock_guard lock(mutex_);
  ThreadRecord& record = *threads_.emplace_back(std::make_unique<ThreadRecord>());
  record.thread_id = syscall(SYS_gettid);
  return record;
}

int64_t open_span(const SpanLabel& label) {
  Attached& attached = Attached::of_thread();
  attached.renew();
  if (!attached.record) return -1;
  ThreadRecord& record = *attached.record;
  const auto around = static_cast<int64_t>(record.open.size());
  const uint32_t number = number_of(record, label);
  record.open.push_back(
      {attached.recording->now(), {}, number, label.kind == SpanKind::Call ? ExecutedBy::Native : ExecutedBy::Nothing});
  return around;
}

void close_spans(int64_t open) {
  Attached& attached = Attached::of_thread();
  while (attached.record && static_cast<int64_t>(attached.record->open.size()) > open) close(attached);
}

void close_span() {
  Attached& attached = Attached::of_thread();
  if (attached.record && !attached.record->open.empty()) close(attached);
}

void note_run_by(ExecutedBy executor) {
  Attached& attached = Attached::of_thread();
  if (!attached.record || attached.record->open.empty()) return;
  ThreadRecord::OpenSpan& innermost = attached.record->open.back();
  if (innermost.ran_by == ExecutedBy::Native) innermost.ran_by = executor;
}

std::shared_ptr<Recording> begin_recording(SourceLocation location, const std::string& who, const std::string& remedy) {
  Current& current = Current::get();
  const std::lock_guard lock(current.mutex);
  if (current.recording) {
    const Recording& other = *current.recording;
    throw Error(ErrorKind::invalid_argument, who + " cannot record: " + other.who() + " does", location,
                {"one records at a time: " + other.remedy()});
  }
  return current.recording = std::make_shared<Recording>(location, who, remedy);
}

void end_recording(Recording& recording) {
  Current& current = Current::get();
  const std::lock_guard lock(current.mutex);
  recording.stop();
  if (current.recording.get() == &recording) current.recording.reset();
}

}  // namespace ag::exec
