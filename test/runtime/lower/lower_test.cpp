/// What graphs become: the text of programs for each rule of fusion and of buffers, and that they, and their native
/// code, compute what the interpreter computes.
#include "runtime/program/program_run.h"

namespace ag::test {

TEST_CASE("numbers are registers, control flow is statements") {
  const char* text = R"(graph collatz(%0: int32[] "n") -> int32[] {
    %1 = constant() {value = int32[]{0}} : int32[]
    %2 = constant() {value = int32[]{1}} : int32[]
    %3 = constant() {value = int32[]{2}} : int32[]
    %4, %5 = while_loop(%0, %1) : int32[], int32[] {(%6: int32[], %7: int32[])
      %8 = not_equal(%6, %2) : boolean[]
      yield %8
    } {(%9: int32[], %10: int32[])
      %11 = fmod(%9, %3) : int32[]
      %12 = equal(%11, %1) : boolean[]
      %13 = cond(%12) : int32[] {()
        %14 = divide(%9, %3) : int32[]
        yield %14
      } {()
        %15 = add(%9, %9) : int32[]
        %16 = add(%15, %9) : int32[]
        %17 = add(%16, %2) : int32[]
        yield %17
      }
      %18 = add(%10, %2) : int32[]
      yield %13, %18
    }
    yield %5
  })";
  CHECK(run(text, {tensor(27, int32)}) == "int32 111;");
  const std::string program = lowered(text);
  CHECK(program.find("kernel") == std::string::npos);
  CHECK(program.find("while {") != std::string::npos);
}

TEST_CASE("a loop does not load what stays the same in it, unless it stores there") {
  const char* text = R"(graph f(%0: float32[3,70], %1: float32[3], %2: boolean[3]) -> float32[3,70] {
    %3 = expand_dims(%1) {axis = 1} : float32[3,1]
    %4 = expand_dims(%2) {axis = 1} : boolean[3,1]
    %5 = exp(%0) : float32[3,70]
    %6 = add(%5, %3) : float32[3,70]
    %7 = where(%4, %6, %0) : float32[3,70]
    yield %7
  })";
  const std::string program = lowered(text);
  INFO(program);
  const size_t outer = program.find("loop"), inner = program.find("loop", outer + 1);
  REQUIRE(inner != std::string::npos);
  const std::string before = program.substr(outer, inner - outer), inside = program.substr(inner);
  CHECK(before.find("load a1[") != std::string::npos);
  CHECK(before.find("load a2[") != std::string::npos);
  CHECK(inside.find("load a1[") == std::string::npos);
  CHECK(inside.find("load a0[") != std::string::npos);
  run(text,
      {reshape(linspace(-2.0, 2.0, 210, float32), {3, 70}), tensor({1.0f, -2.0f, 3.0f}), tensor({true, false, true})});
}

TEST_CASE("a chain and the reduction after it are one loop") {
  const char* text = R"(graph mse(%0: float32[5], %1: float32[5]) -> float32[] {
    %2 = subtract(%0, %1) : float32[5]
    %3 = square(%2) : float32[5]
    %4 = sum(%3) {axes = [], keepdims = false} : float32[]
    yield %4
  })";
  CHECK(run(text, {tensor({1.0, 2.0, 3.0, 4.0, 5.0}), tensor({2.0, 2.0, 3.0, 4.0, 8.0})}) == "float32 10.0;");
  CHECK(statements(text) == R"(  reduce s0 < 5 (s5: float32 = sum s4) {
    s1: float32 = load a0[s0]
    s2: float32 = load a1[s0]
    s3: float32 = sub s1, s2
    s4: float32 = mul s3, s3
  }
  s6: float32 = 0
  s7: float32 = add s6, s5
  s8: float32 = copy s7
  box a2 = s8
)");
}

