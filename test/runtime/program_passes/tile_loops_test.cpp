/// Loops over large arrays that go on for all elements as long as one of them asks for it: tiles run by themselves, and
/// those that are behind catch up.
#include "program/walk.h"
#include "runtime/program_passes/masked_loop_run.h"

namespace ag::test {

namespace tile_loops_test {
namespace {

/// while (TEST) { x = NEXT; rounds = rounds + 1; }, where x begins with FIRST. SHAPE has COUNT elements.
std::string loop(const std::string& test, const std::string& next, const std::string& first, const std::string& dtype,
                 const std::string& shape) {
  const std::string type = dtype + "[" + shape + "]";
  const bool rows = shape.find(',') != std::string::npos;
  std::string text = R"(graph f(%0: TYPE, %1: DTYPE[], %2: int64[]) -> TYPE, int64[] {
    %3 = constant() {value = int64[]{0}} : int64[]
    %4 = constant() {value = int64[]{1}} : int64[]
    %5 = constant() {value = DTYPE[]{0.5}} : DTYPE[]
    %6 = constant() {value = DTYPE[]{3}} : DTYPE[]
    %7 = constant() {value = DTYPE[]{0.001}} : DTYPE[]
    %8 = full(%6) {shape = (SHAPE,)} : TYPE
    %9 = sqrt(%0) : TYPE
    %10, %11 = while_loop(FIRST, %3) : TYPE, int64[] {(%12: TYPE, %13: int64[])
      %14 = less(%13, %2) : boolean[]
      TEST
    } {(%20: TYPE, %21: int64[])
      NEXT
      %29 = add(%21, %4) : int64[]
      yield %28, %29
    }
    yield %10, %11
  })";
  const auto put = [&](const std::string& what, const std::string& with) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
      text.replace(at, what.size(), with);
  };
  put("TEST", test);
  put("NEXT", next);
  put("FIRST", first);
  put("AXES", rows ? "[0, 1]" : "[0]");
  put("DTYPE", dtype);
  put("TYPE", type);
  put("BOOLEANS", "boolean[" + shape + "]");
  put("SHAPE,", rows ? shape : shape + ",");
  return text;
}

// Whether any, or the greatest or least, element asks for more.
const std::string kSquares = R"(%15 = multiply(%12, %12) : TYPE
      %16 = subtract(%15, %0) : TYPE
      %17 = abs(%16) : TYPE
      )";
const std::string kTests[] = {
    kSquares + R"(%18 = greater(%17, %7) : BOOLEANS
      %19 = any(%18) {axes = AXES, keepdims = false} : boolean[]
      %30 = bitwise_and(%14, %19) : boolean[]
      yield %30)",
    kSquares + R"(%18 = max(%17) {axes = AXES, keepdims = false} : DTYPE[]
      %19 = greater(%18, %7) : boolean[]
      %30 = bitwise_and(%19, %14) : boolean[]
      yield %30)",
    kSquares + R"(%31 = divide(%17, %0) : TYPE
      %18 = max(%31) {axes = AXES, keepdims = false} : DTYPE[]
      %19 = greater(%18, %7) : boolean[]
      %30 = cond(%19) : boolean[] {()
        yield %14
      } {()
        %32 = constant() {value = boolean[]{false}} : boolean[]
        yield %32
      }
      yield %30)",
    kSquares + R"(%31 = negative(%17) : TYPE
      %33 = negative(%7) : DTYPE[]
      %18 = min(%31) {axes = AXES, keepdims = false} : DTYPE[]
      %19 = less(%18, %33) : boolean[]
      %30 = cond(%14) : boolean[] {()
        yield %19
      } {()
        %32 = constant() {value = boolean[]{false}} : boolean[]
        yield %32
      }
      yield %30)",
    kSquares + R"(%18 = max(%17) {axes = AXES, keepdims = false} : DTYPE[]
      %19 = less_equal(%18, %7) : boolean[]
      %34 = logical_not(%19) : boolean[]
      %30 = bitwise_and(%34, %14) : boolean[]
      yield %30)",
    // Comes and goes from round to round.
    R"(%15 = floor(%12) : TYPE
      %16 = subtract(%12, %15) : TYPE
      %18 = max(%16) {axes = AXES, keepdims = false} : DTYPE[]
      %19 = greater(%18, %1) : boolean[]
      %30 = bitwise_and(%19, %14) : boolean[]
      yield %30)",
};
const std::string kNewton = R"(%22 = divide(%0, %20) : TYPE
      %23 = add(%20, %22) : TYPE
      %28 = multiply(%23, %5) : TYPE)";
const std::string kWanders = R"(%22 = multiply(%20, %20) : TYPE
      %23 = multiply(%22, %5) : TYPE
      %28 = subtract(%23, %0) : TYPE)";

