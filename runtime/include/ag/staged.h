#pragma once
/// Host numbers that control flow may have made symbolic. Written by the converter only; users never see them.
#include <cstdint>
#include <source_location>
#include <type_traits>

#include "ag/arg.h"
#include "ag/index.h"
#include "ag/tensor.h"

namespace ag {

namespace detail {

/// A number of the trace in progress: 0 is none; numbers grow over all traces of a thread, so an old one is recognised.
using StagedId = uint32_t;

/// The id of a rank-0 symbol.
AG_API StagedId stage(const Tensor& symbol);
/// The symbol of an id; throws where its trace has ended.
AG_API Tensor staged_symbol(StagedId id, SourceLocation location);

}  // namespace detail

/// A T that is known, or the name of a rank-0 value of the graph. There is no conversion to T: a use that the converter
/// missed does not compile.
template <class T>
class Staged {
  static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);

 public:
  using value_type = T;

  constexpr Staged() = default;
  template <class U>
    requires((std::is_arithmetic_v<U> || std::is_enum_v<U>) && std::is_convertible_v<U, T>)
  constexpr Staged(U value) : value_(static_cast<T>(value)) {}
  /// The value of a symbol.
  static Staged of(const Tensor& symbol) {
    Staged staged;
    staged.id_ = detail::stage(symbol);
    return staged;
  }
  operator T() const = delete;

  bool is_host() const { return id_ == 0; }
  /// The known value.
  constexpr T value() const { return value_; }
  /// The same value of the graph?
  bool same_symbol(const Staged& other) const { return id_ == other.id_; }
  /// The value as a tensor: a literal, or the symbol.
  Tensor tensor(SourceLocation location = SourceLocation::current()) const {
    if constexpr (std::is_enum_v<T>) {
      return id_ ? detail::staged_symbol(id_, location)
                 : Tensor(static_cast<std::underlying_type_t<T>>(value_), location);
    } else {
      return id_ ? detail::staged_symbol(id_, location) : Tensor(value_, location);
    }
  }

 private:
  T value_{};
  detail::StagedId id_ = 0;
};

/// Not b: known if b is.
AG_API Staged<bool> operator!(const Staged<bool>& b);

/// Whether one of a function's jumps was taken: false at first, and known until a staged branch sets it.
class Flag : public Staged<bool> {
 public:
  constexpr Flag() = default;
  Flag(const Staged<bool>& value) : Staged<bool>(value) {}
  Flag& operator=(bool value) {
    static_cast<Staged<bool>&>(*this) = Staged<bool>(value);
    return *this;
  }
};
inline Flag operator!(const Flag& flag) { return Flag(!static_cast<const Staged<bool>&>(flag)); }
/// Either; known if it can be. Flags have no effects, so nothing is short-circuited.
AG_API Flag operator||(const Flag& a, const Flag& b);
/// Set, and known to be.
inline bool certain(const Flag& flag) { return flag.is_host() && flag.value(); }

template <class N>
Tensor::Tensor(const Staged<N>& value) : Tensor(value.tensor()) {}
template <class N>
TensorArg::TensorArg(const Staged<N>& value, SourceLocation location)
    : tensor_(nullptr), location_(location), owned_(value.tensor(location)) {}
template <class N>
Dim::Dim(const Staged<N>& value, SourceLocation location) : Dim(value.tensor(location), location) {}
template <class N>
Index::Index(const Staged<N>& value, SourceLocation location) : Index(value.tensor(location), location) {}

}  // namespace ag
