/// Loops over whole arrays that run tile by tile: which do, and that nobody sees it.
#include "runtime/program_passes/masked_loop_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace tile_masked_loops_test {
namespace {

/// x = x x + c where active, until no element is, or 20 rounds; gives x, how often each was active, and the rounds.
/// TEST is what the loop goes on by, and NEXT what becomes of x.
const char* const kEscape = R"(graph escape(%0: float32[N], %1: float32[N]) -> float32[N], int32[N], int32[] {
  %2 = constant() {value = int32[]{0}} : int32[]
  %3 = constant() {value = int32[]{1}} : int32[]
  %4 = constant() {value = int32[]{20}} : int32[]
  %5 = constant() {value = float32[]{4}} : float32[]
  %6 = constant() {value = boolean[]{false}} : boolean[]
  %7 = constant() {value = boolean[]{true}} : boolean[]
  %8 = full(%2) {shape = (N)} : int32[N]
  %9 = full(%7) {shape = (N)} : boolean[N]
  %10, %11, %12, %13 = while_loop(%0, %8, %9, %2) : float32[N], int32[N], boolean[N], int32[] {(%20: float32[N], %21: int32[N], %22: boolean[N], %23: int32[])
    TEST
  } {(%40: float32[N], %41: int32[N], %42: boolean[N], %43: int32[])
    %44 = multiply(%40, %40) : float32[N]
    %45 = add(%44, %1) : float32[N]
    NEXT
    %47 = astype(%42) {dtype = int32} : int32[N]
    %48 = add(%41, %47) : int32[N]
    %49 = abs(%46) : float32[N]
    %50 = less_equal(%49, %5) : boolean[N]
    %51 = bitwise_and(%42, %50) : boolean[N]
    %52 = less(%48, %4) : boolean[N]
    %53 = bitwise_and(%51, %52) : boolean[N]
    %54 = add(%43, %3) : int32[]
    yield %46, %48, %53, %54
  }
  yield %10, %11, %13
})";
const char* const kFrozen = "%46 = where(%42, %45, %40) : float32[N]";
const char* const kAny = R"(%24 = any(%22) {axes = [0], keepdims = false} : boolean[]
    yield %24)";
const char* const kLess = R"(%25 = less(%23, %4) : boolean[]
    yield %25)";
const char* const kLessAndAny = R"(%25 = less(%23, %4) : boolean[]
    %26 = cond(%25) : boolean[] {()
      %24 = any(%22) {axes = [0], keepdims = false} : boolean[]
      yield %24
    } {()
      yield %6
    }
    yield %26)";
const char* const kAnyAndLess = R"(%24 = any(%22) {axes = [0], keepdims = false} : boolean[]
    %26 = cond(%24) : boolean[] {()
      %25 = less(%23, %4) : boolean[]
      yield %25
    } {()
      yield %6
    }
    yield %26)";
const char* const kAnyOrLess = R"(%24 = any(%22) {axes = [0], keepdims = false} : boolean[]
    %25 = less(%23, %4) : boolean[]
    %26 = bitwise_or(%24, %25) : boolean[]
    yield %26)";
const char* const kNotAll = R"(%24 = logical_not(%22) : boolean[N]
    %27 = all(%24) {axes = [0], keepdims = false} : boolean[]
    %26 = logical_not(%27) : boolean[]
    yield %26)";
const char* const kAll = R"(%24 = all(%22) {axes = [0], keepdims = false} : boolean[]
    yield %24)";

std::string escape(const std::string& test, int64_t count, const std::string& next = kFrozen) {
  const std::string text = replaced(replaced(kEscape, "TEST", test), "NEXT", next);
  return replaced(replaced(text, "[N]", "[" + std::to_string(count) + "]"), "(N)", "(" + std::to_string(count) + ",)");
}

}  // namespace

