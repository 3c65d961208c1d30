/// Lists that grow in staged code.
#include "runtime/staging/three_ways.h"
#include "support/catch.h"

namespace ag::test {

using ag_test::ContainsSubstring;

namespace list_test {
namespace {

List<Staged<int>> trail_staged(Staged<int> n) {
  List<Staged<int>> trail;
  while_stmt([&] { return n > 1; }, AG_STATE(n, trail),
             [&] {
               trail.push_back(n);
               n = if_else(n % 2 == 0, [&] { return n / 2; }, [&] { return 3 * n + 1; });
             });
  return trail;
}
std::vector<int> trail(Tensor x) {
  return ag::traced<&trail>(AG_STATE(x), [](Tensor x) { return trail_staged(item<int>(x)); });
}

std::vector<int> plain_trail(int n) {
  std::vector<int> trail;
  while (n > 1) {
    trail.push_back(n);
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  }
  return trail;
}

}  // namespace

TEST_CASE("a function returns a list whose length the graph decides") {
  for (const int start : {1, 2, 6, 27}) CHECK(trail(number(start)) == plain_trail(start));
  CHECK(function_of(trail).tracing_count() == 1);
  function_of(trail).set_eager(true);
  CHECK(trail(number(27)) == plain_trail(27));
  function_of(trail).set_eager(false);
}

TEST_CASE("a list of tensors is stacked") {
  const Staged1 f = [](Inputs x) {
    List<Tensor> rows;
    while_stmt([&] { return max(x[0]) > 1; }, AG_STATE(x[0], rows),
               [&] {
                 rows.push_back(x[0]);
                 x[0] = x[0] * 0.5;
               });
    rows.push_back(x[0]);
    return stack(rows);
  };
  for (const double start : {0.5, 3.0, 100.0}) {
    const Inputs inputs{tensor({start, 1.0})};
    CHECK(run_traced(f, inputs) == run_eagerly(f, inputs));
  }
}

TEST_CASE("what a list can do, known and grown by the graph") {
  const Staged1 f = [](Inputs x) {
    List<Staged<double>> list{0.5};
    list.push_back(1.5);
    Staged<int> n = item<int>(x[0]);
    Staged<int> i = 0;
    for_stmt([&] { return i < n; }, [&] { ++i; }, AG_STATE(i, list),
             [&] {
               list.push_back(i * 2);
               if_stmt(i == 2, AG_STATE(list), [&] { list.emplace_back(0.25); });
               list[0] += 1;
               list[i] = list[i] + 0.125;
             });
    Staged<double> sum = 0;
    for_stmt(list, AG_STATE(sum), [&](const auto& v) { sum = sum * 2 + v; });
    Tensor tail = sum * 100 + list.back() * 10 + list.front() + cast<double>(list.size());
    if_stmt(list.empty(), AG_STATE(tail), [&] { tail = -tail; });
    if_stmt(n > 3, AG_STATE(list), [&] { list.clear(); });
    if_stmt(list.empty(), AG_STATE(tail), [&] { tail = -tail; });
    return x[0] * 0.0 + tail;
  };
  for (const int k : {0, 1, 3, 5}) {
    INFO(k);
    CHECK(run_traced(f, {number(k)}) == run_eagerly(f, {number(k)}));
  }
}

TEST_CASE("a list that only host control changes keeps its length") {
  const Staged1 f = [](Inputs x) {
    List<Tensor> list;
    for (int k = 0; k < 3; ++k) list.push_back(x[0] * k);
    if_stmt(x[0] > 0, AG_STATE(list), [&] {});
    Tensor s = 0;
    for_stmt(list, AG_STATE(s), [&](const Tensor& v) { s = s + v; });
    return s + static_cast<int>(host(list.size()));
  };
  CHECK_STAGED(f, "int32 9", number(2));
}

TEST_CASE("elements of a list have one shape, and the error names the list") {
  const Staged1 f = [](Inputs x) {
    List<Tensor> rows;
    while_stmt([&] { return sum(x[0]) < 9; }, AG_STATE(x[0], rows),
               [&] {
                 rows.push_back(x[0]);
                 x[0] = concat({x[0], x[0]});
               });
    return stack(rows);
  };
  CHECK_THAT(run_traced(f, {tensor({1})}),
             ContainsSubstring("the elements of 'rows' have one shape, and this one has another"));
  const Staged1 known = [](Inputs x) {
    List<Tensor> rows;
    while_stmt([&] { return x[0] > 0; }, AG_STATE(x[0], rows),
               [&] {
                 rows.push_back(zeros({2}));
                 rows.push_back(zeros({3}));
                 x[0] -= 1;
               });
    return stack(rows);
  };
  CHECK_THAT(run_traced(known, {number(1)}),
             ContainsSubstring("'rows' has elements float32[2] and gets one float32[3]"));
}

TEST_CASE("elements of a list have one dtype, which numbers take") {
  const Staged1 numbers = [](Inputs x) {
    List<Tensor> rows{0.5};
    while_stmt([&] { return x[0] > 0; }, AG_STATE(x[0], rows),
               [&] {
                 rows.push_back(x[0] * 1.5);
                 rows.push_back(2.0);
                 x[0] -= 1;
               });
    return stack(rows);
  };
  CHECK_STAGED(numbers, "float32 [0.5 1.5 2. ]", tensor(1.0));
  const Staged1 mixed = [](Inputs x) {
    List<Tensor> rows{x[0]};
    while_stmt([&] { return x[0] > 0; }, AG_STATE(x[0], rows),
               [&] {
                 rows.push_back(astype(x[0], float64));
                 x[0] -= 1;
               });
    return stack(rows);
  };
  CHECK_THAT(run_traced(mixed, {number(1)}), ContainsSubstring("'rows' has elements int32[] and gets one float64[]"));
}

TEST_CASE("elements are taken from the end of a list, and written there") {
  const Staged1 f = [](Inputs x) {
    List<Staged<int>> open{1};
    Staged<int> sum = 0, left = item<int>(x[0]);
    while_stmt([&] { return !open.empty(); }, AG_STATE(open, sum, left),
               [&] {
                 const Staged<int> last = open.back();
                 open.pop_back();
                 sum = sum * 3 + last;
                 if_stmt(left > 0, AG_STATE(open, left), [&] {
                   open.push_back(last + 1);
                   open.push_back(last + 2);
                   open.back() += 10;
                   open.front() = open.front() * 2;
                   --left;
                 });
               });
    return x[0] * 0 + sum;
  };
  for (const int k : {0, 1, 3, 5}) CHECK(run_traced(f, {number(k)}) == run_eagerly(f, {number(k)}));
}

TEST_CASE("pop_back of an empty list is an error when the graph gets there") {
  const Staged1 f = [](Inputs x) {
    List<Tensor> list;
    for_stmt(range(x[0]), AG_STATE(list), [&](const Tensor& i) { list.push_back(i); });
    if_stmt(x[0] < 2, AG_STATE(list), [&] { list.pop_back(); });
    return x[0] + cast<int>(list.size());
  };
  CHECK_STAGED(f, "int32 4", number(2));
  CHECK_STAGED(f, "int32 1", number(1));
  CHECK_THAT(run_traced(f, {number(0)}), ContainsSubstring("pop_back of an empty list"));
}

TEST_CASE("a list is stacked and joined along any axis, and not where it is empty") {
  const auto joined = [](bool stacks, int axis) -> Staged1 {
    return [=](Inputs x) {
      List<Tensor> list;
      while_stmt([&] { return x[0][0][0] > 0; }, AG_STATE(x[0], list),
                 [&] {
                   list.push_back(x[0] * 2);
                   x[0] = x[0] - 1;
                 });
      return stacks ? stack(list, axis) : concat(list, axis);
    };
  };
  const Tensor start = tensor({{2, 3, 4}, {5, 6, 7}});
  for (const int axis : {0, 1, 2, -1, -2, 3, -4}) {
    for (const bool stacks : {true, false}) {
      INFO(axis << (stacks ? " stack" : " concat"));
      const std::string eager = run_eagerly(joined(stacks, axis), {start});
      const std::string traced = run_traced(joined(stacks, axis), {start});
      CHECK(eager.substr(0, eager.find(':')) == traced.substr(0, traced.find(':')));
      if (eager.find("error") == std::string::npos && eager.find("range") == std::string::npos) CHECK(eager == traced);
      if (eager == traced)  // another axis is an error already while tracing
        CHECK(run_eagerly(joined(stacks, axis), {start * 0}) == run_traced(joined(stacks, axis), {start * 0}));
    }
  }
}

TEST_CASE("the numbers of a list become a tensor") {
  const Staged1 f = [](Inputs x) {
    List<Staged<int>> list;
    for_stmt(range(x[0]), AG_STATE(list), [&](const Tensor& i) { list.push_back(item<int>(i) * 2); });
    return concat({tensor(list), astype(tensor(list, float64), int32), tensor(std::vector<Staged<int>>{7})});
  };
  CHECK_STAGED(f, "int32 [0 2 0 2 7]", number(2));
  CHECK_STAGED(f, "int32 [7]", number(0));
}

}  // namespace list_test

}  // namespace ag::test
