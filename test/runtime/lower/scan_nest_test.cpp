/// Loops whose rounds wait for each other: cumulative sums and products, and rows that integers name. Their programs,
/// and what they compute.
#include <limits>
#include <random>

#include "runtime/program/program_run.h"

namespace ag::test {

namespace scan_nest_test {
namespace {

/// Small numbers, and a few special ones where there are any.
Tensor numbers(const Shape& shape, DType dtype) {
  std::mt19937_64 random(3);
  std::vector<double> values(static_cast<size_t>(shape.element_count()));
  for (double& value : values) {
    value = static_cast<double>(random() % 7) / 2 - 1;
    if (is_floating(dtype) && random() % 40 == 0) value = random() % 2 ? std::numeric_limits<double>::infinity() : -0.0;
  }
  return astype(tensor(values, shape), dtype);
}

}  // namespace

TEST_CASE("what is computed beside a cumulative sum of columns is a part of its nest") {
  const char* text = R"(graph f(%0: float32[100,40]) -> float32[100,40] {
    %1 = sqrt(%0) : float32[100,40]
    %2 = cumulative_sum(%1) {axis = 0} : float32[100,40]
    %3 = multiply(%2, %0) : float32[100,40]
    yield %3
  })";
  CHECK(statements(text) == R"(  stack a2: float32[40]
  allocate a1
  loop s0 < 40 {
    s1: float32 = -0
    store a2[s0] = s1
  }
  loop s2 < 100 {
    loop s3 < 40 {
      s4: float32 = load a0[40*s2 + s3]
      s5: float32 = sqrt s4
      s6: float32 = load a2[s3]
      s7: float32 = add s6, s5
      store a2[s3] = s7
      s8: float32 = mul s7, s4
      store a1[40*s2 + s3] = s8
    }
  }
)");
  run(text, {numbers({100, 40}, float32)});
}

TEST_CASE("cumulative sums and products are loops, in every dtype and along every axis") {
  for (const std::string type : {"float32", "float64", "float16", "int32", "int64", "uint8", "boolean"}) {
    const std::string sum = type == "uint8" ? "uint32" : type == "boolean" ? "int32" : type;
    for (const std::string shape :
         {"[1]", "[5]", "[70]", "[7,5]", "[40,3]", "[3,40]", "[1,4]", "[4,1]", "[6,2,15]", "[5,1,1]", "[2,3,4,5]"}) {
      if (type != "float32" && shape != "[5]" && shape != "[40,3]" && shape != "[6,2,15]") continue;
      const int rank = static_cast<int>(std::count(shape.begin(), shape.end(), ',')) + 1;
      std::string text = "graph f(%0: " + type + shape + ") -> ", body, results;
      for (int axis = -1; axis < rank; ++axis) {
        const std::string id = "%" + std::to_string(3 * axis + 4), next = "%" + std::to_string(3 * axis + 5),
                          both = "%" + std::to_string(3 * axis + 6), of = std::to_string(axis) + "} : " + sum + shape;
        body += id + " = cumulative_sum(%0) {axis = " + of + "\n" + next + " = cumulative_prod(%0) {axis = " + of +
                "\n" + both + " = add(" + id + ", " + next + ") : " + sum + shape + "\n";
        text += (axis < 0 ? "" : ", ") + sum + shape + ", " + sum + shape;
        results += (axis < 0 ? "" : ", ") + both + ", " + next;
      }
      text += " {\n" + body + "yield " + results + "\n}";
      INFO(text);
      run(text.c_str(), {numbers(ir::parse(text, ops::table()).value(0).type.shape, dtype_from_name(type))});
      CHECK(lowered(text.c_str()).find("kernel") == std::string::npos);
    }
  }
}

