// Gradients: of functions, lambdas and what a tape watches; through branches and loops that a tensor decides.
#include "harness.h"

using ag::Tensor;

namespace gradients_programs {
namespace {

// A loop whose length depends on values, with a way out of its middle.
AG_FUNCTION Tensor root(Tensor a) {
  Tensor x = a;
  for (int k = 0; k < 50; ++k) {
    Tensor next = 0.5 * (x + a / x);
    if (ag::abs(next - x) < 1e-9) break;
    x = next;
  }
  return x;
}
AG_FUNCTION Tensor slope_of_root(Tensor a) { return ag::gradient(root)(a); }
AG_FUNCTION Tensor curvature_of_root(Tensor a) { return ag::gradient(ag::gradient(root))(a); }

AG_CONVERT Tensor bent(Tensor x, Tensor w) {
  if (ag::sum(x) > 0) {
    x = ag::tanh(x * w);
  } else {
    Tensor k = 0;
    while (k < 3) {
      x = x * w - 0.25;
      if (ag::sum(x) < -4) return x * x;
      k += 1;
    }
  }
  return x + w;
}
AG_FUNCTION Tensor slope_of_bent(Tensor x, Tensor w) {
  auto [value, slope] = ag::value_and_gradient(bent)(x, w);
  return value + slope;
}
AG_FUNCTION Tensor other_slope_of_bent(Tensor x, Tensor w) {
  auto [dw, dx] = ag::gradient(bent, 1, 0)(x, w);
  return ag::concat({dw, dx});
}

AG_FUNCTION Tensor of_lambda(Tensor x, Tensor scale, int power) {
  auto slope = ag::gradient([&](Tensor y) {
    Tensor product = 1.0;
    for (int k = 0; k < power; ++k) product = product * y;
    return product * scale;
  });
  return slope(x) + x;
}

struct Line {
  Tensor slope, offset;
};
AG_CONVERT Tensor squared_error(Line line, Tensor x, Tensor y) {
  return ag::mean(ag::square(line.slope * x + line.offset - y));
}
AG_FUNCTION Line fitted(Tensor x, Tensor y, int steps) {
  Line line{0.0f, 0.0f};
  for (int k = 0; k < steps; ++k) {
    auto [error, slope] = ag::value_and_gradient(squared_error)(line, x, y);
    if (error < 1e-4) break;
    line.slope -= 0.1 * slope.slope;
    line.offset -= 0.1 * slope.offset;
  }
  return line;
}

ag::Variable weight(ag::tensor({0.5, -0.25}), {.name = "weight"});
AG_FUNCTION Tensor descended(Tensor x, Tensor steps) {
  Tensor loss = 0.0f;
  for (Tensor k : ag::range(steps)) {
    ag::GradientTape tape;
    Tensor y = x * weight;
    if (ag::sum(y) > 1.0) y = y * 0.5;
    loss = ag::sum(ag::square(y - 1.0));
    weight.assign_sub(0.1 * tape.gradient(loss, weight));
  }
  return ag::concat({weight.value(), ag::expand_dims(loss, 0)});
}

// The variables of a module, by name and as a list.
struct Net : ag::Module {
  ag::Variable w = variable(ag::tensor({0.5, -0.25}), {.name = "w"});
  ag::Variable b = variable(ag::tensor(0.125), {.name = "b"});

