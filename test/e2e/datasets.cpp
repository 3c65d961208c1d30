// Loops over datasets and iterators.
#include <ag/ag.h>

#include <tuple>

#include "harness.h"

using ag::Dataset;
using ag::Tensor;

namespace {

using Pairs = ag::DatasetOf<std::tuple<Tensor, Tensor>>;

Dataset digits = Dataset::range(7);
ag::DatasetIterator place = Dataset::range(10).iterator();
Pairs pairs = Dataset::from_tensor_slices(ag::tensor({{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}}), ag::tensor({1, 0, 1}));
ag::Variable seen(0);

AG_FUNCTION void printed(Tensor scale) {
  for (auto x : digits) ag::print("digit", x * scale);
}

AG_FUNCTION Tensor joined(Tensor s) {
  for (Tensor x : digits) s = s * 10 + x;
  return s;
}

AG_FUNCTION std::pair<Tensor, Tensor> sum_and_product(Tensor n) {
  Tensor sum = ag::tensor(0, ag::int64), product = ag::tensor(1, ag::int64);
  for (auto x : digits.take(5)) {
    if (x % 2 == n) continue;
    sum += x;
    product *= x;
  }
  return {sum, product};
}

AG_FUNCTION Tensor until_large(Tensor limit) {
  Tensor s = ag::tensor(0, ag::int64);
  for (auto x : digits) {
    s = s * 10 + x;
    if (s > limit) break;
  }
  return s;
}

AG_FUNCTION Tensor first_above(Dataset from, Tensor limit) {
  for (auto x : from) {
    if (x > limit) return x;
  }
  return -1;
}

AG_FUNCTION Tensor resumed(Tensor limit) {
  Tensor s = ag::tensor(0, ag::int64);
  for (auto x : place) {
    s += x;
    if (s > limit) break;
  }
  for (auto x : place) {
    s = s * 10 + x;
    if (x > 3) break;
  }
  return s;
}

AG_FUNCTION Tensor weighted(Tensor w) {
  for (auto [x, y] : pairs) {
    if (y == 1) w = w + x * 0.5;
  }
  for (auto [x, y] : pairs.batch(2)) w = w * ag::sum(x) + ag::sum(y);
  return w;
}

AG_FUNCTION Tensor rows_of(Tensor x) {
  Tensor s = 0.0;
  for (auto row : Dataset::from_tensor_slices(x).map([](Tensor row) { return row * 2; })) {
    s = s + ag::max(row);
    seen.assign_add(1);
  }
  return s;
}

AG_FUNCTION Tensor exhausted(Tensor n) {
  auto it = Dataset::range(3).iterator();
  Tensor s = ag::tensor(0, ag::int64);
  while (s < n) s += it.next() + 1;
  return s;
}

AG_FUNCTION Tensor with_default(Tensor n) {
  auto it = digits.take(2).iterator();
  Tensor s = ag::tensor(0, ag::int64);
  for (int k = 0; k < 4; ++k) s = s * 10 + it.next(ag::tensor(9, ag::int64));
  while (it.has_next()) s = n;
  return s;
}

}  // namespace

namespace e2e {

void datasets() {
  const Tensor zero = i64(0);
  run("printed", printed, zero);
  run("joined", joined, zero);
  run("sum_and_product", sum_and_product, zero);
  run("until_large", until_large, i64(100));
  run("until_large", until_large, i64(1'000'000'000));
  const auto above = [](Tensor limit) { return first_above(Dataset::range(5), limit); };
  run("first_above", above, i64(2));
  run("first_above", above, i64(9));
  run("resumed", resumed, i64(2));
  run("weighted", weighted, ag::tensor({0.0, 1.0}));
  run("rows_of", rows_of, ag::tensor({{1.0, 2.0}, {4.0, 3.0}}));
  run("seen", [] { return seen.value(); });
  digits = Dataset::range(3).map([](Tensor x) {
    if (x > 1) return x * 2;
    return x;
  });
  run("joined", joined, zero);
  run("exhausted", exhausted, i64(5));
  run("exhausted", exhausted, i64(50));
  run("with_default", with_default, zero);
}

}  // namespace e2e