TEST_CASE("the loops of nested concatenations store their parts in the outermost array") {
  const char* text = R"(graph f(%0: float32[2,3], %1: float32[2,2]) -> float32[4,5] {
    %2 = negative(%0) : float32[2,3]
    %3 = negative(%1) : float32[2,2]
    %4 = concat(%2, %3) {axis = 1} : float32[2,5]
    %5 = sqrt(%0) : float32[2,3]
    %6 = sqrt(%1) : float32[2,2]
    %7 = concat(%5, %6) {axis = 1} : float32[2,5]
    %8 = concat(%4, %7) {axis = 0} : float32[4,5]
    yield %8
  })";
  run(text, {reshape(tensor({1.0, 2.0, 3.0, 4.0, 5.0, 6.0}), {2, 3}), reshape(tensor({1.0, 2.0, 3.0, 4.0}), {2, 2})});
  const std::string program = statements(text);
  CHECK(program.find("allocate") == program.rfind("allocate"));
}

TEST_CASE("axes that every operand runs through evenly are one loop, a broadcast is not stored") {
  const char* text = R"(graph f(%0: float32[2,3], %1: float32[3]) -> float32[2,3], float32[2,3] {
    %2 = add(%0, %0) : float32[2,3]
    %3 = multiply(%2, %1) : float32[2,3]
    yield %2, %3
  })";
  const Tensor x = reshape(tensor({1.0, 2.0, 3.0, 4.0, 5.0, 6.0}), {2, 3}), y = tensor({1.0, 10.0, 100.0});
  run(text, {x, y});
  CHECK(statements(text) == R"(  allocate a2
  allocate a3
  loop s0 < 2 {
    loop s1 < 3 {
      s2: float32 = load a0[3*s0 + s1]
      s3: float32 = add s2, s2
      store a2[3*s0 + s1] = s3
      s4: float32 = load a1[s1]
      s5: float32 = mul s3, s4
      store a3[3*s0 + s1] = s5
    }
  }
)");
  const char* whole = R"(graph f(%0: float32[2,3]) -> float32[2,3] {
    %1 = sqrt(%0) : float32[2,3]
    yield %1
  })";
  CHECK(statements(whole) == R"(  allocate a1
  loop s0 < 6 {
    s1: float32 = load a0[s0]
    s2: float32 = sqrt s1
    store a1[s0] = s2
  }
)");
}

TEST_CASE("a view is other indices of the same array") {
  const char* text = R"(graph f(%0: float32[2,3]) -> float32[3,2] {
    %1 = permute_dims(%0) {axes = [1, 0]} : float32[3,2]
    %2 = negative(%1) : float32[3,2]
    yield %2
  })";
  run(text, {reshape(tensor({1.0, 2.0, 3.0, 4.0, 5.0, 6.0}), {2, 3})});
  CHECK(statements(text) == R"(  allocate a1
  loop s0 < 3 {
    loop s1 < 2 {
      s2: float32 = load a0[s0 + 3*s1]
      s3: float32 = neg s2
      store a1[2*s0 + s1] = s3
    }
  }
)");
}

TEST_CASE("what a view reads in another order is stored before") {
  const char* text = R"(graph f(%0: float32[4]) -> float32[4], float32[4] {
    %1 = square(%0) : float32[4]
    %2 = flip(%1) {axes = [0]} : float32[4]
    %3 = negative(%1) : float32[4]
    %4 = add(%3, %2) : float32[4]
    %5 = mean(%4) {axes = [0], keepdims = false} : float32[]
    %6 = subtract(%4, %5) : float32[4]
    %7 = flip(%2) {axes = [0]} : float32[4]
    %8 = multiply(%7, %6) : float32[4]
    yield %8, %4
  })";
  run(text, {tensor({1.0, 2.0, 3.0, 4.0})});
  CHECK(statements(text).find("store a1[s0] = s2") != std::string::npos);
  CHECK(statements(text).find("load a1[-1*s4 + 3]") != std::string::npos);
}

