#pragma once
/// The common parts of convolutions and pools: windows as attributes of nodes, and their rules.
#include <array>
#include <string>
#include <vector>

#include "ag/convolution.h"
#include "kernel/convolution/convolution.h"
#include "ops/define.h"

namespace ag::ops {

/// Returns [batch, rows, columns, channels], for a type rule or a kernel. All four are unknown if the shape has no
/// rank.
template <class Context>
Shape four_axes(const Context& context, const Shape& shape, const char* name, const char* axes) {
  if (!shape.ranked()) return Shape{unknown, unknown, unknown, unknown};
  if (shape.size() != 4) {
    context.fail(ErrorKind::shape_error,
                 std::string(name) + " has the shape " + shape.str() + ", and must have four axes: " + axes);
  }
  return shape;
}
inline constexpr const char* kImageAxes = "[batch, rows, columns, channels]";
inline constexpr const char* kFilterAxes = "[rows, columns, channels of a group, filters]";

/// Returns attribute `at`: `count` numbers that are not less than `least`.
template <class Context>
const std::vector<int64_t>& window_numbers(const Context& context, size_t at, size_t count, const char* name,
                                           int64_t least) {
  constexpr int64_t kMax = int64_t{1} << 31;
  const auto& numbers = context.template attribute<std::vector<int64_t>>(at);
  bool fits = numbers.size() == count;
  std::string text;
  for (int64_t number : numbers) {
    fits = fits && number >= least && number < kMax;
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  }
  if (!fits) {
    context.fail(ErrorKind::invalid_argument, std::string(name) + " [" + text + "]: must be " + std::to_string(count) +
                                                  " numbers from " + std::to_string(least) + " to 2147483647");
  }
  return numbers;
}

/// Returns the rows and columns of images of shape `image` with windows of `taps`. The attributes strides, same and
/// padding begin at number `first`. Unknown extents are ag::unknown, and so is `count` then.
template <class Context>
std::array<kernel::WindowAxis, 2> window_axes(const Context& context, const Shape& image,
                                              const std::array<int64_t, 2>& taps, const std::vector<int64_t>& dilations,
                                              size_t first) {
  const std::vector<int64_t>& strides = window_numbers(context, first, 2, "strides", 1);
  const bool same = context.template attribute<bool>(first + 1);
  const std::vector<int64_t>& padding = window_numbers(context, first + 2, 4, "padding", 0);
  std::array<kernel::WindowAxis, 2> axes;
  for (size_t k = 0; k < 2; ++k) {
    kernel::WindowAxis& axis = axes[k];
    axis = {image[k + 1], taps[k], strides[k], dilations[k], padding[2 * k], padding[2 * k + 1], unknown};
    if (axis.taps == 0) context.fail(ErrorKind::shape_error, "the windows have no elements");
    if (axis.length == unknown) continue;
    if (same) {
      if (axis.taps != unknown)
        axis.pad_to_same();
      else
        axis.count = (axis.length + axis.stride - 1) / axis.stride;
      continue;
    }
    if (axis.taps == unknown) continue;
    axis.count_windows();
    if (axis.count > 0) continue;
    const char* names[] = {"rows", "columns"};
    const int64_t padded = axis.length + axis.before + axis.after;
    context.fail(ErrorKind::shape_error, std::string("windows of ") + std::to_string(axis.extent()) + " " + names[k] +
                                             (axis.dilation > 1 ? " (the dilation counts)" : "") +
                                             " do not fit into images of " + std::to_string(padded) +
                                             (axis.before + axis.after > 0 ? " (the padding counts)" : ""));
  }
  return axes;
}

/// Appends strides, same and padding as attributes.
inline void add_windows(ir::Attributes& attributes, const PerAxis& strides, const Padding& padding) {
  attributes.push_back(std::vector<int64_t>{strides.rows(), strides.columns()});
  attributes.emplace_back(padding.is_same());
  attributes.push_back(std::vector<int64_t>{padding.top(), padding.bottom(), padding.left(), padding.right()});
}

/// Returns the convolution of these shapes. The attributes from `strides` on begin at number `first`. Unknown extents
/// are ag::unknown.
template <class Context>
kernel::Convolution convolution_of(const Context& context, const Shape& x_shape, const Shape& filter_shape,
                                   size_t first) {
  const Shape x = four_axes(context, x_shape, "x", kImageAxes);
  const Shape filter = four_axes(context, filter_shape, "the filter", kFilterAxes);
  const std::vector<int64_t>& dilations = window_numbers(context, first + 3, 2, "dilations", 1);
  const int64_t groups = context.template attribute<int64_t>(first + 4);
  if (groups < 1) {
    context.fail(ErrorKind::invalid_argument, "groups is " + std::to_string(groups) + ", and must be at least 1");
  }
  const int64_t channels = filter[2] == unknown ? x[3] : filter[2] * groups;
  if (x[3] != unknown && filter[2] != unknown && x[3] != channels) {
    context.fail(ErrorKind::shape_error,
                 "x has " + std::to_string(x[3]) + " channels, and the filter takes " + std::to_string(filter[2]) +
                     (groups > 1 ? " in each of " + std::to_string(groups) + " groups" : "") + "; they must be equal");
  }
  if ((channels != unknown && channels % groups != 0) || (filter[3] != unknown && filter[3] % groups != 0)) {
    context.fail(ErrorKind::shape_error, "the channels of x, " + std::to_string(channels) + ", and the filters, " +
                                             std::to_string(filter[3]) + ", must be multiples of the groups, " +
                                             std::to_string(groups));
  }
  const auto axes = window_axes(context, x, {filter[0], filter[1]}, dilations, first);
  return {x[0], axes[0], axes[1], channels, filter[3], groups};
}

/// Returns the shape of the images that a convolution yields.
inline Shape result_shape(const kernel::Convolution& convolution) {
  return {convolution.batch, convolution.rows.count, convolution.columns.count, convolution.filters};
}

}  // namespace ag::ops
