#pragma once
/// Pointers to variables of a converted function, where a tensor decides which variable a pointer names:
///
///     ag::Pointer<double> p = &a;                                   double* p = &a;
///     ag::if_stmt(x > 0, AG_STATE(p), [&] { p = &b; });             if (x > 0) p = &b;
///     ag::place(p) += *p;                                           *p += *p;
///     ag::on_target(p, [&](auto* p) { p->move(x); });               p->move(x);
///
/// A pointer is the number of a slot. The slots are the variables, elements of arrays and null pointers that
/// assignments store in it. Slots are added and never removed, so the number alone is state of branches and loops.
/// Only the converter writes this class; it is not part of the user interface.
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/staging/cxx.h"
#include "ag/staging/plain.h"
#include "ag/staging/staging.h"

namespace ag {

template <class T>
class Pointer;

namespace detail {

/// The slots of a pointer, and the number of the one that it names.
class AG_API PointerSlots {
 public:
  struct Slot {
    const void* address;
    size_t region;          // its variable or array: pointers into one region can be subtracted
    bool is_target = true;  // false: a null pointer, or the end of an array
  };

  const std::vector<Slot>& slots() const { return slots_; }
  const Staged<int64_t>& at() const { return at_; }
  bool is_host() const { return at_.is_host(); }
  /// The address, which must be known.
  const void* address(SourceLocation location) const;

  Leaf ag_save(const std::string& name) const;
  void ag_load(const Leaf& leaf);

 protected:
  /// Makes this pointer name an address, a slot of its own unless there is one.
  void name(const void* address);
  /// Makes this pointer name element `at` of an array.
  void name_element(const void* begin, size_t count, size_t size, int64_t at);
  void name(const PointerSlots& other, SourceLocation location);
  void move(const Staged<int64_t>& distance) { at_ = at_ + distance; }
  Staged<bool> names(const void* address) const;
  Staged<bool> names(const PointerSlots& other, SourceLocation location) const;
  /// The number of elements from `other` to this pointer, in one array.
  Staged<int64_t> distance_from(const PointerSlots& other, SourceLocation location) const;

 private:
  Staged<int64_t> number_in(PointerSlots& target, SourceLocation location) const;
  size_t add_region(std::vector<Slot> region);

  std::vector<Slot> slots_;
  size_t regions_ = 0;
  Staged<int64_t> at_ = -1;
};

/// The slots that an access may mean. A null pointer and the end of an array are none.
AG_API std::vector<size_t> targets_of(const PointerSlots& pointer);
/// True if the pointer may be null.
AG_API bool may_be_null(const PointerSlots& pointer);
/// Runs the arm of the slot that the pointer names; a null pointer is an error.
AG_API void choose_target(const PointerSlots& pointer, const StateBase& state, FunctionRef<void(size_t)> arm,
                          SourceLocation location);

/// A state with the targets of a pointer, and a result.
class AG_API TargetState final : public StateBase {
 public:
  TargetState(const StateBase& state, SourceLocation location) : StateBase(location), state_(state) {}
  void add_target(const Variable& target) { targets_.push_back(target); }
  void add_exit(const Variable& exit) { exits_.push_back(exit); }

  void save_variables(Leaves& out) const override;
  void save_exits(Leaves& out) const override;
  void load_variables(LeafReader& in) const override;
  void load_exits(LeafReader& in) const override;
  Flag stopped() const override;

 private:
  const StateBase& state_;
  std::vector<Variable> targets_, exits_;
};

template <class T>
inline constexpr bool is_pointer = false;
template <class T>
inline constexpr bool is_pointer<Pointer<T>> = true;

/// The assignments through a pointer.
template <class T>
class TargetPlace {
  using Value = staged_t<std::remove_const_t<T>>;

 public:
  TargetPlace(const Pointer<T>& pointer, SourceLocation location) : pointer_(pointer), location_(location) {}

  template <class U>
  void operator=(const U& value) && {
    change([&](auto& target) { target = value; });
  }
  void operator=(const Value& value) && {  // for a braced list
    change([&](auto& target) { target = value; });
  }
#define AG_TARGET_ASSIGNMENT(op, Name)                  \
  template <class U>                                    \
  void operator op##=(const U& value)&& {               \
    change([&](auto& target) { target op## = value; }); \
  }
  AG_STAGED_OPERATORS(AG_TARGET_ASSIGNMENT)
#undef AG_TARGET_ASSIGNMENT
  void operator++() && { std::move(*this) += 1; }
  void operator--() && { std::move(*this) -= 1; }
  void operator++(int) && { std::move(*this) += 1; }
  void operator--(int) && { std::move(*this) -= 1; }

 private:
  template <class F>
  void change(const F& write);

  const Pointer<T>& pointer_;
  SourceLocation location_;
};

}  // namespace detail

template <class T>
class Pointer : public detail::PointerSlots {
  using Value = staged_t<std::remove_const_t<T>>;
  using Target = std::conditional_t<std::is_const_v<T>, const Value, Value>;
  struct Read {
    Value value;
    const Value* operator->() const { return &value; }
  };

