/// Gradients of functions, tapes, and what a program says of its own gradients: eagerly and in traced functions.
#include <cmath>
#include <vector>

#include "ag/staging/generated.h"
#include "support/catch.h"

namespace ag::test {

using ag_test::ContainsSubstring;

namespace tape_test {
namespace {

std::vector<double> list(const Tensor& x) { return astype(x, float64).to_vector<double>(); }
using List = std::vector<double>;

Tensor cube(Tensor x) { return x * x * x; }

/// As converted code writes it: a function that calls itself where a tensor decides how often.
Tensor shrunk(Tensor x) {
  return traced<&shrunk>(AG_STATE(x), [](Tensor x) -> Tensor {
    return if_else<Tensor>(x < 1.0, [&] { return x; }, [&] { return shrunk(x * 0.5) * x; });
  });
}

struct Layer {
  Tensor w, b;
  int units = 3;
};

/// Runs `use` eagerly, and once in a traced function for each executor.
template <class F>
void everywhere(F use, const Tensor& x, const List& wanted) {
  CHECK(list(use(x)) == wanted);
  for (const Executor executor : {Executor::interpreter, Executor::compiled})
    CHECK(list(ag::function(use, {.executor = executor})(x)) == wanted);
}

}  // namespace

TEST_CASE("gradient of a function, a lambda and a function object, once and several times") {
  everywhere([](Tensor x) { return gradient(&cube)(x); }, tensor({1.0, 2.0}), {3, 12});
  everywhere([](Tensor x) { return gradient([](Tensor y) { return y * y; })(x); }, tensor({1.0, 2.0}), {2, 4});
  everywhere([](Tensor x) { return gradient(gradient(&cube))(x); }, tensor({1.0, 2.0}), {6, 12});
  everywhere([](Tensor x) { return gradient(gradient(gradient(&cube)))(x); }, tensor({1.0, 2.0}), {6, 6});
  CHECK(gradient(&cube)(2.0).item<double>() == 12);
  CHECK(gradient([](Tensor x) { return x * 0.1; })(2.0).dtype() == float32);
}

TEST_CASE("the value comes with the gradient") {
  const auto [value, slope] = value_and_gradient(&cube)(tensor(2.0));
  CHECK(value.item<double>() == 8);
  CHECK(slope.item<double>() == 12);
}

TEST_CASE("gradients with respect to arguments that are named") {
  const auto f = [](Tensor x, Tensor y, int n) { return x * y * y * n; };
  CHECK(gradient(f)(2.0, 3.0, 5).item<double>() == 45);
  CHECK(gradient(f, 1)(2.0, 3.0, 5).item<double>() == 60);
  const auto [dy, dx] = gradient(f, 1, 0)(2.0, 3.0, 5);
  CHECK(dy.item<double>() == 60);
  CHECK(dx.item<double>() == 45);
  const Tensor same = tensor(3.0);
  CHECK(gradient([](Tensor x, Tensor y) { return x * y; })(same, same).item<double>() == 3);
  CHECK_THROWS_WITH(gradient(f, 2)(2.0, 3.0, 5), ContainsSubstring("argument 2 is asked for, which is no tensor"));
  CHECK_THROWS_WITH(gradient(f, 3)(2.0, 3.0, 5), ContainsSubstring("argument 3 of a call with 3 arguments"));
}

TEST_CASE("the gradient of a structure is a structure") {
  const auto loss = [](Layer layer, Tensor x) { return sum(square(matmul(x, layer.w) + layer.b)) * layer.units; };
  const Layer layer{tensor({{1.0, 2.0}, {3.0, 4.0}}), tensor({0.5, -0.5})};
  const auto [value, slope] = value_and_gradient(loss)(layer, tensor({1.0, 1.0}));
  CHECK(value.item<double>() == 3 * (4.5 * 4.5 + 5.5 * 5.5));
  CHECK(list(slope.w) == List{27, 33, 27, 33});
  CHECK(list(slope.b) == List{27, 33});
  const auto of_list = [](std::vector<Tensor> x) { return x[0] * x[1]; };
  const std::vector<Tensor> both = gradient(of_list)(std::vector<Tensor>{tensor(2.0), tensor(3.0)});
  CHECK(both[0].item<double>() == 3);
  CHECK(both[1].item<double>() == 2);
}

TEST_CASE("ties and corners are as in TensorFlow") {
  everywhere([](Tensor x) { return gradient([](Tensor y) { return relu(y); })(x); }, tensor({-1.0, 0.0, 2.0}),
             {0, 0, 1});
  everywhere([](Tensor x) { return gradient([](Tensor y) { return abs(y); })(x); }, tensor({-1.0, 0.0, 2.0}),
             {-1, 0, 1});
  everywhere([](Tensor x) { return gradient([](Tensor y) { return max(y); })(x); }, tensor({1.0, 2.0, 2.0}),
             {0, 0.5, 0.5});
  everywhere([](Tensor x) { return gradient([](Tensor y) { return maximum(y, 2.0); })(x); }, tensor({1.0, 2.0, 3.0}),
             {0, 1, 1});
  everywhere([](Tensor x) { return gradient([](Tensor y) { return minimum(2.0, y); })(x); }, tensor({1.0, 2.0, 3.0}),
             {1, 0, 0});
  everywhere([](Tensor x) { return gradient([](Tensor y) { return clip(y, 1.0, 2.0); })(x); },
             tensor({0.5, 1.0, 1.5, 2.0, 2.5}), {0, 1, 1, 1, 0});
  everywhere([](Tensor x) { return gradient([](Tensor y) { return pow(y, 2.0); })(x); }, tensor({0.0, -3.0}), {0, -6});
}

TEST_CASE("empty tensors, numbers and other dtypes have gradients") {
  everywhere([](Tensor x) { return gradient([](Tensor y) { return sum(y * y); })(x); }, zeros({0}), {});
  everywhere([](Tensor x) { return gradient([](Tensor y) { return sum(y * y); })(x); }, tensor(2.0), {4});
  for (const DType dtype : {float16, bfloat16, float32, float64}) {
    const Tensor slope = gradient([](Tensor y) { return sum(y * y); })(astype(tensor({1.0, 2.0}), dtype));
    CHECK(slope.dtype() == dtype);
    CHECK(list(slope) == List{2, 4});
  }
  const Tensor mixed = gradient([](Tensor x) { return sum(x * tensor({2.0, 3.0}, float64)); })(tensor({1.0, 1.0}));
  CHECK(mixed.dtype() == float32);
  CHECK(list(mixed) == List{2, 3});
}

TEST_CASE("what does not depend on it has the gradient zero; integers and numbers of the host are constants") {
  everywhere([](Tensor x) { return gradient([](Tensor) { return tensor(3.0); })(x); }, tensor({1.0, 2.0}), {0, 0});
  everywhere([](Tensor x) { return gradient([](Tensor y) { return y * astype(astype(y, int32), float32); })(x); },
             tensor({1.5, 2.5}), {1, 2});
  everywhere([](Tensor x) { return gradient([](Tensor y) { return y * stop_gradient(y); })(x); }, tensor({1.5, 2.5}),
             {1.5, 2.5});
  const auto number = [](Tensor x) { return gradient([](Tensor y) { return y * ag::item<float>(y); })(x); };
  everywhere(number, tensor(1.5), {1.5});
}

TEST_CASE("errors of gradients name what has none, and where it stands") {
  const Tensor x = tensor({1.0, 2.0});
  const auto differentiate = [&](auto f) { return gradient(f)(x); };
  CHECK_THROWS_WITH(differentiate([](Tensor y) { return astype(y, int32); }),
                    ContainsSubstring("a gradient of int32 is asked for"));
  CHECK_THROWS_WITH(
      differentiate([](Tensor y) { return astype(bitcast(y, int32), float32) + astype(unique(y), float32); }),
      ContainsSubstring("the gradient of 'unique': no gradient is known") && ContainsSubstring("tape_test.cpp") &&
          ContainsSubstring("(operand float32[2])"));
  CHECK_THROWS_WITH(gradient([](Tensor y) { return y; }, 0)(tensor({1, 2})),
                    ContainsSubstring("a gradient of int32 is asked for"));
  auto traced = ag::function([](Tensor y) { return gradient([](Tensor z) { return unique(z); })(y); });
  CHECK_THROWS_WITH(traced(x), ContainsSubstring("the gradient of 'unique': no gradient is known"));
}

TEST_CASE("a function that calls itself in a graph has no gradient there, and says so; plainly it has one") {
  CHECK(list(gradient(&shrunk)(tensor(3.0))) == List{1.5 * 1.5 * 0.5 * 3.0});
  auto graph = ag::function([](Tensor x) { return gradient(&shrunk)(x); });
  CHECK_THROWS_WITH(graph(tensor(3.0)),
                    ContainsSubstring("a function that calls itself where a tensor decides how often "
                                      "has no gradient; write it as a loop"));
}

TEST_CASE("a tape watches tensors, and trainable variables by itself") {
  ag::Variable w(tensor({2.0, 3.0}), {.name = "w"}), fixed(tensor(4.0), {.trainable = false});
  const auto use = [&](Tensor x) {
    GradientTape tape;
    tape.watch(x);
    const Tensor y = sum(x * w * fixed.value() + w * w);
    const auto [dx, dw] = tape.gradient(y, x, w);
    return concat({dx, dw});
  };
  everywhere(use, tensor({1.0, 1.0}), {8, 12, 8, 10});
  const auto intermediate = [](Tensor x) {
    GradientTape tape(true);
    tape.watch(x);
    const Tensor y = x * x, z = y * y;
    return concat({tape.gradient(z, y), tape.gradient(z, x), tape.gradient(y, x)});
  };
  everywhere(intermediate, tensor({2.0}), {8, 32, 4});
  const auto unused = [&](Tensor x) {
    GradientTape tape;
    tape.watch(x);
    return tape.gradient(sum(x), w);
  };
  everywhere(unused, tensor({1.0, 1.0}), {0, 0});
}

TEST_CASE("what is computed before a tape, or after a variable was written, does not count twice") {
  ag::Variable w(tensor(2.0));
  const auto use = [&](Tensor x) {
    const Tensor before = x * x;
    GradientTape tape;
    tape.watch(x);
    const Tensor first = w * w;
    w.assign(x * 3.0);
    const Tensor second = w * x;
    w.assign(2.0);
    const auto [dx, dw] = tape.gradient(before + first + second, x, w);
    return stack({dx, dw});
  };
  everywhere(use, tensor(5.0), {15, 9});
}

TEST_CASE("tapes in tapes give higher derivatives") {
  const auto use = [](Tensor x) {
    GradientTape outer;
    outer.watch(x);
    GradientTape inner;
    inner.watch(x);
    const Tensor slope = inner.gradient(sum(x * x * x), x);
    return outer.gradient(sum(slope), x);
  };
  everywhere(use, tensor({1.0, 2.0}), {6, 12});
}

TEST_CASE("variables of modules and lists of them") {
  struct Net : Module {
    ag::Variable w = variable(tensor({1.0, 2.0}), {.name = "w"});
    ag::Variable b = variable(tensor(0.5), {.name = "b"});
  } net;
  GradientTape tape;
  const Tensor y = sum(tensor({3.0, 4.0}) * net.w) + net.b * net.b;
  const std::vector<Tensor> slopes = tape.gradient(y, net.trainable_parameters());
  CHECK(list(slopes[0]) == List{3, 4});
  CHECK(list(slopes[1]) == List{1});
}

TEST_CASE("errors of tapes") {
  const Tensor x = tensor(2.0);
  ag::Variable fixed(tensor(4.0), {.trainable = false});
  GradientTape once;
  once.watch(x);
  const Tensor y = x * x;
  once.gradient(y, x);
  CHECK_THROWS_WITH(once.gradient(y, x),
                    ContainsSubstring("asked for gradients twice") && ContainsSubstring("tape(true)"));
  GradientTape blind(true);
  CHECK_THROWS_WITH(blind.gradient(y, tensor(1.0)),
                    ContainsSubstring("not watched") && ContainsSubstring("tape.watch(x)"));
  CHECK_THROWS_WITH(blind.gradient(y, fixed),
                    ContainsSubstring("a variable that is not trainable and that is not watched"));
  CHECK_THROWS_WITH(blind.watch(tensor(1)), ContainsSubstring("a gradient of int32 is asked for"));
  auto outside = ag::function([&](Tensor z) {
    blind.watch(z);
    return z;
  });
  blind = GradientTape(true);
  CHECK_NOTHROW(outside(x));  // under a tape functions run as they are
}

TEST_CASE("a tape that watches watches the function that it is in") {
  const auto use = [](Tensor x) {
    GradientTape tape;
    tape.watch(x);
    auto [i, y] = while_loop([](Tensor i, Tensor) { return i < 3; },
                             [&](Tensor i, Tensor y) { return std::tuple(i + 1, y * x); }, 0, x);
    return tape.gradient(y, x);
  };
  everywhere(use, tensor(2.0), {32});
  auto inside = ag::function([](Tensor x) {
    GradientTape tape(true);
    tape.watch(x);
    auto [i, y] = while_loop([](Tensor i, Tensor) { return i < 3; },
                             [&](Tensor i, Tensor y) { return std::tuple(i + 1, tape.gradient(y * x, x)); }, 0, x);
    return y;
  });
  CHECK_THROWS_WITH(inside(tensor(2.0)), ContainsSubstring("inside of a loop"));
}

TEST_CASE("a custom gradient takes the place of that of the operations") {
  const auto clipped = custom_gradient(
      [](Tensor x) { return std::pair(x * x, [x](Tensor dy) { return clip(dy * 2.0 * x, -1.0, 1.0); }); });
  everywhere([=](Tensor x) { return gradient([&](Tensor y) { return clipped(y) * 3.0; })(x); }, tensor({0.1, 5.0}),
             {static_cast<double>(3.0f * 2.0f * 0.1f), 1});
  const auto two = custom_gradient([](Tensor a, Tensor b) {
    return std::pair(std::tuple(a + b, a - b), [](Tensor ds, Tensor dd) { return std::tuple(ds * 10.0, dd * 100.0); });
  });
  const auto both = [=](Tensor x) {
    return gradient([&](Tensor y) {
      auto [s, d] = two(y, y * y);
      return sum(s + d);
    })(x);
  };
  everywhere(both, tensor({1.0, 2.0}), {10 + 200, 10 + 400});
  CHECK(list(clipped(tensor({2.0}))) == List{4});
}

TEST_CASE("a custom gradient in a loop is called for every iteration, and has a gradient itself") {
  const auto square_of = custom_gradient([](Tensor x) {
    const Tensor twice = 2.0 * x;
    return std::pair(x * x, [twice](Tensor dy) { return dy * twice * 10.0; });
  });
  const auto looped = [=](Tensor x) {
    return gradient([&](Tensor y) {
      auto [i, z] = while_loop([](Tensor i, Tensor) { return i < 2; },
                               [&](Tensor i, Tensor z) { return std::tuple(i + 1, square_of(z)); }, 0, y);
      return z;
    })(x);
  };
  everywhere(looped, tensor(2.0), {100 * 4 * 8});
  everywhere([=](Tensor x) { return gradient(gradient(square_of))(x); }, tensor(3.0), {20});
}

TEST_CASE("a function of the host has the gradient that it is given") {
  const auto use = [](Tensor x) {
    return gradient([](Tensor y) {
      const Tensor z = host_call(with_gradient([](Tensor v) { return v * v * v; },
                                               [](Tensor v, Tensor, Tensor dy) { return 3.0 * v * v * dy; }),
                                 TensorSpec({2}, float32), y * 2.0);
      return sum(z);
    })(x);
  };
  everywhere(use, tensor({1.0, 2.0}), {24, 96});
  const auto several = [](Tensor x) {
    return gradient([](Tensor y) {
      const std::vector<Tensor> z = pure_host_call(
          with_gradient([](Tensor v, int n) { return std::pair(v * n, v + 1.0); },
                        [](Tensor, Tensor n, Tensor, Tensor, Tensor da, Tensor db) { return da * n + db; }),
          {TensorSpec({2}, float32), TensorSpec({2}, float32)}, y, 5);
      return sum(z[0] * z[1]);
    })(x);
  };
  everywhere(several, tensor({1.0, 2.0}), {5 * 2 + 5, 5 * 3 + 10});
}

TEST_CASE("without one, the gradient of a function of the host is an error with that remedy") {
  const auto loss = [](Tensor y) {
    return sum(host_call([](Tensor v) { return v * 2.0; }, TensorSpec({2}, float32), y));
  };
  CHECK_THROWS_WITH(gradient(loss)(tensor({1.0, 2.0})), ContainsSubstring("the gradient of 'host_call'") &&
                                                            ContainsSubstring("ag::with_gradient") &&
                                                            ContainsSubstring("tape_test.cpp"));
  auto traced = ag::function([=](Tensor x) { return gradient(loss)(x); });
  CHECK_THROWS_WITH(traced(tensor({1.0, 2.0})), ContainsSubstring("the gradient of 'host_call'") &&
                                                    ContainsSubstring("ag::with_gradient") &&
                                                    ContainsSubstring("tape_test.cpp"));
  const auto wrong = [](Tensor y) {
    return sum(host_call(with_gradient([](Tensor v) { return v * 2.0; },
                                       [](Tensor, Tensor, Tensor, Tensor, Tensor) { return Tensor(1.0); }),
                         TensorSpec({2}, float32), y));
  };
  CHECK_THROWS_WITH(gradient(wrong)(tensor({1.0, 2.0})), ContainsSubstring("has 5 parameters and is given 3 tensors"));
}

TEST_CASE("a concrete function has no eager gradient, and says so") {
  auto f = ag::function([](Tensor x) { return x * x; });
  const auto concrete = f.concrete(TensorSpec({2}, float32));
  CHECK_THROWS_WITH(gradient([&](Tensor x) { return concrete(x); })(tensor({1.0, 2.0})),
                    ContainsSubstring("ConcreteFunction") && ContainsSubstring("call the function itself"));
  CHECK(list(gradient([&](Tensor x) { return f(x); })(tensor({1.0, 2.0}))) == List{2, 4});
}

TEST_CASE("Jacobians and Hessians have a row for each element") {
  const auto f = [](Tensor x) { return stack({x[0] * x[1], sin(x[1]) * 0.0 + x[2] * x[2]}); };
  everywhere([=](Tensor x) { return jacobian(f)(x); }, tensor({2.0, 3.0, 4.0}), {3, 2, 0, 0, 0, 8});
  CHECK(jacobian(f)(tensor({2.0, 3.0, 4.0})).shape() == Shape{2, 3});
  const auto loss = [](Tensor x) { return x[0] * x[0] * x[1]; };
  everywhere([=](Tensor x) { return hessian(loss)(x); }, tensor({2.0, 3.0}), {6, 4, 4, 0});
  everywhere([=](Tensor x) { return hvp(loss)(x, tensor({1.0, 10.0})); }, tensor({2.0, 3.0}), {46, 4});
  const auto rows = [](Tensor x) { return jacobian([](Tensor y) { return expand_dims(y * y, 0); })(x); };
  CHECK(rows(tensor({2.0, 3.0})).shape() == Shape{1, 2, 2});
  everywhere(rows, tensor({2.0, 3.0}), {4, 0, 0, 6});
  auto open = ag::function([=](Tensor x) { return rows(x); }, {.input_signature = {TensorSpec({unknown}, float32)}});
  CHECK(open(tensor({2.0, 3.0})).to_vector<float>() == std::vector<float>{4, 0, 0, 6});
}

TEST_CASE("a tape gives the Jacobian of what it watched, with respect to tensors and variables") {
  const auto f = [](Tensor x) {
    GradientTape tape;
    tape.watch(x);
    return tape.jacobian(stack({x[0] * x[1], x[1] * x[1]}), x);
  };
  everywhere(f, tensor({2.0, 3.0}), {3, 2, 0, 6});
  CHECK(f(tensor({2.0, 3.0})).shape() == Shape{2, 2});
  static Variable w(tensor({{1.0, 2.0}, {3.0, 4.0}}));
  const auto both = [](Tensor x) {
    GradientTape tape;
    tape.watch(x);
    const Tensor y = matmul(Tensor(w), x);
    const auto [dx, dw] = tape.jacobian(y, x, w);
    return concat({reshape(dx, {-1}), reshape(dw, {-1})});
  };
  everywhere(both, tensor({5.0, 6.0}), {1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 5, 6});
  const auto loops = [](Tensor x) {
    GradientTape tape(true);
    tape.watch(x);
    Tensor y = x;
    Staged<int> n = 0;
    while_stmt([&] { return n < 3; }, AG_STATE(y, n),
               [&] {
                 y = y * x;
                 n = n + 1;
               });
    return tape.jacobian(y, x) + tape.jacobian(x * x, x);
  };
  everywhere(loops, tensor({1.0, 2.0}), {6, 0, 0, 36});
}

TEST_CASE("a tape that is not persistent answers one question, and a Jacobian is one") {
  GradientTape tape;
  const Tensor x = tensor({1.0, 2.0});
  tape.watch(x);
  const Tensor y = x * x;
  CHECK(list(tape.jacobian(y, x)) == List{2, 0, 0, 4});
  CHECK_THROWS_WITH(tape.jacobian(y, x), ContainsSubstring("asked for gradients twice"));
  CHECK_THROWS_WITH(tape.gradient(y, x), ContainsSubstring("asked for gradients twice"));
}

TEST_CASE("derivatives in a direction, and gradients with weights") {
  const auto f = [](Tensor x) { return stack({x[0] * x[1], x[1] * x[1]}); };
  const auto forward = [=](Tensor x) {
    auto [y, dy] = jvp(f)(x, tensor({1.0, 10.0}));
    return concat({y, dy});
  };
  everywhere(forward, tensor({2.0, 3.0}), {6, 9, 23, 60});
  const auto backward = [=](Tensor x) {
    auto [y, back] = vjp(f, x);
    return concat({y, back(tensor({1.0, 0.0})), back(tensor({0.0, 1.0}))});
  };
  everywhere(backward, tensor({2.0, 3.0}), {6, 9, 3, 2, 0, 6});
}

TEST_CASE("a traced function keeps nothing that only gradients read") {
  const auto square_of =
      custom_gradient([](Tensor x) { return std::pair(x * x, [x](Tensor dy) { return dy * x * 2.0; }); });
  const auto f = ag::function([=](Tensor x) { return stop_gradient(sin(x)) + square_of(x); });
  const std::string text = f.graph(tensor({0.5, 1.0})).str();
  CHECK(text.find("sin(") != std::string::npos);
  CHECK(text.find("_gradient(") == std::string::npos);
  CHECK(list(f(tensor({0.5, 1.0}))) == list(sin(tensor({0.5, 1.0})) + tensor({0.25, 1.0})));
}

}  // namespace tape_test

}  // namespace ag::test