  AG_CONVERT Tensor loss(Tensor x) {
    Tensor y = ag::sum(x * w) + b;
    if (y > 0) return ag::square(y - 1.0);
    return ag::square(y + 1.0);
  }
  AG_FUNCTION Tensor step(Tensor x) {
    ag::GradientTape tape;
    Tensor now = loss(x);
    std::vector<ag::Variable> all = trainable_parameters();
    std::vector<Tensor> slopes = tape.gradient(now, all);
    for (size_t k = 0; k < all.size(); ++k) all[k].assign_sub(0.1 * slopes[k]);
    return now;
  }
  AG_FUNCTION Tensor slopes(Tensor x) {
    ag::GradientTape tape;
    Tensor now = loss(x);
    auto [dw, db] = tape.gradient(now, w, b);
    return ag::concat({dw, ag::expand_dims(db, 0)});
  }
};
Net net;

// Two names of one variable.
ag::Variable other_name = weight;
AG_FUNCTION Tensor slope_by_two_names(Tensor x) {
  ag::GradientTape tape;
  Tensor y = ag::sum(x * weight + 2.0 * x * other_name);
  return tape.gradient(y, weight);
}

// A loop over a dataset, whose elements are constants; a switch, a do-while, and a traced function that is called.
AG_FUNCTION Tensor slope_over_dataset(Tensor w) {
  return ag::gradient([](Tensor v) {
    Tensor loss = 0.0f;
    for (Tensor row : ag::Dataset::from_tensor_slices(ag::tensor({{1.0, 2.0}, {3.0, 4.0}, {-1.0, 0.5}}))) {
      loss += ag::tanh(ag::sum(row * v));
    }
    return loss;
  })(w);
}
AG_CONVERT Tensor by_case(Tensor x, Tensor kind) {
  switch (int(kind)) {
    case 0:
      x = x * x;
      [[fallthrough]];
    case 1:
      x = ag::sin(x);
      break;
    default:
      do {
        x = x * 0.25 + root(x);
      } while (x > 3.0);
  }
  return x;
}
AG_FUNCTION Tensor slope_by_case(Tensor x, Tensor kind) { return ag::gradient(by_case)(x, kind); }
AG_FUNCTION Tensor slope_of_array(Tensor x, Tensor n) {
  ag::GradientTape tape(true);
  tape.watch(x);
  ag::TensorArray rows(ag::float64, {.size = n, .element_shape = ag::Shape{2}});
  Tensor state = x;
  for (Tensor k : ag::range(n)) {
    if (k % 2 == 0) state = state * x;
    rows.write(int(k), ag::sin(state));
  }
  Tensor y = rows.stack();
  return tape.gradient(y[0], x) + tape.gradient(ag::sum(y * y), x);
}
AG_FUNCTION Tensor squares_jacobian(Tensor x) {
  return ag::jacobian([](Tensor v) {
    if (ag::sum(v) > 0) return v * v[0];
    return ag::flip(v) * 3.0;
  })(x);
}

// Numbers that a program takes out of tensors are constants.
AG_FUNCTION Tensor of_number(Tensor x) {
  return ag::gradient([](Tensor y) {
    float number = y.item<float>();
    return y * number + std::sqrt(number);
  })(x);
}

AG_FUNCTION Tensor clipped_slope(Tensor x) {
  auto loss = ag::custom_gradient([](Tensor y) {
    return std::pair(y * y, [y](Tensor dy) {
      if (ag::abs(y) > 1.0) return dy * ag::sign(y);
      return dy * y * 2.0;
    });
  });
  return ag::gradient([&](Tensor y) { return loss(y) * 3.0; })(x);
}

Tensor doubled(Tensor x) { return x * 2.0; }
Tensor doubled_slope(Tensor, Tensor, Tensor dy) { return dy * 2.0; }
AG_FUNCTION Tensor of_host_call(Tensor x) {
  return ag::gradient([](Tensor y) {
    return y * ag::host_call(ag::with_gradient(&doubled, &doubled_slope), ag::TensorSpec({}, ag::float32), y);
  })(x);
}
AG_FUNCTION Tensor without_gradient(Tensor x) {
  return ag::gradient([](Tensor y) { return y * ag::host_call(&doubled, ag::TensorSpec({}, ag::float32), y); })(x);
}
AG_FUNCTION Tensor of_integer(Tensor x) {
  return ag::gradient([](Tensor y) { return ag::astype(y, ag::int32); })(x);
}

AG_CONVERT Tensor accumulated(Tensor x) {
  std::vector<Tensor> rows;
  Tensor state = ag::zeros({2}, ag::float64);
  for (Tensor row : x) {
    state = ag::tanh(state + row);
    if (ag::sum(row) > 0) rows.push_back(state);
  }
  return ag::sum(ag::square(ag::stack(rows)));
}
AG_FUNCTION Tensor slope_of_accumulated(Tensor x) { return ag::gradient(accumulated)(x); }

// Computed again: functions with branches, of host numbers, and with what they capture; one prints once.
AG_CONVERT Tensor layer(Tensor x, Tensor w, int power) {
  for (int k = 0; k < power; ++k) x = ag::tanh(x * w + 0.1);
  if (ag::sum(x) > 1) x = x * x;
  return x;
}
AG_FUNCTION Tensor slope_of_layers(Tensor x, Tensor w, Tensor depth) {
  auto again = ag::checkpoint(layer);
  auto scaled = ag::checkpoint([&](Tensor v, Tensor by) {
    if (ag::max(v) > 0.5) v = v - w * by;
    ag::print("scaled by", by);
    return v;
  });
  return ag::gradient([&](Tensor u) {
    Tensor y = x;
    for (Tensor round : ag::range(depth)) y = scaled(again(y, u, 3), round);
    return y;
  })(w);
}

// A module whose methods are computed again, with numbers that a generator draws once.
struct Dropping : ag::Module {
  ag::Variable w = variable(ag::tensor({{0.5, -0.25}, {1.0, 0.75}}, ag::float64), {.name = "w"});
  ag::Generator draws = ag::Generator(5);

