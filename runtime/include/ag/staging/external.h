#pragma once
/// External variables of a converted function: the functions that the converter emits for a read or a write of one.
///
/// While a function is traced such a value is both known and symbolic. As data it is an input of the graph, read again
/// at every call. A host decision that depends on it becomes a condition of the trace: the trace serves calls with the
/// same decision. Values that the function writes are stored after each run of its graph.
#include <concepts>
#include <memory>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "ag/staging/staged.h"
#include "ag/staging/state.h"

namespace ag {

namespace tracing {
class FirstValue;
}

namespace detail {

/// Returns the value at this point of the trace in progress.
[[gnu::cold]] AG_API Number live_number(const void* variable, DType dtype, SourceLocation location);
[[gnu::cold]] AG_API const Tensor& live_tensor(const Tensor& variable, SourceLocation location);
[[gnu::cold]] AG_API void follow_elements(const void* vector, const void* begin, const void* end,
                                          SourceLocation location);
/// `size`: of the object that the smart pointer at `pointer` owns; `type`: its class, if that has virtual methods.
[[gnu::cold]] AG_API void follow_object(const void* pointer, const void* object, size_t size,
                                        const std::type_info* type, SourceLocation location);
/// Sets the value from here on. False if the variable belongs to the traced function.
[[gnu::cold]] AG_API bool write_number(void* variable, const Number& value, SourceLocation location);
[[gnu::cold]] AG_API Tensor& written_tensor(Tensor& variable, SourceLocation location);

/// While an object of this class lives, operations run immediately, even while a function is traced.
class AG_API FirstValue {
 public:
  FirstValue();
  ~FirstValue();
  FirstValue(const FirstValue&) = delete;
  FirstValue& operator=(const FirstValue&) = delete;

 private:
  std::unique_ptr<tracing::FirstValue> scope_;
};

}  // namespace detail

/// Returns the initial value of a static local variable. It is computed once per program, and therefore not by the
/// graph.
///
///     static Tensor total = ag::first_value([&] { return ag::zeros({3}); });
template <class F>
std::invoke_result_t<const F&> first_value(const F& compute) {
  const detail::FirstValue scope;
  return compute();
}

namespace detail {
/// Returns the size of the object if its class is one of `Known`, whose methods are converted in place; otherwise 0.
template <class... Known>
size_t size_of_object(const std::type_info& type) {
  size_t size = 0;
  ((size = type == typeid(Known) ? sizeof(Known) : size), ...);
  return size;
}
/// A pointer to an object of the program. A call through its base class looks for the dynamic class in `Known`.
template <class... Known>
struct TrackedObjectFunction {
  template <class P>
    requires requires(const P& pointer) { pointer.get(); }
  P& operator()(P& pointer, SourceLocation location = SourceLocation::current()) const {
    using T = std::remove_reference_t<decltype(*pointer)>;
    static_assert(sizeof(std::remove_cv_t<T>*) <= sizeof(P));
    if (!is_tracing()) [[likely]]
      return pointer;
    if (!pointer) {
      follow_object(&pointer, nullptr, 0, nullptr, location);
    } else if constexpr (std::is_polymorphic_v<T>) {
      const T& object = *pointer;
      follow_object(&pointer, dynamic_cast<const void*>(&object), size_of_object<Known...>(typeid(object)),
                    &typeid(object), location);
    } else {
      follow_object(&pointer, &*pointer, sizeof(T), nullptr, location);
    }
    return pointer;
  }
};
struct TrackedFunction {
  template <class T>
    requires(!std::is_same_v<T, bool>)
  std::vector<T>& operator()(std::vector<T>& vector, SourceLocation location = SourceLocation::current()) const {
    follow(vector, location);
    return vector;
  }
  template <class T>
    requires(!std::is_same_v<T, bool>)
  const std::vector<T>& operator()(const std::vector<T>& vector,
                                   SourceLocation location = SourceLocation::current()) const {
    follow(vector, location);
    return vector;
  }
  template <class T>
    requires std::is_function_v<T>
  T* const& operator()(T* const& pointer, SourceLocation location = SourceLocation::current()) const {
    if (is_tracing()) follow_object(&pointer, nullptr, 0, nullptr, location);
    return pointer;
  }

 private:
  template <class T>
  static void follow(const std::vector<T>& vector, SourceLocation location) {
    static_assert(sizeof vector == 3 * sizeof(void*), "a vector of this library is not three pointers");
    if (!is_tracing()) [[likely]]
      return;
    follow_elements(&vector, vector.data(), vector.data() + vector.size(), location);
  }
};
}  // namespace detail

/// Tracks an external vector: the trace is valid for calls that find the same number of elements at the same place. The
/// elements are read and written in place.
///
///     x = x * ag::external(ag::tracked(scales)[k]);
///
/// A pointer to a function: for calls that find the same function there.
inline constexpr detail::TrackedFunction tracked;

/// Tracks a std::unique_ptr or std::shared_ptr: the trace is valid for calls that find the same object there. Its
/// members are read and written in place. `Known` are the possible classes of an object with virtual methods.
///
///     for (auto& layer : ag::tracked(layers)) x = ag::tracked_object<Dense, Relu>(layer)->forward(x);
template <class... Known>
inline constexpr detail::TrackedObjectFunction<Known...> tracked_object;

namespace detail {
template <class T>
struct LiveElements {
  class Iterator {
   public:
    Iterator(const T* element, SourceLocation location) : element_(element), location_(location) {}
    decltype(auto) operator*() const;
    Iterator& operator++() {
      ++element_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return element_ == other.element_; }

   private:
    const T* element_;
    SourceLocation location_;
  };
  Iterator begin() const { return {vector.data(), location}; }
  Iterator end() const { return {vector.data() + vector.size(), location}; }
  size_t size() const { return vector.size(); }

