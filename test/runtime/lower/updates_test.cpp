/// Parts of arrays that are computed from the array: which are stored as they are computed, and that nobody sees it.
#include <random>

#include "runtime/program/program_run.h"
#include "support/count_of.h"
#include "support/replaced.h"

namespace ag::test {

namespace updates_test {
namespace {

/// a[i] = f · a[k] + a[i], where READ is the subscript of a[k], and WRITTEN that of a[i].
const char* const kRows = R"(graph f(%0: float32[7,6], %1: int64[], %2: int64[], %3: float32[]) -> float32[7,6] {
  %4 = index(%0, %1) {READ} : float32[6]
  %5 = index(%0, %2) {WRITTEN} : float32[6]
  %6 = multiply(%4, %3) : float32[6]
  %7 = add(%5, %6) : float32[6]
  %8 = index_update(%0, %7, %2) {WRITTEN} : float32[7,6]
  yield %8
})";
const char* const kRow = "kinds = [20], starts = [0], stops = [0], steps = [1]";

std::string rows(const char* read, const char* written) {
  return replaced(replaced(kRows, "READ", read), "WRITTEN", written);
}

}  // namespace

TEST_CASE("a row that is computed from rows of its array is stored as it is computed") {
  const std::string text = rows(kRow, kRow);
  CHECK(count_of(statements(text.c_str()), "loop ") == 1);
  for (int64_t k = -7; k < 7; ++k) {
    for (int64_t i : {-7, -1, 0, 3}) {
      run(text.c_str(), {random_normal({7, 6}, 1), tensor(k, int64), tensor(i, int64), tensor(0.5)});
      run(text.c_str(), {transpose(random_normal({6, 7}, 1)), tensor(k, int64), tensor(i, int64), tensor(0.5)});
    }
  }
}

TEST_CASE("what may lie across what is stored is computed before") {
  // Windows of six elements that begin anywhere.
  const char* text = R"(graph f(%0: float32[40], %1: int64[], %2: int64[], %3: float32[]) -> float32[40] {
  %4 = index(%0, %1) {kinds = [321], starts = [0], stops = [6], steps = [1]} : float32[6]
  %5 = index(%0, %2) {kinds = [321], starts = [0], stops = [6], steps = [1]} : float32[6]
  %6 = multiply(%4, %3) : float32[6]
  %7 = add(%5, %6) : float32[6]
  %8 = index_update(%0, %7, %2) {kinds = [321], starts = [0], stops = [6], steps = [1]} : float32[40]
  yield %8
})";
  CHECK(count_of(statements(text), "loop ") == 2);
  for (int64_t k = 0; k <= 34; k += 2) {
    run(text, {random_normal({40}, 1), tensor(k, int64), tensor(17, int64), tensor(0.5)});
  }
  // The same window is one place.
  const char* same = R"(graph f(%0: float32[40], %1: int64[], %2: float32[]) -> float32[40] {
  %3 = index(%0, %1) {kinds = [321], starts = [0], stops = [6], steps = [1]} : float32[6]
  %4 = multiply(%3, %2) : float32[6]
  %5 = index_update(%0, %4, %1) {kinds = [321], starts = [0], stops = [6], steps = [1]} : float32[40]
  yield %5
})";
  CHECK(count_of(statements(same), "loop ") == 1);
  run(same, {random_normal({40}, 1), tensor(17, int64), tensor(0.5)});
}

