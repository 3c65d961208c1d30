#pragma once
/// Staged counterparts of objects whose class has virtual methods. The dynamic class is known when a function is
/// traced. The converted code of each file registers the classes it knows, for themselves and for their bases.
#include <memory>
#include <tuple>
#include <type_traits>
#include <typeindex>
#include <typeinfo>
#include <utility>

#include "ag/error.h"
#include "ag/staging/plain.h"

namespace ag {

namespace detail {

/// The converter emits the staged counterpart, and two functions that argument-dependent lookup finds:
/// std::type_identity<Plus_staged> ag_dynamic_class(const Plus*), and ag_members(Plus&), a std::tie of the fields, for
/// both classes.
template <class T>
concept HasDynamicStaged =
    std::is_polymorphic_v<T> && requires(const T* object) { typename decltype(ag_dynamic_class(object))::type; };

/// Makes the staged counterpart of an object of some class and returns its subobject of the requested base.
using MakeStagedClass = std::shared_ptr<void> (*)(const void* object);
/// `base`: the requested class of the staged counterpart.
AG_API void add_dynamic_staged(std::type_index base, std::type_index object, MakeStagedClass make);
/// Throws an error if no converted code has registered the class.
AG_API std::shared_ptr<void> make_dynamic_staged(std::type_index base, const std::type_info& type, const void* object,
                                                 SourceLocation location);

}  // namespace detail

/// The staged counterpart of a class with virtual methods.
template <detail::HasDynamicStaged T>
using dynamic_staged_t = typename decltype(ag_dynamic_class(static_cast<const T*>(nullptr)))::type;

/// Registers the conversion of an object of class T to its staged counterpart, for requests of T or one of its bases.
///
///     inline const ag::DynamicStaged<Plus, Function> ag_staged_class_of_Plus;
template <class T, class... Bases>
class DynamicStaged {
 public:
  DynamicStaged() {
    add<T>();
    (add<Bases>(), ...);
  }

 private:
  template <class Base>
  static void add() {
    detail::add_dynamic_staged(typeid(dynamic_staged_t<Base>), typeid(T), [](const void* object) {
      const auto staged_class = std::make_shared<dynamic_staged_t<T>>();
      auto to = ag_members(*staged_class);
      const auto from = ag_members(const_cast<T&>(*static_cast<const T*>(object)));
      [&]<std::size_t... k>(std::index_sequence<k...>) {
        (detail::assign_staged(std::get<k>(to), std::get<k>(from)), ...);
      }(std::make_index_sequence<std::tuple_size_v<decltype(to)>>());
      return std::shared_ptr<void>(staged_class, static_cast<dynamic_staged_t<Base>*>(staged_class.get()));
    });
  }
};

/// Returns the staged counterpart of an object, of its dynamic class, for one call.
///
///     ag::dynamic_staged(*functions[0])->at(n)
template <detail::HasDynamicStaged T>
std::shared_ptr<dynamic_staged_t<T>> dynamic_staged(const T& object,
                                                    SourceLocation location = SourceLocation::current()) {
  return std::static_pointer_cast<dynamic_staged_t<T>>(detail::make_dynamic_staged(
      typeid(dynamic_staged_t<T>), typeid(object), dynamic_cast<const void*>(&object), location));
}

}  // namespace ag
