#pragma once
/// The streams of the emulated device: queues whose operations run as late as a wait allows, in a random legal order.
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/failure.h"
#include "device/operation_order.h"
#include "device/seeded_random.h"

namespace ag::device {

class StreamQueues {
 public:
  /// An operation when it runs, with its id.
  using Run = std::function<void(uint32_t operation)>;

  explicit StreamQueues(SeededRandom& random) : random_(random) {}

  OperationOrder& order() { return order_; }

  uint64_t create_stream();
  /// Work that the stream still has runs when other work is waited for.
  bool destroy_stream(uint64_t stream);
  bool has_stream(uint64_t stream) const { return streams_.contains(stream) && !streams_.at(stream).is_destroyed; }
  void enqueue(uint64_t stream, std::string description, Run run);
  void wait(uint64_t stream);
  /// Runs at most one operation; returns true if the stream has none left.
  bool poll(uint64_t stream);
  void wait_for_all();

  uint64_t create_event();
  bool destroy_event(uint64_t event) { return events_.erase(event) != 0; }
  bool has_event(uint64_t event) const { return events_.contains(event); }
  void record(uint64_t event, uint64_t stream);
  void wait_for_event(uint64_t stream, uint64_t event);
  void wait_event(uint64_t event);
  bool poll_event(uint64_t event);
  /// Returns the milliseconds between two marks that have occurred, or nothing.
  std::optional<float> elapsed(uint64_t from, uint64_t to) const;

 private:
  /// A mark of an event in a stream.
  struct Mark {
    uint64_t stream = 0;
    OperationOrder::Clock clock;
    std::optional<double> time = {};  // in milliseconds, once it has occurred
  };
  /// An operation that runs; or a mark that occurs; or a mark that is waited for.
  struct Item {
    Run run;
    uint32_t operation = 0;
    std::shared_ptr<Mark> mark;
    std::shared_ptr<Mark> awaited;
  };
  struct Stream {
    uint32_t number = 0;  // in the order of operations
    std::deque<Item> items = {};
    bool is_destroyed = false;
  };

  bool is_runnable(const Stream& stream) const;
  /// Runs one item that the stream needs, of this stream or of one that it waits for.
  void run_one_for(uint64_t stream);
  void run_head(Stream& stream);
  void add_needed(uint64_t stream, std::vector<uint64_t>& needed) const;
  void run_until(const Mark& mark);
  void host_waited(const OperationOrder::Clock& clock);

  SeededRandom& random_;
  OperationOrder order_;
  std::map<uint64_t, Stream> streams_;
  std::map<uint64_t, std::shared_ptr<Mark>> events_;  // the last mark, or null
  uint64_t last_id_ = 0;
};

}  // namespace ag::device