  const std::vector<T>& vector;
  SourceLocation location;
};

/// A class with one tensor that encodes its strings, such as ag::Text.
template <class T>
concept HoldsWords = requires(T& text, Tensor words) {
  { T::of_words(words) } -> std::same_as<T>;
  { text.words() } -> std::same_as<const Tensor&>;
};

struct ExternalFunction {
  template <HostNumber T>
  Staged<T> operator()(const T& variable, SourceLocation location = SourceLocation::current()) const {
    if (!is_tracing()) [[likely]]
      return variable;
    return Staged<T>::of(live_number(&variable, dtype_of_number<T>(), location));
  }
  /// The result is a reference that shows later writes, like a reference to the variable itself.
  const Tensor& operator()(const Tensor& variable, SourceLocation location = SourceLocation::current()) const {
    if (!is_tracing()) [[likely]]
      return variable;
    return live_tensor(variable, location);
  }
  template <HoldsWords T>
  T operator()(const T& variable, SourceLocation location = SourceLocation::current()) const {
    if (!is_tracing()) [[likely]]
      return variable;
    return T::of_words(live_tensor(variable.words(), location));
  }
  /// The elements of a vector in a loop; each is read when the loop reaches it.
  template <class T>
    requires(HostNumber<T> || std::is_same_v<T, Tensor> || HoldsWords<T>)
  LiveElements<T> operator()(const std::vector<T>& vector, SourceLocation location = SourceLocation::current()) const {
    return {tracked(vector, location), location};
  }
};
}  // namespace detail

/// Reads a variable that may change between calls.
///
///     x = x * ag::external(scale);
///
/// `external` and `ref` are function objects: argument-dependent lookup would find functions of these names in calls of
/// user functions.
inline constexpr detail::ExternalFunction external;

template <class T>
decltype(auto) detail::LiveElements<T>::Iterator::operator*() const {
  return external(*element_, location_);
}

/// An external number as the target of an assignment.
///
///     ++ag::ref(calls);
template <HostNumber T>
class Ref {
 public:
  Ref(T& variable, SourceLocation location) : variable_(variable), location_(location) {}

  template <class U>
    requires std::is_convertible_v<const U&, Staged<T>>
  Staged<T> operator=(const U& value) const {
    return write(Staged<T>(value));
  }
  Staged<T> operator=(const Ref& other) const { return write(other.read()); }

#define AG_REF_ASSIGNMENT(op, Name)                                         \
  template <class U>                                                        \
    requires(detail::Computes<detail::Name##Number, T, U> && Arithmetic<T>) \
  Staged<T> operator op##=(const U & value) const {                         \
    return change([&](Staged<T>& number) { number op## = value; });         \
  }
  AG_STAGED_OPERATORS(AG_REF_ASSIGNMENT)
#undef AG_REF_ASSIGNMENT

  Staged<T> operator++() const
    requires(Arithmetic<T> && !std::is_same_v<T, bool>)
  {
    return change([](Staged<T>& number) { ++number; });
  }
  Staged<T> operator--() const
    requires(Arithmetic<T> && !std::is_same_v<T, bool>)
  {
    return change([](Staged<T>& number) { --number; });
  }
  Staged<T> operator++(int) const
    requires(Arithmetic<T> && !std::is_same_v<T, bool>)
  {
    const Staged<T> before = read();
    ++*this;
    return before;
  }
  Staged<T> operator--(int) const
    requires(Arithmetic<T> && !std::is_same_v<T, bool>)
  {
    const Staged<T> before = read();
    --*this;
    return before;
  }

 private:
  Staged<T> read() const { return external(std::as_const(variable_), location_); }
  Staged<T> write(const Staged<T>& value) const {
    if (!is_tracing()) [[likely]] {
      variable_ = ag::host(value, location_);
    } else if (!detail::write_number(&variable_, value.number(), location_)) {
      variable_ = ag::host(value, location_);
    }
    return value;
  }
  template <class F>
  Staged<T> change(const F& step) const {
    Staged<T> number = read();
    step(number);
    return write(number);
  }

  T& variable_;
  SourceLocation location_;
};

namespace detail {
/// External strings as the target of an assignment.
template <HoldsWords T>
class RefText {
 public:
  RefText(T& variable, SourceLocation location) : variable_(variable), location_(location) {}
  template <class U>
    requires std::is_convertible_v<const U&, T>
  T operator=(const U& value) const {
    return write(value);
  }
  T operator=(const RefText& other) const { return write(external(std::as_const(other.variable_), location_)); }
  template <class U>
    requires requires(T text, const U& more) { text += more; }
  T operator+=(const U& more) const {
    T changed = external(std::as_const(variable_), location_);
    changed += more;
    return write(changed);
  }

 private:
  T write(const T& value) const {
    if (!is_tracing()) [[likely]]
      variable_ = value;
    else
      written_tensor(std::get<0>(ag_fields(variable_)), location_) = value.words();
    return value;
  }

  T& variable_;
  SourceLocation location_;
};

struct RefFunction {
  template <HostNumber T>
  Ref<T> operator()(T& variable, SourceLocation location = SourceLocation::current()) const {
    return Ref<T>(variable, location);
  }
  Tensor& operator()(Tensor& variable, SourceLocation location = SourceLocation::current()) const {
    if (!is_tracing()) [[likely]]
      return variable;
    return written_tensor(variable, location);
  }
  template <HoldsWords T>
  RefText<T> operator()(T& variable, SourceLocation location = SourceLocation::current()) const {
    return {variable, location};
  }
};
}  // namespace detail

/// An external number, tensor or text as the target of an assignment.
inline constexpr detail::RefFunction ref;

}  // namespace ag
