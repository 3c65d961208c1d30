/// Elements that have an index each, ones at the places that integers tell, and the places of the greatest elements of
/// columns, as parts of loop nests: their programs, and what they compute.
#include <limits>
#include <random>

#include "runtime/program/program_run.h"

namespace ag::test {

namespace index_checks_test {
namespace {

/// Numbers among which many are equal, and some are special.
Tensor mixed(const Shape& shape, DType dtype) {
  std::mt19937_64 random(11);
  std::vector<double> values(static_cast<size_t>(shape.element_count()));
  for (double& value : values) {
    value = static_cast<double>(random() % 5) - (is_floating(dtype) ? 2 : 0);
    if (!is_floating(dtype) || random() % 16 != 0) continue;
    value = random() % 3 == 0 ? std::numeric_limits<double>::quiet_NaN()
            : random() % 2    ? -std::numeric_limits<double>::infinity()
                              : -0.0;
  }
  return astype(tensor(values, shape), dtype);
}

Tensor places(const Shape& shape, int64_t length, DType dtype = int64) {
  std::mt19937_64 random(12);
  std::vector<int64_t> values(static_cast<size_t>(shape.element_count()));
  const bool negative = dtype == int64 || dtype == int32;
  for (int64_t& value : values) {
    value = static_cast<int64_t>(random() % static_cast<uint64_t>(negative ? 2 * length : length)) -
            (negative ? length : 0);
  }
  return astype(tensor(values, shape), dtype);
}

}  // namespace

TEST_CASE("elements that have an index each are read in the nest that uses them") {
  const char* text = R"(graph f(%0: float32[4,2], %1: int64[3,2], %2: float32[3,2]) -> float32[3,2] {
    %3 = take_along_axis(%0, %1) {axis = 0} : float32[3,2]
    %4 = multiply(%3, %2) : float32[3,2]
    yield %4
  })";
  CHECK(statements(text) == R"(  s0: int64 = -4
  s1: int64 = 4
  reduce s2 < 6 (s3: boolean = all s7) {
    s4: int64 = load a1[s2]
    s5: boolean = ge s4, s0
    s6: boolean = lt s4, s1
    s7: boolean = and s5, s6
  }
  if s3 {
  } {
    allocate a3
    kernel a4 = take_along_axis(a3, a1) {axis = 0}
  }
  allocate a5
  loop s8 < 3 {
    loop s9 < 2 {
      s10: int64 = load a1[2*s8 + s9]
      s11: int64 = 4
      s12: int64 = 0
      s13: boolean = lt s10, s12
      s14: int64 = add s10, s11
      s15: int64 = select s13, s14, s10
      s16: float32 = load a0[s9 + 2*s15]
      s17: float32 = load a2[2*s8 + s9]
      s18: float32 = mul s16, s17
      store a5[2*s8 + s9] = s18
    }
  }
)");
  run(text, {mixed({4, 2}, float32), places({3, 2}, 4), mixed({3, 2}, float32)});
  for (const int64_t wrong : {4, -5}) {
    const Tensor indices = reshape(tensor(std::vector<int64_t>{0, 1, 2, wrong, 9, 1}), {3, 2});
    const std::string found = run(text, {mixed({4, 2}, float32), indices, mixed({3, 2}, float32)});
    CHECK(found.find("index " + std::to_string(wrong) + " is out of range for axis 0 of length 4") !=
          std::string::npos);
  }
  // Along each axis, with indices or elements that are repeated, of a view, and under reductions.
  const char* others = R"(graph f(%0: float64[3,50,4], %1: int32[3,1,4], %2: uint8[3,50,1], %3: int64[1,7,4])
      -> float64[3,1,4], float64[3,50], float64[4,7], float64[3,7,4] {
    %4 = take_along_axis(%0, %1) {axis = 1} : float64[3,1,4]
    %5 = take_along_axis(%0, %2) {axis = 2} : float64[3,50,1]
    %6 = sum(%5) {axes = [2], keepdims = false} : float64[3,50]
    %7 = permute_dims(%0) {axes = [2, 1, 0]} : float64[4,50,3]
    %8 = permute_dims(%3) {axes = [2, 1, 0]} : int64[4,7,1]
    %9 = take_along_axis(%7, %8) {axis = 1} : float64[4,7,3]
    %10 = max(%9) {axes = [2], keepdims = false} : float64[4,7]
    %11 = take_along_axis(%0, %3) {axis = -2} : float64[3,7,4]
    yield %4, %6, %10, %11
  })";
  run(others,
      {mixed({3, 50, 4}, float64), places({3, 1, 4}, 50, int32), places({3, 50, 1}, 4, uint8), places({1, 7, 4}, 50)});
}

