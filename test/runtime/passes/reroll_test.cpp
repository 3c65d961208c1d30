/// Loops over numbers of the host that are loops of the graph again: which are, and that nobody sees it.
#include "passes/reroll/reroll.h"

#include <ag/ag.h>

#include <functional>
#include <iostream>
#include <random>

#include "graph/verify.h"
#include "passes/manager.h"
#include "runtime/program/program_run.h"
#include "support/count_of.h"
#include "trace/context.h"

namespace ag::test {

namespace reroll_test {
namespace {

using Function = std::function<Tensor(Tensor)>;

/// The graph of a function as tracing leaves it: every iteration is there.
ir::Graph trace(const Function& f, const Tensor& x) {
  tracing::Trace trace("f", ops::table());
  const Tensor symbol = trace.add_input({x.dtype(), x.shape(), false}, "x");
  trace.graph().block(trace.graph().body()).results = {trace.value_of(f(symbol), SourceLocation::current())};
  return trace.graph();
}

std::string bits(const Tensor& x) {
  std::ostringstream out;
  out << x.dtype() << x.shape();
  for (double element : astype(x, float64).to_vector<double>()) out << ' ' << std::hexfloat << element;
  return out.str();
}

std::string run_graph(const ir::Graph& graph, const Tensor& x, bool native) {
  const Tensor* input = &x;
  try {
    if (native) {
      std::string why;
      const codegen::BackendInterface* backend = exec::backend(why);
      return backend ? bits(exec::Compiled(graph, *backend).run({&input, 1}).front()) : "";
    }
    return bits(exec::Interpreter(std::make_shared<const ir::Graph>(graph)).run({&input, 1}).front());
  } catch (const Error& error) {
    return error.what();
  }
}

/// What is left of a function.
struct Left {
  size_t loops = 0;  // when it is rolled
  size_t nodes = 0;  // after all passes
};

/// Rolls the graph of a function, and compares what it gives with what the function gives as it stands: as it is
/// rolled, and after all passes, interpreted and as native code.
Left roll(const Function& f, const Tensor& x, const passes::RerollLimits& limits = {}) {
  ir::Graph graph = trace(f, x);
  const std::string expected = run_graph(graph, x, false);
  if (expected.find(".cpp") == std::string::npos) CHECK(bits(f(x)) == expected);
  const std::string before = ir::print(graph);
  const bool changed = passes::reroll_loops(graph, limits);
  const std::string text = ir::print(graph);
  INFO(before << "\n" << text);
  CHECK(changed == (text != before));
  ir::verify(graph, "rolling");
  CHECK(run_graph(graph, x, false) == expected);
  passes::optimize(graph, {.selection = "", .verify = true});
  CHECK(run_graph(graph, x, false) == expected);
  if (const std::string native = run_graph(graph, x, true); !native.empty()) CHECK(native == expected);
  return {count_of(text, "while_loop("), ir::count_nodes(graph)};
}

Tensor numbers(std::initializer_list<int64_t> shape) { return random_normal(Shape(shape), 7); }

}  // namespace

TEST_CASE("a loop over numbers of the host becomes a loop of the graph") {
  const Left left = roll(
      [](Tensor x) {
        for (int64_t i = 1; i < 60; ++i) x[i] = 0.5f * x[i] + 0.25f * x[i - 1];
        return x;
      },
      numbers({60}));
  CHECK(left.loops == 1);
  CHECK(left.nodes < 24);
}

TEST_CASE("subscripts may go down, in steps, along any axis, and in slices") {
  const Function f = [](Tensor x) {
    Tensor sum = zeros({4});
    for (int64_t i = 0; i < 26; ++i) {
      sum = sum + x(slice(3 + 2 * i, 7 + 2 * i), 59 - 2 * i);
      x(i, slice(i, i + 4)) = sum * x(-1, 2);
    }
    return concat({sum, reshape(x, {3600})}, 0);
  };
  const Left left = roll(f, numbers({60, 60}));
  CHECK(left.loops == 1);
  CHECK(left.nodes < 40);
}

TEST_CASE("slices whose bounds are cut off stay") {
  const Function f = [](Tensor x) {
    Tensor sum = zeros({40});
    for (int64_t i = 0; i < 40; ++i) sum = sum * 0.5f + x[slice(i, i + 40)] - x[slice(i - 80, i - 40)];
    return sum;
  };
  CHECK(roll(f, numbers({80})).loops == 0);
}

TEST_CASE("numbers that differ are computed, or taken out of an array") {
  const Function steps = [](Tensor x) {
    Tensor sum = zeros({}, int64);
    for (int64_t i = 0; i < 50; ++i) sum = sum * 3 + (100 - 7 * i) * x[2 * i % 5];
    return sum;
  };
  CHECK(roll(steps, tensor({1, -2, 3, 5, 8}, int64)).loops == 1);
  const Function powers = [](Tensor x) {
    float factor = 1;
    for (int i = 0; i < 70; ++i, factor *= -0.75f) x = x * factor + float(i) / 3;
    return x;
  };
  CHECK(roll(powers, numbers({5})).loops == 1);
  const Function keys = [](Tensor x) {
    for (int i = 0; i < 60; ++i) x = x * 0.5f + random_normal({3}, i) + tensor({i, i * i, 1});
    return x;
  };
  CHECK(roll(keys, numbers({3})).loops == 1);
  const Function literals = [](Tensor x) {
    Tensor gain = 1.0f, sum = zeros({});
    for (int64_t i = 0; i < 60; ++i) {
      gain = gain / (gain + 0.1f);  // computed while tracing
      sum = sum + gain * (x[i] - sum);
    }
    return sum;
  };
  CHECK(roll(literals, numbers({60})).loops == 1);
  const Function places = [](Tensor x) {
    for (int64_t i = 0; i < 50; ++i) x[i * i % 17] = x[i * 7 % 17] * 0.5f + x[(i + 1) * i % 17];
    return x;
  };
  CHECK(roll(places, numbers({17})).loops == 1);
  const Function bits = [](Tensor x) {
    for (int i = 0; i < 50; ++i)
      x = where(Tensor(i % 3 == 0), x + tensor(i % 100, int8), x ^ tensor(3 * i % 120, int8));
    return x;
  };
  CHECK(roll(bits, tensor({1, -2, 3}, int8)).loops == 1);
}

TEST_CASE("what one or two iterations before have computed is carried") {
  const Function fibonacci = [](Tensor x) {
    Tensor a = x, b = x * 2;
    for (int i = 0; i < 70; ++i) {
      const Tensor sum = a * 3 + b;
      a = b;
      b = sum % 1000;
    }
    return a * 1000 + b;
  };
  CHECK(roll(fibonacci, tensor({1, 2, 3}, int64)).loops == 1);
  const Function exchange = [](Tensor x) {
    Tensor a = x, b = x + 1;
    for (int i = 0; i < 70; ++i) {
      a = sin(a) + 0.5f;
      std::swap(a, b);
    }
    return a - b;
  };
  CHECK(roll(exchange, numbers({3})).loops == 1);
}

TEST_CASE("what begins as another type is left in front") {
  const Function f = [](Tensor x) {
    Tensor sum = 0;
    for (int64_t i = 0; i < 60; ++i) sum = sum + x[i] * x[i];
    return sum;
  };
  CHECK(roll(f, numbers({60})).loops == 1);
  const Function grows = [](Tensor x) {
    Tensor sum = x[0];
    for (int64_t i = 0; i < 60; ++i) sum = sum * 0.5f + x[slice(0, 3)];
    return sum;
  };
  CHECK(roll(grows, numbers({60})).loops == 1);
}

TEST_CASE("loops in loops are rolled from the inside") {
  const Function triangle = [](Tensor a) {
    Tensor l = zeros_like(a);
    for (int64_t i = 0; i < 12; ++i) {
      for (int64_t j = 0; j <= i; ++j) {
        Tensor sum = a(i, j);
        for (int64_t k = 0; k < j; ++k) sum = sum - l(i, k) * l(j, k);
        l(i, j) = i == j ? sqrt(abs(sum) + 1) : sum / l(j, j);
      }
    }
    return l;
  };
  const Tensor x = numbers({12, 12});
  const size_t before = ir::count_nodes(trace(triangle, x));
  const Left left = roll(triangle, x);
  CHECK(left.loops > 0);
  CHECK(left.nodes < before / 4);
  const Function rectangle = [](Tensor a) {
    for (int64_t i = 0; i < 9; ++i) {
      const Tensor row = a[i] * 2;
      for (int64_t j = 0; j < 9; ++j) a(i, j) = row[j] + a(8 - i, j) * 0.5f;
    }
    return a;
  };
  CHECK(roll(rectangle, numbers({9, 9})).nodes < 90);
}

TEST_CASE("an iteration that begins before its inner loop is rolled after that") {
  const Function swept = [](Tensor p) {
    for (int64_t t = 0; t < 5; ++t) {
      p(all, 0) = p(all, -1);
      for (int64_t j = 1; j < 60; ++j) p(all, j) = 1.0f / (2.0f * p(all, j - 1) + 3.0f);
    }
    return p;
  };
  const Left left = roll(swept, numbers({3, 61}));
  CHECK(left.loops == 2);
  CHECK(left.nodes < 40);
}

TEST_CASE("functions weigh more than sums") {
  const Function waves = [](Tensor x) {
    for (int i = 0; i < 30; ++i) x = x + 0.01f * sin(x + float(i));
    return x;
  };
  CHECK(roll(waves, numbers({5})).loops == 1);
  const Function sums = [](Tensor x) {
    for (int i = 0; i < 30; ++i) x = x + 0.01f * abs(x + float(i));
    return x;
  };
  CHECK(roll(sums, numbers({5})).loops == 0);
}

TEST_CASE("branches and loops of the graph may stand in a loop") {
  const Function f = [](Tensor x) {
    for (int64_t i = 0; i < 30; ++i) {
      x[i] = cond(x[i] > 0.0f, [=] { return x[i] * float(i); }, [=] { return x[29 - i] - 1.0f; });
      x = while_loop([=](const Tensor& y) { return y[i] > 1.0f; },
                     [=](Tensor y) {
                       y[i] = y[i] * 0.5f;
                       return y;
                     },
                     x);
    }
    return x;
  };
  const Left left = roll(f, numbers({30}));
  CHECK(left.loops == 2);
  CHECK(left.nodes < 60);
}

TEST_CASE("the last values are there after a loop, and those of earlier iterations keep it unrolled") {
  const Function last = [](Tensor x) {
    Tensor before, square;
    for (int64_t i = 0; i < 60; ++i) {
      before = x;
      square = x * x;
      x = sin(square) + float(i % 2);
    }
    return x + before * square;
  };
  CHECK(roll(last, numbers({3})).loops == 1);
  const Function weak = [](Tensor x) {
    Tensor sign;
    for (int64_t i = 0; i < 60; ++i) {
      sign = where(x[i] > 0.0f, 0.5f, 1.0f);
      x[i] = x[i] * sign;
    }
    return x + sign;
  };
  CHECK(roll(weak, numbers({60})).nodes > 0);
  const Function list = [](Tensor x) {
    std::vector<Tensor> all;
    for (int64_t i = 0; i < 60; ++i) all.push_back(x = sin(x) * 2.0f + 1.0f);
    return concat(all, 0);
  };
  CHECK(roll(list, numbers({3})).loops == 0);
  const Function third = [](Tensor x) {
    Tensor kept;
    for (int64_t i = 0; i < 80; ++i) {
      x = sin(x) * 2.0f + 1.0f;
      if (i == 2) kept = x;
    }
    return x + kept;
  };
  const Left left = roll(third, numbers({3}));
  CHECK(left.loops == 1);
  CHECK(left.nodes < 30);
}

TEST_CASE("a list of what all iterations compute is an array that the loop fills") {
  const Function states = [](Tensor x) {
    std::vector<Tensor> all;
    for (int64_t i = 0; i < 60; ++i) all.push_back(x = sin(x) * 2.0f + 1.0f);
    return stack(all) + x;
  };
  const Left left = roll(states, numbers({3}));
  CHECK(left.loops == 1);
  CHECK(left.nodes < 20);
  const Function among_others = [](Tensor x) {
    std::vector<Tensor> all{x, x * 2.0f}, numbers;
    for (int64_t i = 0; i < 60; ++i) {
      x = sin(x) * 2.0f + 1.0f;
      all.push_back(x);
      numbers.push_back(sum(x));
    }
    all.push_back(x - 1.0f);
    return concat({reshape(stack(all), {189}), stack(numbers)}, 0);
  };
  CHECK(roll(among_others, numbers({3})).loops == 1);
  const Function of_two = [](Tensor x) {
    std::vector<Tensor> all, squares;
    for (int64_t i = 0; i < 60; ++i) {
      all.push_back(x = sin(x) * 2.0f + 1.0f);
      squares.push_back(x * x);
    }
    all.insert(all.end(), squares.begin(), squares.end());
    return stack(all);
  };
  CHECK(roll(of_two, numbers({3})).loops == 0);
  const Function in_turn = [](Tensor x) {
    std::vector<Tensor> all;
    for (int64_t k = 0; k < 12; ++k) {
      for (int64_t i = 0; i < 12; ++i) all.push_back(x = x * 0.5f + float(i));
      x = stack(all)[k];
    }
    return x;
  };
  CHECK(roll(in_turn, numbers({3})).nodes > 0);
}

TEST_CASE("an error of an iteration is the one that it was") {
  const Function f = [](Tensor x) {
    Tensor result = zeros({}, int64);
    for (int64_t i = 0; i < 60; ++i) result = result + 100 / (x[i] - 40);
    return result;
  };
  CHECK(roll(f, astype(arange(60), int64)).loops == 1);
  const Function places = [](Tensor x) {
    Tensor result = zeros({}, int64);
    for (int64_t i = 0; i < 60; ++i) result = result + x[x[i] + i];
    return result;
  };
  CHECK(roll(places, astype(arange(60), int64)).loops == 1);
}

TEST_CASE("effects keep their order") {
  const auto printed = [](bool rolls) {
    std::ostringstream text;
    std::streambuf* const before = std::cout.rdbuf(text.rdbuf());
    const Function f = [](Tensor x) {
      for (int64_t i = 0; i < 40; ++i) {
        x[i] = x[i] * 2 + 1;
        print("at", x[i]);
        print("and", x[39 - i]);
      }
      return x;
    };
    const Tensor x = arange(40);
    ir::Graph graph = trace(f, x);
    if (rolls) CHECK(passes::reroll_loops(graph, passes::RerollLimits()));
    run_graph(graph, x, false);
    std::cout.rdbuf(before);
    return text.str();
  };
  const std::string expected = printed(false);
  CHECK(expected.size() > 500);
  CHECK(printed(true) == expected);
}

TEST_CASE("what is small stays unrolled") {
  const Function f = [](Tensor x) {
    for (int64_t i = 0; i < 20; ++i) x[i] = x[i] * 2.0f;
    return x;
  };
  CHECK(roll(f, numbers({20})).loops == 0);
  CHECK(roll(f, numbers({20}), passes::RerollLimits::all()).loops == 1);
  const Function few = [](Tensor x) {
    for (int64_t i = 0; i < 3; ++i) {
      for (int k = 0; k < 50; ++k) x = k % 2 == 0 ? sin(x) : cos(x) + float(k);
    }
    return x;
  };
  CHECK(roll(few, numbers({2})).nodes > 0);
}

TEST_CASE("what repeats in more than one way is a loop that gives the same") {
  std::mt19937 random(20261127);
  const auto pick = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  for (int round = 0; round < 150; ++round) {
    // A body of a few operations on two variables and an array, some of which an inner loop repeats.
    const unsigned seed = random();
    const int count = 2 + pick(12), inner = pick(4), from = pick(3), step = 1 + pick(3);
    const Function f = [=](Tensor x) {
      Tensor a = x[0], b = x[1];
      for (int i = 0; i < count; ++i) {
        std::mt19937 body(seed);
        const auto choose = [&](unsigned below) { return body() % below; };
        const int times = choose(2) ? inner : i % 4;
        const auto operate = [&](int64_t at, int64_t other) {
          switch (choose(9)) {
            case 0:
              a = a + x[at];
              break;
            case 1:
              b = maximum(a, b) * 0.5f;
              break;
            case 2:
              x[at] = a - b;
              break;
            case 3:
              std::swap(a, b);
              break;
            case 4:
              a = a * float(at % 3) + b;
              break;
            case 5:
              x[slice(other, other + 3)] = x[slice(at, at + 3)] * 0.5f + a;
              break;
            case 6:
              b = sum(x[slice(at, at + 2)]);
              break;
            case 7:
              a = where(x[other] > 0.0f, a, b + float(other));
              break;
            default:
              b = b - x[other];
              break;
          }
        };
        const unsigned operations = 1 + choose(4);
        for (unsigned k = 0; k < operations; ++k) operate(from + step * i, 40 - 2 * i);
        for (int k = 0; k < times; ++k) {
          std::mt19937 again(seed + 1);
          std::swap(body, again);
          operate(i + k, 50 - k);
          operate(3 * k, i);
          std::swap(body, again);
        }
      }
      return concat({x, reshape(a, {1}), reshape(b, {1})}, 0);
    };
    INFO("round " << round);
    roll(f, numbers({60}), passes::RerollLimits::all());
  }
}

}  // namespace reroll_test

}  // namespace ag::test
