/// Random draws. Each is a function of the key and the row-major position of the element alone, so that every executor
/// yields the same, for any split of the work.
///
/// Element e of a draw is made of block e / n of the key's stream (kernel/random/philox.h), with n elements per block:
///     uniform      float64: n = 2, the upper 53 of its 64 bits; others: n = 4, the upper bits of its word:
///                  24 (float32), 11 (float16) or 8 (bfloat16); as a fraction
///     normal       Box-Muller on a pair (u, v): u in (0, 1] determines the radius, v the angle; an even element
///                  is the cosine, the next one the sine. float64: n = 2, 53 bits each; others: n = 4, 32 bits
///                  each, computed in double by the functions of kernel/scalar/math
///     integers     n = 1: the upper half of 64 bits times the width of the range; a number that would make some
///                  results more probable than others is replaced by the next 64 bits (Lemire 2019), from the
///                  block's second half, then from the same position in domains 1, 2, …
///     permutation  Fisher-Yates from the end; step i draws an integer as element i
///     categorical  n = 1: the first class at which the cumulative probability exceeds a uniform number of 53 bits
///     split        key i is block i of a domain of its own
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/thread_pool.h"
#include "kernel/elementwise.h"
#include "kernel/random/random_words.h"
#include "kernel/scalar/math/exp.h"
#include "kernel/scalar/math/log.h"
#include "kernel/scalar/math/trigonometric.h"
#include "ops/cast.h"
#include "ops/define.h"
#include "ops/shape_operands.h"
#include "tensor/convert.h"

namespace ag::ops {

namespace {

using kernel::random_block;
using kernel::RandomBlock;
using kernel::RandomKey;
using kernel::RandomWords;
using kernel::word64;

constexpr uint64_t kSplitDomain = 0xA5A3B2C7D1E0F694u;
constexpr uint64_t kRetryDomain = 0x9E3779B97F4A7C15u;  // times the number of the attempt

void check_key(ir::InferContext& context, size_t operand) {
  const ir::TensorType& key = context.operand(operand);
  if (key.dtype == DType::uint64 && (!key.shape.ranked() || key.shape == Shape{2} || key.shape == Shape{unknown}))
    return;
  context.fail(ErrorKind::type_error,
               "the key is " + ir::str(key) + "; a key is a host integer, or uint64[2] as random_split gives");
}

RandomKey read_key(const ir::KernelContext& context, size_t operand) {
  const detail::TensorImpl& key = context.input(operand);
  if (key.shape != Shape{2}) {
    context.fail(ErrorKind::shape_error, "the key has shape " + key.shape.str() + ", two numbers are needed");
  }
  const uint64_t* words = reinterpret_cast<const uint64_t*>(key.data());
  return {words[0], words[key.strides[0]]};
}

double fraction(uint64_t bits) { return static_cast<double>(static_cast<int64_t>(bits >> 11)) * 0x1p-53; }

/// Returns a fraction as an element of type T.
template <class T>
T uniform_of(uint32_t word) {
  if constexpr (std::is_same_v<T, float>) {
    return static_cast<float>(static_cast<int32_t>(word >> 8)) * 0x1p-24f;
  } else if constexpr (std::is_same_v<T, Float16>) {
    return Float16(static_cast<float>(static_cast<int32_t>(word >> 21)) * 0x1p-11f);
  } else {
    return BFloat16(static_cast<float>(static_cast<int32_t>(word >> 24)) * 0x1p-8f);
  }
}

/// The number of elements per block.
template <class T>
inline constexpr int64_t kPerBlock = std::is_same_v<T, double> ? 2 : 4;

/// Fills `out` with the elements of whole blocks.
template <class T>
void uniform_elements(const RandomWords& words, int64_t blocks, T* out) {
  for (size_t i = 0; i < static_cast<size_t>(blocks); ++i) {
    if constexpr (std::is_same_v<T, double>) {
      for (size_t k = 0; k < 2; ++k) out[2 * i + k] = fraction(words.word64(k, i));
    } else {
      for (size_t k = 0; k < 4; ++k) out[4 * i + k] = uniform_of<T>(words.word[k][i]);
    }
  }
}

/// The radius of a pair of normal numbers, and their projections at an angle in turns.
struct Radius : kernel::InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T u) {
    return std::sqrt(T(-2) * kernel::math::log(u));
  }
};
constexpr double kTurn = 6.283185307179586476925;
struct OnFirstAxis : kernel::InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T radius, T turns) {
    return radius * kernel::math::cos(T(kTurn) * turns);
  }
};
struct OnSecondAxis : kernel::InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T radius, T turns) {
    return radius * kernel::math::sin(T(kTurn) * turns);
  }
};

