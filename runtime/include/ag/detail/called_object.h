#pragma once
/// Describes the object of a traced method, or of ag::function, on which a call is made, so that later calls can locate
/// it.
#include <cstdint>
#include <memory>
#include <type_traits>
#include <typeinfo>

#include "ag/detail/traced_function.h"
#include "ag/module.h"

namespace ag::detail {

/// The handle by which a trace locates the state of an ag::function object.
struct FunctionHandle {
  const void* state = nullptr;
  uint64_t known_in = 0;     // the trace in progress that is already restricted to calls with this object
  bool is_argument = false;  // in that trace the object is an argument, so the signature identifies it
};
/// Records a call of the object in the trace in progress. Unless the object is an argument, a guard restricts the trace
/// to calls that find the same object at this place.
AG_API void follow_handle(const FunctionHandle* handle, SourceLocation location);
/// Returns the handle of a copy that is created at `to`, with the same guard.
AG_API FunctionHandle copied_handle(const FunctionHandle& handle, const FunctionHandle* to, SourceLocation location);

/// The object of a method call, which later calls locate by its place; empty for a function.
struct CalledObject {
  Root place = {};
  uint64_t type = 0;  // the dynamic class of a polymorphic object, which determines the target of a virtual call
  const FunctionHandle* handle = nullptr;  // set for an object of ag::function
};
template <class C>
CalledObject called_object(const C& object) {
  CalledObject result{{std::addressof(object), sizeof(C)}};
  if constexpr (std::is_base_of_v<Module, C>) result.place.module = std::addressof(object);
  if constexpr (std::is_polymorphic_v<C>) result.type = typeid(object).hash_code();
  return result;
}

}  // namespace ag::detail
