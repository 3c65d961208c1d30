#pragma once
/// Twins of objects whose class has virtual methods. Which class that is, is known when a function is traced; the
/// converted code of each file says what it knows, for itself and for its bases.
#include <memory>
#include <tuple>
#include <type_traits>
#include <typeindex>
#include <typeinfo>
#include <utility>

#include "ag/error.h"
#include "ag/plain.h"

namespace ag {

namespace detail {

/// The converter writes the twin, and two functions that are found by argument-dependent lookup:
/// std::type_identity<Plus_staged> ag_dynamic_twin(const Plus*), and std::tie of the fields, ag_members(Plus&), of
/// both.
template <class T>
concept HasDynamicTwin =
    std::is_polymorphic_v<T> && requires(const T* object) { typename decltype(ag_dynamic_twin(object))::type; };

/// Makes the twin of an object of some class, of which it gives the part that belongs to a base.
using MakeTwin = std::shared_ptr<void> (*)(const void* object);
/// `base`: the class of the twin that is asked for.
AG_API void add_dynamic_twin(std::type_index base, std::type_index object, MakeTwin make);
/// An error where no converted code has said how.
AG_API std::shared_ptr<void> make_dynamic_twin(std::type_index base, const std::type_info& type, const void* object,
                                               SourceLocation location);

}  // namespace detail

/// The twin of a class with virtual methods.
template <detail::HasDynamicTwin T>
using dynamic_twin_t = typename decltype(ag_dynamic_twin(static_cast<const T*>(nullptr)))::type;

/// Says how the twin of an object of class T is made, where a T is asked for or one of its bases.
///
///     inline const ag::DynamicTwin<Plus, Function> ag_twin_of_Plus;
template <class T, class... Bases>
class DynamicTwin {
 public:
  DynamicTwin() {
    add<T>();
    (add<Bases>(), ...);
  }

 private:
  template <class Base>
  static void add() {
    detail::add_dynamic_twin(typeid(dynamic_twin_t<Base>), typeid(T), [](const void* object) {
      const auto twin = std::make_shared<dynamic_twin_t<T>>();
      auto to = ag_members(*twin);
      const auto from = ag_members(const_cast<T&>(*static_cast<const T*>(object)));
      [&]<std::size_t... k>(std::index_sequence<k...>) {
        (detail::assign_staged(std::get<k>(to), std::get<k>(from)), ...);
      }(std::make_index_sequence<std::tuple_size_v<decltype(to)>>());
      return std::shared_ptr<void>(twin, static_cast<dynamic_twin_t<Base>*>(twin.get()));
    });
  }
};

/// The twin of an object, of the class that it has, for one call.
///
///     ag::dynamic_twin(*functions[0])->at(n)
template <detail::HasDynamicTwin T>
std::shared_ptr<dynamic_twin_t<T>> dynamic_twin(const T& object, SourceLocation location = SourceLocation::current()) {
  return std::static_pointer_cast<dynamic_twin_t<T>>(detail::make_dynamic_twin(
      typeid(dynamic_twin_t<T>), typeid(object), dynamic_cast<const void*>(&object), location));
}

}  // namespace ag