 public:
  Pointer() = default;
  Pointer(std::nullptr_t) { name(nullptr); }
  Pointer(Target* target) { name(target); }
  /// A pointer to an element of an array.
  template <class C>
  Pointer(C& container, Target* element) {
    const auto* begin = std::data(container);
    name_element(begin, std::size(container), sizeof(Value), element - begin);
  }
  Pointer(const Pointer&) = default;
  template <class U>
    requires(std::is_same_v<const U, T>)
  Pointer(const Pointer<U>& other, SourceLocation location = SourceLocation::current()) {
    name(other, location);
  }

  Pointer& operator=(std::nullptr_t) {
    name(nullptr);
    return *this;
  }
  Pointer& operator=(Target* target) {
    name(target);
    return *this;
  }
  Pointer& operator=(const Pointer& other) {
    if (this != &other) name(other, SourceLocation::current());
    return *this;
  }

  /// The value of the target. (An object is read as a whole; the graph computes the parts that are used.)
  Value operator*() const { return read(SourceLocation::current()); }
  Read operator->() const { return {read(SourceLocation::current())}; }
  template <class N>
  Value operator[](const N& n) const {
    return *(*this + n);
  }

  template <class N>
  Pointer& operator+=(const N& n) {
    move(cast<int64_t>(n));
    return *this;
  }
  template <class N>
  Pointer& operator-=(const N& n) {
    move(-cast<int64_t>(n));
    return *this;
  }
  Pointer& operator++() { return *this += 1; }
  Pointer& operator--() { return *this -= 1; }
  Pointer operator++(int) {
    const Pointer before = *this;
    *this += 1;
    return before;
  }
  Pointer operator--(int) {
    const Pointer before = *this;
    *this -= 1;
    return before;
  }
  template <class N>
    requires detail::NumberOperand<N>
  friend Pointer operator+(Pointer p, const N& n) {
    return p += n;
  }
  template <class N>
    requires detail::NumberOperand<N>
  friend Pointer operator+(const N& n, Pointer p) {
    return p += n;
  }
  template <class N>
    requires detail::NumberOperand<N>
  friend Pointer operator-(Pointer p, const N& n) {
    return p -= n;
  }

  Staged<bool> has_value() const { return !names(nullptr); }
  operator Staged<bool>() const { return has_value(); }
  Staged<bool> operator!() const { return names(nullptr); }
  friend Staged<bool> operator==(const Pointer& p, std::nullptr_t) { return p.names(nullptr); }
  friend Staged<bool> operator==(const Pointer& p, const Value* target) { return p.names(target); }
  friend Staged<bool> operator==(const Value* target, const Pointer& p) { return p.names(target); }
  friend Staged<bool> operator!=(const Pointer& p, std::nullptr_t) { return !p.names(nullptr); }
  friend Staged<bool> operator!=(const Pointer& p, const Value* target) { return !p.names(target); }
  friend Staged<bool> operator!=(const Value* target, const Pointer& p) { return !p.names(target); }
  template <class U>
    requires(std::is_same_v<const U, const T>)
  friend Staged<bool> operator==(const Pointer& p, const Pointer<U>& q) {
    return p.names(q, SourceLocation::current());
  }
  template <class U>
    requires(std::is_same_v<const U, const T>)
  friend Staged<bool> operator!=(const Pointer& p, const Pointer<U>& q) {
    return !p.names(q, SourceLocation::current());
  }
  template <class U>
    requires(std::is_same_v<const U, const T>)
  friend Staged<std::ptrdiff_t> operator-(const Pointer& p, const Pointer<U>& q) {
    return p.distance_from(q, SourceLocation::current());
  }
  friend Staged<std::ptrdiff_t> operator-(const Pointer& p, const Value* q) {
    return p.distance_from(Pointer<const T>(q), SourceLocation::current());
  }
  friend Staged<std::ptrdiff_t> operator-(const Value* p, const Pointer& q) {
    return -q.distance_from(Pointer<const T>(p), SourceLocation::current());
  }
#define AG_POINTER_ORDER(op, Name)                                                            \
  template <class Q>                                                                          \
    requires requires(const Pointer& p, const Q& q) { p - q; } && (!detail::NumberOperand<Q>) \
  friend Staged<bool> operator op(const Pointer & p, const Q & q) {                           \
    return (p - q) op 0;                                                                      \
  }                                                                                           \
  friend Staged<bool> operator op(const Value * p, const Pointer & q) { return (p - q) op 0; }
  AG_STAGED_ORDER(AG_POINTER_ORDER)
#undef AG_POINTER_ORDER

  Target* target(size_t slot) const { return const_cast<Target*>(static_cast<const Value*>(slots()[slot].address)); }
  Value read(SourceLocation location) const;

