#pragma once
/// std::span<const T> of numbers in converted code: a view of symbolic numbers stored elsewhere. A span made of plain
/// numbers owns their staged copies.
#include <iterator>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include "ag/staging/plain.h"

namespace ag {

template <class T>
class ConstSpan {
 public:
  using value_type = Staged<T>;
  using element_type = const Staged<T>;
  using size_type = size_t;
  using iterator = const Staged<T>*;

  ConstSpan() = default;
  ConstSpan(const Staged<T>* first, size_t count) : first_(first), count_(count) {}
  template <class R>
    requires(!std::is_same_v<std::remove_cvref_t<R>, ConstSpan> &&
             requires(R& range) {
               std::data(range);
               std::size(range);
             })
  ConstSpan(R&& range) {
    using Element = std::remove_cvref_t<decltype(*std::data(range))>;
    if constexpr (std::is_same_v<Element, Staged<T>> && (std::is_lvalue_reference_v<R> || std::is_array_v<R>)) {
      first_ = std::data(range);
      count_ = std::size(range);
    } else {
      kept_.assign(std::begin(range), std::end(range));
    }
  }

  const Staged<T>* data() const { return kept_.empty() ? first_ : kept_.data(); }
  size_t size() const { return kept_.empty() ? count_ : kept_.size(); }
  bool empty() const { return size() == 0; }
  const Staged<T>* begin() const { return data(); }
  const Staged<T>* end() const { return data() + size(); }
  auto rbegin() const { return std::reverse_iterator(end()); }
  auto rend() const { return std::reverse_iterator(begin()); }
  const Staged<T>& operator[](size_t at) const { return data()[at]; }
  const Staged<T>& front() const { return data()[0]; }
  const Staged<T>& back() const { return data()[size() - 1]; }

  operator std::vector<Staged<T>>() const { return {begin(), end()}; }
  size_t size_bytes() const { return size() * sizeof(T); }
  ConstSpan first(size_t count) const { return {data(), count}; }
  ConstSpan last(size_t count) const { return {data() + (size() - count), count}; }
  ConstSpan subspan(size_t offset, size_t count = std::dynamic_extent) const {
    return {data() + offset, count == std::dynamic_extent ? size() - offset : count};
  }

  /// The fields that enter the signature: the numbers.
  friend auto ag_fields(ConstSpan& span) {
    if (span.kept_.empty()) span.kept_.assign(span.begin(), span.end());
    return std::tie(span.kept_);
  }

 private:
  const Staged<T>* first_ = nullptr;
  size_t count_ = 0;
  std::vector<Staged<T>> kept_;
};

namespace detail {

template <HostNumber T>
struct StagedType<std::span<const T>> {
  using type = ConstSpan<T>;
};
template <HostNumber T>
struct ToStaged<std::span<const T>> {
  static ConstSpan<T> convert(std::span<const T> span) { return ConstSpan<T>(span); }
};

}  // namespace detail
}  // namespace ag
