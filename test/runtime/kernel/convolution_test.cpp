/// Convolutions by the library against the plain loops, for shapes of every kind; parts and threads; and what is
/// refused.
#include "kernel/convolution/convolution.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "ag/gradient.h"
#include "ag/ops.h"
#include "ag/threads.h"
#include "kernel/convolution/convolution_library.h"
#include "kernel/convolution/window_products.h"
#include "support/catch.h"
#include "support/message_of.h"

namespace ag {

namespace convolution_test {
namespace {

using test::message_of;

using kernel::Convolution;
using kernel::ConvolutionKind;
using Floats = std::vector<float>;

Floats random_floats(std::mt19937& random, int64_t count) {
  Floats values(static_cast<size_t>(count));
  for (float& value : values) value = static_cast<float>(static_cast<int>(random() % 2001) - 1000) / 1000;
  return values;
}

/// What shapes have at most.
struct Most {
  int64_t batch, channels, filters, columns;
};

/// A shape for which the library may have something: enough products, no window outside of the image.
Convolution random_convolution(std::mt19937& random, const Most& most = {5, 9, 20, 20}) {
  const auto number = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random()) % (high - low + 1);
  };
  for (;;) {
    Convolution shape;
    shape.batch = number(1, most.batch);
    shape.groups = number(0, 3) == 0 ? 2 : 1;
    shape.channels = shape.groups * number(1, most.channels);
    shape.filters = shape.groups * number(1, most.filters);
    for (kernel::WindowAxis* axis : {&shape.rows, &shape.columns}) {
      const int64_t longest = axis == &shape.columns ? most.columns : 20;
      *axis = {number(1, longest), number(1, 4), number(1, 3), number(0, 3) == 0 ? 2 : 1, 0, 0, 0};
      if (number(0, 2) == 0) {
        axis->pad_to_same();
      } else {
        axis->before = number(0, 3);
        axis->after = number(0, 3);
        axis->count_windows();
      }
    }
    if (shape.rows.count > 0 && shape.columns.count > 0) return shape;
  }
}

struct Sizes {
  int64_t first, second, result;
};
Sizes sizes(ConvolutionKind kind, const Convolution& shape) {
  switch (kind) {
    case ConvolutionKind::Forward:
      return {shape.x_size(), shape.filter_size(), shape.result_size()};
    case ConvolutionKind::ToX:
      return {shape.result_size(), shape.filter_size(), shape.x_size()};
    default:
      return {shape.x_size(), shape.result_size(), shape.filter_size()};
  }
}

template <class T>
void run_loops(ConvolutionKind kind, const Convolution& shape, const T* a, const T* b, T* out) {
  if (kind == ConvolutionKind::Forward) kernel::convolve(shape, a, b, out);
  if (kind == ConvolutionKind::ToX) kernel::convolve_to_x(shape, a, b, out);
  if (kind == ConvolutionKind::ToFilter) kernel::convolve_to_filter(shape, a, b, out);
}

constexpr ConvolutionKind kKinds[] = {ConvolutionKind::Forward, ConvolutionKind::ToX, ConvolutionKind::ToFilter};

/// By the definition: products are added in order, each rounded once with the sum.
template <class T>
std::vector<T> defined(ConvolutionKind kind, const Convolution& shape, const std::vector<T>& a,
                       const std::vector<T>& b) {
  const auto inside = [](const kernel::WindowAxis& axis, int64_t window, int64_t tap) {
    return axis.holds(axis.place(window, tap));
  };
  std::vector<T> out(static_cast<size_t>(sizes(kind, shape).result));
  const int64_t channels = shape.group_channels(), filters = shape.group_filters();
  const kernel::WindowAxis &rows = shape.rows, &columns = shape.columns;
  const auto add = [&](int64_t n, int64_t i, int64_t j, int64_t r, int64_t s, int64_t c, int64_t f) {
    if (!inside(rows, i, r) || !inside(columns, j, s)) return;
    const int64_t pixel = (n * rows.length + rows.place(i, r)) * columns.length + columns.place(j, s);
    const size_t x = static_cast<size_t>(pixel * shape.channels + f / filters * channels + c);
    const size_t w = static_cast<size_t>(((r * columns.taps + s) * channels + c) * shape.filters + f);
    const size_t y = static_cast<size_t>(((n * rows.count + i) * columns.count + j) * shape.filters + f);
    const bool forward = kind == ConvolutionKind::Forward, to_x = kind == ConvolutionKind::ToX;
    const T left = a[to_x ? y : x], right = b[forward || to_x ? w : y];
    T& sum = out[forward ? y : to_x ? x : w];
    if constexpr (std::is_floating_point_v<T>)
      sum = std::fma(left, right, sum);
    else
      sum += left * right;
  };
  // The order of each kind: what is summed over runs inside of what is not, so that only that order counts.
  const auto over = [](int64_t count, auto&& body) {
    for (int64_t k = 0; k < count; ++k) body(k);
  };
  if (kind == ConvolutionKind::ToFilter) {
    over(shape.batch, [&](int64_t n) {
      over(rows.count, [&](int64_t i) {
        over(columns.count, [&](int64_t j) {
          over(rows.taps * columns.taps, [&](int64_t tap) {
            over(channels * shape.filters, [&](int64_t k) {
              add(n, i, j, tap / columns.taps, tap % columns.taps, k / shape.filters, k % shape.filters);
            });
          });
        });
      });
    });
    return out;
  }
  over(rows.taps * columns.taps, [&](int64_t tap) {
    over(kind == ConvolutionKind::Forward ? channels : shape.filters, [&](int64_t inner) {
      over(shape.batch * rows.count * columns.count, [&](int64_t window) {
        const int64_t i = window / columns.count % rows.count, j = window % columns.count;
        over(kind == ConvolutionKind::Forward ? shape.filters : channels, [&](int64_t outer) {
          const bool forward = kind == ConvolutionKind::Forward;
          add(window / columns.count / rows.count, i, j, tap / columns.taps, tap % columns.taps,
              forward ? inner : outer, forward ? outer : inner);
        });
      });
    });
  });
  return out;
}

template <class T>
void check_bits(ConvolutionKind kind, const Convolution& shape, std::mt19937& random) {
  const Sizes count = sizes(kind, shape);
  std::vector<T> a(static_cast<size_t>(count.first)), b(static_cast<size_t>(count.second));
  for (std::vector<T>* values : {&a, &b}) {
    for (T& value : *values) value = static_cast<T>(static_cast<double>(random() % 20001) / 7000);
  }
  std::vector<T> out(static_cast<size_t>(count.result));
  run_loops(kind, shape, a.data(), b.data(), out.data());
  CHECK(out == defined(kind, shape, a, b));
}

}  // namespace