TEST_CASE("columns are summed in the result, rows in folds") {
  const char* columns = R"(graph f(%0: float32[2,3]) -> float32[3] {
    %1 = max(%0) {axes = [0], keepdims = false} : float32[3]
    yield %1
  })";
  const Tensor x = reshape(tensor({1.0, 7.0, 3.0, 4.0, 5.0, 6.0}), {2, 3});
  CHECK(run(columns, {x}) == "float32 [4. 7. 6.];");
  CHECK(statements(columns) == R"(  allocate a1
  loop s0 < 3 {
    s1: float32 = -inf
    store a1[s0] = s1
  }
  loop s2 < 2 {
    loop s3 < 3 {
      s4: float32 = load a0[3*s2 + s3]
      s5: float32 = load a1[s3]
      s6: boolean = gt s4, s5
      s7: boolean = ne s4, s4
      s8: boolean = or s6, s7
      s9: float32 = select s8, s4, s5
      store a1[s3] = s9
    }
  }
)");
  const char* rows = R"(graph f(%0: int8[2,3]) -> int32[2] {
    %1 = sum(%0) {axes = [1], keepdims = false} : int32[2]
    yield %1
  })";
  CHECK(statements(rows) == R"(  allocate a1
  loop s0 < 2 {
    reduce s1 < 3 (s4: int32 = sum s3) {
      s2: int8 = load a0[3*s0 + s1]
      s3: int32 = convert s2
    }
    s5: int32 = 0
    s6: int32 = add s5, s4
    store a1[s0] = s6
  }
)");
}

TEST_CASE("rows that a view does not run through evenly are put in order before they are folded") {
  const char* text = R"(graph f(%0: float32[2,3]) -> float32[], float32[2] {
    %1 = permute_dims(%0) {axes = [1, 0]} : float32[3,2]
    %2 = sum(%1) {axes = [], keepdims = false} : float32[]
    %3 = max(%1) {axes = [0], keepdims = false} : float32[2]
    yield %2, %3
  })";
  run(text, {reshape(tensor({0.1, 0.2, 0.3, 4.0, 5.0, 1e8}), {2, 3})});
}

TEST_CASE("a loop carries numbers in variables, and small arrays in memory of the function") {
  const char* text = R"(graph f(%0: float32[3], %1: int32[]) -> float32[3] {
    %2 = constant() {value = int32[]{1}} : int32[]
    %3, %4 = while_loop(%1, %0) : int32[], float32[3] {(%5: int32[], %6: float32[3])
      %7 = greater(%5, %2) : boolean[]
      yield %7
    } {(%8: int32[], %9: float32[3])
      %10 = subtract(%8, %2) : int32[]
      %11 = sqrt(%9) : float32[3]
      yield %10, %11
    }
    yield %4
  })";
  run(text, {tensor({1.0, 2.0, 3.0}), tensor(4, int32)});
  CHECK(statements(text) == R"(  stack a2: float32[3]
  s0: int32 = load a1[0]
  s1: int32 = 1
  set v2: int32 = s0
  alias a2 = a0
  while {
    s3: int32 = copy v2
    s4: boolean = gt s3, s1
  } s4 {
    s5: int32 = copy v2
    s6: int32 = sub s5, s1
    loop s7 < 3 {
      s8: float32 = load a2[s7]
      s9: float32 = sqrt s8
      store a2[s7] = s9
    }
    set v2: int32 = s6
  }
  s10: int32 = copy v2
  allocate a3
  loop s11 < 3 {
    s12: float32 = load a2[s11]
    store a3[s11] = s12
  }
)");
}

