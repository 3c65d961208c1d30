/// Matrix products bit for bit against the plain loop, at every small size, with every instruction set of this machine.
#include "kernel/matmul/matmul.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "ag/literal.h"
#include "ag/ops.h"
#include "ag/threads.h"
#include "base/thread_pool.h"
#include "kernel/matmul/matmul_parts.h"
#include "kernel/matmul/matmul_sizes.h"
#include "ops/define.h"
#include "support/catch.h"
#include "tensor/impl.h"

namespace ag {

namespace matmul_test {
namespace {

template <class T>
std::vector<T> random_values(int64_t count) {
  std::mt19937 random(11);
  std::vector<T> values(static_cast<size_t>(count));
  for (T& value : values) {
    value = static_cast<T>(std::ldexp(static_cast<double>(random()) - 2e9, static_cast<int>(random() % 20) - 30));
  }
  return values;
}

using Multiply = void (*)(const kernel::Matmul<float>&);

std::vector<Multiply> variants() {
  std::vector<Multiply> result{&kernel::matmul<float>, &kernel::baseline::matmul<float>};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) result.push_back(&kernel::avx2::matmul<float>);
  if (__builtin_cpu_supports("avx512f")) result.push_back(&kernel::avx512::matmul<float>);
#endif
  return result;
}

/// A row of kernel/reduce/reduce.h, written out: sum_of adds up every so many terms of a range.
template <class T, class SumOf>
T sum_of_row(int64_t k, const SumOf& sum_of) {
  const auto halved = [](std::array<T, 16> lanes) {
    for (size_t half = 8; half > 0; half /= 2) {
      for (size_t l = 0; l < half; ++l) lanes[l] += lanes[l + half];
    }
    return lanes[0];
  };
  const auto block = [&](int64_t first, int64_t end) {
    std::array<T, 16> lanes;
    for (int64_t l = 0; l < 16; ++l) lanes[static_cast<size_t>(l)] = sum_of(first + l, end, 16);
    return halved(lanes);
  };
  if (k <= 4096) return block(0, k);
  std::array<T, 16> lanes{};
  for (int64_t b = 0; b * 4096 < k; ++b)
    lanes[static_cast<size_t>(b % 16)] += block(b * 4096, std::min(k, (b + 1) * 4096));
  return halved(lanes);
}

template <class T>
void check_product(kernel::Matmul<T> product, const std::vector<void (*)(const kernel::Matmul<T>&)>& functions) {
  std::vector<T> expected(static_cast<size_t>(product.m * product.n));
  for (int64_t i = 0; i < product.m; ++i) {
    for (int64_t j = 0; j < product.n; ++j) {
      const auto sum_of = [&](int64_t from, int64_t to, int64_t step = 1) {
        T sum = 0;
        for (int64_t p = from; p < to; p += step) {
          const T left = product.a[i * product.a_row + p * product.a_column];
          const T right = product.b[p * product.b_row + j * product.b_column];
          if constexpr (std::is_floating_point_v<T>)
            sum = std::fma(left, right, sum);
          else
            sum += left * right;
        }
        return sum;
      };
      T sum = 0;
      if (product.k == 3 || product.k == 4) {
        sum = sum_of(0, 2) + sum_of(2, product.k);
      } else if (product.k >= 16 && (product.n == 1 || (product.m * product.n <= 16 && product.k > 64))) {
        sum = sum_of_row<T>(product.k, sum_of);
      } else if (product.m * product.n <= 16 && product.k >= 16) {
        T s[8];
        for (int64_t l = 0; l < 8; ++l) s[l] = sum_of(l, product.k, 8);
        sum = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
      } else {
        sum = sum_of(0, product.k);
      }
      expected[static_cast<size_t>(i * product.n + j)] = sum;
    }
  }
  std::vector<T> result(expected.size()), scratch(static_cast<size_t>(kernel::scratch_size(product)));
  product.c = result.data();
  product.c_row = product.n;
  product.scratch = scratch.data();
  for (size_t f = 0; f < functions.size(); ++f) {
    std::fill(result.begin(), result.end(), T(77));
    functions[f](product);
    INFO("m " << product.m << " n " << product.n << " k " << product.k << " variant " << f);
    REQUIRE(std::memcmp(result.data(), expected.data(), expected.size() * sizeof(T)) == 0);
  }
  for (int64_t wanted : {2, 3, 16}) {
    const kernel::MatmulParts parts(product.m, product.n, wanted);
    CHECK(parts.count() <= wanted);
    std::fill(result.begin(), result.end(), T(77));
    for (int64_t number = 0; number < parts.count(); ++number) {
      kernel::Matmul<T> part = parts.part(product, number);
      std::vector<T> room(static_cast<size_t>(kernel::scratch_size(part)));
      part.scratch = room.data();
      functions[0](part);
    }
    INFO("m " << product.m << " n " << product.n << " k " << product.k << " in " << parts.count() << " parts");
    REQUIRE(std::memcmp(result.data(), expected.data(), expected.size() * sizeof(T)) == 0);
  }
}

template <class T>
void check_sizes(int64_t m, int64_t n, int64_t k, const std::vector<void (*)(const kernel::Matmul<T>&)>& functions) {
  const std::vector<T> a = random_values<T>(m * k * 2), b = random_values<T>(k * n * 2);
  check_product<T>({m, n, k, a.data(), k, 1, b.data(), n, 1, nullptr, 0, nullptr}, functions);
  check_product<T>({m, n, k, a.data(), 1, m, b.data(), 1, k, nullptr, 0, nullptr}, functions);
  check_product<T>({m, n, k, a.data(), 2 * k, 2, b.data(), 2 * n, 2, nullptr, 0, nullptr}, functions);
  check_product<T>({m, n, k, a.data() + m * k - 1, -k, -1, b.data() + k * n - 1, -n, -1, nullptr, 0, nullptr},
                   functions);
}

}  // namespace

TEST_CASE("a product is summed in its order at every size") {
  for (int64_t m = 1; m <= 40; m += m < 10 ? 1 : 5) {
    for (int64_t n = 1; n <= 40; ++n) {
      for (int64_t k : {1, 2, 3, 4, 5, 8, 16, 17, 40}) check_sizes<float>(m, n, k, variants());
    }
  }
}

TEST_CASE("a product of few rows is summed in index order, whatever its columns leave of wide panels") {
  for (int64_t m = 3; m <= 8; ++m) {
    for (const int64_t n : {63, 64, 65, 96, 100, 128, 129, 200}) {
      for (const int64_t k : {5, 64}) check_sizes<float>(m, n, k, variants());
    }
    check_sizes<double>(m, 75, 64, {&kernel::matmul<double>});
    check_sizes<uint32_t>(m, 139, 64, {&kernel::matmul<uint32_t>});
  }
  check_sizes<float>(6, 1000, 130, variants());
}

TEST_CASE("few elements, and those of a matrix times a vector, are several sums each, wherever their terms lie") {
  const std::vector<std::array<int64_t, 2>> sizes{{1, 1}, {1, 2}, {1, 7}, {1, 8},  {1, 16},
                                                  {2, 1}, {2, 8}, {3, 5}, {16, 1}, {37, 1}};
  for (const auto& [m, n] : sizes) {
    for (int64_t k :
         {15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 31, 32, 33, 64, 65, 66, 79, 80, 81, 96, 100, 4097, 9001}) {
      check_sizes<double>(m, n, k, {&kernel::matmul<double>, &kernel::baseline::matmul<double>});
      check_sizes<uint32_t>(m, n, k, {&kernel::matmul<uint32_t>});
      // Rows of b that lie apart, by less than a vector and by more.
      for (int64_t row : {n + 1, n + 3, n + 20}) {
        std::vector<float> a = random_values<float>(m * k), b = random_values<float>(k * row);
        b.resize(static_cast<size_t>((k - 1) * row + n));
        b.shrink_to_fit();
        check_product<float>({m, n, k, a.data(), k, 1, b.data(), row, 1, nullptr, 0, nullptr}, variants());
      }
    }
  }
}

TEST_CASE("a product is summed in index order when it is cut into blocks") {
  check_sizes<float>(37, 70, 600, variants());
  check_sizes<float>(150, 300, 259, variants());
  check_sizes<float>(3, 290, 300, variants());
  check_sizes<float>(3, 1103, 130, variants());
  check_sizes<float>(5, 1103, 130, variants());
  check_sizes<double>(1, 1103, 130, {&kernel::matmul<double>});
  check_sizes<float>(290, 1, 300, variants());
  for (const int64_t k : {3, 4}) {
    check_sizes<float>(150, 1100, k, variants());
    for (const int64_t n : {1, 2, 3, 70}) {
      check_sizes<double>(37, n, k, {&kernel::matmul<double>});
      check_sizes<uint32_t>(37, n, k, {&kernel::matmul<uint32_t>});
    }
  }
  check_sizes<double>(69, 270, 300, {&kernel::matmul<double>});
  check_sizes<uint32_t>(69, 270, 300, {&kernel::matmul<uint32_t>});
  check_sizes<uint64_t>(69, 70, 300, {&kernel::matmul<uint64_t>});
}

TEST_CASE("a product of few columns is summed in index order, whichever way its vectors run") {
  for (const int64_t m : {16, 17, 31, 33, 64}) {
    for (int64_t n = 2; n <= 13; ++n) {
      for (const int64_t k : {64, 65, 79, 130}) check_sizes<float>(m, n, k, variants());
    }
  }
  check_sizes<float>(200, 10, 784, variants());
  check_sizes<float>(50, 12, 1500, variants());
  check_sizes<double>(50, 5, 1500, {&kernel::matmul<double>});
  check_sizes<uint32_t>(50, 11, 1500, {&kernel::matmul<uint32_t>});
  check_sizes<uint64_t>(50, 6, 300, {&kernel::matmul<uint64_t>});
}

TEST_CASE("a matrix that fits the cache is packed only where many rows are multiplied with it") {
  const detail::Machine caches;  // the sizes below are for these
  if (detail::machine().l1_bytes != caches.l1_bytes || detail::machine().l2_bytes != caches.l2_bytes) {
    WARN("skipped: this machine has other caches");
    return;
  }
  const auto is_packed = [](int64_t m, int64_t n, int64_t k) {
    return kernel::scratch_size(m, n, k, true) > k * kernel::kWidestPanel;
  };
  CHECK(!is_packed(32, 256, 306));
  CHECK(!is_packed(1000, 64, 64));
  CHECK(is_packed(100, 256, 200));
  CHECK(is_packed(32, 1024, 1024));
  check_sizes<float>(32, 256, 306, variants());
  check_sizes<double>(37, 100, 300, {&kernel::matmul<double>});
}

TEST_CASE("threads share large products, and give the bits of one") {
  const auto values = [](const Shape& shape) {
    return reshape(tensor(random_values<float>(shape.element_count())), shape);
  };
  const auto bits = [](const Tensor& a, const Tensor& b, int threads) {
    const detail::ThreadLimit limit(threads);
    return matmul(a, b).to_vector<float>();
  };
  const int before = num_threads();
  set_num_threads(4);
  for (const auto& [left, right] : std::vector<std::pair<Shape, Shape>>{{{300, 500}, {500, 200}},
                                                                        {{5, 900}, {900, 4000}},
                                                                        {{3000, 300}, {300, 10}},
                                                                        {{9000, 1200}, {1200}},
                                                                        {{64, 1500}, {1500, 290}},
                                                                        {{500, 60, 50}, {50, 70}},
                                                                        {{3, 1, 200, 300}, {2, 300, 100}}}) {
    const Tensor a = values(left), b = values(right);
    const uint64_t loops = detail::pool_use().loops;
    INFO(left.str() << " times " << right.str());
    CHECK(bits(a, b, 4) == bits(a, b, 1));
    CHECK(detail::pool_use().loops == loops + 1);
  }
  set_num_threads(before);
}

TEST_CASE("operands of matmul are vectors, matrices and stacks of them") {
  const auto ones = [](const Shape& shape) {
    return detail::make_view(detail::scalar_tensor(detail::scalar_of(1.0), DType::float32), shape,
                             detail::Strides(shape.size(), 0), 0);
  };
  const auto shape = [&](const Shape& a, const Shape& b) { return matmul(ones(a), ones(b)).shape(); };
  CHECK(shape({3}, {3}) == Shape{});
  CHECK(shape({2, 3}, {3}) == Shape{2});
  CHECK(shape({3}, {3, 4}) == Shape{4});
  CHECK(shape({5, 1, 2, 3}, {7, 3, 4}) == Shape{5, 7, 2, 4});
  CHECK(shape({5, 2, 3}, {3}) == Shape{5, 2});
  CHECK(shape({3}, {5, 3, 2}) == Shape{5, 2});
  CHECK(matmul(ones({2, 0}), ones({0, 2})).to_vector<float>() == std::vector<float>{0, 0, 0, 0});
  CHECK(matmul(ones({5, 2, 3}), ones({3, 2})).to_vector<float>() == std::vector<float>(20, 3.0f));
  CHECK(shape({0, 3}, {3, 2}) == Shape{0, 2});
  CHECK(tensordot(ones({2, 3, 4}), ones({3, 4, 5})).shape() == Shape{2, 5});
  CHECK(tensordot(ones({2, 3}), ones({4, 5}), 0).shape() == Shape{2, 3, 4, 5});
  CHECK(tensordot(ones({2, 3}), ones({2, 3})).item<float>() == 6);
  CHECK(vecdot(ones({2, 3}), ones({3})).to_vector<float>() == std::vector<float>{3, 3});
  CHECK(outer(ones({2}), ones({3})).shape() == Shape{2, 3});
}

TEST_CASE("a stack times one matrix has the bits of its parts") {
  const auto check = [](const Tensor& stack, const Tensor& matrix) {
    const Tensor whole = matmul(stack, matrix);
    for (int64_t k = 0; k < stack.shape(0); ++k) {
      const Tensor part = matmul(stack[k], matrix);
      CHECK(all(bitcast(whole[k], int64) == bitcast(part, int64)).item<bool>());
    }
  };
  const auto numbers = [](const Shape& shape) { return random_uniform(shape, 3, float64) - 0.5; };
  check(numbers({4, 5, 1, 20}), numbers({20, 7}));
  check(numbers({3, 2, 40}), numbers({40, 3}));  // few elements of many terms
  check(numbers({3, 2, 100}), numbers({100, 4}));
  check(numbers({6, 3, 50}), numbers({50}));  // rows
  check(numbers({6, 1, 50}), numbers({50}));
  check(permute_dims(numbers({30, 6, 4}), {1, 2, 0}), numbers({30, 9}));  // rows that are not even
  check(permute_dims(numbers({6, 30, 4}), {0, 2, 1}), numbers({30, 9}));
  check(numbers({5, 1, 3, 30}), numbers({1, 4, 30, 2}));  // some matrices differ
}

TEST_CASE("a matrix times its transpose has the bits of the product with a copy") {
  for (const Shape& shape : {Shape{300, 70}, Shape{200, 200}, Shape{5, 700}, Shape{40, 3}}) {
    const Tensor a = random_uniform(shape, 4, float64) - 0.5, copy = a + 0;
    for (const bool first : {false, true}) {
      const Tensor own = first ? matmul(transpose(a), a) : matmul(a, transpose(a));
      const Tensor other = first ? matmul(transpose(copy), a) : matmul(copy, transpose(a));
      CHECK(all(bitcast(own, int64) == bitcast(other, int64)).item<bool>());
    }
  }
}

TEST_CASE("shapes that do not fit are shown") {
  const Tensor a = detail::allocate(DType::float32, Shape{2, 3}), b = detail::allocate(DType::float32, Shape{2, 3});
  const auto message = [](auto f) {
    try {
      f();
    } catch (const Error& e) {
      return e.message();
    }
    return std::string();
  };
  const auto contains = [&](const std::string& text, const std::string& part) { return text.find(part) != text.npos; };
  CHECK(message([&] { matmul(a, b); }) ==
        "matmul: the last axis of a (2, 3) has 3 elements, the second last axis of b (2, 3) has 2; they must be equal "
        "(operands float32[2,3], float32[2,3])");
  CHECK(contains(message([&] { matmul(a, 2.0); }), "both operands need an axis"));
  CHECK(contains(message([&] { tensordot(a, b, 3); }), "do not have 3 axes"));
  CHECK(contains(message([&] { tensordot(a, b, 1); }), "axis 1 of a has 3 elements, axis 0 of b has 2"));
  CHECK(contains(message([&] { outer(a, b); }), "takes two vectors"));

  const auto addmm = [&](const Tensor& x, const Tensor& factor, const Tensor& left, const Tensor& right) {
    const std::vector<Tensor> operands{x, factor, left, right};
    return message([&] { ops::call(ops::Op::addmm, operands, {true}, SourceLocation::current()); });
  };
  const Tensor number = tensor(2.0, float32), square = matmul(a, ones({3, 2}, float32));
  CHECK(contains(addmm(a, number, a, b), "a must have as many columns as b has rows"));
  CHECK(contains(addmm(a, number, square, square), "x must have the rows of a, and the columns of b"));
  CHECK(contains(addmm(a, number, square, number), "all operands but the factor must be matrices"));
  CHECK(contains(addmm(a, a, square, a), "all operands but the factor must be matrices"));
  CHECK(contains(addmm(a, number, square, astype(a, float64)), "all operands must be float32, or all float64"));
  CHECK(addmm(a, number, square, a).empty());
}

}  // namespace matmul_test

}  // namespace ag