TEST_CASE("scans of views, of each other, beside reductions and in place are what the interpreter computes") {
  run(R"(graph f(%0: float32[30,20]) -> float32[20,30], float32[20,1], float32[20,30] {
    %1 = permute_dims(%0) {axes = [1, 0]} : float32[20,30]
    %2 = cumulative_sum(%1) {axis = 0} : float32[20,30]
    %3 = cumulative_prod(%2) {axis = 0} : float32[20,30]
    %4 = sum(%3) {axes = [1], keepdims = true} : float32[20,1]
    %5 = subtract(%2, %4) : float32[20,30]
    %6 = cumulative_sum(%5) {axis = 1} : float32[20,30]
    yield %3, %4, %6
  })",
      {numbers({30, 20}, float32)});
  // The sums take the place of what they are sums of, in each round.
  for (const std::string axis : {"0", "1"}) {
    const std::string text = R"(graph f(%0: float64[40,6]) -> float64[40,6] {
      %1 = constant() {value = int64[]{0}} : int64[]
      %2, %3 = while_loop(%1, %0) : int64[], float64[40,6] {(%4: int64[], %5: float64[40,6])
        %6 = constant() {value = int64[]{4}} : int64[]
        %7 = less(%4, %6) : boolean[]
        yield %7
      } {(%8: int64[], %9: float64[40,6])
        %10 = constant() {value = float64[]{0.5}} : float64[]
        %11 = multiply(%9, %10) : float64[40,6]
        %12 = cumulative_sum(%11) {axis = AXIS} : float64[40,6]
        %13 = constant() {value = int64[]{1}} : int64[]
        %14 = add(%8, %13) : int64[]
        yield %14, %12
      }
      yield %3
    })";
    std::string with = text;
    with.replace(with.find("AXIS"), 4, axis);
    run(with.c_str(), {numbers({40, 6}, float64)});
  }
}

TEST_CASE("rows that integers name are changed in a loop, in place where nothing else needs the array") {
  const char* text = R"(graph f(%0: float32[50,3], %1: int32[20], %2: float32[20,1]) -> float32[50,3] {
    %3 = sqrt(%0) : float32[50,3]
    %4 = scatter_add(%3, %1, %2) : float32[50,3]
    yield %4
  })";
  CHECK(statements(text) == R"(  allocate a3
  loop s0 < 150 {
    s1: float32 = load a0[s0]
    s2: float32 = sqrt s1
    store a3[s0] = s2
  }
  s3: int64 = -50
  s4: int64 = 50
  reduce s5 < 20 (s6: boolean = all s11) {
    s7: int32 = load a1[s5]
    s8: int64 = convert s7
    s9: boolean = ge s8, s3
    s10: boolean = lt s8, s4
    s11: boolean = and s9, s10
  }
  if s6 {
  } {
    allocate a4
    allocate a5
    kernel a6 = scatter_add(a4, a1, a5)
  }
  make_unique a3
  loop s12 < 20 {
    s13: int32 = load a1[s12]
    s14: int64 = convert s13
    s15: int64 = 50
    s16: int64 = 0
    s17: boolean = lt s14, s16
    s18: int64 = add s14, s15
    s19: int64 = select s17, s18, s14
    s21: float32 = load a2[s12]
    loop s20 < 3 {
      s22: float32 = load a3[3*s19 + s20]
      s23: float32 = add s22, s21
      store a3[3*s19 + s20] = s23
    }
  }
)");
  const auto places = [](int64_t count, int64_t length, DType dtype) {
    std::vector<int64_t> values;
    for (int64_t k = 0; k < count; ++k) values.push_back(k * k % length - (dtype == int64 && k % 3 == 0 ? length : 0));
    return astype(tensor(values), dtype);
  };
  run(text, {numbers({50, 3}, float32), places(20, 50, int32), numbers({20, 1}, float32)});
  for (const std::string type : {"float32", "float64", "int32", "uint8", "int64", "float16", "boolean"}) {
    for (const std::string index : {"int64", "int32", "uint8"}) {
      for (const std::string op : {"scatter_add", "scatter_sub", "scatter_update", "take_update"}) {
        for (const std::string updates : {"[12,4]", "[4]", "[12,1]", "[]"}) {
          const std::string axis = op == "take_update" ? " {axis = -2}" : "";
          const std::string of = type + "[7,4]";
          const std::string text = "graph f(%0: " + of + ", %1: " + index + "[12], %2: " + type + updates + ") -> " +
                                   of + ", " + of + " {\n%3 = maximum(%0, %0) : " + of + "\n%4 = " + op +
                                   "(%3, %1, %2)" + axis + " : " + of + "\n%5 = " + op + "(%4, %1, %2)" + axis + " : " +
                                   of + "\nyield %4, %5\n}";
          const bool main = type == "float32" || (type == "int32" && op == "scatter_add");
          if (!main && updates != "[12,1]") continue;
          if (index != "int64" && (type != "float32" || updates != "[12,4]")) continue;
          if (type == "boolean" && op.starts_with("scatter_") && op != "scatter_update") continue;
          INFO(text);
          const DType dtype = dtype_from_name(type);
          const Shape shape = ir::parse(text, ops::table()).value(2).type.shape;
          run(text.c_str(), {numbers({7, 4}, dtype), places(12, 7, dtype_from_name(index)), numbers(shape, dtype)});
          const bool sums_halves = type == "float16" && op.starts_with("scatter_") && op != "scatter_update";
          CHECK((lowered(text.c_str()).find("reduce") == std::string::npos) == sums_halves);
        }
      }
    }
  }
  // Along another axis, by several axes of indices, of a vector and of what is read at the same time.
  run(R"(graph f(%0: int64[3,5,4], %1: int64[2,6], %2: int64[2,6,4], %3: int64[9], %4: int64[4]) -> int64[3,5,4], int64[9], int64[9] {
    %5 = take_update(%0, %1, %2) {axis = 1} : int64[3,5,4]
    %6 = scatter_add(%3, %4, %4) : int64[9]
    %7 = add(%3, %3) : int64[9]
    %8 = scatter_update(%7, %7, %7) : int64[9]
    yield %5, %6, %8
  })",
      {numbers({3, 5, 4}, int64), reshape(places(12, 5, int64), {2, 6}), numbers({2, 6, 4}, int64), numbers({9}, int64),
       places(4, 9, int64)});
}