TEST_CASE("a row that something else needs is stored besides, and one that is turned before") {
  const char* needed = R"(graph f(%0: float32[7,6], %1: int64[]) -> float32[7,6], float32[6], float32[6] {
  %2 = index(%0, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[6]
  %3 = add(%2, %2) : float32[6]
  %4 = multiply(%2, %3) : float32[6]
  %5 = index_update(%0, %3, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[7,6]
  %6 = index(%5, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[6]
  yield %5, %4, %6
})";
  run(needed, {random_normal({7, 6}, 1), tensor(3, int64)});
  const char* turned = R"(graph f(%0: float32[7,6], %1: int64[]) -> float32[7,6] {
  %2 = index(%0, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[6]
  %3 = flip(%2) {axes = [0]} : float32[6]
  %4 = add(%2, %3) : float32[6]
  %5 = index_update(%0, %4, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[7,6]
  yield %5
})";
  CHECK(count_of(statements(turned), "loop ") == 2);
  run(turned, {random_normal({7, 6}, 1), tensor(3, int64)});
}

TEST_CASE("a loop in a loop carries an array with computed subscripts in its place, and a number fills one in a loop") {
  const char* text = R"(graph f(%0: float32[], %1: int64[]) -> float32[10,10] {
  %2 = constant() {value = int64[]{0}} : int64[]
  %3 = constant() {value = int64[]{1}} : int64[]
  %4 = full(%0) {shape = (10, 10)} : float32[10,10]
  %5, %6 = while_loop(%2, %4) : int64[], float32[10,10] {(%7: int64[], %8: float32[10,10])
    %9 = less(%7, %1) : boolean[]
    yield %9
  } {(%10: int64[], %11: float32[10,10])
    %12, %13 = while_loop(%2, %11) : int64[], float32[10,10] {(%14: int64[], %15: float32[10,10])
      %16 = less(%14, %10) : boolean[]
      yield %16
    } {(%17: int64[], %18: float32[10,10])
      %19 = index(%18, %17, %10) {kinds = [20, 20], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : float32[]
      %20 = add(%19, %0) : float32[]
      %21 = index_update(%18, %20, %10, %17) {kinds = [20, 20], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : float32[10,10]
      %22 = add(%17, %3) : int64[]
      yield %22, %21
    }
    %23 = add(%10, %3) : int64[]
    yield %23, %13
  }
  yield %6
})";
  const std::string body = statements(text);
  CHECK(body.find("kernel") == std::string::npos);
  CHECK(body.find("alias", body.find("while {")) == std::string::npos);
  CHECK(body.find("swap") == std::string::npos);
  run(text, {tensor(0.5), tensor(10, int64)});
}

TEST_CASE("a view that a kernel takes in a loop is made in front of it") {
  const char* text = R"(graph f(%0: float32[9], %1: int64[]) -> float32[9] {
  %2 = constant() {value = int64[]{0}} : int64[]
  %3 = constant() {value = int64[]{1}} : int64[]
  %4 = flip(%0) {axes = [0]} : float32[9]
  %5, %6 = while_loop(%2, %0) : int64[], float32[9] {(%7: int64[], %8: float32[9])
    %9 = less(%7, %1) : boolean[]
    yield %9
  } {(%10: int64[], %11: float32[9])
    %12 = searchsorted(%4, %11) {right = false} : int64[9]
    %13 = astype(%12) {dtype = float32} : float32[9]
    %14 = add(%10, %3) : int64[]
    yield %14, %13
  }
  yield %6
})";
  const std::string body = statements(text);
  CHECK(body.find("flip") < body.find("while {"));
  run(text, {linspace(5.0, -1.0, 9, float32), tensor(3, int64)});
}

