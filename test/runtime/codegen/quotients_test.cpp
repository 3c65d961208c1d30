/// Tests of the greatest or least quotient that need no division: which do, and that they give what the quotients give,
/// where these are next to the number that is asked for above all.
#include <cmath>
#include <limits>

#include "runtime/codegen/array_loop_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace {

constexpr int64_t kCount = 64;

std::string question(const char* fold, const char* comparison, const char* dtype, const std::string& number,
                     int64_t count = kCount) {
  std::string text = R"(graph f(%0: TYPE[N], %1: TYPE[N]) -> boolean[] {
    %2 = constant() {value = TYPE[]{NUMBER}} : TYPE[]
    %3 = divide(%0, %1) : TYPE[N]
    %4 = FOLD(%3) {axes = [0], keepdims = false} : TYPE[]
    %5 = COMPARISON(%4, %2) : boolean[]
    yield %5
  })";
  text = replaced(replaced(text, "FOLD", fold), "COMPARISON", comparison);
  return replaced(replaced(replaced(text, "TYPE", dtype), "NUMBER", number), "[N]", "[" + std::to_string(count) + "]");
}

/// Whether a program divides elsewhere than where it has found out that it must.
bool always_divides(const std::string& text) {
  const codegen::Program program = codegen::lower(ir::parse(text, ops::table()));
  bool found = false;
  for (const codegen::Statement& statement : program.body) {
    if (statement.kind != codegen::StatementKind::Fold) continue;
    for (const codegen::Statement& one : statement.blocks[0]) {
      found = found || (one.kind == codegen::StatementKind::Let && one.primitive == codegen::Primitive::Divide);
    }
  }
  return found;
}

template <class T>
struct Quotient {
  T n, d;
};

/// Quotients at c and beside it, by divisors of all sizes and both signs; and what has no quotient, or a divisor that
/// the test leaves alone.
template <class T>
std::vector<Quotient<T>> hard_ones(T c, unsigned seed) {
  constexpr T kInfinity = std::numeric_limits<T>::infinity(), kNan = std::numeric_limits<T>::quiet_NaN();
  constexpr T kLeast = std::numeric_limits<T>::denorm_min(), kMost = std::numeric_limits<T>::max();
  std::vector<Quotient<T>> list;
  std::mt19937_64 random(seed);
  for (int k = 0; k < 400; ++k) {
    // Divisors of few bits and of all bits, some of them as large and as small as there are.
    T d = T(1) + static_cast<T>(random() % (k % 2 ? 16 : 1u << 20)) / (k % 2 ? 16 : 1u << 20);
    if (k % 4 > 1) d = std::nextafter(d + static_cast<T>(random() % 4096) * std::numeric_limits<T>::epsilon(), kMost);
    constexpr int kRange = std::numeric_limits<T>::max_exponent;
    d = std::ldexp(d, static_cast<int>(random() % (2 * kRange + 20)) - kRange - 20);
    if (random() % 2) d = -d;
    T n = c * d;
    for (int step = static_cast<int>(random() % 7) - 3; step != 0; step += step < 0 ? 1 : -1) {
      n = std::nextafter(n, step < 0 ? -kInfinity : kInfinity);
    }
    list.push_back({n, d});
  }
  const T special[] = {0, -T(0), 1, -1, kInfinity, -kInfinity, kNan, kLeast, -kLeast, kMost, -kMost, c, -c};
  for (const T n : special) {
    for (const T d : special) list.push_back({n, d});
  }
  return list;
}

template <class T>
bool answer(bool greatest, const std::string& comparison, T quotient, T other, T c) {
  T best = other;
  if (std::isnan(quotient) || (greatest ? quotient > other : quotient < other)) best = quotient;
  if (comparison == "greater") return best > c;
  if (comparison == "greater_equal") return best >= c;
  if (comparison == "less") return best < c;
  return best <= c;
}