TEST_CASE("a row that is not there is the kernel's error, before anything is changed") {
  const std::string of = R"(graph f(%0: float32[5], %1: int64[5]) -> float32[5] {
    %2 = negative(%0) : float32[5]
    %3 = scatter_add(%2, %1, %0) : float32[5]
    yield %3
  })";
  const auto found = [&](std::vector<int64_t> places) {
    return run(of.c_str(), {numbers({5}, float32), tensor(places)});
  };
  CHECK(found({0, 1, 4, -5, -1}).find("float32") == 0);
  CHECK(found({0, 1, 5, 2, 3}).find("index 5 is out of range for axis 0") != std::string::npos);
  CHECK(found({0, -6, 5, 2, 3}).find("index -6 is out of range for axis 0") != std::string::npos);
}

TEST_CASE("a loop changes rows of the array that it carries") {
  const char* text = R"(graph f(%0: float64[40,3], %1: int64[9], %2: float64[9,3]) -> float64[40,3] {
    %3 = constant() {value = int64[]{0}} : int64[]
    %4, %5 = while_loop(%3, %0) : int64[], float64[40,3] {(%6: int64[], %7: float64[40,3])
      %8 = constant() {value = int64[]{5}} : int64[]
      %9 = less(%6, %8) : boolean[]
      yield %9
    } {(%10: int64[], %11: float64[40,3])
      %12 = scatter_sub(%11, %1, %2) : float64[40,3]
      %13 = take(%12, %1) {axis = 0} : float64[9,3]
      %14 = scatter_update(%12, %1, %13) : float64[40,3]
      %15 = constant() {value = int64[]{1}} : int64[]
      %16 = add(%10, %15) : int64[]
      yield %16, %14
    }
    yield %5
  })";
  size_t copied = 0;
  run(text,
      {numbers({40, 3}, float64), tensor(std::vector<int64_t>{1, 5, 39, 0, 5, -2, 7, 8, 8}), numbers({9, 3}, float64)},
      &copied);
  CHECK(copied <= sizeof(double) * 40 * 3);
}

}  // namespace scan_nest_test

}  // namespace ag::test
