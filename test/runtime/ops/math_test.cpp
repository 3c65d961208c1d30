/// The functions of kernel/math against those of the C library in a wider type: a sample of all float32 numbers, the
/// special ones, and float64 numbers of every magnitude. What the kernels give, with the vector instructions of this
/// machine, is what the function gives by itself, and what native code gives.
///
/// AG_MATH_STRIDE=1 takes every float32 number (some minutes for each function); -c NAME chooses one.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>

#include "ag/ops.h"
#include "exec/backend.h"
#include "exec/compiled.h"
#include "exec/frame.h"
#include "exec/native_symbols.h"
#include "kernel/scalar/math/erf.h"
#include "kernel/scalar/math/exp.h"
#include "kernel/scalar/math/hyperbolic.h"
#include "kernel/scalar/math/hypot.h"
#include "kernel/scalar/math/inverse_hyperbolic.h"
#include "kernel/scalar/math/inverse_trigonometric.h"
#include "kernel/scalar/math/log.h"
#include "kernel/scalar/math/power.h"
#include "kernel/scalar/math/trigonometric.h"
#include "lower/lower.h"
#include "ops/table.h"
#include "support/catch.h"
#include "tensor/impl.h"
#include "trace/context.h"

namespace ag {

namespace math_test {
namespace {

struct Known {
  const char* name;
  Tensor (*op)(const TensorArg&);
  float (*own32)(float);
  double (*own64)(double);
  double (*exact32)(double);
  long double (*exact64)(long double);
  double bound32, bound64;  // units in the last place, as docs/reference/ops.md says
};

#define AG_FUNCTION_ROW(name, bound32, bound64)                                                                      \
  Known {                                                                                                            \
    #name, &ag::name, [](float x) { return kernel::math::name(x); }, [](double x) { return kernel::math::name(x); }, \
        [](double x) { return std::name(x); }, [](long double x) { return std::name(x); }, bound32, bound64          \
  }
const Known kFunctions[] = {
    AG_FUNCTION_ROW(cos, 1.6, 0.9),   AG_FUNCTION_ROW(sin, 1.6, 0.9),   AG_FUNCTION_ROW(tan, 3.5, 2.3),
    AG_FUNCTION_ROW(cosh, 1.5, 1.5),  AG_FUNCTION_ROW(erf, 1.8, 1.3),   AG_FUNCTION_ROW(erfc, 2.2, 2.0),
    AG_FUNCTION_ROW(exp, 1.1, 1.1),   AG_FUNCTION_ROW(expm1, 1.2, 1.1), AG_FUNCTION_ROW(log, 0.9, 1.0),
    AG_FUNCTION_ROW(log10, 1.0, 1.0), AG_FUNCTION_ROW(log1p, 1.5, 1.5), AG_FUNCTION_ROW(log2, 1.2, 1.0),
    AG_FUNCTION_ROW(sinh, 1.8, 1.7),  AG_FUNCTION_ROW(tanh, 2.3, 2.0),  AG_FUNCTION_ROW(acos, 0.6, 0.8),
    AG_FUNCTION_ROW(asin, 0.6, 0.8),  AG_FUNCTION_ROW(atan, 0.6, 0.8),  AG_FUNCTION_ROW(acosh, 0.6, 2.0),
    AG_FUNCTION_ROW(asinh, 0.6, 2.0), AG_FUNCTION_ROW(atanh, 0.6, 2.0),
};

/// The distance of two numbers in units of the last place of the exact one; infinite where one is special and the other
/// another. A result beyond the greatest number may be that number.
template <class T, class Wide>
double ulps(T actual, Wide exact) {
  const T expected = static_cast<T>(exact);
  if (std::isnan(expected) || std::isnan(actual)) return std::isnan(expected) == std::isnan(actual) ? 0 : INFINITY;
  if (std::isinf(expected) || std::isinf(actual)) {
    return expected == actual ? 0 : std::nextafter(expected, actual) == actual ? 1 : INFINITY;
  }
  if (expected == 0 && actual == 0) return std::signbit(expected) == std::signbit(actual) ? 0 : INFINITY;
  int exponent = std::numeric_limits<T>::min_exponent;
  if (expected != 0) std::frexp(expected, &exponent);
  exponent = std::max(exponent, std::numeric_limits<T>::min_exponent);
  const Wide unit = std::ldexp(Wide(1), exponent - std::numeric_limits<T>::digits);
  return static_cast<double>(std::abs(static_cast<Wide>(actual) - exact) / unit);
}

template <class T>
Tensor tensor_of(const std::vector<T>& values) {
  Tensor x = zeros({static_cast<int64_t>(values.size())}, dtype_of<T>());
  std::memcpy(x.impl()->data(), values.data(), values.size() * sizeof(T));
  return x;
}

template <class T>
const T* data_of(const Tensor& x) {
  return reinterpret_cast<const T*>(x.impl()->data());
}

template <class T>
bool same_number(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0 || (a != a && b != b);
}

/// The function as native code; nothing where the code generator is not built.
Tensor run_native(const Known& function, const Tensor& x, bool fast = false) {
  std::string why;
  const codegen::BackendInterface* backend = exec::backend(why);
  if (!backend) return {};
  tracing::Trace trace("f", ops::table());
  const Tensor symbol = trace.add_input({x.dtype(), x.shape(), false}, "x");
  trace.graph().block(trace.graph().body()).results = {trace.value_of(function.op(symbol), SourceLocation::current())};
  const Tensor* input = &x;
  return exec::Compiled(trace.graph(), *backend, {.fast = fast}).run({&input, 1}).front();
}

/// Compares the ways of computing the same; gives the greatest error.
template <class T, class Wide>
double check_values(const Known& function, const std::vector<T>& values, T (*own)(T), Wide (*exact)(Wide),
                    size_t own_stride, bool native, T& worst) {
  const Tensor x = tensor_of(values), y = function.op(x);
  const Tensor compiled = native ? run_native(function, x) : Tensor();
  double greatest = 0;
  for (size_t k = 0; k < values.size(); ++k) {
    const T actual = data_of<T>(y)[k];
    if (const double error = ulps<T, Wide>(actual, exact(values[k])); error > greatest) {
      greatest = error;
      worst = values[k];
    }
    if (k % own_stride == 0 && !same_number(actual, own(values[k]))) {
      FAIL_CHECK(function.name << " of " << values[k] << " is another number without vectors");
      break;
    }
    if (compiled.defined() && !same_number(actual, data_of<T>(compiled)[k])) {
      FAIL_CHECK(function.name << " of " << values[k] << " is another number as native code");
      break;
    }
  }
  return greatest;
}

template <class T>
std::vector<T> special_values() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values;
  for (T x : {T(0), Limits::infinity(), Limits::quiet_NaN(), Limits::denorm_min(), Limits::min(), Limits::max(), T(1),
              T(0.5), Limits::epsilon(), Limits::min() / 2, T(2), T(10), T(88.722839), T(103.9), T(709.7827)}) {
    for (T near : {x, std::nextafter(x, T(0)), std::nextafter(x, Limits::infinity())}) {
      values.push_back(near);
      values.push_back(-near);
    }
  }
  return values;
}

/// Bit patterns from `first` on.
std::vector<float> patterns(uint64_t first, uint64_t stride, size_t count) {
  std::vector<float> values;
  for (uint64_t bits = first; bits < (uint64_t{1} << 32) && values.size() < count; bits += stride) {
    const auto pattern = static_cast<uint32_t>(bits);
    float x = 0;
    std::memcpy(&x, &pattern, sizeof(x));
    values.push_back(x);
  }
  return values;
}

std::vector<double> numbers(size_t count) {
  std::mt19937_64 random(5);
  std::vector<double> values;
  while (values.size() < count) {
    const double unit = static_cast<double>(random() >> 11) * 0x1p-53, sign = random() % 2 ? 1 : -1;
    values.push_back(sign * std::ldexp(1 + unit, static_cast<int>(random() % 2100) - 1074));
    values.push_back(sign * std::ldexp(1 + unit, static_cast<int>(random() % 14) - 4));
    values.push_back(1 + 0.4 * sign * unit);
    values.push_back(760 * sign * unit);
  }
  return values;
}

/// Next to multiples of pi / 2, and the numbers that are nearest to one of all (J.-M. Muller et al., "Handbook of
/// Floating-Point Arithmetic", 2nd edition, 11.2).
std::vector<double> angles() {
  std::vector<double> values{
      0x1.6ac5b262ca1ffp+849, 0x1.6ac5b262ca1ffp+797, 0x1.fffffffffffffp+1022, 0x1p+1023, 0x1.8p+1023, 0x1p+1022,
      0x1.921fb54442d18p-1};
  const auto add = [&](long double quarters) {
    const auto x = static_cast<double>(quarters * 1.57079632679489661923L);
    for (double near : {x, std::nextafter(x, 0.0), std::nextafter(x, std::numeric_limits<double>::infinity())}) {
      values.push_back(near);
      values.push_back(-near);
    }
  };
  for (int k = 1; k <= 2000; ++k) add(k / 2.0L);
  for (int exponent = 12; exponent < 1020; ++exponent) add(std::ldexp(1.0L, exponent));
  return values;
}

template <class T>
struct Pairs {
  std::vector<T> x, y;
  void add(T of_x, T of_y) { x.push_back(of_x), y.push_back(of_y); }
};

/// Special numbers with each other, numbers of every magnitude, and numbers near each other.
template <class T>
Pairs<T> points() {
  Pairs<T> points;
  for (T a : special_values<T>()) {
    for (T b : special_values<T>()) points.add(a, b);
  }
  std::mt19937_64 random(8);
  const auto number = [&] {
    using Limits = std::numeric_limits<T>;
    const int lowest = Limits::min_exponent - Limits::digits, range = Limits::max_exponent - lowest;
    const T mantissa = T(1 + static_cast<double>(random() >> 11) * 0x1p-53);
    const T x = std::ldexp(mantissa, static_cast<int>(random() % static_cast<uint64_t>(range)) + lowest);
    return random() % 2 ? x : -x;
  };
  while (points.x.size() < 200000) {
    const T x = number();
    points.add(x, number());
    points.add(x, static_cast<T>(x * (1 + std::ldexp(static_cast<double>(random() % 1000) - 500, -9))));
  }
  return points;
}

/// Special numbers with each other, results everywhere in the range and near its ends, bases near 1, and exact powers.
template <class T>
Pairs<T> powers(std::initializer_list<T> wholes) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> special = special_values<T>();
  for (T value : wholes) special.insert(special.end(), {value, -value});
  Pairs<T> powers;
  for (T a : special) {
    for (T b : special) powers.add(a, b);
  }
  for (double exponent : {-2.0, -1.5, -1.0, -0.5, 0.5, 1.5, 2.0, 3.0, 4.0}) {
    for (T base : special) powers.add(base, static_cast<T>(exponent));
    for (int k = 1; k < 3000; ++k) powers.add(static_cast<T>(k * 0.0137), static_cast<T>(exponent));
  }
  for (int base = 2; base <= 12; ++base) {
    for (int exponent = -1100; exponent <= 1100; ++exponent) powers.add(T(base), T(exponent));
  }
  std::mt19937_64 random(6);
  const auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  const int lowest = Limits::min_exponent - Limits::digits, range = Limits::max_exponent - lowest;
  const double most = 1.1 * std::log(2) * Limits::max_exponent;
  while (powers.x.size() < 300000) {
    const auto base = std::ldexp(T(1 + unit()), static_cast<int>(random() % static_cast<uint64_t>(range)) + lowest);
    const double exponent = most * (2 * unit() - 1) / std::max(std::abs(std::log(static_cast<double>(base))), 1e-3);
    powers.add(random() % 4 == 0 ? -base : base, static_cast<T>(random() % 2 ? std::nearbyint(exponent) : exponent));
    const auto near_one = static_cast<T>(1 + std::ldexp(unit() - 0.5, -static_cast<int>(random() % 40)));
    const double steep = most * (2 * unit() - 1) / std::log(static_cast<double>(near_one));
    if (std::isfinite(steep)) powers.add(near_one, static_cast<T>(steep));
  }
  return powers;
}

/// A function of two numbers, by itself and in a wider type.
template <class T, class Wide>
struct KnownOfTwo {
  const char* name;
  Tensor (*op)(const TensorArg&, const TensorArg&);
  T (*own)(T, T);
  Wide (*exact)(Wide, Wide);
};
template <class T, class Wide>
const KnownOfTwo<T, Wide> kPow{"pow", &ag::pow, [](T x, T y) { return kernel::math::pow(x, y); },
                               [](Wide x, Wide y) { return std::pow(x, y); }};
template <class T, class Wide>
const KnownOfTwo<T, Wide> kAtan2{"atan2", &ag::atan2, [](T y, T x) { return kernel::math::atan2(y, x); },
                                 [](Wide y, Wide x) { return std::atan2(y, x); }};
template <class T, class Wide>
const KnownOfTwo<T, Wide> kHypot{"hypot", &ag::hypot, [](T x, T y) { return kernel::math::hypot(x, y); },
                                 [](Wide x, Wide y) { return std::hypot(x, y); }};

template <class T, class Wide>
void check_pairs(const KnownOfTwo<T, Wide>& function, const Pairs<T>& pairs, double bound) {
  const Tensor a = tensor_of(pairs.x), b = tensor_of(pairs.y), result = function.op(a, b);
  Tensor compiled;
  std::string why;
  if (const codegen::BackendInterface* backend = exec::backend(why)) {
    tracing::Trace trace("f", ops::table());
    const Tensor first = trace.add_input({a.dtype(), a.shape(), false}, "x"),
                 second = trace.add_input({b.dtype(), b.shape(), false}, "y");
    trace.graph().block(trace.graph().body()).results = {
        trace.value_of(function.op(first, second), SourceLocation::current())};
    const Tensor* inputs[] = {&a, &b};
    compiled = exec::Compiled(trace.graph(), *backend).run(inputs).front();
  }
  double greatest = 0;
  for (size_t k = 0; k < pairs.x.size(); ++k) {
    const T x = pairs.x[k], y = pairs.y[k];
    INFO(function.name << "(" << x << ", " << y << ")");
    const T actual = data_of<T>(result)[k];
    const double error = ulps<T, Wide>(actual, function.exact(static_cast<Wide>(x), static_cast<Wide>(y)));
    greatest = std::max(greatest, error);
    if (error > bound || !same_number(actual, function.own(x, y))) FAIL_CHECK(error << " ulp: " << actual);
    if (compiled.defined() && !same_number(actual, data_of<T>(compiled)[k])) FAIL_CHECK("other native code");
  }
  CHECK(greatest > 0);
}

}  // namespace

