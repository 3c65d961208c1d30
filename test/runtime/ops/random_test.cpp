/// Random draws: the generator's published answers, independence of how a stream is split, distributions, mistakes.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "ag/literal.h"
#include "ag/ops.h"
#include "kernel/random/philox.h"
#include "support/catch.h"

namespace ag {

namespace random_test {
namespace {

using ag_test::ContainsSubstring;
using kernel::RandomBlock;

template <class F>
std::string what_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("Philox4x32-10 gives the answers that its authors published") {
  CHECK(kernel::philox({0, 0, 0, 0}, {0, 0}) == RandomBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(kernel::philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
        RandomBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(kernel::philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        RandomBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("an element depends on the key and its place alone") {
  for (DType dtype : {float16, float32, float64}) {
    const std::vector<double> whole = random_normal({7, 5}, 9, dtype).to_vector<double>();
    std::vector<double> part = random_normal({13}, 9, dtype).to_vector<double>();
    CHECK(std::equal(part.begin(), part.end(), whole.begin()));
  }
  CHECK(random_uniform({4}, 1).to_vector<float>() == random_uniform({4}, 1).to_vector<float>());
  CHECK(random_uniform({4}, 1).to_vector<float>() != random_uniform({4}, 2).to_vector<float>());
  const Tensor key = tensor(std::vector<uint64_t>{1, 0});
  CHECK(random_uniform({4}, 1).to_vector<float>() == random_uniform({4}, key).to_vector<float>());
  const Tensor keys = random_split(5, 2);
  CHECK(random_uniform({4}, keys[0]).to_vector<float>() != random_uniform({4}, keys[1]).to_vector<float>());
}

TEST_CASE("an element is made of its block, in every part of a draw") {
  const kernel::RandomKey key{21, 0};
  const auto fraction = [](uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; };
  for (const int64_t count : {1, 2, 5, 511, 512, 513, 1024, 1027, 60001}) {
    const std::vector<float> floats = random_uniform({count}, 21).to_vector<float>();
    const std::vector<double> doubles = random_uniform({count}, 21, float64).to_vector<double>();
    const std::vector<double> normal = random_normal({count}, 21, float64).to_vector<double>();
    const std::vector<float> normal_floats = random_normal({count}, 21).to_vector<float>();
    const std::vector<int64_t> dice = random_integers(1, 7, {count}, 21, int64).to_vector<int64_t>();
    bool same = true;
    for (size_t e = 0; e < static_cast<size_t>(count); ++e) {
      const RandomBlock two = kernel::random_block(key, e / 2), four = kernel::random_block(key, e / 4);
      same = same && floats[e] == static_cast<float>(four[e % 4] >> 8) * 0x1p-24f;
      same = same && doubles[e] == fraction(kernel::word64(two, e % 2));
      const auto pair = [&](double u, double v) {
        const double angle = 6.283185307179586476925 * v;
        return std::sqrt(-2 * std::log(u)) * (e % 2 ? std::sin(angle) : std::cos(angle));
      };
      const double wide = pair(fraction(kernel::word64(two, 0)) + 0x1p-53, fraction(kernel::word64(two, 1)));
      const size_t first = e % 4 / 2 * 2;
      const double narrow = pair((four[first] + 1.0) * 0x1p-32, four[first + 1] * 0x1p-32);
      same = same && std::abs(normal[e] - wide) <= 1e-14 && std::abs(normal_floats[e] - narrow) <= 1e-6;
      const uint64_t bits = kernel::word64(kernel::random_block(key, e), 0);
      same = same && dice[e] == static_cast<int64_t>((static_cast<unsigned __int128>(bits) * 6) >> 64) + 1;
    }
    INFO(count);
    CHECK(same);
  }
}

TEST_CASE("draws have the distribution they claim") {
  const int n = 40000;
  for (DType dtype : {float32, float64, bfloat16}) {
    const std::vector<double> u = random_uniform({n}, 3, dtype).to_vector<double>();
    CHECK(*std::min_element(u.begin(), u.end()) >= 0);
    CHECK(*std::max_element(u.begin(), u.end()) < 1);
    CHECK(mean_of(u) == Approx(0.5).margin(0.01));
    std::vector<double> z = random_normal({n}, 4, dtype).to_vector<double>();
    CHECK(mean_of(z) == Approx(0).margin(0.02));
    for (double& value : z) value *= value;
    CHECK(mean_of(z) == Approx(1).margin(0.03));
  }
  const std::vector<int> dice = random_integers(1, 7, {n}, 5).to_vector<int>();
  for (int face = 1; face <= 6; ++face) {
    CHECK(std::count(dice.begin(), dice.end(), face) == Approx(n / 6.0).margin(300));
  }
  const std::vector<int64_t> order = random_permutation(100, 6).to_vector<int64_t>();
  std::vector<int64_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  CHECK(sorted == arange(int64_t{100}).to_vector<int64_t>());
  CHECK(order != sorted);
  const Tensor logits = log(tensor({0.2, 0.0, 0.8}));
  const std::vector<int64_t> classes = random_categorical(broadcast_to(logits, {n, 3}), 7).to_vector<int64_t>();
  CHECK(std::count(classes.begin(), classes.end(), 0) == Approx(0.2 * n).margin(400));
  CHECK(std::count(classes.begin(), classes.end(), 1) == 0);
}

TEST_CASE("mistakes in draws name what was found and what is needed") {
  CHECK_THAT(what_of([] { random_uniform({2}, tensor({1.0, 2.0})); }),
             ContainsSubstring("random_uniform: the key is float32[2]; a key is a host integer, or uint64[2]"));
  CHECK_THAT(what_of([] { random_uniform({2}, tensor({1.0, 2.0})); }), ContainsSubstring("random_test.cpp"));
  CHECK_THAT(what_of([] { random_uniform({2}, 1, int32); }), ContainsSubstring("a floating dtype is needed"));
  CHECK_THAT(what_of([] { random_integers(5, 5, {2}, 1); }),
             ContainsSubstring("low is 5 and high is 5: there is no integer"));
  CHECK_THAT(what_of([] { random_integers(0, 300, {2}, 1, int8); }),
             ContainsSubstring("299 is in the range and is not a value of int8"));
  CHECK_THAT(what_of([] { random_integers(ones({}), 3, {2}, 1); }),
             ContainsSubstring("random_integers: low is float32, an integer is needed"));
  CHECK_THAT(what_of([] { random_permutation(-1, 1); }), ContainsSubstring("n is -1"));
  CHECK_THAT(what_of([] { random_split(1, 0); }), ContainsSubstring("num is 0, at least 1 is needed"));
  CHECK_THAT(what_of([] { random_categorical(full({1, 2}, NAN), 1); }), ContainsSubstring("no distribution"));
}

}  // namespace random_test

}  // namespace ag
