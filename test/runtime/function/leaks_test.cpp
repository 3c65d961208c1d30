/// Values of a trace that the program keeps beyond it, and what traced functions keep of the program.
#include <ag/staging/generated.h>

#include <map>
#include <memory>
#include <sstream>

#include "support/catch.h"
#include "tensor/variable_impl.h"

namespace ag::test {

namespace leaks_test {
namespace {

using ag_test::ContainsSubstring;

struct Keeper {
  Tensor member;
  std::map<std::string, std::vector<Tensor>> container;
};
Keeper keeper;
Tensor* behind = nullptr;

Tensor keeps(Tensor x) {
  return traced<&keeps>(AG_STATE(x), [](Tensor x) -> Tensor {
    keeper.member = x + 1;
    keeper.container["sums"].push_back(x + 2);
    *behind = x + 3;
    return x;
  });
}

/// How many there are.
struct Living {
  static inline int count = 0;
  Living() { ++count; }
  Living(const Living&) { ++count; }
  ~Living() { --count; }
};

struct Machine {
  Machine(const Variable& state, const Tensor& weight) : state(state), weight(weight) {}
  Living living;
  Variable state;
  Tensor weight;

  Tensor step(Tensor x) {
    return traced<&Machine::step>(*this, AG_STATE(x), [this](Tensor x) -> Tensor {
      state.assign_add(x);
      return state * external(weight);
    });
  }
};

Tensor takes_all(Variable state, Tensor x) {
  return traced<&takes_all>(AG_STATE(state, x), [](Variable state, Tensor x) -> Tensor { return x + state; });
}

Tensor throws_once(Tensor x) {
  static int calls = 0;
  return traced<&throws_once>(AG_STATE(x), [](Tensor x) -> Tensor {
    if (calls++ == 0) throw std::runtime_error("first");
    if_stmt(x > 0, AG_STATE(x), [&] { x = x * 2; });
    return x;
  });
}

}  // namespace

TEST_CASE("a symbol in a member, a container or after a pointer names its place, its function and what to do") {
  Tensor outside;
  behind = &outside;
  keeps(tensor({1}));
  CHECK_THROWS_WITH(keeper.member * 2, ContainsSubstring("has no value") && ContainsSubstring("leaks_test.cpp:") &&
                                           ContainsSubstring("in 'keeps'") &&
                                           ContainsSubstring("return it from the function"));
  CHECK_THROWS_WITH(keeper.container["sums"][0] * 2,
                    ContainsSubstring("has no value") && ContainsSubstring("leaks_test.cpp:") &&
                        ContainsSubstring("in 'keeps'") && ContainsSubstring("return it from the function"));
  CHECK_THROWS_WITH(outside * 2, ContainsSubstring("has no value") && ContainsSubstring("leaks_test.cpp:") &&
                                     ContainsSubstring("in 'keeps'") &&
                                     ContainsSubstring("return it from the function"));
  keeper = Keeper();
}

TEST_CASE("whatever uses a symbol whose trace has ended says so, and names it") {
  Tensor outside;
  behind = &outside;
  function_of(keeps).clear();
  keeps(tensor({1}));
  const auto expect_leak = [](const char* name, auto&& use) {
    try {
      use();
      FAIL("no error");
    } catch (const Error& error) {
      CHECK_THAT(error.what(), ContainsSubstring(name) && ContainsSubstring("has no value: ") &&
                                   ContainsSubstring("that trace has ended") && ContainsSubstring("in 'keeps'") &&
                                   ContainsSubstring("leaks_test.cpp:") &&
                                   ContainsSubstring("return it from the function") &&
                                   !ContainsSubstring("AG_CONVERT"));
    }
  };
  expect_leak("the result of 'add'", [] { return keeper.member * 2; });
  expect_leak("the result of 'add'", [] { return keeper.member.to_vector<int>(); });
  expect_leak("the result of 'add'", [] { return keeper.member.item<int>(); });
  expect_leak("the result of 'add'", [] { return keeper.member ? 1 : 0; });
  expect_leak("the result of 'add'", [] { return keeps(keeper.member); });
  expect_leak("the result of 'add'", [] { std::ostringstream() << keeper.member; });
  expect_leak("the result of 'add'", [] { print(keeper.member); });
  expect_leak("the result of 'add'", [] { Variable(tensor({0})).assign(keeper.member); });
  // Inside of another trace, and of the one that it belongs to.
  const auto reads = [](Tensor) { return keeper.member.to_vector<int>().size() > 1 ? Tensor(1) : Tensor(2); };
  expect_leak("the result of 'add'", [&] { return ag::function(reads)(tensor({1})); });
  const auto shows = ag::function([](Tensor x) {
    std::ostringstream text;
    text << x + 1;
    CHECK_THAT(text.str(), ContainsSubstring("value known when the graph runs"));
    CHECK_THROWS_WITH((x + 1).to_vector<int>(), ContainsSubstring("AG_CONVERT"));
    return x;
  });
  shows(tensor({1}));
  keeper = Keeper();
}

TEST_CASE("AP-48 a function object that is gone keeps nothing of what it captured") {
  const auto captured = std::make_shared<int>(3);
  {
    auto scaled = ag::function([captured](Tensor x) { return x * *captured; });
    auto copy = scaled;
    CHECK(copy(tensor({2})).to_vector<int>() == std::vector<int>{6});
    auto concrete = copy.concrete(TensorSpec({1}, int32));
    CHECK(concrete(tensor({4})).to_vector<int>() == std::vector<int>{12});
    CHECK(captured.use_count() > 1);
  }
  CHECK(captured.use_count() == 1);
}

TEST_CASE("traces keep nothing of objects, variables and tensors that are gone") {
  const Variable kept(1.0);
  const Tensor array = ones({1000});
  const auto is_free = [&] {
    return Living::count == 0 && detail::is_unique(detail::VariableAccess::impl(kept)) &&
           detail::is_unique(array.impl()) && detail::is_unique(array.impl()->buffer);
  };
  REQUIRE(is_free());
  for (int k = 0; k < 5; ++k) {
    const auto machine = std::make_unique<Machine>(kept, array);
    machine->step(1.0);
    CHECK(Living::count == 1);
  }
  CHECK(is_free());
  CHECK(function_of(&Machine::step).tracing_count() == 1);
  for (int k = 0; k < 5; ++k) {
    const auto of_method =
        ag::function([machine = std::make_shared<Machine>(kept, array)](Tensor x) { return machine->step(x); });
    of_method(1.0);
    const auto of_lambda = ag::function([living = Living(), kept, array](Tensor x) { return x + kept + array; });
    of_lambda(1.0);
    of_lambda(array);
  }
  CHECK(is_free());
  takes_all(kept, array);
  takes_all(kept, array);
  CHECK(is_free());
  CHECK(kept.item<float>() == 11);
}

TEST_CASE("AP-50 a call that failed while tracing is traced by the next one") {
  CHECK_THROWS_WITH(throws_once(tensor({1})), "first");
  CHECK(throws_once(tensor({1})).to_vector<int>() == std::vector<int>{2});
  CHECK(throws_once(tensor({-1})).to_vector<int>() == std::vector<int>{-1});
  CHECK(function_of(throws_once).tracing_count() == 1);
}

}  // namespace leaks_test

}  // namespace ag::test