/// while (min(x * ((x - ODD) / (x - ODD))) < LIMIT) x = NEXT, which may be %17, x + 1, or what is 0 after 200 (%18,
/// %7).
std::string counting(const std::string& odd, const std::string& limit, const std::string& next) {
  const std::string changed = next == "%17" ? "" : "%20 = " + next + " : float64[40000]\n";
  return R"(graph f(%0: float64[40000]) -> float64[40000], int64[] {
    %1 = constant() {value = int64[]{0}} : int64[]
    %2 = constant() {value = int64[]{1}} : int64[]
    %3 = constant() {value = float64[]{)" +
         odd + R"(}} : float64[]
    %4 = constant() {value = float64[]{)" +
         limit + R"(}} : float64[]
    %5 = constant() {value = float64[]{1}} : float64[]
    %6 = constant() {value = float64[]{200}} : float64[]
    %7 = constant() {value = float64[]{0}} : float64[]
    %8, %9 = while_loop(%0, %1) : float64[40000], int64[] {(%10: float64[40000], %11: int64[])
      %12 = subtract(%10, %3) : float64[40000]
      %13 = divide(%12, %12) : float64[40000]
      %14 = multiply(%10, %13) : float64[40000]
      %15 = min(%14) {axes = [0], keepdims = false} : float64[]
      %16 = less(%15, %4) : boolean[]
      yield %16
    } {(%21: float64[40000], %22: int64[])
      %17 = add(%21, %5) : float64[40000]
      %18 = less(%21, %6) : boolean[40000]
      )" +
         changed + R"(
      %19 = add(%22, %2) : int64[]
      yield )" +
         (changed.empty() ? "%17" : "%20") + R"(, %19
    }
    yield %8, %9
  })";
}

bool has_while_in_while(const codegen::Program& program) {
  bool found = false;
  codegen::for_each(program.body, [&](const codegen::Statement& outer) {
    if (outer.kind != codegen::StatementKind::While) return;
    codegen::for_each(outer.blocks[1], [&](const codegen::Statement& inner) {
      found = found || inner.kind == codegen::StatementKind::While;
    });
  });
  return found;
}
bool is_together(const std::string& text) {
  return has_while_in_while(codegen::lower(ir::parse(text, ops::table()), {.machine = {}}));
}

/// Numbers around one, of which some need more rounds, and `special` ones.
Tensor numbers(const std::string& shape, DType dtype, unsigned seed, const std::vector<double>& special) {
  std::mt19937 random(seed);
  const size_t comma = shape.find(',');
  const int64_t rows = comma == std::string::npos ? 1 : std::stoll(shape),
                columns = std::stoll(comma == std::string::npos ? shape : shape.substr(comma + 1));
  std::vector<double> values;
  for (int64_t k = 0; k < rows * columns; ++k) {
    values.push_back(random() % 1000 == 0 ? 400 : 0.5 + static_cast<double>(random() % 4096) / 1024);
  }
  for (const double one : special) values[random() % values.size()] = one;
  const Tensor x = tensor(values, dtype);
  return comma == std::string::npos ? x : reshape(x, {rows, columns});
}

}  // namespace

TEST_CASE("all tiles of a loop have as many rounds as the one that needs most") {
  const double kNan = std::nan("");
  unsigned seed = 0;
  for (const char* const dtype : {"float64", "float32"}) {
    const bool wide = dtype[5] == '6';
    for (const std::string& test : kTests) {
      for (const std::string& next : {kNewton, kWanders}) {
        const bool vector = ++seed / 2 % 2 == 0, from_number = seed % 3 == 0;
        const std::string shape = vector ? (wide ? "33001" : "66001") : (wide ? "70, 471" : "70, 951");
        const std::string text = loop(test, next, from_number ? "%8" : "%0", dtype, shape);
        INFO(text);
        CHECK(is_together(text));
        const DType type = wide ? float64 : float32;
        const std::vector<std::vector<double>> specials{{}, {kNan}, {0.0, -1.0}, {HUGE_VAL, -HUGE_VAL}};
        const Tensor x = numbers(shape, type, seed, specials[seed % specials.size()]);
        for (const int64_t most : {0, 1, 9}) agree(text, {x, tensor(0.97, type), tensor(most)});
      }
    }
  }
}

TEST_CASE("a NaN that is there in one round alone ends the loop in that round, also in a tile that needs no more") {
  const std::string text = counting("37", "20", "%17");
  CHECK(is_together(text));
  for (const double large : {29.5, 30.0}) {  // the second one is 37 after 7 rounds
    std::vector<double> values(40000, 0.0);
    std::fill(values.begin() + 8192, values.begin() + 16384, large);
    const std::string bits = agree(text, {tensor(values, float64)});
    CHECK(bits.ends_with(large == 30.0 ? "int641: 7\n" : "int641: 20\n"));
  }
}

TEST_CASE("a NaN ends a loop that would never end without it") {
  const std::string text = counting("137", "1e6", "where(%18, %17, %7)");
  CHECK(is_together(text));
  for (const double first : {30.0, 100.0}) {  // 137 after 107 or 37 rounds; the others are 0.5, and never that
    std::vector<double> values(40000, 0.5);
    values[31000] = first;
    CHECK(agree(text, {tensor(values, float64)}).ends_with(first == 30 ? "int641: 107\n" : "int641: 37\n"));
  }
}

TEST_CASE("tiles of many rounds wait for each other in between") {
  const Tensor x = tensor(std::vector<double>(40000, 0.25), float64) + linspace(0.0, 0.5, 40000, float64);
  CHECK(agree(counting("37", "150", "%17"), {x}).ends_with("int641: 150\n"));
}

TEST_CASE("tiles run on together only where arrays are large and their first elements are still there") {
  const std::string &any = kTests[0], &greatest = kTests[1];
  const std::string first = "%0", made = "%9";
  CHECK(!is_together(loop(any, kNewton, first, "float64", "1000")));
  CHECK(!is_together(loop(greatest, kNewton, made, "float64", "66001")));  // after a NaN it could not begin again
  CHECK(is_together(loop(any, kNewton, made, "float64", "66001")));
  agree(loop(any, kNewton, made, "float64", "66001"),
        {numbers("66001", float64, 1, {}), tensor(0.5), tensor(int64_t{9})});
}

}  // namespace tile_loops_test

}  // namespace ag::test
