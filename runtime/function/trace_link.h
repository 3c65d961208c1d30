#pragma once
/// A pointer of the lists of traces that calls follow without a lock, while another thread changes one at a time.
#include <atomic>
#include <cstdint>

namespace ag::detail {

class ConcreteTrace;

/// A trace that may be dropped is marked where a pointer leads to it: who does not count as a reader stops there.
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
  static constexpr uintptr_t kDroppable = 1;  // traces lie at even addresses
  std::atomic<uintptr_t> word_{0};
};

}  // namespace ag::detail