TEST_CASE("windows are read where they lie, in the nest that uses them, and stored in place") {
  const char* text = R"(graph f(%0: float32[10], %1: int64[], %2: float32[4]) -> float32[4], float32[10] {
    %3 = index(%0, %1) {kinds = [321], starts = [0], stops = [4], steps = [1]} : float32[4]
    %4 = multiply(%3, %2) : float32[4]
    %5 = negative(%0) : float32[10]
    %6 = index_update(%5, %4, %1) {kinds = [321], starts = [0], stops = [4], steps = [1]} : float32[10]
    yield %4, %6
  })";
  CHECK(statements(text) == R"(  s0: int64 = load a1[0]
  s1: int64 = 0
  s2: int64 = 7
  s3: boolean = ge s0, s1
  s4: boolean = lt s0, s2
  s5: boolean = and s3, s4
  check s5, s0 in index(float32[10], int64[]) {kinds = [321], starts = [0], stops = [4], steps = [1]}
  s6: int64 = 0
  s7: int64 = 7
  s8: boolean = ge s0, s6
  s9: boolean = lt s0, s7
  s10: boolean = and s8, s9
  check s10, s0 in index_update(float32[10], float32[4], int64[]) {kinds = [321], starts = [0], stops = [4], steps = [1]}
  allocate a3
  loop s11 < 10 {
    s12: float32 = load a0[s11]
    s13: float32 = neg s12
    store a3[s11] = s13
  }
  allocate a4
  loop s14 < 4 {
    s15: float32 = load a0[s0 + s14]
    s16: float32 = load a2[s14]
    s17: float32 = mul s15, s16
    store a4[s14] = s17
  }
  make_unique a3
  loop s18 < 4 {
    s19: float32 = load a4[s18]
    store a3[s0 + s18] = s19
  }
)");
  const Tensor x = mixed({10}, float32), y = mixed({4}, float32);
  for (const int64_t first : {0, 1, 6}) run(text, {x, tensor(first), y});
  for (const int64_t wrong : {7, -1}) {
    const std::string found = run(text, {x, tensor(wrong), y});
    CHECK(found.find("a window of 4 from " + std::to_string(wrong) + " is not inside of axis 0 of length 10") !=
          std::string::npos);
  }
  // Of one axis among others, with one element, and beside an index.
  run(R"(graph f(%0: int32[6,7,5], %1: int64[], %2: int64[]) -> int32[6,5], int32[2,1,5], int32[6,7,5] {
    %3 = index(%0, %1, %2) {kinds = [111, 20, 321], starts = [0, 0, 0], stops = [0, 0, 5], steps = [1, 1, 1]} : int32[6,5]
    %4 = index(%0, %1, %2) {kinds = [321, 321], starts = [0, 0], stops = [2, 1], steps = [1, 1]} : int32[2,1,5]
    %5 = add(%4, %4) : int32[2,1,5]
    %6 = negative(%0) : int32[6,7,5]
    %7 = index_update(%6, %5, %2, %1) {kinds = [321, 321, 3], starts = [0, 0, 0], stops = [2, 4, 0], steps = [1, 1, 1]} : int32[6,7,5]
    yield %3, %5, %7
  })",
      {mixed({6, 7, 5}, int32), tensor(int64_t{3}), tensor(int64_t{0})});
}