TEST_CASE("random subscripts of one array give the same in every way") {
  std::mt19937 random(20261127);
  const auto pick = [&](int from, int to) {
    return from + static_cast<int>(random() % static_cast<unsigned>(to - from + 1));
  };
  size_t in_place = 0;
  for (int round = 0; round < 300; ++round) {
    // Two parts of [3, 4] of an array of [8, 9], with steps, and a part of the result of the first.
    const auto part = [&] {
      std::string kinds = "kinds = [1, 1], ", starts = "starts = [", stops = "stops = [", steps = "steps = [";
      const int extents[] = {3, 4}, lengths[] = {8, 9};
      for (int axis = 0; axis < 2; ++axis) {
        const int step = pick(1, 2), start = pick(0, lengths[axis] - (extents[axis] - 1) * step - 1);
        const char* const comma = axis == 0 ? ", " : "]";
        starts += std::to_string(start) + comma;
        stops += std::to_string(start + (extents[axis] - 1) * step + 1) + comma;
        steps += std::to_string(step) + comma;
      }
      return kinds + starts + ", " + stops + ", " + steps;
    };
    const std::string first = part(), second = pick(0, 2) == 0 ? first : part(), stored = pick(0, 1) ? first : second;
    const std::string text = replaced(replaced(replaced(replaced(R"(graph f(%0: float32[8,9]) -> float32[8,9] {
  %1 = index(%0) {FIRST} : float32[3,4]
  %2 = index(%0) {SECOND} : float32[3,4]
  %3 = multiply(%1, %1) : float32[3,4]
  %4 = subtract(%3, %2) : float32[3,4]
  %5 = index_update(%0, %4) {STORED} : float32[8,9]
  %6 = index(%5) {SECOND} : float32[3,4]
  %7 = add(%6, %6) : float32[3,4]
  %8 = index_update(%5, %7) {AGAIN} : float32[8,9]
  %9 = index(%8) {FIRST} : float32[3,4]
  %10 = index_update(%8, %9) {SECOND} : float32[8,9]
  yield %10
})",
                                                                 "FIRST", first),
                                                        "SECOND", second),
                                               "STORED", stored),
                                      "AGAIN", part());
    INFO(text);
    run(text.c_str(), {random_normal({8, 9}, round)});
    in_place += 6 - count_of(statements(text.c_str()), "loop ") / 2;
  }
  CHECK(in_place > 300);
}

TEST_CASE("an update whose old elements are needed copies those around the slice and computes into the copy") {
  // %0 is needed after the update: it is yielded.
  const std::string vector = R"(graph f(%0: float32[40], %1: int64[], %2: float32[]) -> float32[40], float32[40] {
  %3 = index(%0) {PART} : float32[LENGTH]
  %4 = multiply(%3, %2) : float32[LENGTH]
  %5 = index_update(%0, %4) {STORED} : float32[40]
  yield %5, %0
})";
  const auto check = [](const std::string& text, const std::vector<Tensor>& inputs) {
    INFO(text);
    run(text.c_str(), inputs);
    CHECK(statements(text.c_str()).find("kernel") == std::string::npos);
  };
  const struct {
    const char *part, *length, *stored;
  } slices[] = {{"kinds = [1], starts = [0], stops = [-2], steps = [1]", "38",
                 "kinds = [1], starts = [1], stops = [-1], steps = [1]"},
                {"kinds = [1], starts = [3], stops = [8], steps = [1]", "5",
                 "kinds = [1], starts = [35], stops = [40], steps = [1]"},
                {"kinds = [1], starts = [0], stops = [40], steps = [2]", "20",
                 "kinds = [1], starts = [1], stops = [40], steps = [2]"},
                {"kinds = [111], starts = [0], stops = [0], steps = [-1]", "40",
                 "kinds = [111], starts = [0], stops = [0], steps = [1]"},
                {"kinds = [1], starts = [0], stops = [30], steps = [1]", "30",
                 "kinds = [1], starts = [39], stops = [9], steps = [-1]"}};
  for (const auto& slice : slices) {
    const std::string text =
        replaced(replaced(replaced(vector, "PART", slice.part), "STORED", slice.stored), "LENGTH", slice.length);
    check(text, {random_normal({40}, 1), tensor(0, int64), tensor(0.5)});
  }
  // Blocks of three axes, with elements around them on no, one or both sides of each axis, and rows of a matrix.
  for (const char* starts : {"0, 0, 0", "1, 1, 1", "0, 1, 2", "2, 0, 1"}) {
    const std::string text = replaced(R"(graph f(%0: float64[6,5,7]) -> float64[6,5,7], float64[6,5,7] {
  %1 = index(%0) {kinds = [1, 1, 1], starts = [1, 0, 1], stops = [5, 4, 6], steps = [1, 1, 1]} : float64[4,4,5]
  %2 = square(%1) : float64[4,4,5]
  %3 = index_update(%0, %2) {kinds = [1, 1, 1], starts = [STARTS], stops = [STOPS], steps = [1, 1, 1]} : float64[6,5,7]
  yield %3, %0
})",
                                      "STARTS", starts);
    std::string stops = starts;
    stops[0] += 4, stops[3] += 4, stops[6] += 5;
    check(replaced(text, "STOPS", stops), {random_normal({6, 5, 7}, 2, float64)});
  }
  const char* const row = R"(graph f(%0: float32[9,6], %1: int64[], %2: float32[]) -> float32[9,6], float32[9,6] {
  %3 = index_update(%0, %2, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[9,6] @ "row.cpp":3
  yield %3, %0
})";
  for (int64_t k : {-9, -1, 0, 8, 9}) check(row, {random_normal({9, 6}, 3), tensor(k, int64), tensor(0.5)});
}

