#pragma once
/// Flattens values to leaves, the common representation of state packs, arguments and results.
///
/// A value is a tensor, a staged number, a structure, a container whose form the host decides (optional, variant, map),
/// or a host value: any other type that can be copied and compared. Structures are pairs, tuples, arrays, vectors, C
/// arrays, aggregates, and classes with an ag_fields function found by ADL that returns std::tie of the parts.
/// Structures are flattened.
#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "ag/staging/staged.h"
#include "ag/tensor.h"
#include "ag/variable.h"

namespace ag {

class Module;

/// Selects a constructor that runs no user code; the members are assigned next. Converted classes without a default
/// constructor and the staged counterparts of classes have such a constructor.
struct Parts {};

namespace detail {

/// One leaf of a saved value.
struct AG_API Leaf {
  enum class Kind : uint8_t {
    Tensor,
    Number,  // a Staged of any type
    Host,    // a copy of a host value, with its comparison
    Slot,    // a pending return value: `flag` is true if it is set, `inner` holds its leaves
  };
  Leaf();
  Leaf(const Leaf&);
  Leaf(Leaf&&) noexcept;
  Leaf& operator=(const Leaf&);
  Leaf& operator=(Leaf&&) noexcept;
  ~Leaf();

  Kind kind = Kind::Host;
  std::string name;
  Tensor tensor;
  const Tensor* variable = nullptr;  // the variable that held the tensor
  // for an ag::Variable: `host` holds the variable and `number` its handle in the trace
  VariableImpl* resource = nullptr;
  detail::Number number;
  bool list = false;      // the elements of an ag::List; `host` holds them if their number is known
  bool optional = false;  // inside an Optional: never read if it has no value
  bool absent = false;    // a placeholder of a path that has no value or does not reach its end
  bool opaque = false;    // an object that is compared only by its ag_trace_type
  Staged<bool> flag;
  std::shared_ptr<const void> host;
  bool (*same)(const void*, const void*) = nullptr;
  void (*assign)(void* target, const void* form) = nullptr;  // for a container: restores the saved form
  bool choice = false;  // the targets of a function value: its selector and the parts of the targets follow
  std::vector<Leaf> inner;
};
using Leaves = std::vector<Leaf>;

// Functions independent of the value type, to avoid one instantiation per type.
AG_API void add_tensor_leaf(const Tensor& tensor, const std::string& name, Leaves& out);
AG_API void add_number_leaf(const Number& number, const std::string& name, Leaves& out);
/// With a null `same` two values cannot be compared.
AG_API Leaf& add_host_leaf(std::shared_ptr<const void> value, bool (*same)(const void*, const void*),
                           const std::string& name, Leaves& out);
AG_API void add_leaf(Leaf&& leaf, Leaves& out);
/// Returns the name with an index in brackets: x[3].
AG_API std::string element_name(const std::string& name, size_t index);
/// Returns the name of a part of a structure: x.1.
AG_API std::string part_name(const std::string& name, size_t index);
AG_API std::shared_ptr<const void> own(const void* value, void (*destroy)(const void*));

/// Stores a value and returns a type-erased pointer to it.
template <class T>
std::shared_ptr<const void> keep(T&& value) {
  using U = std::remove_cvref_t<T>;
  return own(new U(std::forward<T>(value)), [](const void* kept) { delete static_cast<const U*>(kept); });
}

/// Maps a leaf to its replacement; the result is valid until the next call.
class LeafValues {
 public:
  virtual const Leaf& value(const Leaf& leaf, size_t index) = 0;
  /// Like value(), for a leaf that is just a tensor.
  virtual Tensor tensor(const Leaf& leaf, size_t index) = 0;

 protected:
  ~LeafValues() = default;
};

/// Returns leaves in the order in which they were saved.
class LeafReader {
 public:
  explicit LeafReader(const Leaves& leaves, LeafValues* values = nullptr) : leaves_(leaves), values_(values) {}
  const Leaf& next() {
    const size_t at = at_++;
    const Leaf& leaf = leaves_.at(at);
    return values_ ? values_->value(leaf, at) : leaf;
  }
  Tensor next_tensor() {
    const size_t at = at_++;
    const Leaf& leaf = leaves_.at(at);
    return values_ ? values_->tensor(leaf, at) : leaf.tensor;
  }