TEST_CASE("a loop over whole arrays runs tile by tile, each in its own memory; the numbers are those of any tile") {
  const char* text = R"(graph f(%0: float32[200], %1: float32[200]) -> float32[200], int64[] {
    %2 = constant() {value = int64[]{0}} : int64[]
    %3 = constant() {value = int64[]{1}} : int64[]
    %4 = constant() {value = int64[]{9}} : int64[]
    %5, %6 = while_loop(%0, %2) : float32[200], int64[] {(%7: float32[200], %8: int64[])
      %9 = less(%8, %4) : boolean[]
      yield %9
    } {(%10: float32[200], %11: int64[])
      %12 = multiply(%10, %10) : float32[200]
      %13 = add(%12, %1) : float32[200]
      %14 = add(%11, %3) : int64[]
      yield %13, %14
    }
    yield %5, %6
  })";
  agree(text, {spread(200, 1, 1), spread(200, 1, 2)});
  CHECK(statements(text) == R"(  stack a4: int64[2]
  stack a5: float32[128]
  stack a6: float32[72]
  s0: int64 = 0
  s1: int64 = 1
  s2: int64 = 9
  allocate a2
  set v3: int64 = s0
  s14: int64 = copy v3
  loop s15 < 1 {
    set v16: int64 = s14
    loop s17 < 128 {
      s18: float32 = load a0[128*s15 + s17]
      store a5[s17] = s18
    }
    while {
      s19: int64 = copy v16
      s20: boolean = lt s19, s2
    } s20 {
      s21: int64 = copy v16
      s22: int64 = add s21, s1
      loop s23 < 128 {
        s24: float32 = load a5[s23]
        s25: float32 = mul s24, s24
        s26: float32 = load a1[128*s15 + s23]
        s27: float32 = add s25, s26
        store a5[s23] = s27
      }
      set v16: int64 = s22
    }
    loop s28 < 128 {
      s29: float32 = load a5[s28]
      store a2[128*s15 + s28] = s29
    }
    store a4[s15] = v16
  }
  set v30: int64 = s14
  loop s31 < 72 {
    s32: float32 = load a0[s31 + 128]
    store a6[s31] = s32
  }
  while {
    s33: int64 = copy v30
    s34: boolean = lt s33, s2
  } s34 {
    s35: int64 = copy v30
    s36: int64 = add s35, s1
    loop s37 < 72 {
      s38: float32 = load a6[s37]
      s39: float32 = mul s38, s38
      s40: float32 = load a1[s37 + 128]
      s41: float32 = add s39, s40
      store a6[s37] = s41
    }
    set v30: int64 = s36
  }
  loop s42 < 72 {
    s43: float32 = load a6[s42]
    store a2[s42 + 128] = s43
  }
  store a4[1] = v30
  s44: int64 = load a4[0]
  set v3: int64 = s44
  s13: int64 = copy v3
  box a3 = s13
)");
}

TEST_CASE("a tile ends when none of its elements is active, where such elements stay as they are") {
  for (const char* test : {kAny, kLess, kLessAndAny, kAnyAndLess, kAnyOrLess, kNotAll}) {
    for (int64_t count : {1, 2, 15, 16, 17, 64, 65, 128, 129, 200, 1000, 5000}) {
      INFO(count << " elements while " << test);
      const std::string text = escape(test, count);
      for (double scale : {0.5, 3.0}) agree(text, {spread(count, scale, 3), spread(count, scale, 4)});
      CHECK(is_interchanged(text) == (count > 128));
    }
  }
}

TEST_CASE("no elements: a loop does as many rounds as its test asks for") {
  for (const char* test : {kAny, kLess, kLessAndAny, kAnyOrLess, kNotAll}) {
    CHECK(agree(escape(test, 0), {zeros({0}), zeros({0})}).find("int32") != std::string::npos);
  }
}

TEST_CASE("tiles do not part where one element decides about the others") {
  // One that is inactive ends the loop for all.
  CHECK(!is_interchanged(escape(kAll, 300)));
  agree(escape(kAll, 300), {spread(300, 0.5, 5), spread(300, 0.5, 6)});
  // Elements go on when they are not active any more: as long as the others are.
  for (const char* next : {"%46 = where(%42, %45, %1) : float32[N]", "%46 = where(%42, %45, %44) : float32[N]"}) {
    INFO(next);
    for (const char* test : {kAny, kLessAndAny, kAnyAndLess}) {
      CHECK(!is_interchanged(escape(test, 300, next)));
      agree(escape(test, 300, next), {spread(300, 0.5, 7), spread(300, 0.5, 8)});
    }
    CHECK(is_interchanged(escape(kLess, 300, next)));  // where all have as many rounds
    agree(escape(kLess, 300, next), {spread(300, 0.5, 7), spread(300, 0.5, 8)});
  }
}