  AG_FUNCTION Tensor operator()(Tensor x) const {
    x = ag::tanh(ag::matmul(x, w));
    if (ag::mean(x) > 0) return x * x;
    return x;
  }
  AG_FUNCTION Tensor step(Tensor x) {
    ag::GradientTape tape;
    auto dropped = ag::checkpoint([&](Tensor v) {
      Tensor keep = ag::astype(draws.uniform({2, 2}) > 0.3f, ag::float64);
      return (*this)(v * keep);
    });
    std::vector<Tensor> losses;
    for (int k = 0; k < 3; ++k) losses.push_back(ag::sum(ag::square(x = dropped(x))));
    Tensor loss = ag::sum(ag::stack(losses));
    w.assign_sub(0.5 * tape.gradient(loss, w));
    return loss;
  }
};
Dropping dropping;

AG_FUNCTION Tensor jacobians_of_two(Tensor x, Tensor w) {
  auto [by_x, by_w] = ag::jacobian([](Tensor u, Tensor v) { return u * v * v; }, 0, 1)(x, w);
  return by_x + 10 * by_w + ag::jacobian([](Tensor u, Tensor v) { return ag::sin(u) * v; }, 1)(x, w);
}

AG_FUNCTION Tensor jacobian_with_argument(Tensor x, Tensor w) {
  return ag::jacobian([](Tensor u, Tensor v) { return ag::matmul(v, u); })(x, w);
}

// The graph finds out how many elements there are.
AG_FUNCTION Tensor jacobians_of_rows(Tensor x) {
  const Tensor mapped = ag::jacobian([](Tensor u) { return ag::map_fn([](Tensor v) { return v * v; }, u); })(x);
  const auto products = [](Tensor u) {
    return ag::scan([](Tensor s, Tensor v) { return s * v; }, ag::tensor(1.0f), u);
  };
  return mapped + ag::jacobian(products)(x);
}

AG_FUNCTION Tensor products_with_zeros(Tensor x) {
  const auto product = [](Tensor y) { return ag::sum(ag::square(ag::cumulative_prod(y)) + ag::cumulative_prod(y)); };
  return ag::gradient(product)(x) + ag::sum(ag::hessian(product)(x), 1);
}

// Values whose extents are others in each iteration.
AG_FUNCTION Tensor tree_of_prices(Tensor price, Tensor steps) {
  return ag::gradient([&](Tensor s) {
    Tensor v = ag::maximum(s * ag::exp(0.1 * ag::astype(ag::arange(steps + 1) - 4, ag::float32)) - 1.0, 0.0);
    while (ag::size(v) > 1) {
      const Tensor up = v[ag::slice(1, std::nullopt)];
      v = 0.49 * up * up + 0.5 * v[ag::slice(0, -1)];
    }
    return v[0];
  })(price);
}

AG_FUNCTION Tensor shorter_last_batch(Tensor w, Tensor xs, int size) {
  return ag::gradient([&](Tensor w) {
    Tensor loss = 0.0f;
    const Tensor count = ag::shape(xs)[0];
    for (Tensor i : ag::range(Tensor(0), count, size)) {
      const Tensor h = ag::tanh(w * xs[ag::slice(i, ag::minimum(i + size, count))]);
      for (Tensor k : ag::range(i)) loss = loss + ag::mean(h * h) * ag::astype(k, ag::float32);
      loss = loss + ag::mean(h * h);
    }
    return loss;
  })(w);
}

}  // namespace
}  // namespace gradients_programs