/// Fills `out` with the elements of whole blocks. The pairs k of all blocks are computed together.
template <class T>
void normal_elements(const RandomWords& words, int64_t blocks, T* out) {
  constexpr size_t kPairs = kPerBlock<T> / 2;
  std::array<double, RandomWords::kBlocks> u, turns, radius, first, second;
  const auto bytes = [](auto& numbers) { return reinterpret_cast<std::byte*>(numbers.data()); };
  const int64_t strides[] = {1, 1};
  for (size_t pair = 0; pair < kPairs; ++pair) {
    for (size_t i = 0; i < static_cast<size_t>(blocks); ++i) {
      if constexpr (kPairs == 1) {
        u[i] = static_cast<double>(static_cast<int64_t>(words.word64(0, i) >> 11) + 1) * 0x1p-53;
        turns[i] = fraction(words.word64(1, i));
      } else {
        u[i] = (static_cast<double>(words.word[2 * pair][i]) + 1) * 0x1p-32;
        turns[i] = static_cast<double>(words.word[2 * pair + 1][i]) * 0x1p-32;
      }
    }
    const std::byte* const numbers[] = {bytes(u)};
    kernel::internal::unary_loop<Radius, double>(bytes(radius), numbers, strides, blocks);
    const std::byte* const polar[] = {bytes(radius), bytes(turns)};
    kernel::internal::binary_loop<OnFirstAxis, double>(bytes(first), polar, strides, blocks);
    kernel::internal::binary_loop<OnSecondAxis, double>(bytes(second), polar, strides, blocks);
    for (size_t i = 0; i < static_cast<size_t>(blocks); ++i) {
      out[2 * (kPairs * i + pair)] = detail::convert<T>(first[i]);
      out[2 * (kPairs * i + pair) + 1] = detail::convert<T>(second[i]);
    }
  }
}

/// Returns the integer below `width` that 64 bits make; nullopt if they would make some integers too probable.
/// `threshold` is 2^64 mod width.
std::optional<uint64_t> scaled(uint64_t bits, uint64_t width, uint64_t threshold) {
  const unsigned __int128 product = static_cast<unsigned __int128>(bits) * width;
  if (static_cast<uint64_t>(product) < threshold) return std::nullopt;
  return static_cast<uint64_t>(product >> 64);
}

/// Returns an integer below `width`, uniformly distributed.
uint64_t bounded(const RandomKey& key, uint64_t element, uint64_t width) {
  const uint64_t threshold = (0 - width) % width;  // 2^64 mod width
  for (uint64_t attempt = 0;; ++attempt) {
    const RandomBlock block = random_block(key, element, attempt * kRetryDomain);
    for (size_t half = 0; half < 2; ++half) {
      if (const std::optional<uint64_t> number = scaled(word64(block, half), width, threshold)) return *number;
    }
  }
}

// ---- uniform, normal ----

void infer_floating_draw(ir::InferContext& context) {
  check_key(context, 0);
  const DType dtype = context.attribute<DType>(1);
  if (!is_floating(dtype)) {
    context.fail(ErrorKind::type_error, "dtype is " + std::string(name(dtype)) +
                                            ", a floating dtype is needed; use random_integers for integers");
  }
  context.result(dtype, infer_shape_operands(context, context.attribute<Shape>(0), 1));
}

