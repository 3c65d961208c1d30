#pragma once
/// The object of a traced method, or of ag::function, that a call is made on: later calls find it again.
#include <cstdint>
#include <memory>
#include <type_traits>
#include <typeinfo>

#include "ag/module.h"
#include "ag/traced_function.h"

namespace ag::detail {

/// What leads to an object of ag::function.
struct FunctionHandle {
  const void* state = nullptr;
  uint64_t known_in = 0;     // the trace in progress, which holds for calls that have the same object
  bool is_argument = false;  // in that trace, so that the signature tells
};
/// A call of the object in the trace in progress, which holds for calls that find the same one there.
AG_API void follow_handle(const FunctionHandle* handle, SourceLocation location);
/// The same for a copy that is made at `to`.
AG_API FunctionHandle copied_handle(const FunctionHandle& handle, const FunctionHandle* to, SourceLocation location);

/// The object of a method that is called, which is found again by where it is; a function has none.
struct CalledObject {
  Root place = {};
  uint64_t type = 0;                       // the class of a polymorphic one, which decides what a virtual call comes to
  const FunctionHandle* handle = nullptr;  // of an object of ag::function
};
template <class C>
CalledObject called_object(const C& object) {
  CalledObject result{{std::addressof(object), sizeof(C)}};
  if constexpr (std::is_base_of_v<Module, C>) result.place.module = std::addressof(object);
  if constexpr (std::is_polymorphic_v<C>) result.type = typeid(object).hash_code();
  return result;
}

}  // namespace ag::detail