TEST_CASE("ones at places that integers tell are comparisons in the nest that uses them") {
  const char* text = R"(graph f(%0: int32[3], %1: float32[3,4]) -> float32[3] {
    %2 = one_hot(%0) {depth = 4, dtype = float32} : float32[3,4]
    %3 = multiply(%2, %1) : float32[3,4]
    %4 = sum(%3) {axes = [1], keepdims = false} : float32[3]
    yield %4
  })";
  CHECK(statements(text) == R"(  allocate a2
  loop s0 < 3 {
    s2: int32 = load a0[s0]
    reduce s1 < 4 (s8: float32 = sum s7) {
      s3: int64 = convert s2
      s4: boolean = eq s3, s1
      s5: float32 = convert s4
      s6: float32 = load a1[4*s0 + s1]
      s7: float32 = mul s5, s6
    }
    s9: float32 = 0
    s10: float32 = add s9, s8
    store a2[s0] = s10
  }
)");
  run(text, {tensor({3, -1, 0}, int32), mixed({3, 4}, float32)});
  for (const std::string type : {"boolean", "float16", "bfloat16", "float32", "float64", "int8", "uint16", "int64"}) {
    for (const std::string from : {"int8", "int32", "int64", "uint8", "uint64"}) {
      for (const auto& [shape, hot] : {std::pair<std::string, std::string>{"[]", "[5]"},
                                       {"[7]", "[7,5]"},
                                       {"[70,2]", "[70,2,5]"},
                                       {"[2,3]", "[2,3,1]"}}) {
        const std::string depth = hot.ends_with(",1]") ? "1" : "5";
        const std::string graph = "graph f(%0: " + from + shape + ") -> " + type + hot +
                                  " {\n%1 = one_hot(%0) {depth = " + depth + ", dtype = " + type + "} : " + type + hot +
                                  "\nyield %1\n}";
        INFO(graph);
        run(graph.c_str(), {places(ir::parse(graph, ops::table()).value(0).type.shape, 7, dtype_from_name(from))});
        CHECK(lowered(graph.c_str()).find("kernel") == std::string::npos);
      }
    }
  }
  // In folds, whose lanes have places of their own.
  for (const int depth : {4, 16, 40}) {
    const std::string row = "float64[50," + std::to_string(depth) + "]";
    const std::string graph = "graph f(%0: int32[50], %1: " + row +
                              ") -> float64[50] {\n%2 = one_hot(%0) {depth = " + std::to_string(depth) +
                              ", dtype = float64} : " + row + "\n%3 = multiply(%2, %1) : " + row +
                              "\n%4 = sum(%3) {axes = [1], keepdims = false} : float64[50]\nyield %4\n}";
    run(graph.c_str(), {places({50}, depth, int32), reshape(linspace(1.0, 2.0, 50 * depth, float64), {50, depth})});
  }
  // Written out, and summed over the rows.
  run(R"(graph f(%0: uint64[300], %1: float32[300,3]) -> int64[300], float32[3] {
    %2 = one_hot(%0) {depth = 3, dtype = float32} : float32[300,3]
    %3 = subtract(%1, %2) : float32[300,3]
    %4 = argmax(%3) {axes = [1], keepdims = false} : int64[300]
    %5 = sum(%2) {axes = [0], keepdims = false} : float32[3]
    yield %4, %5
  })",
      {places({300}, 4, uint64), mixed({300, 3}, float32)});
}

TEST_CASE("the places of the greatest elements of columns are found row by row, all columns at once") {
  const char* text = R"(graph f(%0: float32[50,20]) -> int64[20], float32[20] {
    %1 = negative(%0) : float32[50,20]
    %2 = argmax(%1) {axes = [0], keepdims = false} : int64[20]
    %3 = max(%1) {axes = [0], keepdims = false} : float32[20]
    yield %2, %3
  })";
  CHECK(statements(text) == R"(  stack a3: float32[20]
  allocate a1
  allocate a2
  loop s0 < 20 {
    s1: float32 = -inf
    store a3[s0] = s1
    s2: int64 = 0
    store a1[s0] = s2
    s3: float32 = -inf
    store a2[s0] = s3
  }
  loop s4 < 50 {
    loop s5 < 20 {
      s6: float32 = load a0[20*s4 + s5]
      s7: float32 = neg s6
      s8: float32 = load a3[s5]
      s9: int64 = load a1[s5]
      s10: boolean = le s7, s8
      s11: boolean = not s10
      s12: boolean = eq s8, s8
      s13: boolean = and s11, s12
      s14: float32 = select s13, s7, s8
      store a3[s5] = s14
      s15: int64 = select s13, s4, s9
      store a1[s5] = s15
      s16: float32 = load a2[s5]
      s17: boolean = gt s7, s16
      s18: boolean = ne s7, s7
      s19: boolean = or s17, s18
      s20: float32 = select s19, s7, s16
      store a2[s5] = s20
    }
  }
)");
  run(text, {mixed({50, 20}, float32)});
  for (const std::string type : {"float32", "float64", "int8", "int32", "uint8", "int64", "uint64"}) {
    for (const std::string name : {"argmax", "argmin"}) {
      for (const auto& [shape, axis, result] :
           {std::tuple<std::string, std::string, std::string>{"[9,3]", "0", "[1,3]"},
            {"[1,4]", "0", "[1,4]"},
            {"[400,1,70]", "0", "[1,1,70]"},
            {"[5,30,6]", "1", "[5,1,6]"},
            {"[2,3,4,5]", "-2", "[2,3,1,5]"}}) {
        const std::string graph = "graph f(%0: " + type + shape + ") -> int64" + result + " {\n%1 = " + name +
                                  "(%0) {axes = [" + axis + "], keepdims = true} : int64" + result + "\nyield %1\n}";
        INFO(graph);
        run(graph.c_str(), {mixed(ir::parse(graph, ops::table()).value(0).type.shape, dtype_from_name(type))});
        CHECK(lowered(graph.c_str()).find("kernel") == std::string::npos);
      }
    }
  }
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> special{-infinity, nan, -infinity, -infinity, 3, nan,
                                    -infinity, nan, infinity,  nan,       1, nan};
  run(R"(graph f(%0: float64[4,3]) -> int64[3] {
    %1 = argmax(%0) {axes = [0], keepdims = false} : int64[3]
    yield %1
  })",
      {tensor(special, {4, 3})});
}