TEST_CASE("what a loop carries is computed in place where each element is read for the last time") {
  const char* text = R"(graph decay(%0: float32[8], %1: int64[]) -> float32[8], float32[8] {
    %2 = constant() {value = int64[]{0}} : int64[]
    %3 = constant() {value = int64[]{1}} : int64[]
    %4, %5, %6 = while_loop(%2, %0, %0) : int64[], float32[8], float32[8] {(%7: int64[], %8: float32[8], %9: float32[8])
      %10 = less(%7, %1) : boolean[]
      yield %10
    } {(%11: int64[], %12: float32[8], %13: float32[8])
      %14 = add(%11, %3) : int64[]
      %15 = multiply(%12, %12) : float32[8]
      %16 = add(%13, %12) : float32[8]
      yield %14, %15, %16
    }
    yield %5, %6
  })";
  const Tensor x = tensor({1.0, 2.0, 3.0, 0.5, -1.0, -2.0, 0.0, 4.0});
  for (int64_t times : {0, 1, 3}) run(text, {x, tensor(times, int64)});
  CHECK(statements(text) == R"(  stack a2: float32[8]
  stack a3: float32[8]
  s0: int64 = load a1[0]
  s1: int64 = 0
  s2: int64 = 1
  set v3: int64 = s1
  alias a2 = a0
  alias a3 = a0
  while {
    s4: int64 = copy v3
    s5: boolean = lt s4, s0
  } s5 {
    s6: int64 = copy v3
    s7: int64 = add s6, s2
    loop s8 < 8 {
      s9: float32 = load a2[s8]
      s10: float32 = load a3[s8]
      s11: float32 = mul s9, s9
      store a2[s8] = s11
      s12: float32 = add s10, s9
      store a3[s8] = s12
    }
    set v3: int64 = s7
  }
  s13: int64 = copy v3
  allocate a4
  loop s14 < 8 {
    s15: float32 = load a2[s14]
    store a4[s14] = s15
  }
  allocate a5
  loop s16 < 8 {
    s17: float32 = load a3[s16]
    store a5[s16] = s17
  }
)");
  CHECK(x.data<float>()[1] == 2);  // the caller's array is the caller's
}

TEST_CASE("what a loop carries stays in its own array where values of one kind depend on each other") {
  const char* text = R"(graph turn(%0: float32[8], %1: float32[8], %2: int64[]) -> float32[8], float32[8] {
    %3 = constant() {value = int64[]{0}} : int64[]
    %4 = constant() {value = int64[]{1}} : int64[]
    %5, %6, %7 = while_loop(%3, %0, %1) : int64[], float32[8], float32[8] {(%8: int64[], %9: float32[8], %10: float32[8])
      %11 = less(%8, %2) : boolean[]
      yield %11
    } {(%12: int64[], %13: float32[8], %14: float32[8])
      %15 = add(%12, %4) : int64[]
      %16 = add(%13, %14) : float32[8]
      %17 = subtract(%13, %14) : float32[8]
      yield %15, %17, %16
    }
    yield %6, %7
  })";
  const Tensor x = tensor({1.0, 2.0, 3.0, 0.5, -1.0, -2.0, 0.0, 4.0}),
               y = tensor({4.0, 2.0, 1.0, 0.5, 7.0, 2.0, 0.0, 4.0});
  for (int64_t times : {0, 1, 3}) run(text, {x, y, tensor(times, int64)});
  CHECK(lowered(text).find("swap") == std::string::npos);
}

TEST_CASE("an array that is read elsewhere, or in another order, is not computed in place") {
  const char* flipped = R"(graph f(%0: float32[8], %1: int64[]) -> float32[8] {
    %2 = constant() {value = int64[]{0}} : int64[]
    %3 = constant() {value = int64[]{1}} : int64[]
    %4, %5 = while_loop(%2, %0) : int64[], float32[8] {(%7: int64[], %8: float32[8])
      %10 = less(%7, %1) : boolean[]
      yield %10
    } {(%11: int64[], %12: float32[8])
      %14 = add(%11, %3) : int64[]
      %15 = flip(%12) {axes = [0]} : float32[8]
      %16 = add(%15, %12) : float32[8]
      yield %14, %16
    }
    yield %5
  })";
  const char* kept = R"(graph f(%0: float32[8], %1: int64[]) -> float32[8], float32[8] {
    %2 = constant() {value = int64[]{0}} : int64[]
    %3 = constant() {value = int64[]{1}} : int64[]
    %4, %5, %6 = while_loop(%2, %0, %0) : int64[], float32[8], float32[8] {(%7: int64[], %8: float32[8], %9: float32[8])
      %10 = less(%7, %1) : boolean[]
      yield %10
    } {(%11: int64[], %12: float32[8], %13: float32[8])
      %14 = add(%11, %3) : int64[]
      %15 = add(%12, %13) : float32[8]
      yield %14, %15, %12
    }
    yield %5, %6
  })";
  const char* crossed = R"(graph f(%0: float32[8], %1: int64[]) -> float32[8], float32[8] {
    %2 = constant() {value = int64[]{0}} : int64[]
    %3 = constant() {value = int64[]{1}} : int64[]
    %20 = add(%0, %0) : float32[8]
    %4, %5, %6 = while_loop(%2, %0, %20) : int64[], float32[8], float32[8] {(%7: int64[], %8: float32[8], %9: float32[8])
      %10 = less(%7, %1) : boolean[]
      yield %10
    } {(%11: int64[], %12: float32[8], %13: float32[8])
      %14 = add(%11, %3) : int64[]
      %15 = negative(%13) : float32[8]
      %16 = sum(%15) {axes = [], keepdims = false} : float32[]
      %17 = multiply(%12, %16) : float32[8]
      yield %14, %15, %17
    }
    yield %5, %6
  })";
  const Tensor x = tensor({1.0, 2.0, 3.0, 0.5, -1.0, -2.0, 0.0, 4.0});
  for (const char* text : {flipped, kept, crossed}) {
    for (int64_t times : {0, 1, 2, 5}) run(text, {x, tensor(times, int64)});
  }
}

