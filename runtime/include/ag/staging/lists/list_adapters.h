#pragma once
/// The staged counterparts of std::stack, std::queue and std::priority_queue, for a number of elements that depends on
/// a tensor.
#include <functional>
#include <utility>

#include "ag/staging/lists/list_order.h"

namespace ag {

namespace detail {

/// A host vector as a list during one call.
template <class T>
class InoutList {
 public:
  InoutList(T& variable, SourceLocation location)
      : variable_(variable), value_(ToStaged<T>::convert(variable)), location_(location) {}
  InoutList(const InoutList&) = delete;
  InoutList& operator=(const InoutList&) = delete;
  ~InoutList() noexcept(false) {
    if (std::uncaught_exceptions() == exceptions_) variable_ = ToPlain<T>::convert(value_, location_);
  }
  operator listed_t<T>&() && { return value_; }

 private:
  T& variable_;
  listed_t<T> value_;
  SourceLocation location_;
  int exceptions_ = std::uncaught_exceptions();
};

template <class T>
class ListAdapter {
 public:
  using Place = SourceLocation;

  Staged<size_t> size(Place location = Place::current()) const { return list_.size(location); }
  Staged<bool> empty(Place location = Place::current()) const { return list_.empty(location); }

  // Used by the state packs.
  friend auto ag_fields(ListAdapter& adapter) { return std::tie(adapter.list_); }

 protected:
  List<T> list_;
};

}  // namespace detail

namespace emitted {

/// Passes a host vector to converted code that modifies a list; the vector is updated at the end of the full
/// expression.
template <class T>
detail::InoutList<T> inout_list(T& variable, SourceLocation location = SourceLocation::current()) {
  return detail::InoutList<T>(variable, location);
}

}  // namespace emitted

template <class T>
class Stack : public detail::ListAdapter<T> {
  using Place = SourceLocation;

 public:
  void push(const T& value, Place location = Place::current()) { this->list_.push_back(value, location); }
  template <class... A>
  void emplace(A&&... arguments) {
    push(T(std::forward<A>(arguments)...));
  }
  void pop(Place location = Place::current()) { this->list_.pop_back(location); }
  auto top(Place location = Place::current()) { return this->list_.back(location); }
  auto top(Place location = Place::current()) const { return this->list_.back(location); }
  void swap(Stack& other) { this->list_.swap(other.list_); }
};

template <class T>
class Queue : public detail::ListAdapter<T> {
  using Place = SourceLocation;

 public:
  void push(const T& value, Place location = Place::current()) { this->list_.push_back(value, location); }
  template <class... A>
  void emplace(A&&... arguments) {
    push(T(std::forward<A>(arguments)...));
  }
  void pop(Place location = Place::current()) { this->list_.pop_front(location); }
  auto front(Place location = Place::current()) { return this->list_.front(location); }
  auto front(Place location = Place::current()) const { return this->list_.front(location); }
  auto back(Place location = Place::current()) { return this->list_.back(location); }
  auto back(Place location = Place::current()) const { return this->list_.back(location); }
  void swap(Queue& other) { this->list_.swap(other.list_); }
};

/// Uses the heap algorithm of the standard library, so that among equal elements the same one is on top.
template <class T, class F = std::less<>>
class PriorityQueue : public detail::ListAdapter<T> {
  using Place = SourceLocation;

 public:
  PriorityQueue() = default;
  explicit PriorityQueue(const F& order) : order_(order) {}

  void push(const T& value, Place location = Place::current()) {
    const Staged<int64_t> hole = this->list_.count(location);
    this->list_.push_back(value, location);
    detail::sift_up(this->list_, hole, value, detail::ListOrder{order_}, location);
  }
  template <class... A>
  void emplace(A&&... arguments) {
    push(T(std::forward<A>(arguments)...));
  }
  void pop(Place location = Place::current()) {
    const Staged<int64_t> count = this->list_.count(location) - 1;
    detail::check_missing(count < 0, "pop", location);
    const T last = this->list_.ag_read(count, location);
    this->list_.pop_back(location);
    const std::string names = this->list_.ag_name().empty() ? "queue" : this->list_.ag_name();
    if_stmt(Predicate(count > 0, location), state({names.c_str(), location}, this->list_),
            [&] { detail::sift_down(this->list_, count, last, detail::ListOrder{order_}, location); });
  }
  T top(Place location = Place::current()) const { return this->list_.ag_read(0, location); }
  void swap(PriorityQueue& other) { this->list_.swap(other.list_); }

 private:
  F order_;
};

}  // namespace ag