TEST_CASE("plain loops round as the definition says, to the bit") {
  std::mt19937 random(6);
  for (int k = 0; k < 200; ++k) {
    const Convolution shape = random_convolution(random);
    INFO("number " << k);
    for (ConvolutionKind kind : kKinds) {
      check_bits<float>(kind, shape, random);
      check_bits<double>(kind, shape, random);
      check_bits<uint32_t>(kind, shape, random);
    }
  }
}

TEST_CASE("long lines and many filters round as the definition says, to the bit") {
  std::mt19937 random(7);
  for (int k = 0; k < 40; ++k) {
    const Convolution shape = random_convolution(random, {1, 4, 70, 240});
    INFO("number " << k << ", columns " << shape.columns.length << ", filters " << shape.filters);
    for (ConvolutionKind kind : {ConvolutionKind::Forward, ConvolutionKind::ToX}) {
      check_bits<float>(kind, shape, random);
      check_bits<double>(kind, shape, random);
    }
  }
}

TEST_CASE("infinities and numbers that are none stay in the windows that see them") {
  Convolution shape{1, {9, 3, 1, 1, 1, 1, 0}, {100, 3, 1, 1, 1, 1, 0}, 20, 20, 1};
  shape.rows.count_windows();
  shape.columns.count_windows();
  std::mt19937 random(8);
  Floats x = random_floats(random, shape.x_size()), filter = random_floats(random, shape.filter_size());
  const size_t bad = static_cast<size_t>((4 * shape.columns.length + 50) * shape.channels);
  x[bad] = INFINITY;
  x[bad + 1] = NAN;
  Floats result(static_cast<size_t>(shape.result_size()));
  const auto count_bad = [&] { return std::ranges::count_if(result, [](float one) { return !std::isfinite(one); }); };
  kernel::convolve(shape, x.data(), filter.data(), result.data());
  CHECK(count_bad() == 9 * shape.filters);
  x[bad] = x[bad + 1] = 0;
  filter[3] = INFINITY;  // of the first tap, which windows in the first row and column do not see
  kernel::convolve(shape, x.data(), filter.data(), result.data());
  CHECK(count_bad() == 8 * 99);
}

