#pragma once
/// A list that grows in staged code: what a local std::vector becomes that a staged loop or branch pushes into.
///
///     ag::List<ag::Staged<int>> trail;
///     ag::while_stmt([&] { return n > 1; }, AG_STATE(n, trail), [&] { trail.push_back(n); … });
///
/// While its length is known it is a vector. In staged control it is one tensor of the graph whose first dimension
/// grows, so its elements have one shape and one dtype.
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/element.h"
#include "ag/item.h"
#include "ag/loops.h"
#include "ag/plain.h"

namespace ag {

namespace detail {

/// The list with one more element, both as tensors; an undefined list is empty.
AG_API Tensor list_append(const Tensor& list, const Tensor& element, SourceLocation location);
AG_API Tensor list_element(const Tensor& list, const Staged<int64_t>& at, SourceLocation location);
AG_API Tensor list_update(const Tensor& list, const Staged<int64_t>& at, const Tensor& element,
                          SourceLocation location);
AG_API Tensor list_of(const std::vector<Tensor>& elements, SourceLocation location);
/// A list without elements, of numbers of this dtype.
AG_API Tensor empty_list(DType dtype);
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
  List(const std::vector<T>& elements) : items_(elements) {}
  List(std::initializer_list<T> elements) : items_(elements) {}

  void push_back(const T& value, SourceLocation location = SourceLocation::current()) {
    if (known_)
      items_.push_back(value), buffer_ = Tensor();
    else
      buffer_ = detail::list_append(buffer_, tensor_of(value, location), location);
  }
  template <class... A>
  void emplace_back(A&&... arguments) {
    push_back(T(std::forward<A>(arguments)...));
  }
  void clear() { *this = List(); }

  Staged<size_t> size(SourceLocation location = SourceLocation::current()) const {
    if (known_) return items_.size();
    return cast<size_t>(dim(buffer_, 0, location), location);
  }
  Staged<bool> empty(SourceLocation location = SourceLocation::current()) const { return size(location) == 0; }

  detail::ElementOf<List> operator[](const detail::ListIndex& index) { return {*this, index.at, index.location}; }
  T operator[](const detail::ListIndex& index) const { return ag_read(index.at, index.location); }
  T front(SourceLocation location = SourceLocation::current()) const { return ag_read(0, location); }
  T back(SourceLocation location = SourceLocation::current()) const {
    return ag_read(cast<int64_t>(size(location)) - 1, location);
  }

  /// The elements along a new first axis.
  Tensor stacked(SourceLocation location = SourceLocation::current()) const {
    if (!buffer_.defined() && !items_.empty()) {
      std::vector<Tensor> elements;
      for (const T& item : items_) elements.push_back(tensor_of(item, location));
      buffer_ = detail::list_of(elements, location);
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
      throw Error(ErrorKind::type_error, "the length of this list is known only when the graph runs", location,
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
    leaf.name = name;
    leaf.tensor = stacked();
    if (known_) leaf.host = detail::keep(items_);
    return leaf;
  }
  void ag_load(const detail::Leaf& leaf) {
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
  bool known_ = true;      // items_ are the elements
  mutable Tensor buffer_;  // they in one tensor, where it was made
};

/// The elements of a list along a new first axis.
template <class T>
Tensor stack(const List<T>& list, SourceLocation location = SourceLocation::current()) {
  return list.stacked(location);
}

namespace detail {

template <class T>
  requires std::is_same_v<T, Tensor> || HostNumber<T>
std::vector<T> plain_list(const List<staged_t<T>>& list, SourceLocation location) {
  return ToPlain<std::vector<T>>::convert(list.known_items(location), location);
}

}  // namespace detail
}  // namespace ag
