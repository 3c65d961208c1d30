// Loops over datasets and iterators.
#include <ag/ag.h>

#include <optional>
#include <tuple>

#include "harness.h"

using ag::Dataset;
using ag::Tensor;

namespace datasets_programs {
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

AG_FUNCTION Tensor with_captures(Tensor a, int k) {
  Tensor s = e2e::i64(0), b = a * 2;
  for (Tensor x : digits.map([=](Tensor x) {
         if (x > a) return x * b + k;
         return x - k;
       }))
    s = s * 10 + x;
  return s;
}

AG_FUNCTION Tensor filtered(Dataset from, Tensor a) {
  Tensor s = e2e::i64(0);
  for (Tensor x : from.filter([&](Tensor x) { return x % a == 1; }).take_while([&](Tensor x) { return x < a * 3; }))
    s = s * 100 + x;
  return s;
}

AG_FUNCTION Tensor scanned(Tensor a) {
  Tensor s = e2e::i64(0);
  const auto sums = digits.scan(0, [a](Tensor state, Tensor x) { return std::pair(state + x, state * a + x); });
  for (Tensor x : sums) s = s * 100 + x;
  return s;
}

AG_FUNCTION Tensor interleaved(Tensor a) {
  Tensor s = e2e::i64(0);
  const auto rows = Dataset::range(1, 4).interleave(
      [a](Tensor x) {
        return Dataset::from_tensor_slices(ag::stack({x, x + a, x * 2})).map([x](Tensor y) { return y + x; });
      },
      2);
  for (Tensor x : rows) s = s * 10 + x;
  return s;
}

AG_FUNCTION Tensor generated(Tensor s) {
  const auto counting = [] {
    return [n = 0]() mutable -> std::optional<Tensor> {
      if (n == 4) return std::nullopt;
      return e2e::i64(n++);
    };
  };
  for (Tensor x : Dataset::from_generator(counting, {ag::TensorSpec({}, ag::int64)})) s = s * 10 + x;
  return s;
}

/// What a function of a dataset captures by reference, carried by loops that do not change it.
AG_FUNCTION Tensor carried_captures(Tensor s, Tensor n, bool grows) {
  Tensor scale = s * 2;
  auto rows = Dataset::range(3).map([&](Tensor x) { return x * scale + 3; });
  while (n > 0) {
    const Tensor kept = scale;
    for (Tensor i : ag::range(2)) {
      for (Tensor row : rows) s += row + i;
      if (grows) scale *= 2;
    }
    scale = kept;
    n -= 1;
  }
  return s;
}

/// What a generator is called with is known when the graph runs.
auto multiples(Tensor x, int n) {
  return [x, n, k = 0]() mutable -> std::optional<Tensor> {
    if (k == n) return std::nullopt;
    ++k;
    return x * k;
  };
}
AG_FUNCTION Tensor generated_from(Tensor s, int n) {
  if (s > 1) ++n;
  for (Tensor x : Dataset::from_generator(multiples, {ag::TensorSpec({}, ag::int64)}, s, n)) s = s * 10 + x;
  for (Tensor x : Dataset::from_generator(
           [](int from) {
             return [from]() mutable -> std::optional<Tensor> {
               if (from > 3) return std::nullopt;
               return ag::tensor(from++, ag::int64);
             };
           },
           {ag::TensorSpec({}, ag::int64)}, n)) {
    s = s * 10 + x;
  }
  return s;
}

AG_FUNCTION Tensor run_through_twice(Tensor a, Tensor s) {
  const Dataset kept = digits
                           .map([=](Tensor x) {
                             seen.assign_add(1);
                             return x + a;
                           })
                           .cache();
  const Dataset mixed = digits.shuffle(3, 7);
  for (Tensor x : kept) s = s * 3 + x;
  for (Tensor x : kept) s = s * 3 + x;
  for (Tensor x : mixed) s = s * 3 + x;
  for (Tensor x : mixed) s = s * 3 + x;
  return s;
}

AG_FUNCTION Tensor of_each_round(Tensor s) {
  while (s < 100) {
    Tensor sum = e2e::i64(0);
    for (Tensor x : digits.map([&](Tensor x) { return x + s; }).prefetch(2)) sum += x;
    s += sum;
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
}  // namespace datasets_programs

namespace e2e {

void datasets() {
  using namespace ::datasets_programs;
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
  run("with_captures", [](Tensor a) { return with_captures(a, 1); }, i64(3));
  run("with_captures", [](Tensor a) { return with_captures(a, 1); }, i64(0));
  run("filtered", [](Tensor a) { return filtered(Dataset::range(20), a); }, i64(4));
  run("scanned", scanned, i64(2));
  run("interleaved", interleaved, i64(2));
  run("generated", generated, i64(2));
  run("carried_captures", [](Tensor a, Tensor n) { return carried_captures(a, n, false); }, i64(2), i64(3));
  run("generated_from", [](Tensor a) { return generated_from(a, 2); }, i64(2));
  run("generated_from", [](Tensor a) { return generated_from(a, 1); }, i64(1));
  run("run_through_twice", run_through_twice, i64(2), i64(1));
  run("run_through_twice", run_through_twice, i64(2), i64(1));
  run("seen", [] { return seen.value(); });
  run("of_each_round", of_each_round, i64(1));
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