TEST_CASE("the place of the greatest element of a long row is searched for when the element is known") {
  const char* text = R"(graph f(%0: float32[5,20]) -> int64[5] {
    %1 = negative(%0) : float32[5,20]
    %2 = argmax(%1) {axes = [1], keepdims = false} : int64[5]
    yield %2
  })";
  CHECK(statements(text) == R"(  stack a1: float32[5,20]
  loop s0 < 100 {
    s1: float32 = load a0[s0]
    s2: float32 = neg s1
    store a1[s0] = s2
  }
  allocate a2
  loop s3 < 5 {
    reduce s4 < 20 (s5: float32 = max s6) {
      s6: float32 = load a1[20*s3 + s4]
    }
    reduce s7 < 20 (s8: int32 = min s15) {
      s9: float32 = load a1[20*s3 + s7]
      s10: boolean = eq s9, s5
      s11: boolean = ne s9, s9
      s12: boolean = or s10, s11
      s13: int32 = convert s7
      s14: int32 = 20
      s15: int32 = select s12, s13, s14
    }
    s16: int64 = convert s8
    store a2[s3] = s16
  }
)");
  run(text, {mixed({5, 20}, float32)});
  for (const std::string type : {"float32", "float64", "int8", "int32", "uint8", "int64", "uint64"}) {
    for (const std::string name : {"argmax", "argmin"}) {
      for (const auto& [shape, result] : {std::pair<std::string, std::string>{"[9]", "[1]"},
                                          {"[5000]", "[1]"},
                                          {"[3,17]", "[3,1]"},
                                          {"[2,3,100]", "[2,3,1]"}}) {
        const std::string graph = "graph f(%0: " + type + shape + ") -> int64" + result + " {\n%1 = " + name +
                                  "(%0) {axes = [-1], keepdims = true} : int64" + result + "\nyield %1\n}";
        INFO(graph);
        run(graph.c_str(), {mixed(ir::parse(graph, ops::table()).value(0).type.shape, dtype_from_name(type))});
        CHECK(lowered(graph.c_str()).find("kernel") == std::string::npos);
      }
    }
  }
  // Beside other reductions of the row, of a view, and of what is overwritten.
  run(R"(graph f(%0: float64[20,30]) -> int64[30], float64[30], int64[], float64[20,30] {
    %1 = permute_dims(%0) {axes = [1, 0]} : float64[30,20]
    %2 = argmin(%1) {axes = [1], keepdims = false} : int64[30]
    %3 = sum(%1) {axes = [1], keepdims = false} : float64[30]
    %4 = argmax(%3) {axes = [0], keepdims = false} : int64[]
    %5 = negative(%0) : float64[20,30]
    %6 = argmax(%5) {axes = [1], keepdims = true} : int64[20,1]
    %7 = astype(%6) {dtype = float64} : float64[20,1]
    %8 = subtract(%5, %7) : float64[20,30]
    yield %2, %3, %4, %8
  })",
      {mixed({20, 30}, float64)});
  const double infinity = std::numeric_limits<double>::infinity();
  run(R"(graph f(%0: float64[20]) -> int64[] {
    %1 = argmax(%0) {axes = [0], keepdims = false} : int64[]
    yield %1
  })",
      {tensor(std::vector<double>(20, -infinity))});
}

