/// Rows of runtime/grad/rules_indexing.cpp.
#include "grad/rows.h"

namespace ag::test {

namespace {

using X = const std::vector<Tensor>&;

Tensor places(std::initializer_list<int> of) {
  std::vector<int64_t> all(of.begin(), of.end());
  return tensor(all);
}

}  // namespace

std::vector<GradientRow> indexing_gradients() {
  const std::vector<Tensor> matrix{numbers({4, 3}, -1, 1)};
  const std::vector<Tensor> with_row{numbers({4, 3}, -1, 1), numbers({3}, -1, 1, 2)};
  return {
      {"index",
       "integers and slices",
       {numbers({3, 4, 2}, -1, 1)},
       [](X x) { return (x[0] * x[0])(1, slice(3, std::nullopt, -2), newaxis, all); }},
      {"index", "a place that is a tensor", matrix, [](X x) { return (x[0] * x[0])[tensor(2)] * x[0][tensor(2)]; }},
      {"index_update", "", with_row,
       [](X x) {
         Tensor y = x[0] * x[0];
         y[1] = x[1] * x[1];
         y(slice(2, std::nullopt), 0) = x[1][0];
         return y;
       }},
      {"boolean_mask", "", matrix, [](X x) { return boolean_mask(x[0] * x[0], tensor({true, false, true, true})); },
       true, true, false},
      {"mask_update", "", with_row,
       [](X x) {
         Tensor y = x[0] * x[0];
         y[tensor({false, true, true, false})] = x[1];
         return y;
       }},
      {"take", "rows that are named twice", matrix, [](X x) { return take(x[0] * x[0], places({3, 0, 3, -1})); }},
      {"take",
       "along an axis",
       {numbers({2, 4, 3}, -1, 1)},
       [](X x) { return take(x[0] * x[0], reshape(places({3, 0, 1, 1}), {2, 2}), 1); }},
      {"take_update",
       "of equal places the last",
       {numbers({4, 3}, -1, 1), numbers({3, 3}, -1, 1, 2)},
       [](X x) {
         Tensor y = x[0] * x[0];
         y[places({2, 0, 2})] = x[1] * x[1];
         return y;
       }},
      {"take_update",
       "along an axis",
       {numbers({2, 4}, -1, 1), numbers({2, 3}, -1, 1, 2)},
       [](X x) {
         Tensor y = x[0] * x[0];
         y(all, places({2, 0, 2})) = x[1] * x[1];
         return y;
       }},
      {"take_along_axis",
       "",
       {numbers({2, 4}, -1, 1)},
       [](X x) { return take_along_axis(x[0] * x[0], reshape(places({1, 1, -1, 0}), {2, 2}), 1); },
       true,
       false},
      {"gather_nd", "", matrix,
       [](X x) { return gather_nd(x[0] * x[0], reshape(places({1, 2, 3, 0, 1, 2}), {3, 2})); }},
      {"scatter_nd",
       "",
       {numbers({3}, -1, 1)},
       [](X x) { return scatter_nd(reshape(places({1, 0, 1}), {3, 1}), x[0] * x[0], {4}); }},
      {"scatter_add",
       "",
       {numbers({4, 3}, -1, 1), numbers({2, 3}, -1, 1, 2)},
       [](X x) { return scatter_add(x[0] * x[0], places({1, 1}), x[1] * x[1]); }},
      {"scatter_sub", "", with_row, [](X x) { return scatter_sub(x[0] * x[0], places({1, 3}), x[1] * x[1]); }},
      {"scatter_update",
       "",
       {numbers({4, 3}, -1, 1), numbers({2, 3}, -1, 1, 2)},
       [](X x) { return scatter_update(x[0] * x[0], places({1, 1}), x[1] * x[1]); }},
      {"segment_sum", "", matrix, [](X x) { return segment_sum(x[0] * x[0], places({0, 2, 0, 1}), 4); }},
      {"array_write",
       "",
       {numbers({3}, -1, 1, 1), numbers({3}, -1, 1, 2)},
       [](X x) {
         TensorArray rows(float64, {.size = 3, .element_shape = Shape{3}});
         rows.write(0, x[0] * x[0]);
         rows.write(2, x[0] * x[1]);
         rows.write(0, x[1] * x[1]);
         return rows.stack();
       }},
      {"array_read",
       "",
       {numbers({2, 3}, -1, 1)},
       [](X x) {
         TensorArray rows(float64, {.size = 2, .element_shape = Shape{3}});
         rows.unstack(x[0] * x[0]);
         return rows.read(1) * rows.read(1);
       }},
      {"array_resize",
       "",
       {numbers({3}, -1, 1)},
       [](X x) {
         TensorArray rows(float64, {.size = 1, .dynamic_size = true, .element_shape = Shape{3}});
         rows.write(1, x[0] * x[0]);
         return rows.stack();
       },
       true,
       true,
       false},
  };
}

}  // namespace ag::test