/// ROUND makes %20, %21 and %22 out of %10, %11 and %12: float32[200].
std::string three_arrays(const std::string& round, const std::string& next) {
  const std::string text =
      R"(graph f(%0: float32[200], %1: float32[200], %2: int32[]) -> float32[200], float32[200], float32[200] {
    %3 = constant() {value = int32[]{0}} : int32[]
    %4 = constant() {value = int32[]{1}} : int32[]
    %5, %6, %7, %8 = while_loop(%0, %1, %1, %3) : float32[200], float32[200], float32[200], int32[] {(%30: float32[200], %31: float32[200], %32: float32[200], %33: int32[])
      %34 = less(%33, %2) : boolean[]
      yield %34
    } {(%10: float32[200], %11: float32[200], %12: float32[200], %13: int32[])
      ROUND
      %14 = add(%13, %4) : int32[]
      yield NEXT, %14
    }
    yield %5, %6, %7
  })";
  return replaced(replaced(text, "ROUND", round), "NEXT", next);
}

TEST_CASE("arrays that change places from round to round do so in each tile") {
  const std::string round = R"(%20 = multiply(%10, %11) : float32[200]
    %21 = add(%12, %0) : float32[200])";
  for (const char* next : {"%11, %10, %20", "%20, %10, %11", "%21, %10, %20", "%12, %20, %21", "%20, %21, %10",
                           "%10, %20, %21", "%20, %20, %11", "%21, %12, %12"}) {
    INFO(next);
    const std::string text = three_arrays(round, next);
    for (int rounds : {0, 1, 2, 5}) {
      agree(text, {spread(200, 1, 9), spread(200, 1, 10), tensor(rounds, int32)});
    }
    CHECK(is_interchanged(text));
  }
}

TEST_CASE("arrays that a number fills before the loop are not made for it") {
  // In the memory of the program: what is filled is large.
  CHECK(lowered(escape(kAny, 5000).c_str()).find("full") == std::string::npos);
  const char* text = R"(graph f(%0: float32[3000], %1: int32[]) -> float32[3000], float32[3000], float32[3000] {
    %2 = constant() {value = float32[]{-0.5}} : float32[]
    %3 = constant() {value = int32[]{0}} : int32[]
    %4 = constant() {value = int32[]{1}} : int32[]
    %5 = full(%2) {shape = (3000,)} : float32[3000]
    %6 = full(%2) {shape = (3000,)} : float32[3000]
    %7 = full(%2) {shape = (3000,)} : float32[3000]
    FIRST
    %10, %11, %12, %13 = while_loop(%6, %7, %8, %3) : float32[3000], float32[3000], float32[3000], int32[] {(%20: float32[3000], %21: float32[3000], %22: float32[3000], %23: int32[])
      %24 = less(%23, %1) : boolean[]
      yield %24
    } {(%30: float32[3000], %31: float32[3000], %32: float32[3000], %33: int32[])
      %34 = multiply(%30, %5) : float32[3000]
      %35 = add(%34, %0) : float32[3000]
      %36 = subtract(%31, %35) : float32[3000]
      %37 = multiply(%32, %36) : float32[3000]
      %38 = add(%33, %4) : int32[]
      yield %35, %36, %37, %38
    }
    yield %11, %12, LAST
  })";
  // One that the loop reads besides, one that is read behind it, one that is an argument.
  for (const char* first : {"%8 = add(%6, %7) : float32[3000]", "%8 = flip(%0) {axes = [0]} : float32[3000]"}) {
    for (const char* last : {"%10", "%5", "%0", "%8"}) {
      INFO(first << ", " << last);
      const std::string one = replaced(replaced(text, "FIRST", first), "LAST", last);
      CHECK(is_interchanged(one));
      for (int rounds : {0, 1, 3}) agree(one, {spread(3000, 1, 14), tensor(rounds, int32)});
    }
  }
  const std::string arguments =
      replaced(replaced(replaced(text, "FIRST", ""), "%6, %7, %8, %3)", "%0, %0, %7, %3)"), "LAST", "%0");
  for (int rounds : {0, 1, 3}) agree(arguments, {spread(3000, 1, 15), tensor(rounds, int32)});
}