TEST_CASE("filters that would leave half of a vector empty are not left to the library where lines are long") {
  Convolution shape{1, {30, 3, 1, 1, 0, 0, 28}, {100, 3, 1, 1, 0, 0, 98}, 20, 20, 1};
  CHECK(kernel::fills_vectors_with_windows(shape) == kernel::has_turned_products());
  CHECK(kernel::fills_vectors_with_windows(kernel::towards_x(shape)) == kernel::has_turned_products());
  Floats x(static_cast<size_t>(shape.x_size())), filter(static_cast<size_t>(shape.filter_size()));
  Floats result(static_cast<size_t>(shape.result_size()));
  const auto by_library = [&](ConvolutionKind kind) {
    return kernel::convolve_with_library(kind, shape, x.data(), filter.data(), result.data());
  };
  if (kernel::has_turned_products()) {
    CHECK(kernel::packed_bytes(shape) == 0);
    CHECK_FALSE(by_library(ConvolutionKind::Forward));
  }
  shape.filters = 32;
  CHECK_FALSE(kernel::fills_vectors_with_windows(shape));
}

TEST_CASE("the library and the plain loops agree on convolutions and their gradients") {
  std::mt19937 random(3);
  int done = 0;
  for (int k = 0; k < 300; ++k) {
    const Convolution shape = random_convolution(random);
    for (ConvolutionKind kind : kKinds) {
      const Sizes count = sizes(kind, shape);
      const Floats a = random_floats(random, count.first), b = random_floats(random, count.second);
      Floats out(static_cast<size_t>(count.result), NAN);
      if (!kernel::convolve_with_library(kind, shape, a.data(), b.data(), out.data())) continue;
      ++done;
      const std::vector<double> left(a.begin(), a.end()), right(b.begin(), b.end());
      std::vector<double> expected(out.size());
      run_loops(kind, shape, left.data(), right.data(), expected.data());
      double farthest = 0;
      for (size_t i = 0; i < out.size(); ++i) farthest = std::fmax(farthest, std::abs(out[i] - expected[i]));
      INFO("number " << k << ", kind " << static_cast<int>(kind) << ", batch " << shape.batch << ", rows "
                     << shape.rows.length << ", taps " << shape.rows.taps << ", stride " << shape.rows.stride);
      CHECK(farthest < 1e-4);
      CHECK(std::ranges::none_of(out, [](float one) { return std::isnan(one); }));
    }
  }
#ifdef AG_HAS_CONVOLUTION
  CHECK(done > 50);
#else
  CHECK(done == 0);
#endif
}

TEST_CASE("convolutions have the same bits with every number of threads") {
  std::mt19937 random(4);
  Convolution shape{1, {61, 3, 1, 1, 1, 1, 0}, {47, 3, 1, 1, 1, 1, 0}, 20, 30, 1};
  for (int64_t batch : {1, 3, 70}) {
    shape.batch = batch;
    shape.filters = batch == 3 ? 35 : 30;
    shape.rows.count_windows();
    shape.columns.count_windows();
    for (ConvolutionKind kind : kKinds) {
      const Sizes count = sizes(kind, shape);
      const Floats a = random_floats(random, count.first), b = random_floats(random, count.second);
      std::vector<Floats> by_library, by_loops;
      for (int threads : {1, 2, 5}) {
        set_num_threads(threads);
        by_library.emplace_back(static_cast<size_t>(count.result));
        by_loops.emplace_back(static_cast<size_t>(count.result));
        kernel::convolve_with_library(kind, shape, a.data(), b.data(), by_library.back().data());
        if (batch < 70) run_loops(kind, shape, a.data(), b.data(), by_loops.back().data());
      }
      for (const auto& runs : {by_library, by_loops}) {
        CHECK(runs[0] == runs[1]);
        CHECK(runs[0] == runs[2]);
      }
    }
  }
  set_num_threads(1);
}

TEST_CASE("a packed filter gives the bits of one that is packed in the call") {
  std::mt19937 random(5);
  Convolution shape{2, {30, 3, 1, 1, 0, 0, 0}, {28, 3, 1, 1, 0, 0, 0}, 16, 32, 1};
  shape.rows.count_windows();
  shape.columns.count_windows();
  const int64_t bytes = kernel::packed_bytes(shape);
  if (bytes == 0) {
    WARN("skipped: the convolution library has no order of its own for filters here");
    return;
  }
  const Floats x = random_floats(random, shape.x_size()), filter = random_floats(random, shape.filter_size());
  Floats once(static_cast<size_t>(shape.result_size())), packed_before = once;
  std::vector<std::byte> packed(static_cast<size_t>(bytes));
  kernel::pack_filter(shape, filter.data(), packed.data());
  kernel::convolve_packed(shape, x.data(), packed.data(), packed_before.data());
  CHECK(kernel::convolve_with_library(ConvolutionKind::Forward, shape, x.data(), filter.data(), once.data()));
  CHECK(once == packed_before);
}

