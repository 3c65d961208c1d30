/// The functions of <cmath> and <algorithm> on numbers that may be symbolic: types and values are those of C++.
#include <cmath>
#include <cstring>

#include "runtime/staging/three_ways.h"
#include "support/catch.h"

namespace ag::test {

namespace cxx_test {
namespace {

template <class A, class B>
constexpr bool same = std::is_same_v<A, B>;
using I = Staged<int>;
using F = Staged<float>;
using U = Staged<uint8_t>;

static_assert(same<decltype(cxx::sqrt(I())), Staged<double>> && same<decltype(cxx::sqrt(F())), F>);
static_assert(same<decltype(cxx::sqrt(2)), double> && same<decltype(cxx::sqrt(2.f)), float>);
static_assert(same<decltype(cxx::pow(F(), 2)), Staged<double>> && same<decltype(cxx::pow(F(), 2.f)), F>);
static_assert(same<decltype(cxx::abs(U())), I> && same<decltype(cxx::abs(F())), F> &&
              same<decltype(cxx::abs(-1)), int>);
static_assert(same<decltype(cxx::max(I(), 3)), I> && same<decltype(cxx::max<double>(I(), 3)), Staged<double>>);
static_assert(same<decltype(cxx::clamp(I(), 3, 5)), I> && same<decltype(cxx::lround(F())), Staged<long>>);
static_assert(same<decltype(cxx::gcd(I(), 4u)), Staged<unsigned>> && same<decltype(cxx::isnan(F())), Staged<bool>>);
static_assert(same<decltype(cxx::hypot(I(), 1, 1.f)), Staged<double>>);
template <class A, class B>
concept HasMax = requires(A a, B b) { cxx::max(a, b); };
static_assert(!HasMax<I, double>);  // std::max deduces one type

/// Runs `call` on known numbers and on symbols of the same types, and compares the bits.
template <class Call, class... T>
void check(const char* name, Call call, T... values) {
  const auto plain = call(values...);
  using R = decltype(plain);
  const auto known = call(Staged<T>(values)...);
  static_assert(same<std::remove_const_t<R>, typename decltype(known)::value_type>);
  tracing::Trace trace("f", ops::table());
  std::vector<Tensor> inputs{Staged<T>(values).tensor()...};
  // In braces, which are evaluated from left to right.
  const std::tuple<Staged<T>...> symbols{Staged<T>::of(trace.add_input({dtype_of<T>(), Shape(), false}, "x"))...};
  const auto symbolic = std::apply(call, symbols);
  trace.graph().block(trace.graph().body()).results = {trace.value_of(symbolic.tensor(), SourceLocation::current())};
  ir::verify(trace.graph(), "tracing");
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(ir::print(trace.graph()), ops::table()));
  std::vector<const Tensor*> pointers;
  for (const Tensor& input : inputs) pointers.push_back(&input);
  const Tensor output = exec::Interpreter(graph).run(pointers).front();
  const auto computed = Staged<std::remove_const_t<R>>::of(detail::Number{[&] {
                                                                            uint64_t bits = 0;
                                                                            std::memcpy(&bits, output.impl()->data(),
                                                                                        item_size(output.dtype()));
                                                                            return bits;
                                                                          }(),
                                                                          0, output.dtype()});
  INFO(name << " of " << static_cast<double>((values + ... + 0)) << " of " << typeid(std::tuple<T...>).name());
  if (plain != plain) {
    CHECK((known.value() != known.value() && computed.value() != computed.value()));
    return;
  }
  CHECK(detail::bits_of(plain) == detail::bits_of(known.value()));
  CHECK(detail::bits_of(plain) == detail::bits_of(computed.value()));
}

}  // namespace

#define CHECK_FUNCTION(name, ...) check(#name, [](auto... x) { return cxx::name(x...); }, __VA_ARGS__)

/// Calls a function of one number with numbers of several types.
#define CHECK_UNARY(name)                                     \
  for (const double x : {0.3, -0.7, 2.5, 100.0, -3.5, 0.0}) { \
    CHECK_FUNCTION(name, x);                                  \
    CHECK_FUNCTION(name, static_cast<float>(x));              \
    CHECK_FUNCTION(name, static_cast<int>(x) + 3);            \
  }

TEST_CASE("functions of one number") {
  CHECK_UNARY(acos);
  CHECK_UNARY(acosh);
  CHECK_UNARY(asin);
  CHECK_UNARY(asinh);
  CHECK_UNARY(atan);
  CHECK_UNARY(atanh);
  CHECK_UNARY(cbrt);
  CHECK_UNARY(ceil);
  CHECK_UNARY(cos);
  CHECK_UNARY(cosh);
  CHECK_UNARY(erf);
  CHECK_UNARY(erfc);
  CHECK_UNARY(exp);
  CHECK_UNARY(exp2);
  CHECK_UNARY(expm1);
  CHECK_UNARY(fabs);
  CHECK_UNARY(floor);
  CHECK_UNARY(ilogb);
  CHECK_UNARY(isfinite);
  CHECK_UNARY(isinf);
  CHECK_UNARY(isnan);
  CHECK_UNARY(isnormal);
  CHECK_UNARY(lgamma);
  CHECK_UNARY(llrint);
  CHECK_UNARY(llround);
  CHECK_UNARY(log);
  CHECK_UNARY(log10);
  CHECK_UNARY(log1p);
  CHECK_UNARY(log2);
  CHECK_UNARY(logb);
  CHECK_UNARY(lrint);
  CHECK_UNARY(lround);
  CHECK_UNARY(nearbyint);
  CHECK_UNARY(rint);
  CHECK_UNARY(round);
  CHECK_UNARY(signbit);
  CHECK_UNARY(sin);
  CHECK_UNARY(sinh);
  CHECK_UNARY(sqrt);
  CHECK_UNARY(tan);
  CHECK_UNARY(tanh);
  CHECK_UNARY(tgamma);
  CHECK_UNARY(trunc);
  CHECK_UNARY(abs);
}

TEST_CASE("functions of several numbers") {
#define CHECK_BINARY(name)                             \
  for (const double x : {0.3, -2.5, 7.0}) {            \
    CHECK_FUNCTION(name, x, 2.0);                      \
    CHECK_FUNCTION(name, static_cast<float>(x), 2.5f); \
    CHECK_FUNCTION(name, static_cast<float>(x), 3);    \
    CHECK_FUNCTION(name, 5, x);                        \
    CHECK_FUNCTION(name, int8_t{5}, 7u);               \
  }
  CHECK_BINARY(atan2);
  CHECK_BINARY(copysign);
  CHECK_BINARY(fdim);
  CHECK_BINARY(fmax);
  CHECK_BINARY(fmin);
  CHECK_BINARY(fmod);
  CHECK_BINARY(hypot);
  CHECK_BINARY(nextafter);
  CHECK_BINARY(pow);
  CHECK_BINARY(remainder);
  CHECK_FUNCTION(fma, 2.5, 3.5f, 4);
  CHECK_FUNCTION(hypot, 2.5f, 3.5f, 4.f);
  CHECK_FUNCTION(lerp, 2.5, 3.5, 0.25);
  CHECK_FUNCTION(ldexp, 2.5f, 7);
  CHECK_FUNCTION(ldexp, 3, -2);
  CHECK_FUNCTION(gcd, 12, int64_t{18});
  CHECK_FUNCTION(lcm, 12u, uint8_t{18});
  CHECK_FUNCTION(abs, -5);
  CHECK_FUNCTION(abs, int64_t{-5});
  CHECK_FUNCTION(abs, int16_t{-5});
}

TEST_CASE("max, min and clamp choose as the standard library does") {
  const double nan = std::nan("");
  for (const double x : {1.0, 2.0, nan, 0.0, -0.0}) {
    for (const double y : {1.0, 3.0, nan, 0.0, -0.0}) {
      CHECK_FUNCTION(max, x, y);
      CHECK_FUNCTION(min, x, y);
      CHECK(detail::bits_of(cxx::max(x, y)) == detail::bits_of(std::max(x, y)));
      CHECK(detail::bits_of(cxx::min(Staged<double>(x), y).value()) == detail::bits_of(std::min(x, y)));
    }
  }
  for (const int x : {1, 4, 9}) CHECK_FUNCTION(clamp, x, 3, 5);
  CHECK_FUNCTION(max, uint8_t{3}, uint8_t{200});
  check("max<double>", [](auto a, auto b) { return cxx::max<double>(a, b); }, 3, 2.5f);
  check("max of three", [](auto a, auto b, auto c) { return cxx::max({a, b, c}); }, 3, 7, 5);
}

TEST_CASE("swap and exchange work on numbers of the graph") {
  const Staged1 f = [](Inputs x) {
    Staged<int> k = item<int>(x[0]), j = 4;
    cxx::swap(k, j);
    const Staged<int> old = cxx::exchange(k, 5);
    return x[0] * 0 + k * 100 + j * 10 + old;
  };
  CHECK_STAGED(f, "int32 574", number(7));
}

TEST_CASE("what is no number goes to the standard library, or to the operation") {
  CHECK(cxx::max(std::string("a"), std::string("b")) == "b");
  CHECK(cxx::sqrt(tensor({4.0})).item<float>() == 2);
  int a = 1, b = 2;
  cxx::swap(a, b);
  CHECK((a == 2 && cxx::clamp(7, 1, 3) == 3 && cxx::min({3, 1, 2}) == 1));
}

}  // namespace cxx_test

}  // namespace ag::test