/// Calls task(words, first, blocks) for parts of the blocks that `count` elements are made of, with `each` elements per
/// block: `first` is the index of the first element of a part. Threads share the parts.
template <class Task>
void for_words(const RandomKey& key, int64_t count, int64_t each, int64_t picoseconds, Task&& task) {
  const int64_t blocks = (count + each - 1) / each, parts = (blocks + RandomWords::kBlocks - 1) / RandomWords::kBlocks;
  detail::for_ranges(parts, 16, count * picoseconds / 1000, [&](int64_t begin, int64_t end) {
    RandomWords words;
    for (int64_t part = begin; part < end; ++part) {
      const int64_t first = part * RandomWords::kBlocks, number = std::min(RandomWords::kBlocks, blocks - first);
      kernel::random_words(key, static_cast<uint64_t>(first), number, words);
      task(words, first * each, number);
    }
  });
}

template <bool kNormal>
void run_floating_draw(ir::KernelContext& context) {
  const RandomKey key = read_key(context, 0);
  const Shape shape = resolve_shape_operands(context, context.attribute<Shape>(0), 1);
  detail::TensorImpl& out = shaped_output(context, 0, context.attribute<DType>(1), shape);
  const int64_t count = shape.element_count();
  detail::visit_dtype(out.dtype, [&]<class T>(T) {
    if constexpr (kernel::is_floating_storage<T>) {
      T* data = reinterpret_cast<T*>(out.data());
      const auto fill = [](const RandomWords& words, int64_t blocks, T* to) {
        if constexpr (kNormal)
          normal_elements(words, blocks, to);
        else
          uniform_elements(words, blocks, to);
      };
      constexpr int64_t kPicoseconds = kNormal ? 4000 : 1500;
      for_words(key, count, kPerBlock<T>, kPicoseconds, [&](const RandomWords& words, int64_t first, int64_t blocks) {
        if (count - first >= blocks * kPerBlock<T>) return fill(words, blocks, data + first);
        std::array<T, 4 * RandomWords::kBlocks> last;  // the last block has elements that are not asked for
        fill(words, blocks, last.data());
        std::copy_n(last.data(), count - first, data + first);
      });
    }
  });
}

// ---- integers ----

void infer_integers(ir::InferContext& context) {
  const DType dtype = context.attribute<DType>(1);
  if (!is_integer(dtype)) {
    context.fail(ErrorKind::type_error, "dtype is " + std::string(name(dtype)) + ", an integer dtype is needed");
  }
  for (size_t k = 0; k < 2; ++k) {
    const ir::TensorType& bound = context.operand(k);
    if (!is_integer(bound.dtype) || item_size(bound.dtype) != 8 || (bound.shape.ranked() && !bound.shape.empty())) {
      context.fail(ErrorKind::type_error,
                   std::string(k == 0 ? "low" : "high") + " is " + ir::str(bound) + ", an integer of rank 0 is needed");
    }
  }
  check_key(context, 2);
  context.result(dtype, infer_shape_operands(context, context.attribute<Shape>(0), 3));
}

void run_integers(ir::KernelContext& context) {
  const DType dtype = context.attribute<DType>(1);
  const detail::Scalar low = detail::read_scalar(context.input(0)), high = detail::read_scalar(context.input(1));
  const auto wide = [](const detail::Scalar& x) {
    return x.dtype == DType::uint64 ? static_cast<__int128>(static_cast<uint64_t>(x.integer))
                                    : static_cast<__int128>(x.integer);
  };
  if (wide(low) >= wide(high)) {
    context.fail(ErrorKind::invalid_argument, "low is " + str(low) + " and high is " + str(high) +
                                                  ": there is no integer from low to high (which is not included)");
  }
  detail::Scalar greatest = high;
  --greatest.integer;
  for (const detail::Scalar& bound : {low, greatest}) {
    if (!detail::representable(bound, dtype)) {
      context.fail(ErrorKind::invalid_argument,
                   str(bound) + " is in the range and is not a value of " + std::string(name(dtype)));
    }
  }
  const RandomKey key = read_key(context, 2);
  const Shape shape = resolve_shape_operands(context, context.attribute<Shape>(0), 3);
  detail::TensorImpl& out = shaped_output(context, 0, dtype, shape);
  const uint64_t width = static_cast<uint64_t>(wide(high) - wide(low));
  const int64_t count = shape.element_count();
  detail::visit_dtype(dtype, [&]<class T>(T) {
    if constexpr (kernel::is_integer_storage<T>) {
      T* data = reinterpret_cast<T*>(out.data());
      const uint64_t least = static_cast<uint64_t>(low.integer), threshold = (0 - width) % width;
      for_words(key, count, 1, 3000, [&](const RandomWords& words, int64_t first, int64_t blocks) {
        for (int64_t i = 0; i < blocks; ++i) {
          const std::optional<uint64_t> number = scaled(words.word64(0, static_cast<size_t>(i)), width, threshold);
          data[first + i] =
              static_cast<T>(least + (number ? *number : bounded(key, static_cast<uint64_t>(first + i), width)));
        }
      });
    }
  });
}

