#pragma once
/// A list that grows in staged code: what a local std::vector becomes that a staged loop or branch pushes into.
///
///     ag::List<ag::Staged<int>> trail;
///     ag::while_stmt([&] { return n > 1; }, AG_STATE(n, trail), [&] { trail.push_back(n); … });
///
/// While its length is known it is a vector. In staged control it is one tensor of the graph whose first dimension
/// grows, so its elements have one shape and one dtype.
#include <concepts>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/element.h"
#include "ag/item.h"
#include "ag/loops.h"
#include "ag/ops.h"
#include "ag/plain.h"

namespace ag {

namespace detail {

/// The list with one more element, both as tensors; an undefined list is empty. `name`: of the user's variable.
AG_API Tensor list_append(const Tensor& list, const Tensor& element, const std::string& name, SourceLocation location);
/// The list without its last element.
AG_API Tensor list_pop(const Tensor& list, SourceLocation location);
AG_API Tensor list_element(const Tensor& list, const Staged<int64_t>& at, SourceLocation location);
AG_API Tensor list_update(const Tensor& list, const Staged<int64_t>& at, const Tensor& element,
                          SourceLocation location);
AG_API Tensor list_of(const std::vector<Tensor>& elements, const std::string& name, SourceLocation location);
/// A list without elements, of numbers of this dtype.
AG_API Tensor empty_list(DType dtype);
/// Its elements along a new axis, and along one that they have; an error where there are none.
AG_API Tensor list_stacked(const Tensor& list, int axis, SourceLocation location);
AG_API Tensor list_joined(const Tensor& list, int axis, SourceLocation location);
/// Whether a tensor is no symbol.
AG_API bool is_value(const Tensor& tensor);

/// The number of an element, and where it is asked for.
struct ListIndex {
  Staged<int64_t> at;
  SourceLocation location;
  template <class N>
    requires std::is_integral_v<host_t<N>>
  ListIndex(const N& n, SourceLocation where = SourceLocation::current())
      : at(cast<int64_t>(n, where)), location(where) {}
};

}  // namespace detail

/// T is Tensor or a Staged number.
template <class T>
class List {
  static_assert(std::is_same_v<T, Tensor> || detail::is_staged<T>);

 public:
  using value_type = T;

  List() = default;
  List(std::vector<T> elements, SourceLocation location = SourceLocation::current())
      : items_(std::move(elements)), place_(location) {}
  List(std::initializer_list<T> elements, SourceLocation location = SourceLocation::current())
      : items_(elements), place_(location) {}
  template <class U>
    requires(!std::is_same_v<U, T> && std::is_convertible_v<const U&, T>)
  List(const std::vector<U>& elements, SourceLocation location = SourceLocation::current())
      : items_(elements.begin(), elements.end()), place_(location) {}
  template <std::input_iterator I>
  List(I first, I last, SourceLocation location = SourceLocation::current()) : items_(first, last), place_(location) {}
  explicit List(size_t count, const T& value = T()) : items_(count, value) {}
  /// Where its length is known.
  operator std::vector<T>() const { return known_items(); }

  void push_back(const T& value, SourceLocation location = SourceLocation::current()) {
    place_ = location;
    if (known_)
      items_.push_back(value), buffer_ = Tensor();
    else
      buffer_ = detail::list_append(buffer_, tensor_of(value, location), name_, location);
  }
  void pop_back(SourceLocation location = SourceLocation::current()) {
    if (known_)
      items_.pop_back(), buffer_ = Tensor();
    else
      buffer_ = detail::list_pop(buffer_, location);
  }
  template <class... A>
  void emplace_back(A&&... arguments) {
    push_back(T(std::forward<A>(arguments)...));
  }
  void clear() { *this = List(); }
  template <class N>
  void reserve(const N&) {}
  void shrink_to_fit() {}

  Staged<size_t> size(SourceLocation location = SourceLocation::current()) const {
    if (known_) return items_.size();
    return cast<size_t>(dim(buffer_, 0, location), location);
  }
  Staged<bool> empty(SourceLocation location = SourceLocation::current()) const { return size(location) == 0; }

  detail::ElementOf<List> operator[](const detail::ListIndex& index) { return {*this, index.at, index.location}; }
  T operator[](const detail::ListIndex& index) const { return ag_read(index.at, index.location); }
  detail::ElementOf<List> front(SourceLocation location = SourceLocation::current()) { return {*this, 0, location}; }
  detail::ElementOf<List> back(SourceLocation location = SourceLocation::current()) {
    return {*this, cast<int64_t>(size(location)) - 1, location};
  }
  T front(SourceLocation location = SourceLocation::current()) const { return ag_read(0, location); }
  T back(SourceLocation location = SourceLocation::current()) const {
    return ag_read(cast<int64_t>(size(location)) - 1, location);
  }