TEST_CASE("the functions of float32 are as exact as documented") {
  const char* chosen = std::getenv("AG_MATH_STRIDE");
  const uint64_t stride = chosen ? std::strtoull(chosen, nullptr, 10) : 2003;
  constexpr size_t kBlock = size_t{1} << 20;
  for (const Known& function : kFunctions) {
    SECTION(function.name) {
      float worst = 0, at = 0;
      double greatest =
          check_values(function, special_values<float>(), function.own32, function.exact32, 1, true, worst);
      bool native = true;
      for (uint64_t first = 0; first < (uint64_t{1} << 32); first += stride * kBlock) {
        const std::vector<float> values = patterns(first, stride, kBlock);
        const double error =
            check_values(function, values, function.own32, function.exact32, 61, native || stride > 1, at);
        if (error > greatest) worst = at;
        greatest = std::max(greatest, error);
        native = false;
      }
      if (chosen) WARN(function.name << " of float32: " << greatest << " ulp at " << worst);
      INFO(function.name << " of " << worst);
      CHECK(greatest <= function.bound32);
    }
  }
}

TEST_CASE("the functions of float64 are as exact as documented") {
  for (const Known& function : kFunctions) {
    double worst = 0;
    std::vector<double> values = numbers(200000);
    for (double x : special_values<double>()) values.push_back(x);
    for (double x : angles()) values.push_back(x);
    const double greatest = check_values(function, values, function.own64, function.exact64, 7, true, worst);
    INFO(function.name << " of " << worst);
    CHECK(greatest <= function.bound64);
  }
}

