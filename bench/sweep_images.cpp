#include "sweep_images.h"

#include <vector>

using ag::Tensor;

namespace bench {

Tensor quantized(Tensor x) { return ag::astype(ag::astype(x * 255.0f, ag::uint8), ag::float32); }

Tensor masked(Tensor x) {
  x[x > 0.5f] = 0.25f;
  return x;
}

Tensor filtered(Tensor x) {
  const int64_t n = x.shape()[0];
  const Tensor filter = ag::reshape(ag::linspace(0.1, 0.9, 9), {3, 3, 1, 1});
  return ag::reshape(ag::conv2d(ag::reshape(x, {1, n, n, 1}), filter), {n - 2, n - 2});
}

Tensor pooled(Tensor x) {
  const int64_t n = x.shape()[0];
  return ag::reshape(ag::max_pool2d(ag::reshape(x, {1, n, n, 1}), 2), {n / 2, n / 2});
}

Tensor means_of_blocks(Tensor x) {
  const int64_t n = x.shape()[0];
  return ag::mean(ag::reshape(x, {n / 2, 2, n / 2, 2}), {1, 3});
}

Tensor squares_of_matrices(Tensor x) {
  const Tensor matrices = ag::reshape(x, {x.shape()[0], 3, 3});
  return ag::matmul(matrices, matrices);
}

Tensor sum_of_taken(Tensor x, Tensor places) { return ag::sum(ag::take(x, places), 0); }

Tensor repeated(Tensor x) { return ag::repeat(x, 2, 0); }

Tensor sum_of_neighbours(Tensor x) {
  const int64_t n = x.shape()[0];
  const Tensor wide = ag::pad(x, {{1, 1}});
  return wide[ag::slice(0, n)] + x + wide[ag::slice(2, n + 2)];
}

AG_CONVERT Tensor listed(Tensor x) {
  Tensor mean = 0.0f;
  std::vector<Tensor> means;
  for (Tensor element : x) {
    mean = 0.25f * element + 0.75f * mean;
    means.push_back(mean);
  }
  return ag::stack(means);
}

}  // namespace bench
