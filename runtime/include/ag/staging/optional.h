#pragma once
/// std::optional<T> in converted code: its definedness may be symbolic.
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ag/effects.h"
#include "ag/staging/staging.h"

namespace ag {
namespace detail {
template <class T>
struct ToStaged;  // defined in plain.h
}

/// A value that may be missing. A missing value is never observable, except through * on an empty optional, which C++
/// leaves undefined; value() checks at run time.
template <class T>
class Optional {
 public:
  using value_type = T;

  Optional() = default;
  Optional(std::nullopt_t) {}
  template <class U>
    requires(std::is_convertible_v<U &&, T> && !std::is_same_v<std::remove_cvref_t<U>, Optional>)
  Optional(U&& value) : has_(true), value_(std::forward<U>(value)) {}
  template <class U>
    requires std::is_convertible_v<const U&, T>
  Optional(const std::optional<U>& other) : has_(other.has_value()) {
    if (other) value_ = T(*other);
  }

  Optional& operator=(std::nullopt_t) {
    reset();
    return *this;
  }
  void reset() {
    has_ = false;
    value_ = T();
  }
  template <class... A>
  T& emplace(A&&... arguments) {
    has_ = true;
    if constexpr (std::is_constructible_v<T, A...>) {
      value_ = T(std::forward<A>(arguments)...);
    } else {  // arguments of the class of which T is the staged counterpart
      value_ = T(detail::ToStaged<std::remove_cvref_t<A>>::convert(arguments)...);
    }
    return value_;
  }

  void swap(Optional& other) { std::swap(*this, other); }

  const Staged<bool>& has_value() const { return has_; }
  explicit operator Staged<bool>() const { return has_; }
  T& operator*() { return value_; }
  const T& operator*() const { return value_; }
  T* operator->() { return &value_; }
  const T* operator->() const { return &value_; }
  /// Returns the value; throws std::bad_optional_access at run time if there is none.
  T& value(SourceLocation location = SourceLocation::current()) {
    check_value(location);
    return value_;
  }
  const T& value(SourceLocation location = SourceLocation::current()) const {
    check_value(location);
    return value_;
  }
  template <class U>
  T value_or(U&& other, SourceLocation location = SourceLocation::current()) const {
    return if_else<T>(Predicate(has_, location), [&] { return value_; }, [&] { return T(std::forward<U>(other)); });
  }

  friend Staged<bool> operator!(const Optional& a) { return !a.has_; }
  friend Staged<bool> operator==(const Optional& a, std::nullopt_t) { return !a.has_; }
  template <class U>
    requires(!std::is_same_v<U, Optional> && !std::is_same_v<U, std::nullopt_t>)
  friend Staged<bool> operator==(const Optional& a, const U& b) {
    return and_then(Predicate(a.has_), [&] { return a.value_ == b; });
  }
  template <class U>
    requires(!std::is_same_v<U, Optional> && !std::is_same_v<U, std::nullopt_t>)
  friend Staged<bool> operator!=(const Optional& a, const U& b) {
    return !(a == b);
  }
  friend Staged<bool> operator==(std::nullopt_t, const Optional& a) { return !a.has_; }
  friend Staged<bool> operator!=(const Optional& a, std::nullopt_t) { return a.has_; }
  friend Staged<bool> operator!=(std::nullopt_t, const Optional& a) { return a.has_; }

  // Used by the state packs.
  auto ag_parts() { return std::tie(has_, value_); }
  auto ag_parts() const { return std::tie(has_, value_); }

 private:
  void check_value(SourceLocation location) const {
    if_stmt(Predicate(has_, location), [] {}, [&] { raise(std::bad_optional_access(), location); });
  }

  Staged<bool> has_ = false;
  T value_{};
};

/// if (o) as a host decision.
template <class T>
bool force(const Optional<T>& optional, SourceLocation location = SourceLocation::current()) {
  return force(optional.has_value(), location);
}

/// bool(o): true if there is a value.
template <class U, class T>
  requires std::is_same_v<U, bool>
Staged<bool> cast(const Optional<T>& optional) {
  return optional.has_value();
}

}  // namespace ag
