/// Loops whose matrices are packed in front of them: the bits stay those of the products that they were, in every way
/// that a graph runs, and what is no packed matrix is refused.
#include "passes/manager.h"
#include "runtime/codegen/program_run.h"
#include "support/message_of.h"
#include "support/replaced.h"

namespace ag::test {

namespace {

const char* const kSteps =
    R"(graph f(%0: TYPE[ROWS,INNER], %1: TYPE[INNER,COLUMNS], %2: TYPE[COLUMNS,INNER]) -> TYPE[ROWS,INNER] {
  %3 = constant() {value = int32[]{0}} : int32[]
  %4 = constant() {value = int32[]{1}} : int32[]
  %5 = constant() {value = int32[]{4}} : int32[]
  %6, %7 = while_loop(%3, %0) : int32[], TYPE[ROWS,INNER] {(%8: int32[], %9: TYPE[ROWS,INNER])
    %10 = less(%8, %5) : boolean[]
    yield %10
  } {(%11: int32[], %12: TYPE[ROWS,INNER])
    %13 = matmul(%12, %1) : TYPE[ROWS,COLUMNS]
    %14 = tanh(%13) : TYPE[ROWS,COLUMNS]
    %15 = matmul(%14, %2) : TYPE[ROWS,INNER]
    %16 = tanh(%15) : TYPE[ROWS,INNER]
    %17 = add(%11, %4) : int32[]
    yield %17, %16
  }
  yield %7
})";

Tensor waves(const Shape& shape, DType dtype) {
  const Tensor numbers = astype(arange(shape.element_count()), float64);
  return astype(reshape(sin(numbers * numbers) * 0.1, shape), dtype);
}

}  // namespace

TEST_CASE("a loop computes the same bits with packed matrices") {
  for (const DType dtype : {float32, float64}) {
    for (const int64_t rows : {4, 5, 6}) {
      for (const int64_t columns : {256, 262, 353}) {
        std::string text = replaced(kSteps, "TYPE", dtype == float32 ? "float32" : "float64");
        text = replaced(replaced(replaced(text, "ROWS", std::to_string(rows)), "INNER", "410"), "COLUMNS",
                        std::to_string(columns));
        ir::Graph graph = ir::parse(text, ops::table());
        passes::Options options;
        options.selection = "pack_products";
        options.verify = true;
        passes::optimize(graph, options);
        const std::string packed = ir::print(graph);
        INFO(packed);
        CHECK(packed.find(" matmul(") == std::string::npos);
        const std::vector<Tensor> inputs{waves({rows, 410}, dtype), waves({410, columns}, dtype),
                                         waves({columns, 410}, dtype)};
        CHECK(run(packed.c_str(), inputs) == run(text.c_str(), inputs));
      }
    }
  }
}

TEST_CASE("what is no packed matrix is refused") {
  const auto product = [](const std::string& a, const std::string& packed, const std::string& columns) {
    return message_of([&] {
      ir::parse("graph f(%0: " + a + ", %1: " + packed +
                    ") -> float32[4,40] {\n  %2 = matmul_packed(%0, %1) {columns = " + columns +
                    "} : float32[4,40]\n  yield %2\n}",
                ops::table());
    });
  };
  CHECK(product("float32[4,20]", "float32[2,20,32]", "40") == "no error");
  CHECK(product("float32[4,20]", "float32[2,20,32]", "65") != "no error");
  CHECK(product("float32[4,20]", "float32[2,20,32]", "-1") != "no error");
  CHECK(product("float32[4,20]", "float32[2,20,16]", "40") != "no error");
  CHECK(product("float32[4,20]", "float32[2,21,32]", "40") != "no error");
  CHECK(product("float32[4,20]", "float64[2,20,32]", "40") != "no error");
  CHECK(product("int32[4,20]", "int32[2,20,32]", "40") != "no error");
  CHECK(product("float32[20]", "float32[2,20,32]", "40") != "no error");
}

}  // namespace ag::test
