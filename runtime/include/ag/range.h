#pragma once
/// Counting loops: `for (auto i : ag::range(n))`.
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "ag/detail/arg.h"
#include "ag/ops.h"
#include "ag/staging/number.h"
#include "ag/tensor.h"

namespace ag {

/// The host integers start, start + step, … below stop (above it for a negative step).
template <std::integral T>
class HostRange {
 public:
  HostRange(T start, T stop, T step) : start_(start), stop_(stop), step_(step) {
    if (step == 0) throw Error(ErrorKind::invalid_argument, "range: the step is 0");
  }
  class Iterator {
   public:
    Iterator(T at, T stop, T step) : at_(at), stop_(stop), step_(step) {}
    T operator*() const { return at_; }
    Iterator& operator++() {
      at_ = static_cast<T>(at_ + step_);
      return *this;
    }
    /// Compares only with the end: true while elements remain.
    bool operator!=(const Iterator&) const { return step_ > 0 ? at_ < stop_ : at_ > stop_; }

   private:
    T at_, stop_, step_;
  };
  Iterator begin() const { return {start_, stop_, step_}; }
  Iterator end() const { return {stop_, stop_, step_}; }
  T start() const { return start_; }
  T stop() const { return stop_; }
  T step() const { return step_; }

 private:
  T start_, stop_, step_;
};

/// A range with tensor bounds: rank-0 tensors of one dtype.
class AG_API TensorRange {
 public:
  TensorRange(const TensorArg& start, const TensorArg& stop, const TensorArg& step);
  const Tensor& start() const { return start_; }
  const Tensor& stop() const { return stop_; }
  const Tensor& step() const { return step_; }
  /// True if the range contains the element `at`.
  Tensor contains(const Tensor& at, SourceLocation location = SourceLocation::current()) const;

  class AG_API Iterator {
   public:
    Iterator(const TensorRange* range, Tensor at) : range_(range), at_(std::move(at)) {}
    Tensor operator*() const { return at_; }
    Iterator& operator++();
    /// Compares only with the end: true while elements remain.
    bool operator!=(const Iterator&) const;

   private:
    const TensorRange* range_;
    Tensor at_;
  };
  Iterator begin() const { return {this, start_}; }
  Iterator end() const { return {this, stop_}; }

 private:
  Tensor start_, stop_, step_;
};

/// The numbers 0, 1, … below n. Host bounds yield integers of their common type, tensor bounds yield rank-0 tensors.
template <std::integral T>
HostRange<T> range(T stop) {
  return {T(0), stop, T(1)};
}
template <std::integral A, std::integral B, std::integral S = int>
HostRange<std::common_type_t<A, B>> range(A start, B stop, S step = 1) {
  using T = std::common_type_t<A, B>;
  return {static_cast<T>(start), static_cast<T>(stop), static_cast<T>(step)};
}
inline TensorRange range(const Tensor& stop, SourceLocation location = SourceLocation::current()) {
  return {TensorArg(0, location), TensorArg(stop, location), TensorArg(1, location)};
}
template <class A, class B, class S = int>
  requires(!(detail::NumberOperand<A> && detail::NumberOperand<B> && detail::NumberOperand<S>))
TensorRange range(const A& start, const B& stop, const S& step = 1) {
  return {start, stop, step};
}

}  // namespace ag