 private:
  template <class U>
  friend class Pointer;
};

namespace detail {

template <class T>
struct ValueType<Pointer<T>> {
  using type = Pointer<T>;
};

/// The state of a statement that may change the targets.
template <class T>
TargetState state_of_targets(const Pointer<T>& pointer, const StateBase& state, SourceLocation location) {
  TargetState result(state, location);
  if constexpr (!std::is_const_v<T>) {
    for (const size_t slot : targets_of(pointer)) result.add_target(variable_of(*pointer.target(slot)));
  }
  return result;
}

template <class T>
template <class F>
void TargetPlace<T>::change(const F& write) {
  if (pointer_.is_host()) return write(*const_cast<Value*>(static_cast<const Value*>(pointer_.address(location_))));
  if constexpr (is_staged<Value>) {
    if (!may_be_null(pointer_)) {
      Value value = pointer_.read(location_);
      write(value);
      for (const size_t slot : targets_of(pointer_)) {
        Value& target = *pointer_.target(slot);
        target = select<host_t<Value>, Value>(pointer_.at() == static_cast<int64_t>(slot), value, target, location_);
      }
      return;
    }
  }
  const FixedPack<0, 0> none = no_state(location_);
  choose_target(
      pointer_, state_of_targets(pointer_, none, location_), [&](size_t slot) { write(*pointer_.target(slot)); },
      location_);
}

}  // namespace detail

template <class T>
typename Pointer<T>::Value Pointer<T>::read(SourceLocation location) const {
  if (is_host()) return *static_cast<const Value*>(address(location));
  if constexpr (detail::is_staged<Value>) {
    const std::vector<size_t> all = detail::targets_of(*this);
    if (!detail::may_be_null(*this) && !all.empty()) {
      Value value = *target(all.back());
      for (size_t k = all.size() - 1; k-- > 0;) {
        value = detail::select<detail::host_t<Value>, Value>(at() == static_cast<int64_t>(all[k]), *target(all[k]),
                                                             value, location);
      }
      return value;
    }
  }
  Return<Value> value;
  const detail::FixedPack<0, 0> none = detail::no_state(location);
  detail::TargetState state(none, location);
  state.add_exit(detail::variable_of(value));
  detail::choose_target(*this, state, [&](size_t slot) { value = *target(slot); }, location);
  return value.value();
}

namespace emitted {

/// *p as the target of an assignment that is a statement.
template <class T>
detail::TargetPlace<T> place(const Pointer<T>& p, SourceLocation location = SourceLocation::current()) {
  return {p, location};
}

/// Calls f with a plain pointer to the variable that `p` names: `f` is one path of the graph for each of them.
template <class T, IsState S, class F>
auto on_target(const Pointer<T>& p, const S& state, F&& f, SourceLocation location = SourceLocation::current()) {
  using Target = decltype(p.target(0));
  using Result = typename detail::ValueType<std::invoke_result_t<F&, Target>>::type;
  if constexpr (std::is_void_v<Result>) {
    if (p.is_host())
      return f(const_cast<Target>(static_cast<const std::remove_pointer_t<Target>*>(p.address(location))));
    const detail::StateBase& outer = state;
    detail::choose_target(
        p, detail::state_of_targets(p, outer, location), [&](size_t slot) { f(p.target(slot)); }, location);
  } else {
    using Value = typename detail::Chosen<Result>::type;
    if (p.is_host())
      return Value(f(const_cast<Target>(static_cast<const std::remove_pointer_t<Target>*>(p.address(location)))));
    Return<Value> value;
    const detail::StateBase& outer = state;
    detail::TargetState all = detail::state_of_targets(p, outer, location);
    all.add_exit(detail::variable_of(value));
    detail::choose_target(p, all, [&](size_t slot) { value = f(p.target(slot)); }, location);
    return Value(value.value());
  }
}
template <class T, class F>
  requires(!IsState<F>)
auto on_target(const Pointer<T>& p, F&& f, SourceLocation location = SourceLocation::current()) {
  const detail::FixedPack<0, 0> none = detail::no_state(location);
  return on_target(p, none, f, location);
}
/// The same for a pointer that the host knows.
template <class T, class S, class F>
decltype(auto) on_target(T* p, const S&, F&& f) {
  return f(p);
}
template <class T, class F>
decltype(auto) on_target(T* p, F&& f) {
  return f(p);
}

/// predicate ? &a : &b
template <class T, IsState S, class F, class G>
Pointer<T> chosen_pointer(const Predicate& predicate, const S& state, F&& then, G&& otherwise) {
  Pointer<T> result;
  if_stmt(predicate, state.with(result), [&] { result = then(); }, [&] { result = otherwise(); });
  return result;
}
template <class T, class F, class G>
  requires(!IsState<F>)
Pointer<T> chosen_pointer(const Predicate& predicate, F&& then, G&& otherwise) {
  return chosen_pointer<T>(predicate, detail::no_state(predicate.location()), then, otherwise);
}

}  // namespace emitted
using namespace emitted;

}  // namespace ag
