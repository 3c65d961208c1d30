#include "lower/element_copies.h"

#include "lower/nests/nest_strides.h"

namespace ag::codegen {

void copy_elements(ProgramBuilder& builder, const Source& from, const Shape& shape, const Part& to,
                   SourceLocation location, const std::vector<Register>& counts) {
  Index read{from.place.offset, from.place.terms}, write{to.offset, to.terms};
  const auto count_of = [&](size_t axis) { return counts.empty() ? kNone : counts[axis]; };
  const auto from_axis = [&](auto&& self, size_t axis) -> void {
    if (axis == shape.size())
      return builder.store_at(to.array, write, builder.load_at(from.array, read, location), location);
    int64_t extent = shape[axis];
    size_t last = axis;
    while (last + 1 < shape.size() && count_of(axis) == kNone && count_of(last + 1) == kNone &&
           is_even(shape, from.place.strides, axis, last + 1) && is_even(shape, to.strides, axis, last + 1)) {
      extent *= shape[++last];
    }
    // The stride is that of the last axis longer than 1.
    size_t step = last;
    while (step > axis && shape[step] == 1) --step;
    if (extent == 1) return self(self, last + 1);
    builder.loop({builder.add_register(DType::int64), extent, count_of(axis)}, location, [&](Register index) {
      read.terms.emplace_back(index, from.place.strides[step]);
      write.terms.emplace_back(index, to.strides[step]);
      self(self, last + 1);
    });
  };
  from_axis(from_axis, 0);
}

}  // namespace ag::codegen