  /// The elements along a new first axis.
  Tensor stacked(SourceLocation location = SourceLocation::current()) const {
    if (!buffer_.defined() && !items_.empty()) {
      std::vector<Tensor> elements;
      for (const T& item : items_) elements.push_back(tensor_of(item, location));
      buffer_ = detail::list_of(elements, name_, location);
    }
    if constexpr (detail::is_staged<T>) {
      if (!buffer_.defined()) buffer_ = detail::empty_list(detail::dtype_of_number<typename T::value_type>());
    }
    return buffer_;
  }

  /// Whether the length is known; then these are the elements.
  bool is_known() const { return known_; }
  auto begin() const { return known_items().begin(); }
  auto end() const { return known_items().end(); }
  const std::vector<T>& known_items(SourceLocation location = SourceLocation::current()) const {
    if (!known_) {
      throw Error(ErrorKind::staging_error, "the length of this list is known only when the graph runs", location,
                  {"use ag::stack(list), a tensor, or a loop in converted code"});
    }
    return items_;
  }

  // For ag::element, the loops and the state packs.
  T ag_read(const Staged<int64_t>& at, SourceLocation location) const {
    if (known_) return detail::read_element(items_, at, location);
    return from(detail::list_element(buffer_, at, location));
  }
  void ag_write(const Staged<int64_t>& at, const T& value, SourceLocation location) {
    if (known_) {
      detail::write_element(items_, at, value, location);
      buffer_ = Tensor();
    } else {
      buffer_ = detail::list_update(buffer_, at, tensor_of(value, location), location);
    }
  }
  detail::Leaf ag_save(const std::string& name) const {
    detail::Leaf leaf;
    leaf.kind = detail::Leaf::Kind::Tensor;
    leaf.list = true;
    leaf.name = name_ = name;
    leaf.tensor = stacked(place_);
    if (known_) leaf.host = detail::keep(items_);
    return leaf;
  }
  void ag_load(const detail::Leaf& leaf) {
    name_ = leaf.name;
    buffer_ = leaf.tensor;
    known_ = leaf.host != nullptr;
    items_.clear();
    if (known_) items_ = *static_cast<const std::vector<T>*>(leaf.host.get());
    if (!known_ && buffer_.defined() && detail::is_value(buffer_) && !is_tracing()) {
      const int64_t count = buffer_.shape(0);
      for (int64_t k = 0; k < count; ++k)
        items_.push_back(from(detail::list_element(buffer_, k, SourceLocation::current())));
      known_ = true;
    }
  }

 private:
  static Tensor tensor_of(const T& value, SourceLocation location) {
    if constexpr (detail::is_staged<T>)
      return value.tensor(location);
    else
      return value;
  }
  static T from(const Tensor& element) {
    if constexpr (!detail::is_staged<T>)
      return element;
    else if (detail::is_value(element))
      return element.item<typename T::value_type>();
    else
      return T::of(element);
  }

  std::vector<T> items_;
  bool known_ = true;                                 // items_ are the elements
  mutable Tensor buffer_;                             // they in one tensor, where it was made
  SourceLocation place_ = SourceLocation::current();  // where the last one came in
  mutable std::string name_;                          // of the user's variable
};

/// The tensors of a list along a new axis.
template <std::same_as<Tensor> T>  // a vector is none
Tensor stack(const List<T>& list, int axis = 0, SourceLocation location = SourceLocation::current()) {
  if (list.is_known()) return stack(TensorList(list.known_items(), location), axis);
  return detail::list_stacked(list.stacked(location), axis, location);
}
/// The tensors of a list joined along an axis.
template <std::same_as<Tensor> T>  // a vector is none
Tensor concat(const List<T>& list, int axis = 0, SourceLocation location = SourceLocation::current()) {
  if (list.is_known()) return concat(TensorList(list.known_items(), location), axis);
  return detail::list_joined(list.stacked(location), axis, location);
}

/// The numbers of a list as a tensor, in their own dtype unless another is given.
template <class T>
Tensor tensor(const List<Staged<T>>& list, SourceLocation location = SourceLocation::current()) {
  return list.stacked(location);
}
template <class T>
Tensor tensor(const List<Staged<T>>& list, DType dtype, SourceLocation location = SourceLocation::current()) {
  return astype(TensorArg(list.stacked(location), location), dtype);
}
template <class T>
Tensor tensor(const std::vector<Staged<T>>& numbers, SourceLocation location = SourceLocation::current()) {
  return tensor(List<Staged<T>>(numbers), location);
}
template <class T>
Tensor tensor(const std::vector<Staged<T>>& numbers, DType dtype, SourceLocation location = SourceLocation::current()) {
  return tensor(List<Staged<T>>(numbers), dtype, location);
}

namespace detail {

template <class T>
  requires std::is_same_v<T, Tensor> || HostNumber<T>
std::vector<T> plain_list(const List<staged_t<T>>& list, SourceLocation location) {
  return ToPlain<std::vector<T>>::convert(list.known_items(location), location);
}

}  // namespace detail
}  // namespace ag
