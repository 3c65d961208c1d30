/// Concrete functions: calls by position and by name, what they print, arguments that do not fit, open dimensions.
#include <ag/staging/generated.h>

#include <sstream>

#include "support/catch.h"

namespace ag::test {

namespace concrete_test {
namespace {

using ag_test::ContainsSubstring;

Tensor power(Tensor x, int n) {
  return traced<&power>(AG_STATE(x, n), [](Tensor x, int n) -> Tensor {
    Tensor result = x;
    for (int i = 1; i < n; ++i) result = result * x;
    return result;
  });
}

Tensor rows(Tensor x, Tensor y) {
  return traced<&rows>(AG_STATE(x, y), [](Tensor x, Tensor y) -> Tensor {
    Tensor total = zeros_like(x[0]);
    Staged<int64_t> n = 0;
    while_stmt([&] { return n < dim(x, 0); }, AG_STATE(total, n),
               [&] {
                 total = total + x[n] * y;
                 n = n + 1;
               });
    return concat({total, total});
  });
}

struct Both {
  Tensor low, high;
};
Both sorted(std::vector<Tensor> xs, const std::string& how) {
  return traced<&sorted>(AG_STATE(xs, how), [](std::vector<Tensor> xs, const std::string&) -> Both {
    return {minimum(xs[0], xs[1]), maximum(xs[0], xs[1])};
  });
}

struct Accumulator {
  Tensor sum = tensor(0.0);
  Tensor add(Tensor x) {
    return traced<&Accumulator::add>(*this, AG_STATE(x), [this](Tensor x) -> Tensor {
      ref(sum) = external(sum) + x;
      return external(sum);
    });
  }
};

std::string text(const Tensor& x) {
  std::ostringstream out;
  out << x.dtype() << x.shape() << ' ' << x;
  return out.str();
}
template <class T>
std::string printed(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

}  // namespace

TEST_CASE("a concrete function is called by position and by name, and its numbers may be left out") {
  ConcreteFunction c = function_of(power).concrete(TensorSpec({2}), 2);
  CHECK(text(c(tensor({1.5, 2.0}), 2)) == "float32(2,) [2.25 4.  ]");
  CHECK(text(c(tensor({1.5, 2.0}))) == "float32(2,) [2.25 4.  ]");
  CHECK(text(c(arg("x", tensor({1.5, 2.0})))) == "float32(2,) [2.25 4.  ]");
  CHECK(text(c(arg("n", 2), arg("x", tensor({3.0, 2.0})))) == "float32(2,) [9. 4.]");
  CHECK(text(c(tensor({3.0, 2.0}), arg("n", 2))) == "float32(2,) [9. 4.]");
  CHECK(c.str() == "power(x: float32[2], n: int 2) -> float32[2]");
  CHECK(c.graph().node_count() == 1);
  CHECK(c.name() == "power");
  REQUIRE(c.inputs().size() == 2);
  CHECK(c.inputs()[0].shape == Shape{2});
  CHECK(c.inputs()[1].value == "2");
  CHECK(c.outputs()[0].str() == "float32[2]");
}

TEST_CASE("a concrete function is traced once, also by calls") {
  function_of(power).clear();
  const int before = function_of(power).tracing_count();
  function_of(power).concrete(tensor({1.0, 2.0, 3.0}), 3);
  function_of(power).concrete(TensorSpec({3}), 3);
  power(tensor({4.0, 5.0, 6.0}), 3);
  CHECK(function_of(power).tracing_count() == before + 1);
}

TEST_CASE("arguments that do not fit a concrete function are errors that show both") {
  ConcreteFunction c = function_of(power).concrete(TensorSpec({unknown, 3}), 2);
  auto message = [&](auto&&... arguments) -> std::string {
    try {
      c(arguments...);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::type_error);
      CHECK_THAT(std::string(error.location().file_name()), ContainsSubstring("concrete_test.cpp"));
      return error.what();
    }
    return "no error";
  };
  CHECK_THAT(message(ones({2, 3}, int32), 2), ContainsSubstring("'x' is int32[2,3], and float32[?,3] is declared") &&
                                                  ContainsSubstring("called with (x: int32[2,3], n: int 2)") &&
                                                  ContainsSubstring("declared as (x: float32[?,3], n: int 2)"));
  CHECK_THAT(message(ones({2, 4})), ContainsSubstring("'x' is float32[2,4], and float32[?,3] is declared"));
  CHECK_THAT(message(ones({3})), ContainsSubstring("'x' is float32[3], and float32[?,3] is declared"));
  CHECK_THAT(message(ones({2, 3}), 3), ContainsSubstring("'n' is int 3, and int 2 is fixed"));
  CHECK_THAT(message(arg("n", 2)), ContainsSubstring("'x' is missing"));
  CHECK_THAT(message(ones({2, 3}), arg("x", ones({2, 3}))), ContainsSubstring("'x' is given twice"));
  CHECK_THAT(message(arg("y", ones({2, 3}))), ContainsSubstring("there is no parameter 'y'; they are x, n"));
  CHECK_THAT(message(arg("x", std::string("a"))), ContainsSubstring("'x' has another type"));
  CHECK(text(c(ones({1, 3}))) == "float32(1, 3) [[1. 1. 1.]]");
}

TEST_CASE("a number of the host takes the dtype that a concrete function declares") {
  ConcreteFunction c = function_of(power).concrete(TensorSpec({}, float64), 1);
  CHECK(text(c(0.1)) == "float64() 0.1");
  CHECK(text(c(3)) == "float64() 3.0");
  ConcreteFunction whole = function_of(power).concrete(TensorSpec({}, int32), 1);
  CHECK(text(whole(3)) == "int32() 3");
  CHECK_THROWS_WITH(whole(2.5), ContainsSubstring("int32[] is declared"));
}

TEST_CASE("open dimensions run with every extent") {
  for (const DType dtype : {float32, float64}) {
    ConcreteFunction c = function_of(rows).concrete(TensorSpec({unknown, unknown}, dtype), TensorSpec({}, dtype));
    CHECK(c.outputs()[0].shape == Shape{unknown});
    for (const int64_t n : {1, 2, 5}) {
      for (const int64_t m : {1, 3}) {
        const Tensor x = reshape(astype(arange(0, n * m, 1), dtype), {n, m});
        const Tensor half = concat({sum(x, 0), sum(x, 0)});
        CHECK(text(c(x, tensor(1, dtype))) == text(half));
      }
    }
    CHECK_THROWS_WITH(c(zeros({0, 2}, dtype), tensor(1, dtype)), ContainsSubstring("index 0 is out of range"));
  }
}

TEST_CASE("a general trace serves calls, and a more specific one goes first") {
  function_of(power).clear();
  const int before = function_of(power).tracing_count();
  function_of(power).concrete(TensorSpec({unknown}, int64), 2);
  CHECK(text(power(tensor({1, 2}, int64), 2)) == "int64(2,) [1 4]");
  CHECK(text(power(tensor({1, 2, 3}, int64), 2)) == "int64(3,) [1 4 9]");
  CHECK(function_of(power).tracing_count() == before + 1);
  function_of(power).concrete(TensorSpec(Shape::unknown_rank(), int64), 2);
  CHECK(function_of(power).tracing_count() == before + 2);
  CHECK(text(power(tensor({{2}}, int64), 2)) == "int64(1, 1) [[4]]");
  CHECK(text(power(tensor({7}, int64), 2)) == "int64(1,) [49]");
  CHECK(function_of(power).tracing_count() == before + 2);
}

TEST_CASE("structures go in and out of a concrete function") {
  ConcreteFunction c = function_of(sorted).concrete({TensorSpec({2}, int32, "left"), TensorSpec({2}, int32)}, "up");
  const Both both = c({tensor({1, 5}), tensor({3, 4})}, "up");
  CHECK(text(both.low) == "int32(2,) [1 4]");
  CHECK(text(c(std::vector<Tensor>{tensor({1, 5}), tensor({3, 4})}).high) == "int32(2,) [3 5]");
  CHECK(c.str() ==
        "sorted(the size of xs: size 2, left: int32[2], xs[1]: int32[2], how: string \"up\") -> (int32[2], int32[2])");
  CHECK_THROWS_WITH(c({tensor({1, 5})}, "up"), ContainsSubstring("'the size of xs' is size 1, and size 2 is fixed"));
}

TEST_CASE("the signatures of a function are printed in the order of its traces") {
  function_of(power).clear();
  power(tensor({1.0, 2.0}), 2);
  power(tensor(3), 1);
  CHECK(function_of(power).pretty_printed_concrete_signatures() ==
        "power(x, n)\n  Input Parameters:\n    x: float32[2]\n    n: int 2\n  Output Type:\n    float32[2]\n"
        "  Captures:\n    None\n\n"
        "power(x, n)\n  Input Parameters:\n    x: int32[]\n    n: int 1\n  Output Type:\n    int32[]\n"
        "  Captures:\n    None");
  CHECK_THAT(printed(function_of(power).concrete(tensor({1.0, 2.0}), 2)),
             ContainsSubstring("ConcreteFunction power(x, n)\n  Input Parameters:\n    x: float32[2]\n"));
}

TEST_CASE("methods and function objects have concrete functions") {
  Accumulator sum;
  ConcreteFunction add = function_of(&Accumulator::add).concrete(sum, TensorSpec({}));
  CHECK(sum.sum.item<float>() == 0);
  CHECK(add(tensor(2.0)).item<float>() == 2);
  CHECK(add(tensor(3.0)).item<float>() == 5);
  CHECK(sum.sum.item<float>() == 5);
  CHECK(function_of(&Accumulator::add).graph(sum, tensor(1.0)).node_count() == 1);

  auto scaled = function([](Tensor x, double by) { return x * by; }, {.name = "scaled"});
  ConcreteFunction c = scaled.concrete(TensorSpec({2}), 3.0);
  CHECK(text(c(tensor({1.0, 2.0}))) == "float32(2,) [3. 6.]");
  CHECK(c.str() == "scaled(arg0: float32[2], arg1: double 3) -> float32[2]");
  CHECK(scaled.graph(tensor({1.0, 2.0}), 3.0).node_count() == 2);
  CHECK(scaled.tracing_count() == 1);
  auto any = function([](auto x, auto y) { return x + y; });
  CHECK(text(any.concrete(TensorSpec({2}, int32), 1)(tensor({1, 2}))) == "int32(2,) [2 3]");
}

TEST_CASE("a concrete function lives longer than the traces of its function") {
  ConcreteFunction c = function_of(power).concrete(TensorSpec({2}), 4);
  function_of(power).clear();
  CHECK(text(c(tensor({1.0, 2.0}))) == "float32(2,) [ 1. 16.]");
}

TEST_CASE("a type without a value cannot be computed with") {
  CHECK_THROWS_WITH(power(TensorSpec({2}), 2), ContainsSubstring("it is a TensorSpec"));
  CHECK_THROWS_WITH(Tensor(TensorSpec({2})) + 1, ContainsSubstring("it is a TensorSpec"));
}

}  // namespace concrete_test

}  // namespace ag::test
