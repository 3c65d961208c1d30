#pragma once
/// A hash table from argument types to the traces that recent calls found, so that a function with many signatures does
/// not walk a long list in each call. Lock-free. Entries are hints: the caller checks that a trace serves the call.
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace ag::detail {

class ConcreteTrace;

/// A hash of the words of a signature.
class WordsHash {
 public:
  void add(uint64_t word) { hash_ = (hash_ ^ word) * kOdd; }
  uint64_t value() const { return hash_ ^ hash_ >> 32; }

 private:
  static constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;  // 2^64 divided by the golden ratio
  uint64_t hash_ = 1;
};

class RecentTraces {
 public:
  RecentTraces() = default;
  RecentTraces(const RecentTraces&) = delete;
  RecentTraces& operator=(const RecentTraces&) = delete;
  ~RecentTraces() { delete table_.load(); }

  /// Returns the first trace noted for the hash for which `serves` is true; null if there is none.
  template <class Serves>
  const ConcreteTrace* find(uint64_t hash, const Serves& serves) const {
    const Table* table = table_.load(std::memory_order_acquire);
    if (!table) return nullptr;
    for (const std::atomic<const ConcreteTrace*>& place : (*table)[hash % kPairs]) {
      const ConcreteTrace* trace = place.load(std::memory_order_acquire);
      if (trace && serves(*trace)) return trace;
    }
    return nullptr;
  }
  /// Notes a trace, which must live as long as this table.
  void note(uint64_t hash, const ConcreteTrace& trace) {
    Table* table = table_.load(std::memory_order_acquire);
    if (!table) {
      auto made = std::make_unique<Table>();
      if (table_.compare_exchange_strong(table, made.get(), std::memory_order_acq_rel)) table = made.release();
    }
    auto& [first, second] = (*table)[hash % kPairs];
    second.store(first.exchange(&trace, std::memory_order_acq_rel), std::memory_order_release);
  }

 private:
  static constexpr size_t kPairs = 256;
  using Table = std::array<std::array<std::atomic<const ConcreteTrace*>, 2>, kPairs>;

  std::atomic<Table*> table_{nullptr};
};

}  // namespace ag::detail
