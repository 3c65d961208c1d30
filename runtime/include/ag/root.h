#pragma once
/// The objects that a call of a traced function names by identity: `this`, and what a reference parameter refers to.
/// What lies inside of one is found by its offset, so that one trace serves every object.
#include <cstddef>
#include <cstdint>

#include "ag/small_vector.h"

namespace ag {
class Module;
}

namespace ag::detail {

struct Root {
  const void* address = nullptr;
  size_t size = 0;
  const Module* module = nullptr;  // it is one

  bool contains(const void* place) const {
    return reinterpret_cast<uintptr_t>(place) - reinterpret_cast<uintptr_t>(address) < size;
  }
};
using Roots = SmallVector<Root, 2>;

}  // namespace ag::detail
