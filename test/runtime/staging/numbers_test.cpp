/// Numbers that may be symbolic compute as C++ computes, in every type: plainly, known while tracing, and in a graph.
#include <cmath>
#include <cstring>
#include <random>
#include <type_traits>
#include <variant>

#include "runtime/staging/three_ways.h"
#include "support/catch.h"

namespace ag::test {

namespace numbers_test {
namespace {

enum class Phase : uint8_t { up, down, done };
enum Plain { one = 1, two };

template <class T>
using S = Staged<T>;
template <class A, class B>
constexpr bool same = std::is_same_v<A, B>;

// The types of results are C++'s.
static_assert(same<decltype(S<uint8_t>() + S<uint8_t>()), S<int>>);
static_assert(same<decltype(S<float>() * 0.1), S<double>>);
static_assert(same<decltype(1.5f - S<int>()), S<float>>);
static_assert(same<decltype(S<bool>() + 'a'), S<int>>);
static_assert(same<decltype(S<unsigned>() / S<int64_t>()), S<int64_t>>);
static_assert(same<decltype(S<int>() << int64_t{1}), S<int>>);
static_assert(same<decltype(S<int>() < size_t{1}), S<bool>>);
static_assert(same<decltype(S<Plain>() | S<Plain>()), S<unsigned>> || same<decltype(S<Plain>() | S<Plain>()), S<int>>);
static_assert(same<decltype(S<Phase>() == Phase::up), S<bool>>);
static_assert(same<decltype(-S<uint8_t>()), S<int>>);
static_assert(same<std::common_type_t<S<int>, double>, S<double>>);
static_assert(std::numeric_limits<S<int>>::max() == std::numeric_limits<int>::max());
static_assert(std::is_trivially_copyable_v<S<int>> && sizeof(S<int>) == 8 && sizeof(S<double>) == 16);

// What does not compile on int does not compile here, and what would lose the symbol does not either.
template <class T>
concept AddsToPhase = requires(T a) { a + 1; };
static_assert(!AddsToPhase<S<Phase>>);
template <class T>
concept Streams = requires(std::ostream& stream, T a) { stream << a; };
static_assert(!Streams<S<int>>);
static_assert(!std::is_convertible_v<S<int>, int> && !std::is_constructible_v<bool, S<int>>);
static_assert(!std::is_convertible_v<int, S<Phase>> && !std::is_convertible_v<S<int>, S<Phase>>);
template <class T>
concept TensorAssigns = requires(T a, Tensor t) { a += t; };
static_assert(!TensorAssigns<S<int>>);

using Value = std::variant<S<bool>, S<int8_t>, S<uint8_t>, S<int16_t>, S<int32_t>, S<uint32_t>, S<int64_t>, S<uint64_t>,
                           S<float>, S<double>>;

// Plain C++ wherever it has a meaning; that a known Staged agrees is checked on every step.
template <class T>
void same_bits(T staged, T plain) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(staged) && std::isnan(plain)) return;
  }
  if (std::memcmp(&staged, &plain, sizeof(T)) != 0) FAIL("a known number and plain C++ disagree");
}

struct Operators {
  template <class R, class A, class B, class F>
  static Value run(const S<A>& a, const S<B>& b, F f) {
    const auto result = f(a, b);
    if constexpr (std::is_floating_point_v<A> || std::is_floating_point_v<B> ||
                  std::is_unsigned_v<decltype(A() + B())>) {
      if (a.is_host() && b.is_host()) same_bits(result.value(), f(a.value(), b.value()));
    }
    static_assert(same<typename decltype(result)::value_type, decltype(f(A(), B()))>);
    return result;
  }
};

Value binary(int op, const Value& left, const Value& right) {
  return std::visit(
      [op]<class A, class B>(const S<A>& a, const S<B>& b) -> Value {
        constexpr bool integers = std::is_integral_v<A> && std::is_integral_v<B>;
        switch (op) {
          case 0:
            return Operators::run<void>(a, b, [](auto x, auto y) { return x + y; });
          case 1:
            return Operators::run<void>(a, b, [](auto x, auto y) { return x - y; });
          case 2:
            return Operators::run<void>(a, b, [](auto x, auto y) { return x * y; });
          case 3:
            return a / b;
          case 4:
            if constexpr (integers) return a % b;
            return a;
          case 5:
            if constexpr (integers) return Operators::run<void>(a, b, [](auto x, auto y) { return x & y; });
            return b;
          case 6:
            if constexpr (integers) return Operators::run<void>(a, b, [](auto x, auto y) { return x | y; });
            return a;
          case 7:
            if constexpr (integers) return Operators::run<void>(a, b, [](auto x, auto y) { return x ^ y; });
            return b;
          case 8:
            if constexpr (integers) return a << b;
            return a;
          case 9:
            if constexpr (integers) return a >> b;
            return b;
          case 10:
            return a == b;
          case 11:
            return a != b;
          case 12:
            return a < b;
          case 13:
            return a <= b;
          case 14:
            return a > b;
          case 15:
            return a >= b;
          case 16: {
            S<A> c = a;
            c += b;
            return c;
          }
          case 17: {
            S<A> c = a;
            c *= b;
            return c;
          }
          default: {
            S<A> c = b;
            return c;
          }
        }
      },
      left, right);
}

