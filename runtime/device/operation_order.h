#pragma once
/// The order of the operations of a device: vector clocks of its streams and of the host.
///
/// An operation happens before another one if the same stream has both, or if events and waits of the host lead from
/// one to the other. The order is known when an operation is enqueued, however late it runs.
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace ag::device {

class OperationOrder {
 public:
  /// For each stream, the last operation that happened before.
  using Clock = std::vector<uint64_t>;

  /// Returns the number of a further stream.
  uint32_t add_stream();

  /// Returns the id of an operation that is enqueued, from 1.
  uint32_t enqueue(uint32_t stream, std::string description);
  /// Returns the id of the rest of a launch after a grid barrier.
  uint32_t proceed(uint32_t operation);

  const Clock& clock(uint32_t stream) const { return streams_[stream].clock; }
  /// Later operations of the stream happen after those of the clock.
  void join(uint32_t stream, const Clock& clock) { add(streams_[stream].clock, clock); }
  /// Later operations of all streams happen after those of the clock, since the host waited for these.
  void host_waited(const Clock& clock) { add(host_, clock); }
  void host_waited_for_all();

  /// True if `earlier` happened before `later`, which is a recent operation.
  bool is_before(uint32_t earlier, uint32_t later) const;
  /// Returns the description of a recent operation.
  std::string describe(uint32_t operation) const;

  /// Forgets operations if the host has waited for all of them.
  void settle();

 private:
  struct Stream {
    Clock clock;
    uint64_t last = 0;  // the time of its last operation
  };
  struct Operation {
    uint32_t stream = 0;
    uint64_t time = 0;
    Clock clock;
    std::string description;
  };
  /// Grid barriers divide a launch: they count in the low bits of its time.
  static constexpr uint64_t kParts = 1 << 20;

  static void add(Clock& clock, const Clock& other);
  const Operation* find(uint32_t operation) const;

  std::vector<Stream> streams_;
  Clock host_;
  std::deque<Operation> operations_;  // those after settled_
  uint32_t settled_ = 0;              // operations up to this one happened before all later ones
};

}  // namespace ag::device