namespace e2e {

void gradients() {
  using namespace ::gradients_programs;
  for (double a : {2.0, 9.0}) {
    run("slope_of_root", slope_of_root, f64(a));
    run("curvature_of_root", curvature_of_root, f64(a));
    run("gradient of root", ag::gradient(root), f64(a));
  }
  const Tensor w = ag::tensor({0.5, -2.0}, ag::float64);
  for (const Tensor& x : {ag::tensor({1.0, 2.0}, ag::float64), ag::tensor({-1.0, -2.0}, ag::float64)}) {
    run("slope_of_bent", slope_of_bent, x, w);
    run("other_slope_of_bent", other_slope_of_bent, x, w);
  }
  run("of_lambda", of_lambda, f32(2.0), f32(3.0), 3);
  run("of_lambda", of_lambda, f32(2.0), f32(3.0), 0);
  const Tensor x = ag::tensor({0.0, 1.0, 2.0}), y = ag::tensor({1.0, 3.0, 5.0});
  run("fitted", fitted, x, y, 5);
  run("fitted", fitted, x, y, 200);
  run("descended", descended, ag::tensor({1.0, 2.0}), i64(4));
  run("step of a module", [](Tensor v) { return net.step(v); }, ag::tensor({1.0, 2.0}));
  run("slopes of a module", [](Tensor v) { return net.slopes(v); }, ag::tensor({1.0, 2.0}));
  run("slope_by_two_names", slope_by_two_names, ag::tensor({1.0, 2.0}));
  run("slope_over_dataset", slope_over_dataset, ag::tensor({0.25, -0.5}));
  for (int64_t kind : {0, 1, 2}) run("slope_by_case", slope_by_case, f64(5.0), i64(kind));
  run("slope_of_array", slope_of_array, ag::tensor({1.5, 0.5}, ag::float64), i64(4));
  for (double sign : {1.0, -1.0}) run("squares_jacobian", squares_jacobian, ag::tensor({2.0 * sign, sign}));
  run("of_number", of_number, f32(2.5));
  run("clipped_slope", clipped_slope, f32(0.5));
  run("clipped_slope", clipped_slope, f32(-4.0));
  run("of_host_call", of_host_call, f32(3.0));
  run("without_gradient", without_gradient, f32(3.0));
  run("of_integer", of_integer, f32(3.0));
  const Tensor square = ag::tensor({{1.0, 2.0}, {0.5, -1.0}}, ag::float64);
  for (int k = 0; k < 3; ++k) run("step of a module that drops", [](Tensor v) { return dropping.step(v); }, square);
  for (int64_t depth : {0, 4})
    run("slope_of_layers", slope_of_layers, ag::tensor({0.5, 1.5}, ag::float64), w, i64(depth));
  run("slope_of_accumulated", slope_of_accumulated, ag::tensor({{0.1, 0.2}, {-0.5, 0.1}, {0.3, 0.4}}, ag::float64));
  const Tensor ab = ag::tensor({1.0, 2.0}), cd = ag::tensor({3.0, 4.0});
  run("jacobians_of_two", jacobians_of_two, ab, cd);
  run("jacobian_with_argument", jacobian_with_argument, ab, ag::random_normal({3, 2}, 11));
  run("jacobians_of_rows", jacobians_of_rows, ag::tensor({1.0, 2.0, 3.0}));
  run("products_with_zeros", products_with_zeros, ag::tensor({2.0, 0.0, 3.0, 0.0, 4.0}));
  run("tree_of_prices", tree_of_prices, ag::tensor(1.1), ag::tensor(8));
  run("shorter_last_batch", shorter_last_batch, ag::tensor(0.5), ag::random_normal({7}, 12), 3);
}

}  // namespace e2e
