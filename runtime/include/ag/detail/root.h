#pragma once
/// The objects that a call of a traced function names by identity: `this`, and the referents of reference parameters. A
/// subobject is located by its offset, so that one trace serves every object.
#include <cstddef>
#include <cstdint>

#include "ag/detail/small_vector.h"

namespace ag {
class Module;
}

namespace ag::detail {

struct Root {
  const void* address = nullptr;
  size_t size = 0;
  const Module* module = nullptr;  // set if the object is a module

  bool contains(const void* place) const {
    return reinterpret_cast<uintptr_t>(place) - reinterpret_cast<uintptr_t>(address) < size;
  }
};
using Roots = SmallVector<Root, 2>;

}  // namespace ag::detail
