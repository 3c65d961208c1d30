// Convolutions, pools, einsum and decompositions of matrices: in loops and branches that tensors decide, with numbers
// of the host for windows, and their gradients.
#include "harness.h"

using ag::Tensor;

namespace images_programs {
namespace {

AG_FUNCTION Tensor blurred(Tensor image, Tensor filter, Tensor times) {
  for (Tensor k = 0; k < times; k += 1) image = ag::conv2d(image, filter, 1, ag::Padding::same);
  return image;
}

AG_FUNCTION Tensor pooled(Tensor image, int window) {
  if (ag::sum(image) > 0) {
    image = ag::max_pool2d(image, window);
  } else {
    image = ag::avg_pool2d(image, window);
  }
  return image * 2;
}

AG_FUNCTION Tensor at_strides(Tensor image, Tensor filter, int most) {
  Tensor total = 0.0f;
  for (int stride = 1; stride <= most; ++stride) {
    Tensor part = ag::sum(ag::conv2d(image, filter, {stride, 1}, {{1, stride}, 0}));
    if (total < 1000) total += part;
  }
  return total;
}

AG_CONVERT Tensor network(Tensor filter, Tensor image) {
  Tensor x = ag::relu(ag::conv2d(image, filter, 2, 1));
  return ag::mean(ag::square(ag::max_pool2d(x, {2, 1}, 1)));
}
AG_FUNCTION Tensor descended(Tensor filter, Tensor image, Tensor steps) {
  for (Tensor k = 0; k < steps; k += 1) filter -= 0.1 * ag::gradient(network)(filter, image);
  return filter;
}

AG_FUNCTION Tensor attention(Tensor queries, Tensor keys, Tensor values) {
  Tensor weights = ag::softmax(ag::einsum("qhd,khd->hqk", queries, keys));
  return ag::einsum("hqk,khd->qhd", weights, values);
}

struct Parts {
  Tensor values, product;
};
AG_FUNCTION Parts decomposed(Tensor x) {
  auto [values, vectors] = ag::eigh(ag::matmul(x, x.T()));
  auto [q, r] = ag::qr(x);
  auto [u, s, vh] = ag::svd(x, false);
  Tensor product = ag::matmul(q, r) - ag::matmul(u * s, vh);
  return {ag::round(values * 1000), ag::abs(product) < 1e-5};
}

AG_FUNCTION Tensor mistaken(Tensor image, Tensor filter) { return ag::conv2d(image, filter, 1, ag::Padding::valid, 3); }

Tensor counted(const ag::ShapeArg& shape, int count) {
  return ag::reshape(ag::astype(ag::arange(count) % 7, ag::float32) - 2.5, shape);
}

}  // namespace
}  // namespace images_programs

namespace e2e {

void images() {
  using namespace ::images_programs;
  const Tensor image = counted({1, 5, 6, 2}, 60), filter = counted({3, 3, 2, 2}, 36) / 8;
  for (int times : {0, 1, 3}) run("blurred", blurred, image, filter, i64(times));
  run("pooled", pooled, image, 2);
  run("pooled", pooled, -image, 3);
  for (int most : {1, 3}) run("at_strides", at_strides, image, filter, most);
  run("descended", descended, filter, image, i64(2));
  run("attention", attention, counted({2, 2, 3}, 12), counted({4, 2, 3}, 24), counted({4, 2, 2}, 16));
  run("decomposed", decomposed, counted({3, 2}, 6));
  run("mistaken", mistaken, image, filter);
}

}  // namespace e2e
