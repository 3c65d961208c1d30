/// Convolutions with few small filters: each element of the result is an unrolled sum, in the order of
/// kernel/convolution/convolution.h. Padding adds no terms, so the windows at the edges have loops of their own.
///
/// Programs that profit: convolutions with few small filters: edge detection, blurring, finite differences.
#include "kernel/convolution/convolution.h"
#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"
#include "lower/node_lowerings.h"
#include "lower/sums_of_products.h"

namespace ag::codegen {

namespace {

using kernel::TapRange;
using kernel::WindowAxis;

constexpr size_t kMaxProducts = 1024;  // in all unrolled sums

/// Adjacent windows with the same taps inside the image.
struct Zone {
  int64_t first, count;
  TapRange taps;
};

std::vector<Zone> zones_of(const WindowAxis& axis) {
  std::vector<Zone> zones;
  for (int64_t window = 0; window < axis.count; ++window) {
    const TapRange taps = kernel::taps_inside(axis, window);
    const bool same = !zones.empty() && zones.back().taps.first == taps.first && zones.back().taps.last == taps.last;
    if (same)
      ++zones.back().count;
    else
      zones.push_back({window, 1, taps});
  }
  return zones;
}

size_t taps_in(const std::vector<Zone>& zones) {
  int64_t taps = 0;
  for (const Zone& zone : zones) taps += zone.taps.last - zone.taps.first;
  return static_cast<size_t>(taps);
}

kernel::Convolution convolution_of(const ir::Node& node, const Shape& x, const Shape& filter) {
  const auto numbers = [&](size_t at) { return std::get<std::vector<int64_t>>(node.attributes[at]); };
  const std::vector<int64_t> strides = numbers(0), padding = numbers(2), dilations = numbers(3);
  const auto axis = [&](size_t k) {
    WindowAxis windows{x[k + 1], filter[k], strides[k], dilations[k], padding[2 * k], padding[2 * k + 1]};
    if (std::get<bool>(node.attributes[1]))
      windows.pad_to_same();
    else
      windows.count_windows();
    return windows;
  };
  return {x[0], axis(0), axis(1), x[3], filter[3], std::get<int64_t>(node.attributes[4])};
}

class ConvolutionLowering : LoweringPart {
 public:
  explicit ConvolutionLowering(LoweringContext& context) : LoweringPart(context) {}

  void lower(ir::NodeId id);
};

}  // namespace

bool is_written_out(const ir::Graph& graph, const ir::Node& node) {
  const ir::TensorType &x = graph.value(node.operands[0]).type, &filter = graph.value(node.operands[1]).type,
                       &result = graph.value(node.results[0]).type;
  if (!x.shape.known() || !filter.shape.known() || !result.shape.known() || result.shape.element_count() == 0)
    return false;
  if (x.dtype != result.dtype || filter.dtype != result.dtype || item_size(x.dtype) < item_size(DType::int32))
    return false;
  const kernel::Convolution shape = convolution_of(node, x.shape, filter.shape);
  return shape.is_narrow() &&
         taps_in(zones_of(shape.rows)) * taps_in(zones_of(shape.columns)) * static_cast<size_t>(shape.channels) <=
             kMaxProducts;
}

void ConvolutionLowering::lower(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const Source x = values().source(node.operands[0], at), filter = values().source(node.operands[1], at);
  const kernel::Convolution shape = convolution_of(node, x.shape, filter.shape);
  const ir::TensorType& to = analysis_.type(node.results[0]);
  const ArrayId result = values().state(node.results[0]).array = builder_.add_array(to);
  builder_.add(StatementKind::Allocate, at).array = result;
  const Strides stored = row_major(to.shape);
  const auto step = [](Index index, Register by, int64_t stride) {
    if (by != kNone && stride != 0) index.terms.emplace_back(by, stride);
    return index;
  };
  // Emits a loop. `body` takes kNone if the extent is 1.
  const auto rounds = [&](int64_t extent, const auto& body) {
    if (extent == 1) return body(kNone);
    builder_.loop(extent, at, body);
  };
  const WindowAxis &rows = shape.rows, &columns = shape.columns;
  const auto sum = [&](const Zone& down, const Zone& across, const Index& image, const Index& taps) {
    Register all = is_floating(to.dtype) ? builder_.constant(to.dtype, 0, at) : kNone;
    for (int64_t r = down.taps.first; r < down.taps.last; ++r) {
      for (int64_t s = across.taps.first; s < across.taps.last; ++s) {
        for (int64_t c = 0; c < shape.channels; ++c) {
          Index element = image, factor = taps;
          element.offset += rows.place(down.first, r) * x.place.strides[1] +
                            columns.place(across.first, s) * x.place.strides[2] + c * x.place.strides[3];
          factor.offset += r * filter.place.strides[0] + s * filter.place.strides[1] + c * filter.place.strides[2];
          const Register value = builder_.load_at(x.array, element, at),
                         tap = builder_.load_at(filter.array, factor, at);
          all = add_product(builder_, to.dtype, all, value, tap, at);
        }
      }
    }
    return all == kNone ? builder_.constant(to.dtype, 0, at) : all;
  };
  const auto zone = [&](const Zone& down, const Zone& across) {
    rounds(shape.batch, [&](Register n) {
      rounds(down.count, [&](Register i) {
        rounds(across.count, [&](Register j) {
          rounds(shape.filters, [&](Register f) {
            Index image{x.place.offset, x.place.terms}, taps{filter.place.offset, filter.place.terms};
            image = step(step(step(image, n, x.place.strides[0]), i, rows.stride * x.place.strides[1]), j,
                         columns.stride * x.place.strides[2]);
            taps = step(taps, f, filter.place.strides[3]);
            Index out{down.first * stored[1] + across.first * stored[2], {}};
            out = step(step(step(step(out, n, stored[0]), i, stored[1]), j, stored[2]), f, stored[3]);
            builder_.store_at(result, out, sum(down, across, image, taps), at);
          });
        });
      });
    });
  };
  const std::vector<Zone> across = zones_of(columns);
  for (const Zone& down : zones_of(rows)) {
    for (const Zone& one : across) zone(down, one);
  }
}

void lower_convolution(LoweringContext& context, ir::NodeId id) { ConvolutionLowering(context).lower(id); }

}  // namespace ag::codegen