TEST_CASE("a square is the product, to the bit") {
  for (const DType dtype : {DType::float32, DType::float64}) {
    const Tensor mantissas = linspace(1, 2, 100001, dtype);
    for (const double scale : {1.0, -3e-30, 1e-39, 5e18, 1e160, -1e-170, 5e-324}) {
      const Tensor x = mantissas * astype(scale, dtype);
      CHECK(all(pow(x, 2) == x * x).item<bool>());
      CHECK(!any(bitcast(pow(x, 2), dtype == DType::float32 ? DType::int32 : DType::int64) < 0).item<bool>());
    }
  }
}

TEST_CASE("pow is as exact as documented, and special where that of the C library is") {
  SECTION("float32") {
    check_pairs<float, double>(
        kPow<float, double>,
        powers<float>({1.5f, 3.0f, 16777216.0f, 16777217.0f, 8388609.5f, 0.99999994f, 1.0000001f, 1e-30f}), 3.3);
  }
  SECTION("float64") {
    check_pairs<double, long double>(
        kPow<double, long double>,
        powers<double>({1.5, 3.0, 0x1p53, 0x1p53 + 2, 0x1p52 + 1, 0x1p51 + 0.5, 1e-310, 1e-30, 1023.0, 1074.0, 1075.0}),
        3.3);
  }
}