// ---- permutation ----

void infer_permutation(ir::InferContext& context) {
  check_key(context, 0);
  const int64_t n = context.attribute<int64_t>(0);
  if (n < 0) context.fail(ErrorKind::invalid_argument, "n is " + std::to_string(n) + ", it cannot be negative");
  context.result(DType::int64, Shape{n});
}

void run_permutation(ir::KernelContext& context) {
  const RandomKey key = read_key(context, 0);
  const int64_t n = context.attribute<int64_t>(0);
  int64_t* data = reinterpret_cast<int64_t*>(context.output(0).data());
  std::iota(data, data + n, int64_t{0});
  for (int64_t i = n - 1; i > 0; --i) {
    std::swap(data[i], data[bounded(key, static_cast<uint64_t>(i), static_cast<uint64_t>(i) + 1)]);
  }
}

// ---- categorical ----

void infer_categorical(ir::InferContext& context) {
  check_key(context, 1);
  Shape shape = context.shape(0);
  if (shape.ranked()) {
    if (shape.empty() || shape.back() == 0) {
      context.fail(ErrorKind::shape_error, "the last axis of the logits holds the classes; there is none");
    }
    shape.erase(shape.size() - 1);
  }
  if (!is_floating(context.dtype(0))) context.fail(ErrorKind::type_error, "the logits are not floating-point numbers");
  context.result(DType::int64, shape);
}

void run_categorical(ir::KernelContext& context) {
  const RandomKey key = read_key(context, 1);
  const Tensor logits = detail::make_contiguous(context.input_tensor(0));
  Shape shape = logits.impl()->shape;
  const int64_t classes = shape.back();
  shape.erase(shape.size() - 1);
  int64_t* out = reinterpret_cast<int64_t*>(shaped_output(context, 0, DType::int64, shape).data());
  const int64_t count = shape.element_count();
  detail::visit_dtype(logits.impl()->dtype, [&]<class T>(T) {
    const T* row = reinterpret_cast<const T*>(logits.impl()->data());
    std::vector<double> cumulative(static_cast<size_t>(classes));
    for (int64_t e = 0; e < count; ++e, row += classes) {
      double greatest = -std::numeric_limits<double>::infinity();
      for (int64_t c = 0; c < classes; ++c) {
        const double logit = detail::convert<double>(row[c]);
        if (logit > greatest || std::isnan(logit)) greatest = logit;
        if (std::isnan(logit)) break;
      }
      if (!std::isfinite(greatest)) {
        context.fail(ErrorKind::invalid_argument, "row " + std::to_string(e) +
                                                      " of the logits is no distribution: its greatest element is " +
                                                      str(detail::scalar_of(greatest)));
      }
      double sum = 0;
      for (int64_t c = 0; c < classes; ++c) {
        sum += kernel::math::exp(detail::convert<double>(row[c]) - greatest);
        cumulative[static_cast<size_t>(c)] = sum;
      }
      const RandomBlock block = random_block(key, static_cast<uint64_t>(e));
      const double threshold = fraction(word64(block, 0)) * sum;
      int64_t chosen = 0;
      while (cumulative[static_cast<size_t>(chosen)] <= threshold)
        ++chosen;  // the last one is the sum, which is greater
      out[e] = chosen;
    }
  });
}

// ---- split ----

void infer_split(ir::InferContext& context) {
  check_key(context, 0);
  const int64_t num = context.attribute<int64_t>(0);
  if (num < 1) context.fail(ErrorKind::invalid_argument, "num is " + std::to_string(num) + ", at least 1 is needed");
  context.result(DType::uint64, Shape{num, 2});
}

