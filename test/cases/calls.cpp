// Calls: of methods, of objects that can be called, with packs and default arguments, and of functions that are not
// converted (FC, CT, AP, BI).
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>

#include "cases/cases.h"

using ag::Tensor;
using cases::list;
using cases::Number;
using cases::Numbers;
using cases::result;
using cases::Truth;

namespace calls_cases {
namespace {

Numbers repeated(Numbers l) {
#ifdef AG_CASES_HOST
  Numbers twice = l;
  twice.insert(twice.end(), l.begin(), l.end());
  return twice;
#else
  return l * 2;
#endif
}
struct Repeater {
  AG_CONVERT Numbers again(Numbers l) { return repeated(repeated(l)); }
};

AG_FUNCTION Number call_gives_the_range(Numbers l, char how) {
  Number s = 0;
  Repeater repeater;
  for (Number e : how == 'm' ? repeater.again(l) : repeated(l)) s = s * 10 + e;
  return s;
}

template <class F>
Number over_range(F make, Number n) {
  Number s = 0;
  for (Number i : make(n)) s = s * 10 + i;
  return s;
}
AG_FUNCTION double rooted(Number n) {
  double root = std::sqrt(double(n));
  if (n > 10) root = std::floor(root);
  return root;
}
AG_FUNCTION Number passed_range(Number n) {
  return over_range([](auto count) { return ag::range(1, count); }, n);
}

AG_FUNCTION Number library_call(Number n) {
  const std::vector<int> weights = {1, 2, 3};
  Number s = std::accumulate(weights.begin(), weights.end(), 0);
  while (n > 0) {
    s += std::inner_product(weights.begin(), weights.end(), weights.begin(), 0);
    n -= 1;
  }
  return s;
}

template <class... A>
Number positional(A... digits) {
  Number s = 0;
  ((s = s * 10 + digits), ...);
  if (s > 10000) return -s;
  return s;
}
AG_FUNCTION Number packs(Number a, Number b) { return positional(b, a) + 0 * positional(a); }
AG_FUNCTION Number applied(Number a) {
  const std::tuple<Number, Number, Number, Number> digits = {a + 3, a + 2, a + 1, a};
  return std::apply([](auto... each) { return positional(each...); }, digits);
}

int stops = 0;
AG_DO_NOT_CONVERT void stop_here() { ++stops; }
AG_FUNCTION Number with_a_stop(Number x) {
  if (x > 0) x += 1;
  stop_here();
  return x * 2;
}

struct Base {
  Number offset = 1;
  AG_CONVERT Number shifted(Number x) {
    if (x > 0) return x + offset;
    return x - offset;
  }
  virtual ~Base() = default;
  AG_CONVERT virtual Number scaled(Number x) { return shifted(x) * 2; }
};
struct Derived : Base {
  AG_CONVERT Number scaled(Number x) override {
    Number offset = 100;  // hides the member
    if (x > 50) offset = 200;
    return Base::scaled(x) + offset;
  }
  AG_CONVERT Number by_pointer_to_base(Number x) { return static_cast<Base*>(this)->Base::scaled(x); }
  AG_CONVERT Number by_lambda(Number x) {
    auto inner = [&](Number y) { return Base::scaled(y) + 1; };
    return inner(x);
  }
  AG_CONVERT Number by_local_class(Number x) {
    struct Inner : Base {
      AG_CONVERT Number scaled(Number y) override { return Base::scaled(y) + 3; }
    };
    return Inner().scaled(x);
  }
};

AG_FUNCTION std::array<Number, 4> base_calls(Number x) {
  Derived d;
  return {d.scaled(x), d.by_pointer_to_base(x), d.by_lambda(x), d.by_local_class(x)};
}

struct Digits {
  Number last = 1;
  AG_CONVERT Number outer(Number x) const { return inner(x * 10 + 2); }
  AG_CONVERT Number inner(Number x) const {
    if (x > 0) return x * 10 + last;
    return 0;
  }
};
AG_FUNCTION Number by_member_pointer(Number x) {
  const Digits digits;
  Number (Digits::*method)(Number) const = &Digits::outer;
  return (digits.*method)(x);
}
AG_FUNCTION Number by_mem_fn(Number x) {
  const Digits digits;
  return std::mem_fn(&Digits::outer)(digits, x);
}
AG_FUNCTION Number by_bound_method(Number x) {
  const auto bound = std::bind_front(&Digits::outer, Digits());
  return bound(x);
}

struct Given {
  Number scale = 1;
  Number offset = 0;
};
Number with_options(Number x, Given options = {}) {
  if (x > 0) return x * options.scale + options.offset;
  return options.offset;
}
AG_FUNCTION Number named_arguments(Number x) {
  return with_options(x, {.scale = 2}) * 100 + with_options(x, {.offset = 5}) * 10 + with_options(x);
}
AG_FUNCTION Number default_argument(Number x, int power = 2) {
  Number r = 1;
  for (int i = 0; i < power; ++i) {
    if (x > 0) r *= x;
  }
  return r;
}
AG_FUNCTION Number calls_with_defaults(Number x) { return default_argument(x) * 1000 + default_argument(x, 3); }

Number three(Number a, Number b, Number c) {
  if (a > 0) return a * 100 + b * 10 + c;
  return 0;
}
AG_FUNCTION Number partial(Number x) {
  const auto first = std::bind_front(&three, Number(1));
  const auto second = std::bind_front(first, Number(2));
  return second(x);
}

Number separately(Number x);
AG_CONVERT Number separately(Number x) {
  while (x > 10) x -= 10;
  return x;
}
AG_DO_NOT_CONVERT int left_alone(int k) { return k > 2 ? 7 : 8; }
struct Helped {
  AG_CONVERT Number use(Number x, int k) {
    if (x > 5) return separately(x) * 10 + left_alone(k);
    return x * 10 + left_alone(k);
  }
};
AG_FUNCTION Number helpers(Number x) {
  Helped helped;
  return helped.use(x, 1) * 100 + helped.use(x, 3);
}
static_assert(std::is_same_v<decltype(&Helped::use), Number (Helped::*)(Number, int)>);

AG_FUNCTION Number early_return(Number x) {
  if (x < 0) return -x;
  return x;
}
template <class F>
Number twice(F f, Number x) {
  return f(f(x));
}
AG_FUNCTION Number converted_as_argument(Number x) {
  return twice([](Number y) { return early_return(y - 3); }, x);
}

struct Countdown {
  Number start;
  int step;
  AG_CONVERT Number run() const {
    Number n = start, rounds = 0;
    while (n > 0) {
      n -= step;
      rounds += 1;
    }
    return rounds;
  }
};
AG_FUNCTION Number method_of_aggregate(Number x) { return Countdown{x, 3}.run(); }

struct Tracer {
  AG_FUNCTION Number half(Number x) {
    if (x > 100) return 100;
    return x / 2;
  }
};
struct Holder {
  Tracer tracer;
  AG_CONVERT Number use(Number x) { return tracer.half(x) + tracer.half(x * 2); }
};
AG_FUNCTION Number traced_member(Number x) {
  Holder holder;
  return holder.use(x);
}

AG_FUNCTION Number native_error(Number x, const std::string& text) {
  if (x > 0) x += 1;
  return x + std::stoi(text);
}
AG_FUNCTION Number parsed(Number x) {
  if (x > 0) x += 1;
  return x + static_cast<int>(std::stod("10.0")) + std::stoi("11", nullptr, 2) + int(3.7f) + int(float(int64_t{1}));
}

AG_FUNCTION Number changed_after_capture(Number x) {
  Number scale = 1;
  const auto scaled = [&](Number y) { return y * scale; };
  const Number before = scaled(x);
  if (x > 0) scale = 3;
  return before * 100 + scaled(x);
}

class Odd : public std::runtime_error {
 public:
  Odd(int code, const std::string& text) : std::runtime_error(text + " " + std::to_string(code)) {}
};
AG_FUNCTION Number own_exception(Number x) {
  if (x == 3) throw Odd(7, "the code is");
  return x * 2;
}
AG_DO_NOT_CONVERT int refuses(int64_t k) {
  if (k > 2) throw std::out_of_range("above two");
  return static_cast<int>(k);
}
// Not converted: what it calls is converted, or not, by itself.
AG_CONVERT Number above_two(Number x) {
  if (x > 2) return x * 10;
  return x;
}
AG_DO_NOT_CONVERT Number as_it_is(Number x) { return above_two(x) + 1; }
AG_DO_NOT_CONVERT Number known_condition(Number x, int k) { return k > 2 ? above_two(x) : x; }
AG_FUNCTION Number between(Number x) {
  Number y = as_it_is(x);
  while (y > 15) y = as_it_is(y - 30);
  return y * 100 + known_condition(x, 3) + known_condition(x, 1);
}
#ifndef AG_CASES_HOST
AG_FUNCTION Tensor calls_elsewhere(Tensor x) { return cases::compiled_elsewhere(x); }
AG_FUNCTION Number above_three(Number x) {
  if (x > 3) return x * 10;
  return x;
}
#endif

AG_FUNCTION Number frame_that_is_not_converted(Number x, int64_t k) {
  if (x > 0) x += 1;
  return x + refuses(k);
}

}  // namespace

TEST_CASE("FC-02 a call gives what a for runs over") {
  CHECK(result(call_gives_the_range, list({}), 'f') == "0");
  CHECK(result(call_gives_the_range, list({1, 2}), 'f') == (cases::kHost ? "1212" : "24"));
  CHECK(result(call_gives_the_range, list({1, 2}), 'm') == (cases::kHost ? "12121212" : "48"));
}

TEST_CASE("FC-03 what makes a range is passed to a template") {
  CHECK(result(passed_range, 1) == "0");
  CHECK(result(passed_range, 4) == "123");
}

TEST_CASE("FC-15 functions of a library stay as they are") {
  CHECK(result(library_call, 0) == "6");
  CHECK(result(library_call, 2) == "34");
}

TEST_CASE("AP-35 functions of <cmath>") {
  CHECK(result(rooted, 11) == "3");
  CHECK(result(rooted, 4) == "2");
}

TEST_CASE("CT-08 CT-09 packs of arguments, and std::apply") {
  CHECK(result(packs, 2, 1) == "12");
  CHECK(result(applied, 1) == "4321");
}

// A breakpoint is a function that runs while the graph is made, and then no more.
TEST_CASE("CT-14 a call that is not converted is made once") {
  stops = 0;
  CHECK(cases::traced(with_a_stop, 3) == "8");
  CHECK(cases::traced(with_a_stop, 4) == "10");
  CHECK(stops == (cases::kConverted && !cases::kHost ? 1 : 2));
}

TEST_CASE("CT-15 AP-17 AP-21 methods are called through pointers to members") {
  CHECK(result(by_member_pointer, 3) == "321");
  CHECK(result(by_mem_fn, 3) == "321");
  CHECK(result(by_member_pointer, -3) == "0");
}

TEST_CASE("AP-16 a method and its object in one") { CHECK(result(by_bound_method, 3) == "321"); }

TEST_CASE("AP-02 AP-72 BI-37 BI-38 BI-39 BI-40 BI-41 methods of a base class, also from lambdas and local classes") {
  CHECK(result(base_calls, 3) == "(108, 8, 9, 11)");
  CHECK(result(base_calls, -3) == "(92, -8, -7, -5)");
  CHECK(result(base_calls, 60) == "(322, 122, 123, 125)");
}

TEST_CASE("AP-01 arguments by their names") {
  CHECK(result(named_arguments, 3) == "683");
  CHECK(result(named_arguments, -3) == "50");
}

TEST_CASE("AP-54 default arguments of converted functions") {
  CHECK(result(calls_with_defaults, 3) == "9027");
  CHECK(default_argument(cases::given(3)) == 9);
}

TEST_CASE("AP-14 AP-27 partial application, once and twice") {
  CHECK(result(partial, 3) == "123");
  CHECK(result(partial, 7) == "127");
}

TEST_CASE("AP-05 AP-07 AP-08 AP-33 AP-34 methods call functions that are converted, and such that are not") {
  CHECK(result(helpers, 4) == "4847");
  CHECK(result(helpers, 27) == "7877");
}

TEST_CASE("AP-13 AP-28 AP-29 FN-04 a converted function returns early, is called again, and passed on") {
  CHECK(result(early_return, -4) == "4");
  CHECK(result(early_return, 4) == "4");
  CHECK(result(converted_as_argument, 4) == "2");
}

TEST_CASE("AP-40 a method of an aggregate has a loop") {
  CHECK(result(method_of_aggregate, 7) == "3");
  CHECK(result(method_of_aggregate, 0) == "0");
}

TEST_CASE("AP-44 a member whose method is traced") {
  CHECK(result(traced_member, 10) == "15");
  CHECK(result(traced_member, 60) == "130");
}

TEST_CASE("AP-45 AP-46 BI-05 BI-06 functions of the library parse, and throw what they throw") {
  CHECK(result(parsed, 1) == "19");
  CHECK(result(native_error, 1, std::string("4")) == "6");
  CHECK(result(native_error, 1, std::string("four")) == "throws stoi");
}

TEST_CASE("AP-60 a lambda sees what becomes of its captures") {
  CHECK(result(changed_after_capture, 2) == "206");
  CHECK(result(changed_after_capture, -2) == "-202");
}

TEST_CASE("AP-52 AP-62 AP-65 what a function calls that is not converted is converted by its own annotation") {
  CHECK(result(between, 1) == "202");
  CHECK(result(between, 3) == "233");
}

#ifndef AG_CASES_HOST
TEST_CASE("AP-37 AP-66 a function of another file is not converted by itself, and says what it lacks") {
  CHECK(result(cases::compiled_elsewhere, ag::tensor(4)) == "40");
  if (cases::kConverted)
    CHECK_THROWS_WITH(calls_elsewhere(ag::tensor(4)), ag_test::ContainsSubstring("AG_CONVERT"));
  else
    CHECK(result(calls_elsewhere, ag::tensor(4)) == "40");
}

TEST_CASE("AP-36 an operation is traced as a function of its own") {
  const auto halved = ag::function([](ag::Tensor x) { return ag::floor_divide(x, 2); });
  CHECK(result(halved, ag::tensor({5, 7})) == "[2, 3]");
}

TEST_CASE("AP-58 AP-59 AP-64 objects of one function have its code, and traces and options of their own") {
  CHECK(result(above_three, ag::tensor(4)) == "40");
  if (!cases::kConverted) return;  // an object traces, and cannot trace what is not converted
  const auto first = ag::function(above_three), second = ag::function(above_three),
             without = ag::function(above_three, {.autograph = false});
  CHECK(result(first, ag::tensor(4)) == "40");
  CHECK(result(first, ag::tensor(4, ag::int64)) == "40");
  CHECK(result(second, ag::tensor(3)) == "3");
  CHECK(first.tracing_count() == 2);
  CHECK(second.tracing_count() == 1);
  CHECK(first.to_code() == ag::to_code(above_three));
  CHECK_THAT(first.to_code(), ag_test::ContainsSubstring("ag::if_else"));
  CHECK_THROWS_WITH(without(ag::tensor(4)),
                    ag_test::ContainsSubstring("'above_three' is traced with autograph = false"));
}
#endif

TEST_CASE("EU-02 EU-03 exceptions arrive as they were thrown") {
  CHECK(result(own_exception, 2) == "4");
  CHECK(result(own_exception, 3) == "throws the code is 7");
  CHECK(result(frame_that_is_not_converted, 1, int64_t{2}) == "4");
  CHECK(result(frame_that_is_not_converted, 1, int64_t{3}) == "throws above two");
}

}  // namespace calls_cases