TEST_CASE("hypot and atan2 are as exact as documented, and special where those of the C library are") {
  check_pairs(kHypot<float, double>, points<float>(), 0.6);
  check_pairs(kAtan2<float, double>, points<float>(), 0.6);
  check_pairs(kHypot<double, long double>, points<double>(), 0.8);
  check_pairs(kAtan2<double, long double>, points<double>(), 0.8);
}

TEST_CASE("powers that a few operations compute") {
  const Tensor x = linspace(0.1, 9, 1001, DType::float64);
  CHECK(all(pow(x, 3) == x * x * x).item<bool>());
  CHECK(all(pow(x, 4) == x * x * (x * x)).item<bool>());
  CHECK(all(pow(x, 0.5) == sqrt(x)).item<bool>());
  CHECK(all(pow(x, 1.5) == x * sqrt(x)).item<bool>());
  CHECK(all(pow(x, -1) == 1 / x).item<bool>());
  CHECK(all(pow(x, -0.5) == 1 / sqrt(x)).item<bool>());
}

TEST_CASE("powers of numbers that are not positive have the bits of exp") {
  const auto check = [](auto x) {
    const auto exact = kernel::math::exp(x), found = kernel::math::exp_of_negative(x);
    if (same_number(found, exact)) return true;
    WARN(x << ": " << exact << ", " << found);
    return false;
  };
  bool right = check(std::numeric_limits<float>::quiet_NaN()) && check(0.0f) && check(0.0);
  for (uint64_t bits = uint64_t{1} << 31; bits < uint64_t{0x1ff} << 23 && right; bits += 251) {
    right = check(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  }
  for (double x = -800; x < 0 && right; x += 0.00137) right = check(x);
  CHECK(right);
  CHECK(check(-std::numeric_limits<float>::infinity()));
  CHECK(check(-std::numeric_limits<double>::infinity()));
}

TEST_CASE("functions of fast native code are as exact as documented") {
  const std::pair<const char*, double> bounds[] = {{"tanh", 5.3}, {"erf", 7.0}};
  const char* const text = std::getenv("AG_MATH_STRIDE");
  const uint64_t stride = text ? std::strtoull(text, nullptr, 10) : 2053;
  constexpr size_t kMost = 1 << 21;
  for (const auto& [name, bound] : bounds) {
    const auto function =
        std::ranges::find_if(kFunctions, [&](const Known& one) { return one.name == std::string(name); });
    REQUIRE(function != std::end(kFunctions));
    double greatest = 0;
    float worst = 0;
    const auto check = [&](const std::vector<float>& values) {
      const Tensor y = run_native(*function, tensor_of(values), true);
      if (!y.defined()) return;
      for (size_t k = 0; k < values.size(); ++k) {
        const double error = ulps<float, double>(data_of<float>(y)[k], function->exact32(values[k]));
        if (error > greatest) greatest = error, worst = values[k];
      }
    };
    check(special_values<float>());
    for (uint64_t first = 0; first < uint64_t{1} << 32; first += stride * kMost) check(patterns(first, stride, kMost));
    INFO(name << " of " << worst << " is " << greatest << " units in the last place off");
    if (text) WARN(name << ": " << greatest << " at " << worst);
    CHECK(greatest <= bound);
  }
}

TEST_CASE("native code of the functions calls none of the C library, except for great quotients of fmod") {
  std::string why;
  const codegen::BackendInterface* backend = exec::backend(why);
  if (!backend) return;
  const auto assembly_of = [&](DType dtype, const auto& function) {
    tracing::Trace trace("f", ops::table());
    const Tensor x = trace.add_input({dtype, Shape({1000}), false}, "x");
    trace.graph().block(trace.graph().body()).results = {trace.value_of(function(x), SourceLocation::current())};
    const codegen::Program program = codegen::lower(trace.graph());
    const std::vector<codegen::Symbol> symbols = codegen::native_symbols(exec::Frame::calls());
    std::string error, assembly;
    REQUIRE(backend->compile({program, symbols, nullptr, nullptr, &assembly, false}, error));
    return assembly;
  };
  for (DType dtype : {float32, float64}) {
    const std::string type = dtype == float32 ? "_float32" : "_float64";
    for (const Known& function : kFunctions) {
      INFO(function.name << type);
      CHECK(assembly_of(dtype, function.op).find(std::string("ag_") + function.name + type) == std::string::npos);
    }
    CHECK(assembly_of(dtype, [](const Tensor& x) { return pow(x, x); }).find("ag_pow" + type) == std::string::npos);
    CHECK(assembly_of(dtype, [](const Tensor& x) { return hypot(x, x); }).find("ag_hypot" + type) == std::string::npos);
    CHECK(assembly_of(dtype, [](const Tensor& x) { return atan2(x, x); }).find("ag_atan2" + type) == std::string::npos);
    CHECK(assembly_of(dtype, [](const Tensor& x) { return lgamma(x); }).find("ag_lgamma" + type) == std::string::npos);
    CHECK(assembly_of(dtype, [](const Tensor& x) { return fmod(x, x); }).find("ag_fmod" + type) != std::string::npos);
  }
}

TEST_CASE("tanh and erf are odd, and at most 1") {
  const std::vector<float> values = patterns(0, 4093, size_t{1} << 20);
  for (auto* const function : {kernel::math::tanh<float>, kernel::math::erf<float>}) {
    for (float x : values) {
      const float y = function(x);
      INFO(x);
      if (!same_number(function(-x), -y) || y > 1 || y < -1) FAIL_CHECK("not odd, or beyond 1: " << y);
    }
  }
}

TEST_CASE("many steps of tanh do not add up what one errs by") {
  float x = 1;
  double exact = 1;
  for (int k = 0; k < 600; ++k) x = kernel::math::tanh(x), exact = std::tanh(exact);
  CHECK(std::abs(x - exact) < 1e-6 * exact);
}

TEST_CASE("few operations of tanh follow one another") {
  tracing::Trace trace("f", ops::table());
  const Tensor x = trace.add_input({float32, Shape({1000}), false}, "x");
  trace.graph().block(trace.graph().body()).results = {trace.value_of(tanh(x), SourceLocation::current())};
  const codegen::Program program = codegen::lower(trace.graph());
  std::vector<int> waits(program.registers.size());  // by register: for how many operations, one behind another
  int longest = 0;
  for (const codegen::Statement& loop : program.body) {
    if (loop.kind != codegen::StatementKind::Loop) continue;
    for (const codegen::Statement& statement : loop.blocks[0]) {
      if (statement.kind != codegen::StatementKind::Let) continue;
      int& own = waits[static_cast<size_t>(statement.result)];
      for (codegen::Register operand : statement.operands) own = std::max(own, waits[static_cast<size_t>(operand)]);
      longest = std::max(longest, ++own);
    }
  }
  CHECK(longest > 0);
  CHECK(longest <= 15);
}

}  // namespace math_test

}  // namespace ag
