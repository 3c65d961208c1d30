/// Which dtype operands meet in, and what weak numbers do.
#include <map>
#include <string>
#include <vector>

#include "ag/literal.h"
#include "ag/ops.h"
#include "exec/interpreter.h"
#include "ops/table.h"
#include "runtime/ops/expect_error.h"
#include "support/catch.h"
#include "tensor/impl.h"
#include "trace/context.h"

namespace ag {

namespace promote_test {
namespace {

using ag_test::ContainsSubstring;
using test::what_of;

}  // namespace

TEST_CASE("dtypes promote as the lattice says") {
  // Rows and columns in the order of the dtypes. b: boolean, i and u: integers of 8 << n bits, h: float16, t: bfloat16.
  const std::vector<std::string> order{"b", "i0", "i1", "i2", "i3", "u0", "u1", "u2", "u3", "h", "t", "f", "d"};
  const std::vector<std::vector<std::string>> table{
      {"b", "i0", "i1", "i2", "i3", "u0", "u1", "u2", "u3", "h", "t", "f", "d"},
      {"i0", "i0", "i1", "i2", "i3", "i1", "i2", "i3", "f", "h", "t", "f", "d"},
      {"i1", "i1", "i1", "i2", "i3", "i1", "i2", "i3", "f", "h", "t", "f", "d"},
      {"i2", "i2", "i2", "i2", "i3", "i2", "i2", "i3", "f", "h", "t", "f", "d"},
      {"i3", "i3", "i3", "i3", "i3", "i3", "i3", "i3", "f", "h", "t", "f", "d"},
      {"u0", "i1", "i1", "i2", "i3", "u0", "u1", "u2", "u3", "h", "t", "f", "d"},
      {"u1", "i2", "i2", "i2", "i3", "u1", "u1", "u2", "u3", "h", "t", "f", "d"},
      {"u2", "i3", "i3", "i3", "i3", "u2", "u2", "u2", "u3", "h", "t", "f", "d"},
      {"u3", "f", "f", "f", "f", "u3", "u3", "u3", "u3", "h", "t", "f", "d"},
      {"h", "h", "h", "h", "h", "h", "h", "h", "h", "h", "f", "f", "d"},
      {"t", "t", "t", "t", "t", "t", "t", "t", "t", "f", "t", "f", "d"},
      {"f", "f", "f", "f", "f", "f", "f", "f", "f", "f", "f", "f", "d"},
      {"d", "d", "d", "d", "d", "d", "d", "d", "d", "d", "d", "d", "d"}};
  for (size_t a = 0; a < order.size(); ++a) {
    for (size_t b = 0; b < order.size(); ++b) {
      const DType x = static_cast<DType>(a), y = static_cast<DType>(b);
      INFO(name(x) << " with " << name(y) << " gave " << name(promote_types(x, y)));
      CHECK(order[static_cast<size_t>(promote_types(x, y))] == table[a][b]);
      CHECK(maximum(zeros({1}, x), zeros({1}, y)).dtype() == promote_types(x, y));
    }
  }
}

TEST_CASE("numbers of the host take the dtype of the tensor they meet") {
  for (DType dtype : {int8, int16, int64, uint8, uint64, float16, bfloat16, float32, float64}) {
    INFO(name(dtype));
    CHECK((zeros({2}, dtype) + 3).dtype() == dtype);
    CHECK((3 - zeros({2}, dtype)).dtype() == dtype);
    CHECK((zeros({}, dtype) * Tensor(3)).dtype() == dtype);
    CHECK((zeros({2}, dtype) * 0.5).dtype() == (is_floating(dtype) ? dtype : float32));
  }
  CHECK((zeros({2}, boolean) + 1).dtype() == int32);
  CHECK((Tensor(1) + 1).dtype() == int32);
  CHECK((Tensor(1) + 0.5).dtype() == float32);
  CHECK((Tensor(int64_t{1}) + 1).dtype() == int64);
  CHECK((Tensor(true) & true).dtype() == boolean);
}

TEST_CASE("a number keeps its exact value until it meets a tensor") {
  const Tensor x = full({}, 3.0, float64);
  CHECK((0.1 * x).item<double>() == 0.1 * 3.0);
  const Tensor tenth = 0.1;
  CHECK((tenth * x).item<double>() == 0.1 * 3.0);
  CHECK(tenth.item<double>() == 0.1);
  const Tensor big = int64_t{9007199254740993};
  CHECK((big + zeros({}, int64)).item<int64_t>() == 9007199254740993);
  CHECK((18446744073709551615u + zeros({}, uint64)).item<uint64_t>() == 18446744073709551615u);
}

TEST_CASE("results of numbers alone stay weak") {
  const Tensor sum = Tensor(1) + 2;
  CHECK(sum.impl()->weak);
  CHECK((sum * zeros({}, int8)).dtype() == int8);
  const Tensor half = sum * 0.5;
  CHECK(half.impl()->weak);
  CHECK((half * zeros({}, float16)).dtype() == float16);
  CHECK_FALSE(sqrt(zeros({}, int8)).impl()->weak);
  CHECK(where(zeros({2}, boolean), 1, 2).impl()->weak);
  CHECK_FALSE((Tensor(1) < 2).impl()->weak);
}

TEST_CASE("weak values are as weak in a graph as outside") {
  tracing::Trace trace("f", ops::table());
  const Tensor n = trace.add_input({int32, Shape(), true}, "n");
  const Tensor half = n * 0.5;  // records astype_weak
  CHECK(half.dtype() == float32);
  CHECK(half.impl()->weak);
  CHECK((half * zeros({2}, float16)).dtype() == float16);
  trace.graph().block(trace.graph().body()).results = {trace.value_of(half, SourceLocation::current())};
  const auto graph = std::make_shared<ir::Graph>(trace.graph());
  const Tensor input = 3;
  const std::vector<const Tensor*> inputs{&input};
  const Tensor result = exec::Interpreter(graph).run(inputs).front();
  CHECK(result.item<double>() == 1.5);
  CHECK(result.impl()->weak);
}

TEST_CASE("a number that is no value of the tensor's dtype is an error at the user's line") {
  const Tensor x = zeros({2}, int8);
  const uint32_t line = SourceLocation::current().line() + 1;
  const std::string text = what_of([&] { x + 300; });
  CHECK_THAT(text, ContainsSubstring("promote_test.cpp:" + std::to_string(line)));
  CHECK_THAT(text, ContainsSubstring("add: the number 300 is not a value of int8"));
  CHECK_THAT(what_of([&] { zeros({2}, uint8) - (-1); }), ContainsSubstring("the number -1 is not a value of uint8"));
  CHECK_THAT(what_of([&] { full({2}, 2.5, int32); }),
             ContainsSubstring("full: the number 2.5 is not a value of int32"));
  CHECK(full({1}, 2.0, int32).item<int>() == 2);
}

TEST_CASE("an operation without a meaning for the dtype is an error that names it") {
  CHECK_THAT(what_of([&] { ones({2}) & ones({2}); }),
             ContainsSubstring("bitwise_and: not defined for float32 elements (operands float32[2], float32[2])"));
  CHECK_THAT(what_of([&] { ~ones({}); }), ContainsSubstring("bitwise_invert: not defined for float32"));
  CHECK_THAT(what_of([&] { ~ones({}); }), ContainsSubstring("promote_test.cpp"));
  CHECK_THAT(what_of([&] { -Tensor(); }), ContainsSubstring("promote_test.cpp"));
  CHECK_THAT(what_of([&] { ones({2, 3}) + ones({4}); }),
             ContainsSubstring("add: the shapes do not broadcast (operands float32[2,3], float32[4])"));
}

TEST_CASE("what an element cannot be divided by is an error at the user's line, however the operands are given") {
  const Tensor one = ones({}, int32), row = ones({2}, int32);
  const std::string place = "promote_test.cpp:" + std::to_string(SourceLocation::current().line() + 1);
  CHECK_THAT(what_of([&] { one / 0; }), ContainsSubstring(place));
  CHECK_THAT(what_of([&] { one / 0; }), ContainsSubstring("divide: integer division by zero (operands int32[], int32"));
  CHECK_THAT(what_of([&] { row / (row - 1); }), ContainsSubstring("integer division by zero"));
  CHECK_THAT(what_of([&] { row / broadcast_to(one - 1, {3, 2}); }), ContainsSubstring("integer division by zero"));
  CHECK_THAT(what_of([&] { pow(row, -1); }), ContainsSubstring("pow: an integer to a negative power"));
}

TEST_CASE("compound assignment keeps the dtype, or is an error with the remedy") {
  Tensor x = ones({2}, float64);
  x += ones({2}, float32);
  x *= 0.1;
  CHECK(x.dtype() == float64);
  CHECK(x.to_vector<double>() == std::vector<double>{2 * 0.1, 2 * 0.1});

  Tensor s = 0.0;
  s += x;
  CHECK(s.dtype() == float64);

  Tensor n = zeros({2}, int32);
  const uint32_t line = SourceLocation::current().line() + 1;
  const std::string text = what_of([&] { n += 0.5; });
  CHECK_THAT(text, ContainsSubstring("promote_test.cpp:" + std::to_string(line)));
  CHECK_THAT(text, ContainsSubstring("add: x += y would turn x from int32 into float32 (operands int32, float32)"));
  CHECK_THAT(text, ContainsSubstring("x += astype(y, int32)"));
  CHECK_THAT(what_of([&] { n *= ones({2}, int64); }), ContainsSubstring("from int32 into int64"));
  Tensor b = zeros({2}, boolean);
  CHECK_THAT(what_of([&] { b += true; }), ContainsSubstring("from boolean into int32"));
  b |= true;
  CHECK(b.dtype() == boolean);
  n -= 5;
  n /= 2;
  n %= 2;
  n <<= 1;
  CHECK(n.to_vector<int>() == std::vector<int>{0, 0});
}

TEST_CASE("++ and -- count, and leave copies alone") {
  Tensor i = 0;
  const Tensor before = i++;
  CHECK(before.item<int>() == 0);
  CHECK((++i).item<int>() == 2);
  --i;
  CHECK((i--).item<int>() == 1);
  CHECK(i.item<int>() == 0);
  Tensor undefined;
  const uint32_t line = SourceLocation::current().line() + 1;
  CHECK_THAT(what_of([&] { ++undefined; }), ContainsSubstring("promote_test.cpp:" + std::to_string(line)));
}

}  // namespace promote_test

}  // namespace ag