TEST_CASE("a tile is larger where a round computes much, as far as it fits into the cache") {
  const char* text = R"(graph f(%0: D[3000], %1: int32[]) -> D[3000] {
    %2 = constant() {value = int32[]{0}} : int32[]
    %3 = constant() {value = int32[]{1}} : int32[]
    %4, %5, %6, %7, %8, %9 = while_loop(%0, %0, %0, %0, %0, %2) : D[3000], D[3000], D[3000], D[3000], D[3000], int32[] {(%10: D[3000], %11: D[3000], %12: D[3000], %13: D[3000], %14: D[3000], %15: int32[])
      %16 = less(%15, %1) : boolean[]
      yield %16
    } {(%20: D[3000], %21: D[3000], %22: D[3000], %23: D[3000], %24: D[3000], %25: int32[])
      %26 = tanh(%20) : D[3000]
      %27 = add(%26, %21) : D[3000]
      %28 = add(%25, %3) : int32[]
      yield %27, %22, %23, %24, %26, %28
    }
    yield %4
  })";
  for (const auto& [dtype, width] : {std::pair("float32", "[512]"), std::pair("float64", "[408]")}) {
    const std::string one = replaced(text, "D[", std::string(dtype) + "[");
    CHECK(lowered(one.c_str()).find(std::string(dtype) + width) != std::string::npos);
    for (int rounds : {0, 1, 7})
      agree(one,
            {astype(spread(3000, 1, 16), dtype == std::string("float32") ? float32 : float64), tensor(rounds, int32)});
  }
}

TEST_CASE("rounds that may fail, that have effects, or that look at other elements, run one by one") {
  const std::pair<const char*, const char*> rounds[] = {
      {"%20 = flip(%10) {axes = [0]} : float32[200]\n%21 = add(%20, %11) : float32[200]", "%21, %10, %12"},
      {"%20 = sum(%10) {axes = [0], keepdims = false} : float32[]\n%21 = add(%20, %11) : float32[200]",
       "%21, %10, %12"},
      {"%20 = index(%10) {kinds = [0], starts = [3], stops = [0], steps = [1]} : float32[]\n"
       "%21 = add(%20, %11) : float32[200]",
       "%21, %10, %12"},
      {R"(%20 = less_equal(%13, %4) : boolean[]
      check(%20, %13) {format = ["=round", "#"]}
      %21 = add(%10, %11) : float32[200])",
       "%21, %10, %12"},
      {R"(%20 = astype(%10) {dtype = int32} : int32[200]
      %24 = add(%20, %13) : int32[200]
      %21 = floor_divide(%20, %24) : int32[200]
      %22 = astype(%21) {dtype = float32} : float32[200])",
       "%22, %10, %12"},
  };
  for (const auto& [round, next] : rounds) {
    INFO(round);
    const std::string text = three_arrays(round, next);
    CHECK(!is_interchanged(text));
    for (int times : {0, 1, 4}) agree(text, {spread(200, 1, 11), spread(200, 1, 12), tensor(times, int32)});
  }
}

TEST_CASE("a loop over whole arrays inside of another one runs tile by tile, in each of its rounds") {
  const char* text = R"(graph f(%0: float32[150], %1: int32[]) -> float32[150], int32[] {
    %2 = constant() {value = int32[]{0}} : int32[]
    %3 = constant() {value = int32[]{1}} : int32[]
    %4 = constant() {value = float32[]{1.5}} : float32[]
    %5, %6 = while_loop(%0, %2) : float32[150], int32[] {(%7: float32[150], %8: int32[])
      %9 = less(%8, %1) : boolean[]
      yield %9
    } {(%10: float32[150], %11: int32[])
      %12 = less(%10, %4) : boolean[150]
      %13, %14, %15 = while_loop(%10, %12, %11) : float32[150], boolean[150], int32[] {(%16: float32[150], %17: boolean[150], %18: int32[])
        %19 = any(%17) {axes = [0], keepdims = false} : boolean[]
        %20 = less(%18, %1) : boolean[]
        %21 = bitwise_and(%19, %20) : boolean[]
        yield %21
      } {(%22: float32[150], %23: boolean[150], %24: int32[])
        %25 = multiply(%22, %4) : float32[150]
        %26 = add(%25, %0) : float32[150]
        %27 = where(%23, %26, %22) : float32[150]
        %28 = less(%27, %4) : boolean[150]
        %29 = bitwise_and(%23, %28) : boolean[150]
        %30 = add(%24, %3) : int32[]
        yield %27, %29, %30
      }
      %31 = flip(%13) {axes = [0]} : float32[150]
      %32 = subtract(%31, %0) : float32[150]
      %33 = add(%15, %3) : int32[]
      yield %32, %33
    }
    yield %5, %6
  })";
  for (int rounds : {0, 1, 7, 30}) agree(text, {spread(150, 1, 13), tensor(rounds, int32)});
  CHECK(is_interchanged(text));
}

}  // namespace tile_masked_loops_test

}  // namespace ag::test
