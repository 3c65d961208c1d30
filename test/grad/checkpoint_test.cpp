/// ag::checkpoint: the gradients of a function, from values that are computed again.
#include <memory>
#include <stdexcept>
#include <vector>

#include "ag/staging/generated.h"
#include "grad/recording.h"
#include "support/catch.h"

namespace ag::test {

namespace checkpoint_test {
namespace {

using List = std::vector<double>;
List list(const Tensor& x) { return astype(x, float64).to_vector<double>(); }

constexpr auto kMarks = [](auto f) { return checkpoint(std::move(f)); };
constexpr auto kLeaves = [](auto f) { return f; };

/// `make(mark)` is a program whose functions are marked, or left as they are: they give the same bits.
template <class Make>
void check_alike(Make make, const Tensor& x) {
  const auto marked = make(kMarks);
  const auto plain = make(kLeaves);
  CHECK(list(marked(x)) == list(plain(x)));
  for (const Executor executor : {Executor::interpreter, Executor::compiled}) {
    const List wanted = list(ag::function(plain, {.executor = executor})(x));
    CHECK(list(ag::function(marked, {.executor = executor})(x)) == wanted);
  }
}

Tensor bent(Tensor x) { return tanh(sin(x) * x + 0.5) * exp(x * 0.25); }

/// As converted code writes it: bent as often as a tensor says, and less where it is great.
Tensor bent_often(Tensor x, Tensor n) {
  Tensor k = 0;
  while_stmt([&] { return k < n; }, AG_STATE(x, k),
             [&] {
               if_stmt(sum(x) > 1.0, AG_STATE(x), [&] { x = bent(x * 0.5); }, [&] { x = bent(x) * 0.5; });
               k += 1;
             });
  return x;
}

const Tensor kNumbers = tensor({0.25, -1.5, 2.0}, float64);

int count_of(const std::string& text, const std::string& word) {
  int count = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

/// Of the gradient of `function` at a tensor of three elements.
template <class F>
std::string graph_of_slope(F function) {
  return ag::function([=](Tensor x) { return gradient(function)(x); }).graph(kNumbers).str();
}

}  // namespace

TEST_CASE("a checkpoint has the values and the gradients of its function") {
  CHECK(list(checkpoint(&bent)(kNumbers)) == list(bent(kNumbers)));
  check_alike([](auto mark) { return [=](Tensor x) { return gradient(mark(&bent))(x); }; }, kNumbers);
  check_alike(
      [](auto mark) {
        return [=](Tensor x) { return gradient([=](Tensor v) { return mark(&bent)(mark(&bent)(v) * v) + v; })(x); };
      },
      kNumbers);
  const auto of_number = [](Tensor v, Tensor w, int n) { return v * w * w * n; };
  CHECK(gradient(checkpoint(of_number), 1)(2.0, 3.0, 5).item<double>() == 60);
  // In each other.
  check_alike(
      [](auto mark) {
        const auto inner = [=](Tensor v) { return mark(&bent)(v) * sin(v); };
        const auto outer = [=](Tensor v) { return mark(inner)(mark(inner)(v)) + cos(v); };
        return [=](Tensor x) { return gradient(mark(outer))(x); };
      },
      kNumbers);
}

TEST_CASE("branches and loops in a checkpoint, and checkpoints in loops") {
  check_alike([](auto mark) { return [=](Tensor x) { return gradient(mark(&bent_often))(x, tensor(5)); }; }, kNumbers);
  check_alike(
      [](auto mark) {
        const auto often = [=](Tensor v, Tensor n) {
          const auto f = mark(&bent_often);
          Tensor k = 0;
          while_stmt([&] { return k < n; }, AG_STATE(v, k),
                     [&] {
                       v = f(v, k) + 0.5 * mark(&bent)(v);
                       k += 1;
                     });
          return v;
        };
        return [=](Tensor x) { return gradient(mark(often))(x, tensor(4)); };
      },
      kNumbers);
}

TEST_CASE("what a checkpoint captures has its gradient") {
  check_alike(
      [](auto mark) {
        return [=](Tensor x) {
          return gradient([=](Tensor w) {
            const auto f = mark([&](Tensor v) { return tanh(v * w) * w; });
            return f(f(x)) + w;
          })(x * 0.5);
        };
      },
      kNumbers);

  const ag::Variable w(tensor({1.0, 2.0, 3.0}, float64), {.name = "w"});
  check_alike(
      [w](auto mark) {
        return [=](Tensor x) {
          GradientTape tape;
          const Tensor y = mark([&](Tensor v) { return sin(v * w) * w; })(x);
          return tape.gradient(y, w);
        };
      },
      kNumbers);
}

TEST_CASE("a variable that is written after a checkpoint was read before") {
  for (const bool traced : {false, true}) {
    ag::Variable w(tensor(3.0, float64), {.name = "w"});
    const auto step = [&](Tensor x) {
      GradientTape tape;
      const Tensor y = checkpoint([&](Tensor v) {
        const Tensor read = w;
        return sin(v * read) * read;
      })(x);
      w.assign(tensor(100.0, float64));
      return tape.gradient(y, w);
    };
    const double slope = traced ? ag::function(step)(2.0).item<double>() : step(2.0).item<double>();
    CHECK(slope == std::sin(6.0) + 3 * 2 * std::cos(6.0));
    CHECK(w.item<double>() == 100);
  }
}

TEST_CASE("what is seen from outside happens once in a checkpoint") {
  int calls = 0;
  const auto half = [&](Tensor v) {
    ++calls;
    return v * 0.5;
  };
  const auto slope_of_half = [](Tensor, Tensor, Tensor dy) { return dy * 0.5; };
  const auto loss = [&](Tensor x) {
    return gradient(checkpoint([&](Tensor v) {
      return square(host_call(with_gradient(half, slope_of_half), TensorSpec({}, float64), v * v));
    }))(x);
  };
  CHECK(loss(tensor(2.0, float64)).item<double>() == 8);
  CHECK(calls == 1);
  CHECK(ag::function(loss)(tensor(2.0, float64)).item<double>() == 8);
  CHECK(calls == 2);

  // The numbers that a generator draws are those of the call.
  const auto dropped = [](auto mark) {
    Generator g(7);
    return [=](Tensor x) mutable {
      return gradient(mark([&](Tensor v) { return v * v * astype(g.uniform({3}) > 0.5, float64); }))(x);
    };
  };
  auto marked = dropped(kMarks);
  auto plain = dropped(kLeaves);
  for (int k = 0; k < 5; ++k) CHECK(list(marked(kNumbers)) == list(plain(kNumbers)));
}

TEST_CASE("custom gradients and constants in a checkpoint") {
  check_alike(
      [](auto mark) {
        return [=](Tensor x) {
          return gradient(mark([](Tensor v) {
            const auto clipped = custom_gradient(
                [](Tensor u) { return std::pair(u * u, [u](Tensor dy) { return clip(dy * u, -1.0, 1.0); }); });
            // A loop uses the value whose gradient is given.
            Tensor y = clipped(sin(v)), k = 0;
            while_stmt([&] { return k < 3; }, AG_STATE(y, k),
                       [&] {
                         y = y * clipped(v) + stop_gradient(v);
                         k += 1;
                       });
            return y * stop_gradient(bent(v));
          }))(x);
        };
      },
      kNumbers);
}

TEST_CASE("derivatives of every order, and of several results, through a checkpoint") {
  check_alike([](auto mark) { return [=](Tensor x) { return gradient(gradient(mark(&bent)))(x); }; }, kNumbers);
  check_alike([](auto mark) { return [=](Tensor x) { return jacobian(mark(&bent))(x); }; }, kNumbers);
  check_alike([](auto mark) { return [=](Tensor x) { return jvp(mark(&bent))(x, x).second; }; }, kNumbers);
  check_alike(
      [](auto mark) {
        return [=](Tensor x) {
          return gradient([=](Tensor v) {
            auto [a, b] = mark([](Tensor u) { return std::pair(sin(u) * u, cos(u)); })(v);
            return a * b + argmax(b);
          })(x);
        };
      },
      kNumbers);
}

TEST_CASE("what was computed in a checkpoint that throws counts") {
  GradientTape tape;
  const Tensor x = kNumbers;
  tape.watch(x);
  Tensor y = sin(x);
  const auto throws = checkpoint([&](Tensor v) -> Tensor {
    y = sin(v) * y;
    throw std::runtime_error("no");
  });
  CHECK_THROWS_AS(throws(x), std::runtime_error);
  CHECK(list(tape.gradient(y, x)) == list(sin(x) * cos(x) + sin(x) * cos(x)));
}

TEST_CASE("a checkpoint keeps nothing but what goes in and comes out") {
  // Eagerly: of six values in it, the last one.
  const std::shared_ptr<grad::Recording> recording = grad::Recording::start();
  const Tensor x = kNumbers + 0.0;
  recording->watch(x);
  const Tensor y = checkpoint(&bent)(x);
  int kept = 0;
  for (ir::ValueId value = 0; value < static_cast<ir::ValueId>(recording->graph().value_count()); ++value) {
    if (recording->graph().value(value).producer != ir::kNone) kept += recording->value(value).defined() ? 1 : 0;
  }
  CHECK(kept == 1);
  recording->end();

  // In a graph the sine of the first of two is computed again, and not seen to be there already; of the body of a loop
  // nothing is collected but what goes in.
  const auto twice = [](auto mark) { return [=](Tensor v) { return mark(&bent)(mark(&bent)(v)); }; };
  CHECK(count_of(graph_of_slope(twice(kLeaves)), "= sin(") == 2);
  CHECK(count_of(graph_of_slope(twice(kMarks)), "= sin(") == 3);
  const auto repeated = [](auto mark) {
    return [=](Tensor v) {
      Tensor k = 0;
      while_stmt([&] { return k < 100; }, AG_STATE(v, k),
                 [&] {
                   v = mark(&bent)(v);
                   k += 1;
                 });
      return v;
    };
  };
  CHECK(count_of(graph_of_slope(repeated(kMarks)), "= index_update(") == 1);
  // Also where the loop is itself computed again.
  CHECK(count_of(graph_of_slope(checkpoint(repeated(kMarks))), "= index_update(") == 1);
  CHECK(count_of(graph_of_slope(checkpoint(repeated(kLeaves))), "= index_update(") > 2);
  CHECK(count_of(graph_of_slope(repeated(kLeaves)), "= index_update(") > 2);
}

TEST_CASE("an eager gradient keeps none of a value that it is through with") {
  const std::shared_ptr<grad::Recording> recording = grad::Recording::start();
  const Tensor x = kNumbers + 0.0;
  const ir::ValueId from = recording->watch(x);
  const Tensor y = bent(x);
  recording->end();
  const ir::BlockId body = recording->graph().body();
  grad::Backward backward(recording->graph(), *recording, nullptr);
  backward.mark({from}, std::span(&body, 1), 0);
  grad::Gradients gradients{{recording->value_of(y), ones_like(y)}};
  backward.run(gradients, std::span(&body, 1));
  REQUIRE(gradients.size() == 1);
  CHECK(list(gradients.at(from)) == list(gradient(&bent)(x)));
}

}  // namespace checkpoint_test

}  // namespace ag::test
