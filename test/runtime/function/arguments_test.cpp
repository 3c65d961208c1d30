/// Arguments that are no tensors and numbers: containers whose form the host decides, and classes of the user.
#include <ag/staging/generated.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <variant>

#include "runtime/function/each_executor.h"
#include "support/catch.h"

namespace ag::test {

namespace arguments_test {
namespace {

using ag_test::ContainsSubstring;

Tensor shifted(Tensor x, std::optional<Tensor> by) {
  return traced<&shifted>(AG_STATE(x, by),
                          [](Tensor x, std::optional<Tensor> by) -> Tensor { return by ? x + *by : x; });
}

Tensor affine(Tensor x, std::map<std::string, Tensor> p) {
  return traced<&affine>(AG_STATE(x, p), [](Tensor x, std::map<std::string, Tensor> p) -> Tensor {
    return p.contains("bias") ? x * p.at("scale") + p.at("bias") : x * p.at("scale");
  });
}

Tensor total(std::unordered_map<int, Tensor> p) {
  return traced<&total>(AG_STATE(p), [](std::unordered_map<int, Tensor> p) -> Tensor {
    Tensor sum = 0;
    for (int key = 0; key < 40; ++key) {
      if (p.contains(key)) sum = sum + p.at(key) * key;
    }
    return sum;
  });
}

using Choice = std::variant<Tensor, std::pair<Tensor, Tensor>>;
Tensor either(Choice c) {
  return traced<&either>(AG_STATE(c), [](Choice c) -> Tensor {
    if (c.index() == 0) return std::get<0>(c);
    return std::get<1>(c).first - std::get<1>(c).second;
  });
}

std::optional<Tensor> remove(std::optional<Tensor>& from) {
  return traced<&remove>(AG_STATE(from), [](std::optional<Tensor>& from) -> std::optional<Tensor> {
    std::optional<Tensor> old = from;
    from.reset();
    return old;
  });
}

Tensor push(std::vector<Tensor>& list, std::string& log) {
  return traced<&push>(AG_STATE(list, log), [](std::vector<Tensor>& list, std::string& log) -> Tensor {
    list.push_back(list.back() * 2);
    log += "+";
    return list.front();
  });
}

/// Calls with fruits of a kind share a trace; the weight is a part, the label is none.
struct Fruit {
  std::string kind, label;
  Tensor weight;
};
std::string ag_trace_type(const Fruit& fruit) { return fruit.kind; }
auto ag_fields(Fruit& fruit) { return std::tie(fruit.weight); }

Tensor price(Fruit fruit, Tensor rate) {
  return traced<&price>(AG_STATE(fruit, rate), [](Fruit fruit, Tensor rate) -> Tensor {
    return fruit.kind == "apple" ? fruit.weight * rate : fruit.weight * rate + 1;
  });
}

/// One without parts, whose trace type is a tuple, and which is another object while it is traced.
class Settings {
 public:
  Settings(int depth, bool fast, int id) : depth(depth), fast(fast), id(id) {}
  int depth;
  bool fast;
  int id;
};
std::tuple<int, bool> ag_trace_type(const Settings& settings) { return {settings.depth, settings.fast}; }
Settings ag_placeholder(const Settings& settings) { return {settings.depth, settings.fast, -1}; }

Tensor deep(Tensor x, const Settings& settings, Tensor& last) {
  return traced<&deep>(AG_STATE(x, settings, last), [](Tensor x, const Settings& settings, Tensor& last) -> Tensor {
    for (int k = 0; k < settings.depth; ++k) x = x + 1;
    last = x;
    return settings.fast ? x * settings.id : x;
  });
}

Tensor renumbered(Settings& settings, Tensor& x) {
  return traced<&renumbered>(AG_STATE(settings, x), [](Settings& settings, Tensor& x) -> Tensor {
    x = x + settings.depth;
    return x;
  });
}

/// One that can be another one of its kind.
struct Unit {
  std::string name;
  Tensor value;
};
std::string ag_trace_type(const Unit& unit) { return unit.name; }
auto ag_fields(Unit& unit) { return std::tie(unit.value); }
Unit ag_cast(const Unit& unit, const std::string& name) {
  return {name, unit.name == "km" && name == "m" ? unit.value * 1000 : unit.value};
}
Tensor length(Unit unit) {
  return traced<&length>(AG_STATE(unit),
                         [](Unit unit) -> Tensor { return unit.name == "m" ? unit.value : unit.value * 0; });
}

Tensor doubled(Tensor x) { return x * 2; }
Tensor squared(Tensor x) { return x * x; }
using Function = Tensor (*)(Tensor);
Tensor applied(Function f, Tensor x) {
  return traced<&applied>(AG_STATE(f, x), [](Function f, Tensor x) -> Tensor { return f ? f(x) + 1 : x; });
}
template <class F>
Tensor twice(F f, Tensor x) {
  return traced<&twice<F>>(AG_STATE(f, x), [](F f, Tensor x) -> Tensor { return f(f(x)); });
}

template <class F>
std::string last_reason(F* function) {
  const auto retraces = function_of(function).retraces();
  return retraces.empty() ? "" : retraces.back().str();
}

}  // namespace

TEST_CASE("an optional argument is traced with a value and without one") {
  const EachExecutor executor;
  function_of(shifted).clear();
  const int before = function_of(shifted).tracing_count();
  const Tensor x = tensor({1.0, 2.0});
  for (int k = 1; k < 4; ++k) {
    CHECK(shifted(x, std::nullopt).to_vector<float>() == std::vector<float>{1, 2});
    CHECK(shifted(x, tensor(k)).to_vector<int>() == std::vector<int>{1 + k, 2 + k});
  }
  CHECK(function_of(shifted).tracing_count() == before + 2);
  CHECK_THAT(last_reason(shifted), ContainsSubstring("'by' had no value and has a value"));
  std::optional<Tensor> held = x;
  CHECK(remove(held)->to_vector<int>() == std::vector<int>{1, 2});
  CHECK(!held);
  CHECK(!remove(held));
}

TEST_CASE("maps count by their keys, variants by their alternative") {
  const Tensor two = tensor(2.0), three = tensor(3.0);
  for (int k = 1; k < 3; ++k) {
    CHECK(affine(tensor(k), {{"scale", two}, {"bias", three}}).item<int>() == 2 * k + 3);
    CHECK(affine(tensor(k), {{"scale", two}}).item<int>() == 2 * k);
  }
  CHECK(function_of(affine).tracing_count() == 2);
  CHECK_THAT(last_reason(affine),
             ContainsSubstring(R"('p' had the keys {"bias", "scale"} and has the keys {"scale"})"));
  CHECK_THAT(function_of(affine).pretty_printed_concrete_signatures(), ContainsSubstring("p[\"bias\"]: float32[]"));
  std::unordered_map<int, Tensor> upward, downward;
  for (int key = 0; key < 40; key += 3) upward[key] = tensor(key);
  downward.reserve(1000);
  for (int key = 39; key >= 0; key -= 3) downward[key] = tensor(key);
  const int sum = total(upward).item<int>();
  CHECK(total(downward).item<int>() == sum);
  CHECK(function_of(total).tracing_count() == 1);
  CHECK(either(two).item<int>() == 2);
  CHECK(either(std::pair(three, two)).item<int>() == 1);
  CHECK(either(three).item<int>() == 3);
  CHECK(function_of(either).tracing_count() == 2);
}

TEST_CASE("a container that a traced function lengthens is longer, and a string that it changes has changed") {
  const EachExecutor executor;
  function_of(push).clear();
  for (int round = 0; round < 2; ++round) {
    std::vector<Tensor> list{tensor(round)};
    std::string log = "x";
    CHECK(push(list, log).item<int>() == round);
    CHECK(push(list, log).item<int>() == round);
    REQUIRE(list.size() == 3);
    CHECK(list[2].item<int>() == 4 * round);
    CHECK(log == "x++");
  }
}

TEST_CASE("a class says what its objects have in common that share a trace") {
  const EachExecutor executor;
  function_of(price).clear();
  const int before = function_of(price).tracing_count();
  const Tensor rate = tensor(2.0);
  CHECK(price({"apple", "a", tensor(1.0)}, rate).item<int>() == 2);
  CHECK(price({"apple", "b", tensor(5.0)}, rate).item<int>() == 10);
  CHECK(price({"mango", "c", tensor(5.0)}, rate).item<int>() == 11);
  CHECK(function_of(price).tracing_count() == before + 2);
  CHECK_THAT(last_reason(price), ContainsSubstring(R"(the value of 'fruit' was string "apple" and is string "mango")"));
  Tensor last;
  const Tensor x = tensor(1.0);
  CHECK(deep(x, {2, false, 7}, last).item<int>() == 3);
  CHECK(deep(x, {2, false, 8}, last).item<int>() == 3);
  CHECK(deep(x, {2, true, 8}, last).item<int>() == -3);
  CHECK(last.item<int>() == 3);
}

TEST_CASE("a concrete function casts objects to the trace type that it was made for") {
  const auto metres = function_of(length).concrete({"m", tensor(1.0)});
  CHECK(metres({"m", tensor(3.0)}).item<float>() == 3);
  CHECK(metres({"km", tensor(3.0)}).item<float>() == 3000);
  CHECK(length({"km", tensor(3.0)}).item<float>() == 0);
}

TEST_CASE("a pointer to a function counts by which one it is") {
  const EachExecutor executor;
  function_of(applied).clear();
  const int before = function_of(applied).tracing_count();
  const Tensor x = tensor(3.0);
  for (int k = 0; k < 2; ++k) {
    CHECK(applied(doubled, x).item<float>() == 7);
    CHECK(applied(squared, x).item<float>() == 10);
    CHECK(applied(nullptr, x).item<float>() == 3);
  }
  CHECK(function_of(applied).tracing_count() == before + 3);
  CHECK_THAT(last_reason(applied),
             ContainsSubstring("'f' was function ") && ContainsSubstring(" and is function none"));
  CHECK(function_of(applied).concrete(squared, x)(tensor(4.0)).item<float>() == 17);
}

TEST_CASE("a lambda without captures counts by its type, an object of ag::function by which one it is") {
  const EachExecutor executor;
  const Tensor x = tensor(3.0);
  const auto less = [](Tensor y) { return y - 1; };
  for (int k = 0; k < 2; ++k) {
    CHECK(twice(less, x).item<float>() == 1);
    CHECK(twice(std::negate<>(), x).item<float>() == 3);
    CHECK(twice(squared, x).item<float>() == 81);
  }
  using Less = std::remove_const_t<decltype(less)>;
  CHECK(function_of(&twice<Less>).tracing_count() == 1);

  const auto make = [](int by) {
    return function<std::function<Tensor(Tensor)>, true>([by](Tensor y) { return y * by; });
  };
  using Made = decltype(make(1));
  function_of(&twice<Made>).clear();
  const int before = function_of(&twice<Made>).tracing_count();
  const Made by_two = make(2), copy = by_two;
  CHECK(twice(by_two, x).item<float>() == 12);
  CHECK(twice(copy, x).item<float>() == 12);
  CHECK(function_of(&twice<Made>).tracing_count() == before + 1);
  // Each is another one, also where it lies in the memory of one that is gone.
  for (int by = 3; by < 6; ++by) CHECK(twice(make(by), x).item<float>() == static_cast<float>(3 * by * by));
  CHECK_THAT(last_reason(&twice<Made>),
             ContainsSubstring("'f' was function made at ") && ContainsSubstring("arguments_test.cpp:"));
}

TEST_CASE("a trace keeps no object of ag::function alive that was its argument") {
  const auto captured = std::make_shared<int>(2);
  {
    auto scaled = function<std::function<Tensor(Tensor)>, true>([captured](Tensor y) { return y * *captured; });
    CHECK(twice(scaled, tensor(3.0)).item<float>() == 12);
  }
  CHECK(captured.use_count() == 1);
}

TEST_CASE("an object with a trace type stays the caller's") {
  const EachExecutor executor;
  function_of(renumbered).clear();
  Settings first(1, false, 10), second(1, false, 20);
  Tensor x = tensor(1.0);
  CHECK(renumbered(first, x).item<int>() == 2);
  CHECK(renumbered(second, x).item<int>() == 3);
  CHECK(first.id == 10);
  CHECK(second.id == 20);
}

}  // namespace arguments_test

}  // namespace ag::test
