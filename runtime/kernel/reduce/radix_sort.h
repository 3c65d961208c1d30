#pragma once
/// Stable radix sort by bytes, least significant first (Knuth, The Art of Computer Programming 3, 5.2.5). It takes a
/// fixed number of passes without unpredictable branches, whereas each comparison of a merge sort is mispredicted in
/// half of the cases.
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

namespace ag::kernel {

/// Elements that have a key of their size.
template <class T>
inline constexpr bool has_sort_key = (sizeof(T) == 4 || sizeof(T) == 8) && std::is_arithmetic_v<T>;

/// Rows from this length on are sorted by radix: the counts of shorter ones cost more than the comparisons.
template <class T>
inline constexpr int64_t kMinRadixLength = sizeof(T) == 4 ? 256 : 512;

/// An unsigned number of the size of T.
template <class T>
using SortKey = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

/// Returns a number whose order is that of x in a sort: 0 and -0 are equal, and NaN is the greatest key in both
/// directions.
template <class T>
inline SortKey<T> sort_key(T x, bool descending) {
  using Key = SortKey<T>;
  constexpr Key kSign = Key{1} << (std::numeric_limits<Key>::digits - 1);
  if constexpr (std::is_floating_point_v<T>) {
    const Key bits = std::bit_cast<Key>(x + T{0});  // -0 + 0 is 0
    const Key ascending = (bits & kSign) != 0 ? ~bits : bits | kSign;
    return x != x ? std::numeric_limits<Key>::max() : descending ? ~ascending : ascending;
  } else {
    const Key ascending = std::is_signed_v<T> ? static_cast<Key>(x) ^ kSign : static_cast<Key>(x);
    return descending ? ~ascending : ascending;
  }
}

/// Sorts items by key(item), which is of the type Key. `spare` has room for `length` items.
template <class Key, class Item, class KeyOf>
void radix_sort(Item* items, Item* spare, int64_t length, KeyOf key) {
  constexpr int kDigits = sizeof(Key);
  constexpr int kValues = 256;
  int64_t starts[kDigits][kValues] = {};
  for (int64_t i = 0; i < length; ++i) {
    const Key of = key(items[i]);
    for (int digit = 0; digit < kDigits; ++digit) ++starts[digit][of >> (8 * digit) & (kValues - 1)];
  }
  Item *from = items, *to = spare;
  for (int digit = 0; digit < kDigits; ++digit) {
    int64_t* const start = starts[digit];
    // A digit that all keys share leaves the order as it is.
    if (start[key(from[0]) >> (8 * digit) & (kValues - 1)] == length) continue;
    int64_t next = 0;
    for (int value = 0; value < kValues; ++value) next += std::exchange(start[value], next);
    for (int64_t i = 0; i < length; ++i) to[start[key(from[i]) >> (8 * digit) & (kValues - 1)]++] = from[i];
    std::swap(from, to);
  }
  if (from != items) std::memcpy(items, from, static_cast<size_t>(length) * sizeof(Item));
}

/// Fills `order` with the indices that sort x[0 … length - 1], length > 0.
template <class T>
void radix_argsort(const T* x, int64_t* order, int64_t length, bool descending) {
  using Key = SortKey<T>;
  struct Entry {
    Key key;
    uint32_t index;
  };
  const std::unique_ptr<Entry[]> entries(new Entry[static_cast<size_t>(2 * length)]);
  for (int64_t i = 0; i < length; ++i) entries[i] = {sort_key(x[i], descending), static_cast<uint32_t>(i)};
  radix_sort<Key>(entries.get(), entries.get() + length, length, [](const Entry& entry) { return entry.key; });
  for (int64_t i = 0; i < length; ++i) order[i] = entries[i].index;
}

}  // namespace ag::kernel