TEST_CASE("the first few of a row are kept in registers while the others pass by") {
  const auto top = [](const std::string& type, const std::string& from, const std::string& to, int k, int axis) {
    return "graph f(%0: " + type + from + ") -> " + type + to + ", int64" + to +
           " {\n%1, %2 = top_k(%0) {k = " + std::to_string(k) + ", axis = " + std::to_string(axis) + "} : " + type +
           to + ", int64" + to;
  };
  for (const std::string type : {"float32", "float64", "int8", "uint32", "int64"}) {
    for (const auto& [from, to, k, axis] : {std::tuple<std::string, std::string, int, int>{"[9]", "[1]", 1, 0},
                                            {"[64]", "[4]", 4, 0},
                                            {"[20,30]", "[20,3]", 3, 1},
                                            {"[40,5]", "[2,5]", 2, 0},
                                            {"[3,11,2]", "[3,4,2]", 4, 1}}) {
      const std::string graph = top(type, from, to, k, axis) + "\nyield %1, %2\n}";
      INFO(graph);
      const Shape shape = ir::parse(graph, ops::table()).value(0).type.shape;
      CHECK(lowered(graph.c_str()).find("kernel") == std::string::npos);
      run(graph.c_str(), {mixed(shape, dtype_from_name(type))});
      run(graph.c_str(), {zeros(shape, dtype_from_name(type))});  // all equal
      run(graph.c_str(), {reshape(astype(arange(shape.element_count()), dtype_from_name(type)), ShapeArg(shape))});
    }
  }
  const double nan = std::nan("");
  const std::string of_numbers = top("float64", "[12]", "[3]", 3, 0);
  for (const Tensor& x :
       {tensor({nan, nan, nan, 1.0, nan, 2.0, nan, nan, 3.0, nan, nan, nan}, float64),
        tensor({1.0, nan, 1.0, nan, 5.0, -0.0, 0.0, nan, 5.0, 7.0, nan, 7.0}, float64), full({12}, nan, float64)})
    run((of_numbers + "\nyield %1, %2\n}").c_str(), {x});
  // Longer ones, and more of them, are the kernel's.
  CHECK(lowered((top("float32", "[65]", "[4]", 4, 0) + "\nyield %1, %2\n}").c_str()).find("kernel") !=
        std::string::npos);
  CHECK(lowered((top("float32", "[64]", "[5]", 5, 0) + "\nyield %1, %2\n}").c_str()).find("kernel") !=
        std::string::npos);
}

TEST_CASE("rows of few elements are put in order by selections") {
  const char* text = R"(graph f(%0: float32[3]) -> float32[2], int64[2] {
    %1, %2 = top_k(%0) {k = 2, axis = -1} : float32[2], int64[2]
    yield %1, %2
  })";
  CHECK(statements(text).find("kernel") == std::string::npos);
  run(text, {mixed({3}, float32)});
  for (const std::string type : {"float32", "float64", "int8", "int32", "uint8", "int64", "uint64"}) {
    for (const auto& [shape, axis] : {std::pair<std::string, std::string>{"[1]", "0"},
                                      {"[2]", "-1"},
                                      {"[100,8]", "1"},
                                      {"[7,20]", "0"},
                                      {"[3,5,1,4]", "1"}}) {
      const std::string of = type + shape, whole = "int64" + shape;
      const std::string graph = "graph f(%0: " + of + ") -> " + of + ", " + of + ", " + whole + ", " + whole + " {\n" +
                                "%1 = sort(%0) {axis = " + axis + ", descending = false} : " + of + "\n" +
                                "%2 = sort(%0) {axis = " + axis + ", descending = true} : " + of + "\n" +
                                "%3 = argsort(%0) {axis = " + axis + ", descending = false} : " + whole + "\n" +
                                "%4 = argsort(%0) {axis = " + axis + ", descending = true} : " + whole + "\n" +
                                "yield %1, %2, %3, %4\n}";
      INFO(graph);
      run(graph.c_str(), {mixed(ir::parse(graph, ops::table()).value(0).type.shape, dtype_from_name(type))});
      CHECK(lowered(graph.c_str()).find("kernel") == std::string::npos);
    }
  }
  run(R"(graph f(%0: float64[40,6]) -> float64[3,40], int64[3,40], float64[40,6] {
    %1 = permute_dims(%0) {axes = [1, 0]} : float64[6,40]
    %2, %3 = top_k(%1) {k = 3, axis = 0} : float64[3,40], int64[3,40]
    %4 = negative(%0) : float64[40,6]
    %5 = sort(%4) {axis = 1, descending = false} : float64[40,6]
    %6 = add(%5, %4) : float64[40,6]
    yield %2, %3, %6
  })",
      {mixed({40, 6}, float64)});
}

TEST_CASE("the elements of a row that a number names are read side by side") {
  const char* text = R"(graph f(%0: float32[100,32], %1: int32[64,20]) -> float32[64,32] {
    %2 = take(%0, %1) {axis = 0} : float32[64,20,32]
    %3 = mean(%2) {axes = [1], keepdims = false} : float32[64,32]
    yield %3
  })";
  run(text, {reshape(linspace(-1.0, 1.0, 3200, float32), {100, 32}),
             reshape(astype(arange(1280), int32), {64, 20}) * 7 % 200 - 100});
  const std::string assembly = compiled(text).assembly;
  CHECK(assembly.find("gather") == std::string::npos);
}

}  // namespace index_checks_test

}  // namespace ag::test
