#include "graph/type.h"

namespace ag::ir {

std::string str(const TensorType& type) {
  std::string text = std::string(name(type.dtype)) + (type.weak ? "~" : "") + "[";
  if (!type.shape.ranked()) return text + "...]";
  for (size_t axis = 0; axis < type.shape.size(); ++axis) {
    if (axis) text += ",";
    text += type.shape[axis] == unknown ? "?" : std::to_string(type.shape[axis]);
  }
  return text + "]";
}

bool is_subtype(const TensorType& type, const TensorType& wanted) {
  if (type.dtype != wanted.dtype) return false;
  if (!wanted.shape.ranked()) return true;
  if (!type.shape.ranked() || type.shape.size() != wanted.shape.size()) return false;
  for (size_t axis = 0; axis < type.shape.size(); ++axis) {
    if (wanted.shape[axis] != unknown && wanted.shape[axis] != type.shape[axis]) return false;
  }
  return true;
}

Shape join_shapes(const Shape& a, const Shape& b) {
  if (!a.ranked() || !b.ranked() || a.size() != b.size()) return Shape::unknown_rank();
  Shape joined = a;
  for (size_t axis = 0; axis < a.size(); ++axis) {
    if (a[axis] != b[axis]) joined[axis] = unknown;
  }
  return joined;
}

}  // namespace ag::ir