TEST_CASE("an array that loops read which are not emitted yet is not computed in place") {
  const char* text = R"(graph f(%0: float32[2,2]) -> float32[2], float32[2,2], float32[2,2] {
    %1 = add(%0, %0) : float32[2,2]
    %2 = sum(%0) {axes = [0], keepdims = false} : float32[2]
    %3 = maximum(%1, %2) : float32[2,2]
    %4 = index(%1) {kinds = [0], starts = [0], stops = [0], steps = [1]} : float32[2]
    %5 = subtract(%3, %1) : float32[2,2]
    %6 = divide(%2, %4) : float32[2]
    %7 = multiply(%5, %1) : float32[2,2]
    yield %6, %7, %3
  })";
  run(text, {reshape(tensor({1.0, -2.0, 3.0, 0.5}), {2, 2})});
}

TEST_CASE("a view that a loop carries on is made row-major for the loads of the next iteration") {
  const char* text = R"(graph f(%0: float32[2,2], %1: int32[]) -> float32[2,2] {
    %2 = constant() {value = int32[]{0}} : int32[]
    %3 = constant() {value = int32[]{1}} : int32[]
    %4 = constant() {value = float32[]{10}} : float32[]
    %5 = multiply(%0, %4) : float32[2,2]
    %6, %7, %8 = while_loop(%2, %0, %5) : int32[], float32[2,2], float32[2,2] {(%9: int32[], %10: float32[2,2], %11: float32[2,2])
      %12 = less(%9, %1) : boolean[]
      yield %12
    } {(%13: int32[], %14: float32[2,2], %15: float32[2,2])
      %16 = add(%13, %3) : int32[]
      %17 = flip(%14) {axes = [1]} : float32[2,2]
      %18 = multiply(%15, %4) : float32[2,2]
      %19 = add(%18, %17) : float32[2,2]
      yield %16, %17, %19
    }
    yield %8
  })";
  for (int32_t n : {0, 1, 2, 3, 4}) {
    run(text, {reshape(tensor({1.0, 2.0, 3.0, 4.0}), {2, 2}), tensor(n)});
  }
}

TEST_CASE("an error of a loop names the operation, its operands and its place") {
  const char* text = R"(graph f(%0: int32[3], %1: int32[3]) -> int32[3] {
    %2 = add(%0, %1) : int32[3] @ "f.cpp":3
    %3 = divide(%2, %1) : int32[3] @ "f.cpp":4
    %4 = multiply(%3, %0) : int32[3] @ "f.cpp":5
    yield %4
  })";
  const Tensor x = tensor({7, 8, 9}, int32);
  CHECK(run(text, {x, tensor({1, 2, 3}, int32)}) == "int32 [56 40 36];");
  CHECK(run(text, {x, tensor({1, 0, 3}, int32)}) ==
        "f.cpp:4: divide: integer division by zero (operands int32[3], int32[3])");
}

}  // namespace ag::test
