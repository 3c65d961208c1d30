#pragma once
/// The mapping between a user's type and its staged counterpart, in which numbers may be symbolic:
///
///     std::pair<int, Tensor>                          std::pair<ag::Staged<int>, Tensor>
///
/// Pairs, tuples, arrays (including C arrays), vectors and optionals are mapped part by part. A class with numbers maps
/// to its staged counterpart. Any other type maps to itself.
#include <array>
#include <cstddef>
#include <exception>
#include <initializer_list>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/detail/structure.h"
#include "ag/staging/optional.h"
#include "ag/staging/staged.h"

namespace ag {

template <class T>
class List;

/// The member type by which a local class names its staged counterpart.
template <class T, class Other>
struct StagedClass {
  using Plain = T;
  using Staged = Other;
};

namespace detail {

/// A user class that contains numbers. The converter emits its staged counterpart, a class with the same members in the
/// same order. It also emits a function that names the counterpart, found by argument-dependent lookup: Result_staged
/// ag_staged_class(const Result*). The counterpart may be incomplete where its own methods name it. A local class has a
/// member type instead.
template <class T>
concept HasLocalStagedClass =
    std::is_class_v<T> && requires { requires std::is_same_v<typename T::ag_staged_class::Plain, T>; };
template <class T>
concept HasStagedClass = HasLocalStagedClass<T> || (std::is_class_v<T> && requires(const T* value) {
                           typename std::type_identity<decltype(ag_staged_class(value))>::type;
                         });

template <class T>
struct StagedClassOf {
  using type = decltype(ag_staged_class(static_cast<const T*>(nullptr)));
};
template <HasLocalStagedClass T>
struct StagedClassOf<T> {
  using type = typename T::ag_staged_class::Staged;
};
template <class T>
using staged_class_t = typename StagedClassOf<T>::type;

template <class T>
struct StagedType {
  using type = T;
};
template <HostNumber T>
  requires(!std::is_const_v<T>)
struct StagedType<T> {
  using type = Staged<T>;
};
template <class T>
struct StagedType<const T> {
  using type = const typename StagedType<T>::type;
};
template <class T>
struct StagedType<T&> {
  using type = typename StagedType<T>::type&;
};
template <class T>
struct StagedType<T&&> {
  using type = typename StagedType<T>::type&&;
};
template <class A, class B>
struct StagedType<std::pair<A, B>> {
  using type = std::pair<typename StagedType<A>::type, typename StagedType<B>::type>;
};
template <class... T>
struct StagedType<std::tuple<T...>> {
  using type = std::tuple<typename StagedType<T>::type...>;
};
template <class T, size_t N>
struct StagedType<std::array<T, N>> {
  using type = std::array<typename StagedType<T>::type, N>;
};
template <class T, size_t N>
struct StagedType<T[N]> {
  using type = typename StagedType<T>::type[N];
};
template <class T, size_t N>
struct StagedType<const T[N]> {
  using type = const typename StagedType<T>::type[N];
};
template <class T>
struct StagedType<std::vector<T>> {
  using type = std::vector<typename StagedType<T>::type>;
};
template <class T>
struct StagedType<std::optional<T>> {
  using type = Optional<typename StagedType<T>::type>;
};
template <HasStagedClass T>
struct StagedType<T> {
  using type = staged_class_t<T>;
};

}  // namespace detail

/// The staged counterpart of type T.
template <class T>
using staged_t = typename detail::StagedType<T>::type;

namespace detail {

/// The staged counterpart of T with a list for each vector whose length may depend on a tensor.
template <class T>
struct ListedType : StagedType<T> {};
template <class T>
struct ListedType<std::vector<T>> {
  using type = List<typename ListedType<T>::type>;
};
template <class A, class B>
struct ListedType<std::pair<A, B>> {
  using type = std::pair<typename ListedType<A>::type, typename ListedType<B>::type>;
};
template <class... T>
struct ListedType<std::tuple<T...>> {
  using type = std::tuple<typename ListedType<T>::type...>;
};
template <class T>
struct ListedType<std::optional<T>> {
  using type = Optional<typename ListedType<T>::type>;
};

}  // namespace detail

/// Like staged_t, with growable lists for its vectors.
template <class T>
using listed_t = typename detail::ListedType<T>::type;

namespace detail {

/// Calls `use` with each member of `to` and the corresponding member of `from`.
template <class To, class From, class F>
void each_member(To& to, const From& from, const F& use) {
  with_parts(to, [&](auto&... target) {
    with_parts(const_cast<From&>(from), [&](const auto&... source) { (use(target, source), ...); });
  });
}

/// Converts from the staged counterpart to the user's type.
template <class T>
struct ToPlain {
  template <class V>
  static T convert(V&& value, SourceLocation) {
    return static_cast<T>(std::forward<V>(value));
  }
};
template <HostNumber T>
struct ToPlain<T> {
  static T convert(const Staged<T>& value, SourceLocation location) {
    if (!value.is_host()) [[unlikely]]
      return value_of_bits<T>(decided_result(value.number(), location));
    return value.value();
  }
};
template <class A, class B>
struct ToPlain<std::pair<A, B>> {
  template <class V>
  static std::pair<A, B> convert(const V& value, SourceLocation location) {
    return {ToPlain<A>::convert(value.first, location), ToPlain<B>::convert(value.second, location)};
  }
};
template <class... T>
struct ToPlain<std::tuple<T...>> {
  template <class V>
  static std::tuple<T...> convert(const V& value, SourceLocation location) {
    return std::apply([&](const auto&... part) { return std::tuple<T...>(ToPlain<T>::convert(part, location)...); },
                      value);
  }
};
template <class T, size_t N>
struct ToPlain<std::array<T, N>> {
  static std::array<T, N> convert(const staged_t<std::array<T, N>>& value, SourceLocation location) {
    return std::apply([&](const auto&... part) { return std::array<T, N>{ToPlain<T>::convert(part, location)...}; },
                      value);
  }
};
template <class T>
struct ToPlain<std::vector<T>> {
  template <class V>
  static std::vector<T> convert(const V& value, SourceLocation location) {
    if constexpr (requires { value.known_items(location); })
      return convert(value.known_items(location), location);
    else
      return of_elements(value, location);
  }