 private:
  const Leaves& leaves_;
  LeafValues* values_;
  size_t at_ = 0;
};

/// Converts to any type; used to count the members of an aggregate.
struct AnyMember {
  template <class T>
  operator T() const;
};

template <class T, class... Members>
consteval size_t initialiser_count() {
  if constexpr (requires { T{std::declval<Members>()..., std::declval<AnyMember>()}; }) {
    return initialiser_count<T, Members..., AnyMember>();
  } else {
    return sizeof...(Members);
  }
}

// A C array member takes several initializers by brace elision.

template <size_t>
using AnyMemberAt = AnyMember;
template <class T, class Before, class Inside, class Behind>
inline constexpr bool takes_braced = false;
template <class T, size_t... A, size_t... B, size_t... C>
  requires requires { T{AnyMemberAt<A>()..., {AnyMemberAt<B>()...}, AnyMemberAt<C>()...}; }
inline constexpr bool takes_braced<T, std::index_sequence<A...>, std::index_sequence<B...>, std::index_sequence<C...>> =
    true;
/// True if T can be initialized from `before` values, a braced list of `inside` values, and `behind` further values.
template <class T, size_t before, size_t inside, size_t behind>
inline constexpr bool takes_list = takes_braced<T, std::make_index_sequence<before>, std::make_index_sequence<inside>,
                                                std::make_index_sequence<behind>>;

/// Returns the number of initializers of the member after the first `before`, out of `count`; it is `n` or more for an
/// array. A braced list for an array of n leaves room for exactly the remaining initializers.
template <class T, size_t before, size_t count, size_t n>
consteval size_t initialisers_of_array() {
  if constexpr (before + n > count)
    return 1;
  else if constexpr (takes_list<T, before, n, count - before - n> && !takes_list<T, before, n, count - before - n + 1>)
    return n;
  else
    return initialisers_of_array<T, before, count, n + 1>();
}
template <class T, size_t count, size_t before = 0>
consteval size_t members_from() {
  if constexpr (before >= count)
    return 0;
  else if constexpr (takes_list<T, before, 1, count - before - 1>)
    return 1 + members_from<T, count, before + 1>();
  else
    return 1 + members_from<T, count, before + initialisers_of_array<T, before, count, 2>()>();
}
template <class T>
consteval size_t member_count() {
  return members_from<T, initialiser_count<T>()>();
}

template <class T>
concept TupleLike = requires { std::tuple_size<std::remove_cv_t<T>>::value; };
template <class T>
concept HasFields = requires(T& value) { ag_fields(value); };
/// The bits of a std::vector<bool>, which has no references to numbers and so no parts, are values of the host.
inline std::string ag_trace_type(const std::vector<bool>& bits) {
  std::string text;
  for (const bool bit : bits) text += bit ? '1' : '0';
  return text;
}

/// The user's ag_trace_type(const T&) returns the property that objects served by one trace share: a number, an enum, a
/// string, or a tuple of these. The parts of such an object are exactly those listed by ag_fields.
template <class T>
concept HasTraceType = requires(const T& value) { ag_trace_type(value); };
/// An object of ag::function: its identity is part of a call, its content is not.
template <class T>
concept FunctionObject = requires(const T& value) { value.ag_identity(); };
template <class T>
concept FunctionPointer = std::is_pointer_v<T> && std::is_function_v<std::remove_pointer_t<T>>;
template <class T>
concept OpaqueType = (HasTraceType<T> && !HasFields<T>) || FunctionObject<T>;
template <class T>
concept PlainAggregate = std::is_aggregate_v<T> && std::is_class_v<T> && !TupleLike<T> && !HasTraceType<T>;
template <class T>
concept Sequence = requires(T& value) {
  value.begin();
  value.resize(size_t{1});
  typename T::value_type;
} && !std::is_convertible_v<const T&, std::string_view> && !std::is_same_v<typename T::value_type, bool>;
/// std::map and types with its interface.
template <class T>
concept MapLike = requires(T& value) {
  typename T::key_type;
  typename T::mapped_type;
  value.begin()->second;
};
template <class T>
inline constexpr bool is_std_optional = false;
template <class T>
inline constexpr bool is_std_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;
/// ag::Optional.
template <class T>
concept OptionalLike = requires(T& value) { value.ag_parts(); };
/// A function value of converted code (function_choice.h).
template <class T>
concept ChoosesFunction = requires(const T& value, Leaves& out) { value.ag_save_choice(std::string(), out); };
template <class T>
concept SlotLike = requires(const T& value) { value.ag_save(std::string()); };

/// Calls `use` once with all members of an aggregate.
template <class T, class F>
decltype(auto) with_members(T& value, F&& use) {
  constexpr size_t count = member_count<std::remove_const_t<T>>();
  static_assert(count <= 12, "an aggregate of more than 12 members needs an ag_fields function");
  if constexpr (count == 0) return use();
#define AG_MEMBERS(n, ...)         \
  else if constexpr (count == n) { \
    auto& [__VA_ARGS__] = value;   \
    return use(__VA_ARGS__);       \
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

/// An ag::Module: a call refers to it by identity; its content is not part of the call.
template <class T>
concept ModuleObject = std::is_class_v<T> && std::is_base_of_v<Module, std::remove_cv_t<T>>;
/// The type in which an argument is stored: modules by reference, others by copy.
template <class T>
using kept_t = std::conditional_t<ModuleObject<std::remove_cvref_t<T>>,
                                  std::reference_wrapper<std::remove_reference_t<T>>, std::remove_cvref_t<T>>;

template <class T>
inline constexpr bool is_tensor_type = std::is_same_v<std::remove_const_t<T>, Tensor>;

/// Calls `use` once with all parts of a structure: the members of an aggregate, the elements of a tuple or a C array,
/// or the result of ag_fields.
template <class T, class F>
decltype(auto) with_parts(T& value, F&& use) {
  if constexpr (std::is_array_v<T>)
    return [&]<size_t... k>(std::index_sequence<k...>) -> decltype(auto) {
      return use(value[k]...);
    }(std::make_index_sequence<std::extent_v<T>>());
  else if constexpr (HasFields<std::remove_const_t<T>>)
    return std::apply(use, ag_fields(const_cast<std::remove_const_t<T>&>(value)));
  else if constexpr (TupleLike<T>)
    return std::apply(use, value);
  else
    return with_members(value, use);
}

/// Calls `part(member)` for each part of a structure.
template <class T, class F>
void each_part(T& value, F&& part) {
  if constexpr (std::is_array_v<T>)
    for (auto& element : value) part(element);
  else
    with_parts(value, [&](auto&... all) { (part(all), ...); });
}
/// Calls `part(member, index)` for each part of a structure.
template <class T, class F>
void for_each_part(T& value, F&& part) {
  size_t index = 0;
  each_part(value, [&](auto& one) { part(one, index++); });
}

template <class T>
inline constexpr bool is_structure =
    std::is_array_v<T> || HasFields<std::remove_const_t<T>> || (TupleLike<T> && !HasTraceType<T>) || PlainAggregate<T>;
/// A lambda without captures, std::plus<> and similar: the type determines the function.
template <class T>
concept StatelessFunction = std::is_class_v<T> && std::is_empty_v<T> && !is_structure<T>;

template <class T>
void save(T& value, const std::string& name, Leaves& out);

/// Restores the form of a container. The elements of a map that stay are left in place, and with them its iterators.
template <class T>
void restore_form(T& value, const T& saved) {
  if constexpr (MapLike<T>) {
    for (auto it = value.begin(); it != value.end();)
      it = saved.find(it->first) != saved.end() ? std::next(it) : value.erase(it);
    for (const auto& entry : saved) value.insert(entry);
  } else {
    value = saved;
  }
}

/// Saves a copy of a container; `same` compares its form, which the host decides.
template <class T>
void save_form(const T& value, const std::string& name, bool (*same)(const T&, const T&), Leaves& out) {
  struct Form {
    T value;
    bool (*same)(const T&, const T&);
  };
  auto same_form = [](const void* a, const void* b) {
    const Form &left = *static_cast<const Form*>(a), &right = *static_cast<const Form*>(b);
    return left.same(left.value, right.value);
  };
  Leaf& leaf = add_host_leaf(keep(Form{value, same}), same_form, name, out);
  leaf.assign = [](void* target, const void* form) {
    T& value = *static_cast<T*>(target);
    const Form& saved = *static_cast<const Form*>(form);
    // references to its elements stay valid if the form is unchanged
    if (!saved.same(value, saved.value)) restore_form(value, saved.value);
  };
}

/// Sorts pointers to values of one type by a comparison of these values.
AG_API void sort_pointers(std::span<const void*> pointers, bool (*less)(const void*, const void*));

/// Returns the entries in key order, which may differ from the order of the container.
template <class T>
auto entries_of(T& map) {
  using Entry = std::remove_reference_t<decltype(*map.begin())>;
  std::vector<Entry*> entries;
  if constexpr (std::totally_ordered<typename T::key_type> && !requires { typename T::key_compare; }) {
    std::vector<const void*> sorted;
    for (auto& entry : map) sorted.push_back(&entry);
    sort_pointers(sorted, [](const void* a, const void* b) {
      return static_cast<const Entry*>(a)->first < static_cast<const Entry*>(b)->first;
    });
    for (const void* entry : sorted) entries.push_back(const_cast<Entry*>(static_cast<const Entry*>(entry)));
  } else {
    for (auto& entry : map) entries.push_back(&entry);
  }
  return entries;
}
template <class T>
bool same_keys(const T& a, const T& b) {
  if (a.size() != b.size()) return false;
  const auto left = entries_of(a), right = entries_of(b);
  for (size_t k = 0; k < left.size(); ++k) {
    if (!(left[k]->first == right[k]->first)) return false;
  }
  return true;
}
template <class K>
std::string key_text(const K& key) {
  if constexpr (std::is_convertible_v<const K&, std::string_view>)
    return '"' + std::string(std::string_view(key)) + '"';
  else if constexpr (std::is_arithmetic_v<K>)
    return std::to_string(key);
  else
    return "…";
}

/// True if two numbers have the same value and sign, or both are NaN.
AG_API bool same_number(long double a, long double b);

template <class T>
bool same_value(const void* a, const void* b) {
  const T &left = *static_cast<const T*>(a), &right = *static_cast<const T*>(b);
  if constexpr (std::is_floating_point_v<T>)
    return same_number(left, right);
  else
    return left == right;
}

template <class T>
void save(T& value, const std::string& name, Leaves& out) {
  using U = std::remove_const_t<T>;
  if constexpr (is_tensor_type<U>) {
    add_tensor_leaf(value, name, out);
  } else if constexpr (is_staged<U>) {
    add_number_leaf(value.number(), name, out);
  } else if constexpr (SlotLike<U>) {
    add_leaf(value.ag_save(name), out);
  } else if constexpr (ChoosesFunction<U>) {
    value.ag_save_choice(name, out);
    // modules cannot be compared: they are not part of the state of a branch or loop
  } else if constexpr (ModuleObject<U>) {
    add_host_leaf(keep(static_cast<const void*>(std::addressof(value))), nullptr, name, out);
  } else if constexpr (OpaqueType<U>) {
    static_assert(std::is_copy_constructible_v<U>, "an object with ag_trace_type is copied while it is traced");
    bool (*same)(const void*, const void*) = nullptr;
    if constexpr (std::equality_comparable<U>) same = &same_value<U>;
    add_host_leaf(keep(static_cast<const U&>(value)), same, name, out).opaque = true;
  } else if constexpr (OptionalLike<U>) {
    const size_t first = out.size() + 1;
    std::apply([&](auto& has, auto& held) { save(has, name, out), save(held, name, out); }, value.ag_parts());
    for (size_t k = first; k < out.size(); ++k) out[k].optional = true;
  } else if constexpr (is_std_optional<U>) {
    save_form<U>(
        value, "whether " + name + " has a value",
        [](const U& a, const U& b) { return a.has_value() == b.has_value(); }, out);
    if (value) save(*value, name, out);
  } else if constexpr (is_variant<U>) {
    save_form<U>(
        value, "the alternative of " + name, [](const U& a, const U& b) { return a.index() == b.index(); }, out);
    std::visit([&](auto& held) { save(held, name, out); }, value);
  } else if constexpr (MapLike<U>) {
    save_form<U>(value, "the keys of " + name, &same_keys<U>, out);
    for (auto* entry : entries_of(value)) save(entry->second, name + "[" + key_text(entry->first) + "]", out);
  } else if constexpr (Sequence<U>) {
    const size_t size = value.size();
    save(size, "the size of " + name, out);
    for (size_t k = 0; k < size; ++k) save(value[k], element_name(name, k), out);
  } else if constexpr (is_structure<U>) {
    for_each_part(value, [&](auto& part, size_t index) {
      save(part, std::is_array_v<T> ? element_name(name, index) : part_name(name, index), out);
    });
  } else {
    static_assert(std::is_copy_constructible_v<U>, "this variable cannot be staged: its type cannot be copied");
    bool (*same)(const void*, const void*) = nullptr;
    if constexpr (std::equality_comparable<U>) same = &same_value<U>;
    add_host_leaf(keep(static_cast<const U&>(value)), same, name, out);
  }
}

template <class T>
void load(T& value, LeafReader& in) {
  if constexpr (std::is_const_v<T>) {
    Leaves ignored;
    save(value, {}, ignored);
    for (size_t k = 0; k < ignored.size(); ++k) in.next();
  } else if constexpr (is_tensor_type<T>) {
    value = in.next_tensor();
  } else if constexpr (is_staged<T>) {
    static_cast<Staged<host_t<T>>&>(value) = Staged<host_t<T>>::of(in.next().number);
  } else if constexpr (SlotLike<T>) {
    value.ag_load(in.next());
  } else if constexpr (ChoosesFunction<T>) {
    value.ag_load_choice(in);
  } else if constexpr (ModuleObject<T>) {
    in.next();
  } else if constexpr (OpaqueType<T>) {
    const Leaf& leaf = in.next();
    if constexpr (std::is_copy_assignable_v<T>) {
      // an object that cannot be assigned keeps its value
      if (leaf.host) value = *static_cast<const T*>(leaf.host.get());
    }
  } else if constexpr (OptionalLike<T>) {
    std::apply([&](auto& has, auto& held) { load(has, in), load(held, in); }, value.ag_parts());
  } else if constexpr (is_std_optional<T> || is_variant<T> || MapLike<T>) {
    const Leaf& form = in.next();
    form.assign(&value, form.host.get());
    if constexpr (is_std_optional<T>) {
      if (value) load(*value, in);
    } else if constexpr (is_variant<T>) {
      std::visit([&](auto& held) { load(held, in); }, value);
    } else {
      for (auto* entry : entries_of(value)) load(entry->second, in);
    }
  } else if constexpr (Sequence<T>) {
    const size_t size = *static_cast<const size_t*>(in.next().host.get());
    if constexpr (std::is_default_constructible_v<typename T::value_type>) {
      value.resize(size);
    } else {
      while (value.size() > size) value.pop_back();
      while (value.size() < size) value.push_back(typename T::value_type(Parts()));
    }
    for (auto& element : value) load(element, in);
  } else if constexpr (is_structure<T>) {
    each_part(value, [&](auto& part) { load(part, in); });
  } else {
    const Leaf& leaf = in.next();
    if constexpr (std::is_copy_assignable_v<T>) value = *static_cast<const T*>(leaf.host.get());
  }
}

}  // namespace detail
}  // namespace ag
