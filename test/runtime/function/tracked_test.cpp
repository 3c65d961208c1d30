/// Vectors and objects outside of a function: their elements and members are found where they are, as long as they are
/// there.
#include <ag/staging/generated.h>

#include <memory>
#include <vector>

#include "support/catch.h"

namespace ag::test {

namespace tracked_test {
namespace {

std::vector<Tensor> weights;
std::vector<std::vector<double>> table;

Tensor weighted(Tensor x) {
  return traced<&weighted>(AG_STATE(x), [](Tensor x) -> Tensor {
    for (auto& weight : tracked(weights)) {
      x = x * external(weight);
      ref(weight) = external(weight) + 1;
    }
    for (auto& row : tracked(table)) {
      for (Staged<double> value : external(row)) x = x + value;
    }
    return x;
  });
}

struct Layer {
  virtual ~Layer() = default;
  virtual Tensor forward(Tensor x) const = 0;
};
struct Scale : Layer {
  explicit Scale(double by) : by(by) {}
  Tensor forward(Tensor x) const override { return x * external(by); }
  double by;
};
struct Shift : Layer {
  explicit Shift(double by) : by(by) {}
  Tensor forward(Tensor x) const override { return x + external(by); }
  double by;
};
struct Unseen : Layer {
  Tensor forward(Tensor x) const override { return x; }
};

std::unique_ptr<Layer> layer;

Tensor through(Tensor x) {
  return traced<&through>(AG_STATE(x), [](Tensor x) -> Tensor {
    if (tracked_object<Scale, Shift>(layer)) x = tracked_object<Scale, Shift>(layer)->forward(x);
    return x;
  });
}

double number(const Tensor& value) { return value.item<double>(); }

}  // namespace

TEST_CASE("elements of a vector are read and written where they are", "[captures]") {
  weights = {tensor(2.0), tensor(3.0)};
  table = {{1, 2}, {}};
  CHECK(number(weighted(tensor(1.0))) == 9);
  CHECK(number(weighted(tensor(1.0))) == 15);
  CHECK(number(weights[1]) == 5);
  weights[0] = tensor(10.0);
  table[0][1] = 7;
  CHECK(number(weighted(tensor(1.0))) == 58);
  CHECK(function_of(&weighted).tracing_count() == 1);
}

TEST_CASE("a vector that grew, or lies elsewhere, is traced again", "[captures]") {
  weights = {tensor(2.0)};
  table = {{1}};
  const int before = (weighted(tensor(1.0)), function_of(&weighted).tracing_count());
  weights.push_back(tensor(5.0));
  CHECK(number(weighted(tensor(1.0))) == 16);
  CHECK(function_of(&weighted).tracing_count() == before + 1);
  CHECK_THAT(function_of(&weighted).retraces().back().str(),
             ag_test::ContainsSubstring("the memory of the elements or the object found at"));
  table[0].insert(table[0].end(), 100, 1.0);  // an inner one
  CHECK(number(weighted(tensor(1.0))) == 4 * 6 + 101);
  CHECK(function_of(&weighted).tracing_count() == before + 2);
  weights.clear();
  table.clear();
  CHECK(number(weighted(tensor(1.0))) == 1);
}

TEST_CASE("an object is found by its pointer, and by its class", "[captures]") {
  CHECK(number(through(tensor(3.0))) == 3);
  layer = std::make_unique<Scale>(2);
  CHECK(number(through(tensor(3.0))) == 6);
  static_cast<Scale&>(*layer).by = 5;
  const int before = function_of(&through).tracing_count();
  CHECK(number(through(tensor(3.0))) == 15);
  CHECK(function_of(&through).tracing_count() == before);
  for (int k = 0; k < 4; ++k) {  // whether or not memory is used again
    layer.reset();
    layer = std::make_unique<Shift>(k);
    CHECK(number(through(tensor(3.0))) == 3 + k);
    layer.reset();
    layer = std::make_unique<Scale>(k);
    CHECK(number(through(tensor(3.0))) == 3 * k);
  }
}

TEST_CASE("an object whose class is not known there is an error that names it", "[captures]") {
  layer = std::make_unique<Unseen>();
  CHECK_THROWS_WITH(through(tensor(3.0)), ag_test::ContainsSubstring("Unseen") &&
                                              ag_test::ContainsSubstring("define the class above this function"));
  layer = std::make_unique<Scale>(2);
  CHECK(number(through(tensor(3.0))) == 6);
}

}  // namespace tracked_test

}  // namespace ag::test