TEST_CASE("an update of a view makes a new array") {
  for (const char* view :
       {"permute_dims(%0) {axes = [1, 0]} : float32[6,9]",
        "index(%0) {kinds = [111, 111], starts = [0, 0], stops = [0, 0], steps = [-1, 1]} : float32[9,6]"}) {
    const std::string shape = std::string(view).find("permute") == 0 ? "float32[6,9]" : "float32[9,6]";
    const std::string text =
        "graph f(%0: float32[9,6], %1: int64[], %2: float32[]) -> " + shape + ", float32[9,6] {\n%3 = " + view +
        "\n%4 = index_update(%3, %2, %1) {kinds = [111, 20], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : " +
        shape + "\nyield %4, %0 }";
    for (int64_t k : {-2, 0, 5}) run(text.c_str(), {random_normal({9, 6}, 3), tensor(k, int64), tensor(0.5)});
  }
  const char* const column = R"(graph f(%0: float32[9,6], %1: int64[], %2: float32[]) -> float32[9], float32[9,6] {
  %3 = index(%0, %1) {kinds = [111, 20], starts = [0, 0], stops = [0, 0], steps = [1, 1]} : float32[9]
  %4 = index_update(%3, %2, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[9]
  %5 = index_update(%4, %2) {kinds = [1], starts = [7], stops = [9], steps = [1]} : float32[9]
  yield %5, %0
})";
  for (int64_t k : {-2, 0, 5}) run(column, {random_normal({9, 6}, 3), tensor(k, int64), tensor(0.5)});
}

TEST_CASE("a view that is used after an update of its array is copied, and the array is not") {
  // Two rows are exchanged; a column outlives an update of a row; views of more than half of the array do not pay.
  const std::string text = R"(graph f(%0: float32[9,6], %1: int64[], %2: int64[]) -> float32[9,6], RESULT {
  %8 = add(%0, %0) : float32[9,6]
  %3 = index(%8, %1) {VIEW} : RESULT
  %4 = index(%8, %2) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[6]
  %5 = index_update(%8, %4, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[9,6]
  %6 = square(%3) : RESULT
  %7 = index_update(%5, %6, %2) {VIEW} : float32[9,6]
  yield %7, %6
})";
  const struct {
    const char *view, *result;
  } forms[] = {{"kinds = [20], starts = [0], stops = [0], steps = [1]", "float32[6]"},
               {"kinds = [111, 20], starts = [0, 0], stops = [0, 0], steps = [1, 1]", "float32[9]"}};
  for (const auto& form : forms) {
    const std::string graph = replaced(replaced(text, "VIEW", form.view), "RESULT", form.result);
    INFO(graph);
    for (int64_t k = -3; k < 4; ++k) run(graph.c_str(), {random_normal({9, 6}, 1), tensor(k, int64), tensor(2, int64)});
    CHECK(count_of(statements(graph.c_str()), " < 54 {") == 1);  // the sum alone
  }
}

}  // namespace updates_test

}  // namespace ag::test
