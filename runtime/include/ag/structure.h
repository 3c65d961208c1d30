#pragma once
/// Taking values apart into leaves: what state packs, arguments and results have in common.
///
/// A value is a tensor, a staged number, a structure of values (pair, tuple, array, vector, optional-free aggregates,
/// classes with ag_fields found by ADL that gives std::tie of the parts), or anything else that can be copied and
/// compared: a host value. Structures are taken apart; the user's objects are never copied as a whole.
#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/staged.h"
#include "ag/tensor.h"

namespace ag {

namespace detail {

/// One leaf of a value, saved.
struct Leaf {
  enum class Kind : uint8_t {
    Tensor,
    Number,  // a Staged of any type
    Host,    // a copy of a host value, and how to compare it
    Slot,    // a value still to be returned: `flag` says whether it is there, `inner` are its leaves where it is
  };
  Kind kind = Kind::Host;
  std::string name;
  Tensor tensor;
  detail::Number number;
  bool absent = false;  // the value that a path without one leaves: anything
  Staged<bool> flag;
  std::shared_ptr<const void> host;
  bool (*same)(const void*, const void*) = nullptr;
  std::vector<Leaf> inner;
};
using Leaves = std::vector<Leaf>;

/// Gives leaves back in the order in which they were saved.
class LeafReader {
 public:
  explicit LeafReader(const Leaves& leaves) : leaves_(leaves) {}
  const Leaf& next() { return leaves_.at(at_++); }

 private:
  const Leaves& leaves_;
  size_t at_ = 0;
};

/// Converts to anything; counts the members of an aggregate.
struct AnyMember {
  template <class T>
  operator T() const;
};

template <class T, class... Members>
consteval size_t member_count() {
  if constexpr (requires { T{std::declval<Members>()..., std::declval<AnyMember>()}; }) {
    return member_count<T, Members..., AnyMember>();
  } else {
    return sizeof...(Members);
  }
}

template <class T>
concept TupleLike = requires { std::tuple_size<std::remove_cv_t<T>>::value; };
template <class T>
concept HasFields = requires(T& value) { ag_fields(value); };
template <class T>
concept PlainAggregate = std::is_aggregate_v<T> && std::is_class_v<T> && !TupleLike<T>;
template <class T>
concept Sequence = requires(T& value) {
  value.begin();
  value.resize(size_t{1});
  typename T::value_type;
} && !std::is_convertible_v<const T&, std::string_view> && !std::is_same_v<typename T::value_type, bool>;
template <class T>
concept SlotLike = requires(const T& value) { value.ag_save(std::string()); };

/// The members of an aggregate, by reference.
template <class T>
auto members(T& value) {
  constexpr size_t count = member_count<std::remove_const_t<T>>();
  static_assert(count <= 12, "an aggregate of more than 12 members needs an ag_fields function");
  if constexpr (count == 0) return std::tie();
#define AG_MEMBERS(n, ...)         \
  else if constexpr (count == n) { \
    auto& [__VA_ARGS__] = value;   \
    return std::tie(__VA_ARGS__);  \
  }
  AG_MEMBERS(1, a)
  AG_MEMBERS(2, a, b)
  AG_MEMBERS(3, a, b, c)
  AG_MEMBERS(4, a, b, c, d)
  AG_MEMBERS(5, a, b, c, d, e)
  AG_MEMBERS(6, a, b, c, d, e, f)
  AG_MEMBERS(7, a, b, c, d, e, f, g)
  AG_MEMBERS(8, a, b, c, d, e, f, g, h)
  AG_MEMBERS(9, a, b, c, d, e, f, g, h, i)
  AG_MEMBERS(10, a, b, c, d, e, f, g, h, i, j)
  AG_MEMBERS(11, a, b, c, d, e, f, g, h, i, j, k)
  AG_MEMBERS(12, a, b, c, d, e, f, g, h, i, j, k, l)
#undef AG_MEMBERS
}

template <class T>
inline constexpr bool is_tensor_type = std::is_same_v<std::remove_const_t<T>, Tensor>;

/// Calls `part(member, suffix of its name)` for each part of a structure.
template <class T, class F>
void for_each_part(T& value, F&& part) {
  size_t index = 0;
  auto each = [&](auto&... parts) { (part(parts, "." + std::to_string(index++)), ...); };
  if constexpr (HasFields<T>)
    std::apply(each, ag_fields(value));
  else if constexpr (TupleLike<T>)
    std::apply(each, value);
  else
    std::apply(each, members(value));
}

template <class T>
inline constexpr bool is_structure = HasFields<T> || TupleLike<T> || PlainAggregate<T>;

template <class T>
void save(T& value, const std::string& name, Leaves& out) {
  using U = std::remove_const_t<T>;
  if constexpr (is_tensor_type<U>) {
    Leaf leaf;
    leaf.kind = Leaf::Kind::Tensor;
    leaf.name = name;
    leaf.tensor = value;
    out.push_back(std::move(leaf));
  } else if constexpr (is_staged<U>) {
    Leaf leaf;
    leaf.kind = Leaf::Kind::Number;
    leaf.name = name;
    leaf.number = value.number();
    out.push_back(std::move(leaf));
  } else if constexpr (SlotLike<U>) {
    out.push_back(value.ag_save(name));
  } else if constexpr (Sequence<U>) {
    const size_t size = value.size();
    save(size, "the size of " + name, out);
    for (size_t k = 0; k < size; ++k) save(value[k], name + "[" + std::to_string(k) + "]", out);
  } else if constexpr (is_structure<U>) {
    for_each_part(value, [&](auto& part, const std::string& suffix) { save(part, name + suffix, out); });
  } else {
    static_assert(std::is_copy_constructible_v<U>, "this variable cannot be staged: its type cannot be copied");
    Leaf leaf;
    leaf.name = name;
    leaf.host = std::make_shared<const U>(value);
    if constexpr (std::equality_comparable<U>) {
      leaf.same = [](const void* a, const void* b) { return *static_cast<const U*>(a) == *static_cast<const U*>(b); };
    }
    out.push_back(std::move(leaf));
  }
}

template <class T>
void load(T& value, LeafReader& in) {
  if constexpr (std::is_const_v<T>) {
    Leaves ignored;
    save(value, {}, ignored);
    for (size_t k = 0; k < ignored.size(); ++k) in.next();
  } else if constexpr (is_tensor_type<T>) {
    value = in.next().tensor;
  } else if constexpr (is_staged<T>) {
    static_cast<Staged<host_t<T>>&>(value) = Staged<host_t<T>>::of(in.next().number);
  } else if constexpr (SlotLike<T>) {
    value.ag_load(in.next());
  } else if constexpr (Sequence<T>) {
    value.resize(*static_cast<const size_t*>(in.next().host.get()));
    for (auto& element : value) load(element, in);
  } else if constexpr (is_structure<T>) {
    for_each_part(value, [&](auto& part, const std::string&) { load(part, in); });
  } else {
    const Leaf& leaf = in.next();
    if constexpr (std::is_copy_assignable_v<T>) value = *static_cast<const T*>(leaf.host.get());
  }
}

}  // namespace detail
}  // namespace ag
