#pragma once
/// An atomic link of the lists of traces: calls follow it without a lock while one thread changes one link at a time.
#include <atomic>
#include <cstdint>

namespace ag::detail {

class ConcreteTrace;

/// The pointer carries a mark if its trace may be dropped: look-ups that are not registered as readers stop there.
class TraceLink {
 public:
  struct Next {
    const ConcreteTrace* trace = nullptr;
    bool droppable = false;
  };

  Next load() const {
    const uintptr_t word = word_.load();
    return {reinterpret_cast<const ConcreteTrace*>(word & ~kDroppable), (word & kDroppable) != 0};
  }
  void store(Next next) { word_.store(reinterpret_cast<uintptr_t>(next.trace) | (next.droppable ? kDroppable : 0)); }

 private:
  static constexpr uintptr_t kDroppable = 1;  // bit 0 is free: traces lie at even addresses
  std::atomic<uintptr_t> word_{0};
};

}  // namespace ag::detail