 private:
  template <class V>
  static std::vector<T> of_elements(const V& value, SourceLocation location) {
    std::vector<T> result;
    result.reserve(value.size());
    for (const auto& element : value) result.push_back(ToPlain<T>::convert(element, location));
    return result;
  }
};
template <class T>
struct ToPlain<std::optional<T>> {
  template <class V>
  static std::optional<T> convert(const V& value, SourceLocation location) {
    if (!ToPlain<bool>::convert(value.has_value(), location)) return std::nullopt;
    return ToPlain<T>::convert(*value, location);
  }
};
/// A const member of a new object is reconstructed, because it cannot be assigned.
template <class M>
void assign_constant(M* member, M value) {
  std::destroy_at(member);
  std::construct_at(member, std::move(value));
}
template <class M, class V>
void assign_plain(M& member, const V& staged, SourceLocation location) {
  if constexpr (std::is_array_v<M>)
    for (size_t k = 0; k < std::extent_v<M>; ++k) assign_plain(member[k], staged[k], location);
  else if constexpr (std::is_const_v<M>)
    assign_constant(const_cast<std::remove_const_t<M>*>(&member),
                    ToPlain<std::remove_const_t<M>>::convert(staged, location));
  else
    member = ToPlain<M>::convert(staged, location);
}
template <HasStagedClass T>
struct ToPlain<T> {
  static T convert(const staged_class_t<T>& value, SourceLocation location) {
    T result = made();
    each_member(result, value, [&](auto& member, const auto& staged) { assign_plain(member, staged, location); });
    return result;
  }