template <class T>
void check_all(const char* dtype, const std::vector<std::string>& numbers) {
  std::string why;
  const codegen::BackendInterface* const backend = exec::backend(why);
  if (!backend) {
    WARN("skipped: " + why);
    return;
  }
  for (const char* fold : {"max", "min"}) {
    for (const char* comparison : {"greater", "greater_equal", "less", "less_equal"}) {
      for (const std::string& number : numbers) {
        const T c = static_cast<T>(std::stod(number));
        const std::string text = question(fold, comparison, dtype, number);
        CHECK(!always_divides(text));
        const ir::Graph graph = ir::parse(text, ops::table());
        const exec::Compiled native(graph, *backend);
        // The others are far from c, on the side where they decide nothing.
        const bool greatest = std::string(fold) == "max";
        const T far = greatest ? -2 * std::abs(c) : 2 * std::abs(c);
        size_t at = 0;
        for (const Quotient<T>& one : hard_ones<T>(c, 7)) {
          std::vector<T> n(kCount, far), d(kCount, T(1));
          n[at % kCount] = one.n, d[at % kCount] = one.d;
          ++at;
          const Tensor a = tensor(n), b = tensor(d);
          const Tensor* const inputs[] = {&a, &b};
          const bool found = native.run(inputs)[0].template item<bool>();
          INFO(text << "\n" << std::hexfloat << one.n << " / " << one.d << ", c " << c);
          REQUIRE(found == answer<T>(greatest, comparison, one.n / one.d, far, c));
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("the greatest or least quotient is compared with a number without a division, exactly") {
  check_all<float>("float32", {"1", "1.00001", "0.3", "-0.75", "1e-5", "2", "-4", "1e5"});
  check_all<double>("float64", {"1", "1e-14", "-0.1", "1024", "3.3e-9"});
}

TEST_CASE("what no test without a division is exact for, or would gain by it, is divided") {
  CHECK(always_divides(question("max", "greater", "float32", "0")));
  CHECK(always_divides(question("max", "greater", "float32", "inf")));
  CHECK(always_divides(question("max", "greater", "float32", "nan")));
  CHECK(always_divides(question("max", "greater", "float32", "1e-30")));
  CHECK(always_divides(question("max", "greater", "float32", "1e10")));
  CHECK(always_divides(question("max", "equal", "float32", "1")));
  CHECK(always_divides(question("max", "greater", "float32", "1", 16)));
  CHECK(always_divides(question("sum", "greater", "float32", "1")));
  // Another needs the greatest quotient.
  const std::string text =
      replaced(replaced(question("max", "greater", "float32", "1"), "-> boolean[]", "-> boolean[], float32[]"),
               "yield %5", "yield %5, %4");
  CHECK(always_divides(text));
  agree(text, {spread(kCount, 1, 1), spread(kCount, 1, 2)});
}

TEST_CASE("a test without a division beside other folds, and with the number in front") {
  const std::string text = R"(graph f(%0: float32[N], %1: float32[N]) -> boolean[], float32[], boolean[] {
    %2 = constant() {value = float32[]{0.5}} : float32[]
    %3 = divide(%0, %1) : float32[N]
    %4 = max(%3) {axes = [0], keepdims = false} : float32[]
    %5 = sum(%0) {axes = [0], keepdims = false} : float32[]
    %6 = divide(%1, %0) : float32[N]
    %7 = min(%6) {axes = [0], keepdims = false} : float32[]
    %8 = less(%2, %4) : boolean[]
    %9 = greater_equal(%2, %7) : boolean[]
    yield %8, %5, %9
  })";
  for (const int64_t count : {64, 65, 1000, 5000}) {
    const std::string one = replaced(text, "[N]", "[" + std::to_string(count) + "]");
    CHECK(!always_divides(one));
    for (unsigned seed = 1; seed < 6; ++seed) agree(one, {spread(count, 1, seed), spread(count, 1, seed + 10)});
    agree(one, {full({count}, 1.0f), full({count}, 2.0f)});
    agree(one, {full({count}, 1.0f), full({count}, -3.0f)});
  }
}

TEST_CASE("the statements of a test without a division") {
  CHECK(statements(question("max", "greater", "float32", "0.5").c_str()) == R"(  s0: float32 = 0.5
  fold s1 < 64 (s30: boolean = any s21, s31: boolean = all s29) {
    s2: float32 = load a0[s1]
    s3: float32 = load a1[s1]
    s14: float32 = -0.5
    s15: float32 = fma s3, s14, s2
    s16: float32 = 2.9802322e-08
    s17: float32 = mul s3, s16
    s18: float32 = 0
    s19: boolean = lt s3, s18
    s20: boolean = gt s15, s17
    s21: boolean = xor s20, s19
    s22: float32 = abs s3
    s23: float32 = 3.1554436e-30
    s24: boolean = ge s22, s23
    s25: float32 = 3.4028235e+38
    s26: boolean = le s22, s25
    s27: boolean = eq s15, s15
    s28: boolean = and s24, s26
    s29: boolean = and s28, s27
  }
  if s31 {
    set v32: boolean = s30
  } {
    fold s8 < 64 (s12: float32 = max s11) {
      s9: float32 = load a0[s8]
      s10: float32 = load a1[s8]
      s11: float32 = div s9, s10
    }
    s13: boolean = gt s12, s0
    set v32: boolean = s13
  }
  s7: boolean = copy v32
  box a2 = s7
)");
}

}  // namespace ag::test