Value unary(int op, const Value& operand) {
  return std::visit(
      [op]<class A>(const S<A>& a) -> Value {
        S<A> c = a;
        switch (op) {
          case 0:
            return -a;
          case 1:
            return +a;
          case 2:
            return !a;
          case 3:
            if constexpr (std::is_integral_v<A>) return ~a;
            return a;
          case 4:
            if constexpr (!same<A, bool>) return c++;
            return c;
          case 5:
            if constexpr (!same<A, bool>) return --c;
            return c;
          case 6:
            return cast<int16_t>(a);
          case 7:
            return cast<uint8_t>(cast<int64_t>(a));
          default:
            return cast<float>(a);
        }
      },
      operand);
}

detail::Number number_of(const Value& value) {
  return std::visit([](const auto& number) { return number.number(); }, value);
}

struct Step {
  int op;  // below 100: binary
  size_t a, b;
};

Value run_step(const Step& step, const std::vector<Value>& values) {
  return step.op < 100 ? binary(step.op, values[step.a], values[step.b]) : unary(step.op - 100, values[step.a]);
}

/// Values at the edges of a type as often as others.
template <class T>
T random_value(std::mt19937& random) {
  using Limits = std::numeric_limits<T>;
  switch (random() % 6) {
    case 0:
      return Limits::max();
    case 1:
      return Limits::lowest();
    case 2:
      return static_cast<T>(static_cast<int>(random() % 9) - 4);
    case 3:
      return static_cast<T>(random() % 2);
    default:
      if constexpr (std::is_floating_point_v<T>) return static_cast<T>((static_cast<double>(random()) - 2e9) / 1e7);
      return static_cast<T>(random() * uint64_t{0x9E3779B97F4A7C15u});
  }
}

template <size_t... I>
std::vector<Value> random_leaves(std::mt19937& random, std::index_sequence<I...>) {
  return {Value(std::variant_alternative_t<I, Value>(
      random_value<typename std::variant_alternative_t<I, Value>::value_type>(random)))...};
}

/// A floating-point value that an integer type does not hold has no meaning in C++ once it is converted.
bool is_tame(const Value& value) {
  const detail::Number number = number_of(value);
  if (!is_floating(number.dtype)) return true;
  const double x = number.dtype == DType::float32 ? detail::value_of_bits<float>(number.bits)
                                                  : detail::value_of_bits<double>(number.bits);
  return std::isfinite(x) && x >= 0 && x < 120;
}
bool is_small(const Value& value) {
  return std::visit([]<class T>(const S<T>& x) { return x.value() >= T(0) && x.value() < T(11); }, value);
}

}  // namespace

TEST_CASE("random expressions over numbers of every type give the same bits plainly and in a graph") {
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  constexpr auto kTypes = std::make_index_sequence<std::variant_size_v<Value>>();
  for (int round = 0; round < 300; ++round) {
    std::vector<Value> leaves = random_leaves(random, kTypes), values = leaves;
    std::vector<Step> steps;
    while (steps.size() < 12) {
      Step step{static_cast<int>(random() % 28), random() % values.size(), random() % values.size()};
      if (step.op >= 19) step.op += 100 - 19;
      const bool converts = step.op >= 106 || (step.op >= 16 && step.op < 100);
      if (converts && !(is_tame(values[step.a]) && is_tame(values[step.b]))) continue;
      const auto floating = [](const Value& value) { return is_floating(number_of(value).dtype); };
      const bool mixed = floating(values[step.a]) || floating(values[step.b]);
      if (converts && step.op < 18 && mixed && !(is_small(values[step.a]) && is_small(values[step.b]))) continue;
      try {
        const Value result = run_step(step, values);
        if (converts && !is_tame(result)) continue;
        values.push_back(result);
        steps.push_back(step);
      } catch (const Error& error) {
        REQUIRE(error.kind() == ErrorKind::invalid_argument);  // no meaning in C++: another step
      }
    }
    // The same with symbols for some of the leaves.
    tracing::Trace trace("f", ops::table());
    std::vector<Tensor> inputs;
    std::vector<Value> symbols = leaves;
    for (size_t k = 0; k < leaves.size(); ++k) {
      if (random() % 4 == 0) continue;
      std::visit(
          [&]<class T>(S<T>& leaf) {
            inputs.push_back(leaf.tensor());
            leaf = S<T>::of(trace.add_input({dtype_of<T>(), Shape(), false}, "x"));
          },
          symbols[k]);
    }
    for (const Step& step : steps) symbols.push_back(run_step(step, symbols));
    std::vector<ir::ValueId> results;
    for (const Value& value : symbols) {
      results.push_back(trace.value_of(detail::number_tensor(number_of(value), SourceLocation::current()),
                                       SourceLocation::current()));
    }
    trace.graph().block(trace.graph().body()).results = results;
    ir::verify(trace.graph(), "tracing");
    const std::string text = ir::print(trace.graph());
    INFO(text);
    auto graph = std::make_shared<const ir::Graph>(ir::parse(text, ops::table()));
    std::vector<const Tensor*> pointers;
    for (const Tensor& input : inputs) pointers.push_back(&input);
    const std::vector<Tensor> outputs = exec::Interpreter(graph).run(pointers);
    for (size_t k = 0; k < values.size(); ++k) {
      INFO("value " << k);
      const Tensor expected = detail::number_tensor(number_of(values[k]), SourceLocation::current());
      REQUIRE(outputs[k].dtype() == expected.dtype());
      const double a = outputs[k].item<double>(), b = expected.item<double>();
      if (std::isnan(a) && std::isnan(b)) continue;
      REQUIRE(std::memcmp(outputs[k].impl()->data(), expected.impl()->data(), item_size(expected.dtype())) == 0);
    }
  }
}

}  // namespace numbers_test

}  // namespace ag::test