void run_split(ir::KernelContext& context) {
  const RandomKey key = read_key(context, 0);
  uint64_t* data = reinterpret_cast<uint64_t*>(context.output(0).data());
  for (int64_t i = 0; i < context.attribute<int64_t>(0); ++i) {
    const RandomBlock block = random_block(key, static_cast<uint64_t>(i), kSplitDomain);
    data[2 * i] = word64(block, 0);
    data[2 * i + 1] = word64(block, 1);
  }
}

/// Returns a bound as a 64-bit integer with the signedness of the result.
Tensor bound(const TensorArg& x, DType dtype, const char* which) {
  const DType wide = category(dtype) == Category::Unsigned ? DType::uint64 : DType::int64;
  if (!x.is_tensor()) return exact_scalar(x.scalar(), wide, "random_integers", x.location());
  const detail::TensorImpl& impl = detail::used(x.tensor(), x.location());
  if (!is_integer(impl.dtype)) {
    throw Error(
        ErrorKind::type_error,
        std::string("random_integers: ") + which + " is " + std::string(name(impl.dtype)) + ", an integer is needed",
        x.location());
  }
  return astype(x, wide);
}

constexpr uint32_t kDraw = ir::kSymbolicWhileTracing;

}  // namespace

const ir::OpBlock block_random_uniform = {kDraw, ir::Operands::AsIs, &infer_floating_draw, &run_floating_draw<false>};
const ir::OpBlock block_random_normal = {kDraw, ir::Operands::AsIs, &infer_floating_draw, &run_floating_draw<true>};
const ir::OpBlock block_random_integers = {kDraw, ir::Operands::AsIs, &infer_integers, &run_integers};
const ir::OpBlock block_random_permutation = {kDraw, ir::Operands::AsIs, &infer_permutation, &run_permutation};
const ir::OpBlock block_random_categorical = {kDraw, ir::Operands::AsIs, &infer_categorical, &run_categorical};
const ir::OpBlock block_random_split = {kDraw, ir::Operands::AsIs, &infer_split, &run_split};

}  // namespace ag::ops

namespace ag {

KeyArg::KeyArg(uint64_t seed, SourceLocation location, int)
    : tensor_(detail::allocate(DType::uint64, Shape{2})), location_(location) {
  uint64_t* words = reinterpret_cast<uint64_t*>(tensor_.impl()->data());
  words[0] = seed;
  words[1] = 0;
}

Tensor random_uniform(const ShapeArg& shape, const KeyArg& key, DType dtype) {
  return ops::call(ops::Op::random_uniform, ops::with_dims({key.tensor()}, shape), {shape.shape(), dtype},
                   key.location());
}

Tensor random_normal(const ShapeArg& shape, const KeyArg& key, DType dtype) {
  return ops::call(ops::Op::random_normal, ops::with_dims({key.tensor()}, shape), {shape.shape(), dtype},
                   key.location());
}

Tensor random_integers(const TensorArg& low, const TensorArg& high, const ShapeArg& shape, const KeyArg& key,
                       DType dtype) {
  return ops::call(
      ops::Op::random_integers,
      ops::with_dims({ops::bound(low, dtype, "low"), ops::bound(high, dtype, "high"), key.tensor()}, shape),
      {shape.shape(), dtype}, key.location());
}

Tensor random_permutation(int64_t n, const KeyArg& key) {
  const std::array<Tensor, 1> operands{key.tensor()};
  return ops::call(ops::Op::random_permutation, operands, {n}, key.location());
}

Tensor random_categorical(const TensorArg& logits, const KeyArg& key) {
  const Tensor value = logits.value();
  const bool floating = is_floating(value.impl()->dtype);
  const std::array<Tensor, 2> operands{floating ? value : astype(logits, DType::float32), key.tensor()};
  return ops::call(ops::Op::random_categorical, operands, {}, logits.location());
}

Tensor random_split(const KeyArg& key, int64_t num) {
  const std::array<Tensor, 1> operands{key.tensor()};
  return ops::call(ops::Op::random_split, operands, {num}, key.location());
}

}  // namespace ag