 private:
  static T made() {
    if constexpr (std::is_constructible_v<T, Parts>)
      return T(Parts());
    else
      return T{};
  }
};

/// Converts from the user's type to the staged counterpart.
template <class T>
struct ToStaged {
  static const T& convert(const T& value) { return value; }
};
template <HostNumber T>
struct ToStaged<T> {
  static Staged<T> convert(T value) { return value; }
};
template <class A, class B>
struct ToStaged<std::pair<A, B>> {
  static staged_t<std::pair<A, B>> convert(const std::pair<A, B>& value) {
    return {ToStaged<A>::convert(value.first), ToStaged<B>::convert(value.second)};
  }
};
template <class... T>
struct ToStaged<std::tuple<T...>> {
  static staged_t<std::tuple<T...>> convert(const std::tuple<T...>& value) {
    return std::apply([](const T&... part) { return staged_t<std::tuple<T...>>(ToStaged<T>::convert(part)...); },
                      value);
  }
};
template <class T, size_t N>
struct ToStaged<std::array<T, N>> {
  static staged_t<std::array<T, N>> convert(const std::array<T, N>& value) {
    return std::apply([](const auto&... part) { return staged_t<std::array<T, N>>{ToStaged<T>::convert(part)...}; },
                      value);
  }
};
template <class T>
struct ToStaged<std::vector<T>> {
  static staged_t<std::vector<T>> convert(const std::vector<T>& value) {
    staged_t<std::vector<T>> result;
    result.reserve(value.size());
    for (const auto& element : value) result.push_back(ToStaged<T>::convert(element));
    return result;
  }
};
template <class T>
struct ToStaged<std::optional<T>> {
  static staged_t<std::optional<T>> convert(const std::optional<T>& value) {
    if (!value) return std::nullopt;
    return ToStaged<T>::convert(*value);
  }
};
template <class V, class M>
void assign_staged(V& staged, const M& member) {
  if constexpr (std::is_array_v<M>)
    for (size_t k = 0; k < std::extent_v<M>; ++k) assign_staged(staged[k], member[k]);
  else
    staged = ToStaged<M>::convert(member);
}
template <HasStagedClass T>
struct ToStaged<T> {
  static staged_class_t<T> convert(const T& value) {
    staged_class_t<T> result = made();
    each_member(result, value, [](auto& staged, const auto& member) { assign_staged(staged, member); });
    return result;
  }

 private:
  static staged_class_t<T> made() {
    if constexpr (std::is_constructible_v<staged_class_t<T>, Parts>)
      return staged_class_t<T>(Parts());
    else
      return staged_class_t<T>{};
  }
};

/// A host variable as a Staged one during one call.
template <class T>
class Inout {
 public:
  Inout(T& variable, SourceLocation location)
      : variable_(variable), value_(ToStaged<T>::convert(variable)), location_(location) {}
  Inout(const Inout&) = delete;
  Inout& operator=(const Inout&) = delete;
  ~Inout() noexcept(false) {
    if (std::uncaught_exceptions() == exceptions_) variable_ = ToPlain<T>::convert(value_, location_);
  }
  operator staged_t<T>&() && { return value_; }
  operator staged_t<T>*() && { return &value_; }

 private:
  T& variable_;
  staged_t<T> value_;
  SourceLocation location_;
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace detail

namespace emitted {  // see item.h for the purpose of this namespace

/// Converts a staged value to the user's type. Its numbers must be known: while a function is traced, a symbolic one is
/// an error.
///
///     int steps(Tensor x) { return ag::plain<int>(steps_staged(x)); }
template <class T, class V>
T plain(V&& value, SourceLocation location = SourceLocation::current()) {
  if constexpr (std::is_void_v<T> || std::is_reference_v<T>)
    return static_cast<T>(value);
  else
    return detail::ToPlain<std::remove_cv_t<T>>::convert(std::forward<V>(value), location);
}

/// Converts a user's value to its staged counterpart. A constant object yields a constant, so that the same overloads
/// of methods are called on it.
template <class T>
auto staged(T&& value) -> std::conditional_t<std::is_const_v<std::remove_reference_t<T>>,
                                             const staged_t<std::remove_cvref_t<T>>, staged_t<std::remove_cvref_t<T>>> {
  return detail::ToStaged<std::remove_cvref_t<T>>::convert(value);
}
/// The overload for a braced list, as the range of a loop.
template <class T>
std::vector<staged_t<T>> staged(std::initializer_list<T> values) {
  std::vector<staged_t<T>> result;
  result.reserve(values.size());
  for (const T& value : values) result.push_back(detail::ToStaged<T>::convert(value));
  return result;
}

/// Passes a host variable to a parameter that converted code writes; the variable is updated at the end of the full
/// expression.
///
///     void shrink(int& n, Tensor& x) { shrink_staged(ag::inout(n), x); }
template <class T>
detail::Inout<T> inout(T& variable, SourceLocation location = SourceLocation::current()) {
  return detail::Inout<T>(variable, location);
}
/// The overload for a variable passed by address.
template <class T>
detail::Inout<T> inout(T* variable, SourceLocation location = SourceLocation::current()) {
  return detail::Inout<T>(*variable, location);
}

}  // namespace emitted
using namespace emitted;

}  // namespace ag
