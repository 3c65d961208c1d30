#include "ag/shape.h"

#include <ostream>

namespace ag {

std::string Shape::str() const {
  if (!ranked_) return "(...)";
  std::string text = "(";
  for (size_t axis = 0; axis < dims_.size(); ++axis) {
    if (axis) text += ", ";
    text += dims_[axis] == unknown ? "?" : std::to_string(dims_[axis]);
  }
  return text + (dims_.size() == 1 ? ",)" : ")");
}

std::ostream& operator<<(std::ostream& stream, const Shape& shape) { return stream << shape.str(); }

}  // namespace ag