// Run by without_library.cmake, where the library is not found.
TEST_CASE("without the library convolutions are plain loops", "[.without-library]") {
  const Tensor x = reshape(astype(arange(2 * 9 * 9 * 8), float32), {2, 9, 9, 8}) / 1024;
  const Tensor filter = reshape(astype(arange(3 * 3 * 8 * 16), float32), {3, 3, 8, 16}) / 4096;
  const Tensor once = conv2d(x, filter), twice = conv2d(x, filter);
  CHECK(once.to_vector<float>() == twice.to_vector<float>());
  const Tensor wide = conv2d(astype(x, float64), astype(filter, float64));
  CHECK(max(abs(astype(once, float64) - wide)).item<double>() < 1e-3);
  CHECK(kernel::packed_bytes({2, {9, 3, 1, 1, 0, 0, 7}, {9, 3, 1, 1, 0, 0, 7}, 8, 16, 1}) == 0);
}

TEST_CASE("convolutions of no channels and to no filters") {
  const auto sum_of = [](const Tensor& x) { return sum(abs(x)).item<double>(); };
  const Tensor none = conv2d(ones({1, 9, 9, 0}), ones({3, 3, 0, 8}));
  CHECK(none.shape() == Shape{1, 7, 7, 8});
  CHECK(sum_of(none) == 0);
  CHECK(conv2d(ones({2, 9, 9, 4}), ones({3, 3, 4, 0})).shape() == Shape{2, 7, 7, 0});
  const auto slope = [](const Shape& filter) {
    return gradient([&](Tensor x) { return sum(conv2d(x, ones(ShapeArg(filter)))); })(ones({1, 9, 9, 4}));
  };
  CHECK(sum_of(slope({3, 3, 4, 0})) == 0);
  CHECK(sum_of(slope({3, 3, 4, 2})) == 2 * 4 * 9 * 49);
}

TEST_CASE("convolutions and pools that make no sense are refused") {
  const Tensor x = zeros({1, 4, 4, 2}), filter = zeros({3, 3, 2, 5});
  const std::string types = " (operands float32[1,4,4,2], float32[3,3,2,5])", image = " (operand float32[1,4,4,2])";
  CHECK(message_of([&] { conv2d(zeros({4, 4}), filter); }) ==
        "conv2d: x has the shape (4, 4), and must have four axes: [batch, rows, columns, channels] (operands "
        "float32[4,4], float32[3,3,2,5])");
  CHECK(message_of([&] { conv2d(x, zeros({3, 3, 3, 5})); }) ==
        "conv2d: x has 2 channels, and the filter takes 3; they must be equal (operands float32[1,4,4,2], "
        "float32[3,3,3,5])");
  CHECK(message_of([&] { conv2d(x, filter, 1, Padding::valid, 1, 2); }) ==
        "conv2d: x has 2 channels, and the filter takes 2 in each of 2 groups; they must be equal" + types);
  CHECK(message_of([&] { conv2d(x, filter, 1, Padding::valid, 1, 0); }) ==
        "conv2d: groups is 0, and must be at least 1" + types);
  CHECK(message_of([&] { conv2d(x, filter, {1, 0}); }) ==
        "conv2d: strides [1, 0]: must be 2 numbers from 1 to 2147483647" + types);
  CHECK(message_of([&] { conv2d(x, filter, 1, -1); }) ==
        "conv2d: padding [-1, -1, -1, -1]: must be 4 numbers from 0 to 2147483647" + types);
  CHECK(message_of([&] { conv2d(x, filter, 1, Padding::valid, {1, 2}); }) ==
        "conv2d: windows of 5 columns (the dilation counts) do not fit into images of 4" + types);
  CHECK(message_of([&] { conv2d(x, filter, 1, {{1, 0}, 0}, 3); }) ==
        "conv2d: windows of 7 rows (the dilation counts) do not fit into images of 5 (the padding counts)" + types);
  CHECK(message_of([&] { conv2d(x, zeros({0, 3, 2, 5})); }) ==
        "conv2d: the windows have no elements (operands float32[1,4,4,2], float32[0,3,2,5])");
  CHECK(message_of([&] { max_pool2d(x, 0); }) ==
        "max_pool2d: window [0, 0]: must be 2 numbers from 1 to 2147483647" + image);
  CHECK(message_of([&] { avg_pool2d(x, 5); }) == "avg_pool2d: windows of 5 rows do not fit into images of 4" + image);
  CHECK(message_of([&] { max_pool2d(x, 2, 1, {{2, 0}, 0}); }) ==
        "max_pool2d: a padding of 2 makes windows that are outside of the image: it must be less than the window, 2" +
            image);
}

}  // namespace convolution_test

}  // namespace ag
