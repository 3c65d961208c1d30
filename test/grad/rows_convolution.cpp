/// Rows of runtime/grad/rules_convolution.cpp.
#include "grad/rows.h"
#include "ops/define.h"

namespace ag::test {

namespace {

using X = const std::vector<Tensor>&;
using ops::Op;

GradientRow convolution(const char* label, const Shape& x, const Shape& filter, const PerAxis& strides,
                        const Padding& padding, const PerAxis& dilations = 1, int64_t groups = 1) {
  return {"conv2d", label, {numbers(x, -1, 1), numbers(filter, -1, 1, 2)}, [=](X operands) {
            return conv2d(operands[0], operands[1], strides, padding, dilations, groups);
          }};
}

GradientRow pool(const char* op, const char* label, const Shape& x, std::function<Tensor(const Tensor&)> call,
                 bool second) {
  return {op, label, {numbers(x, -1, 1)}, [call](X operands) { return call(operands[0]); }, second};
}

/// A node that gives that shape, of strides of 2 and a padding of 1.
GradientRow node(Op op, const char* name, const Shape& a, const Shape& b, const Shape& result) {
  const std::vector<int64_t> two{2, 2}, one{1, 1}, around{1, 1, 1, 1};
  const ir::Attributes attributes{result, two, false, around, one, int64_t{1}};
  return {name, "as a function", {numbers(a, -1, 1), numbers(b, -1, 1, 2)}, [=](X x) {
            return ops::call(op, x, attributes, SourceLocation::current());
          }};
}

}  // namespace

std::vector<GradientRow> convolution_gradients() {
  const Shape image{1, 4, 5, 2};
  const ir::Attributes mean{Shape{1, 4, 4, 2}, std::vector<int64_t>{2, 2}, std::vector<int64_t>{2, 2}, false,
                            std::vector<int64_t>{0, 0, 0, 0}};
  return {
      convolution("valid", {2, 3, 4, 2}, {2, 2, 2, 2}, 1, Padding::valid),
      convolution("same, strides", {1, 4, 3, 1}, {3, 2, 1, 2}, {2, 1}, Padding::same),
      convolution("padding, dilation", image, {2, 2, 2, 1}, {1, 2}, {{0, 1}, {2, 1}}, {2, 1}),
      convolution("groups", {1, 3, 3, 4}, {2, 2, 2, 2}, 1, 1, 1, 2),
      node(Op::conv2d_to_x, "conv2d_to_x", {1, 2, 2, 2}, {3, 3, 1, 2}, {1, 4, 4, 1}),
      node(Op::conv2d_to_filter, "conv2d_to_filter", {1, 4, 4, 1}, {1, 2, 2, 2}, {3, 3, 1, 2}),
      pool(
          "max_pool2d", "apart", {2, 4, 4, 2}, [](const Tensor& x) { return max_pool2d(x, 2); }, false),
      pool(
          "max_pool2d", "overlapping", image, [](const Tensor& x) { return max_pool2d(x, 3, 1, Padding::same); },
          false),
      pool(
          "max_pool2d", "squares", image, [](const Tensor& x) { return square(max_pool2d(x, {2, 3}, 2)); }, true),
      pool(
          "avg_pool2d", "apart", {2, 4, 4, 2}, [](const Tensor& x) { return square(avg_pool2d(x, 2)); }, true),
      pool(
          "avg_pool2d", "same", image, [](const Tensor& x) { return square(avg_pool2d(x, 3, 2, Padding::same)); },
          true),
      {"avg_pool2d_to_x",
       "as a function",
       {numbers({1, 2, 2, 2}, -1, 1)},
       [mean](X x) { return square(ops::call(Op::avg_pool2d_to_x, x, mean, SourceLocation::current())); }},
  };
}

}  // namespace ag::test
