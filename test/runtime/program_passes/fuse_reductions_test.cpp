/// Folds that are a part of the loop which fills what they fold: which are, and that nobody sees it.
#include "runtime/program_passes/masked_loop_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace fuse_reductions_test {
namespace {

std::string sized(const std::string& text, int64_t rows, int64_t columns) {
  return replaced(replaced(text, "ROWS", std::to_string(rows)), "COLUMNS", std::to_string(columns));
}

/// Sums of rows, what they add up to, and whether one is less than a limit.
const char* const kRows = R"(graph f(%0: float32[ROWS,COLUMNS], %1: float32[ROWS]) -> float32[], boolean[], RESULT {
  %2 = multiply(%0, %0) : float32[ROWS,COLUMNS]
  %3 = sum(%2) {axes = [1], keepdims = false} : float32[ROWS]
  %4 = sum(%3) {axes = [0], keepdims = false} : float32[]
  %5 = less(%3, %1) : boolean[ROWS]
  %6 = any(%5) {axes = [0], keepdims = false} : boolean[]
  %7 = max(%1) {axes = [0], keepdims = false} : float32[]
  yield %4, %6, YIELDED
})";

std::string rows_graph(bool keeps, int64_t rows, int64_t columns) {
  const std::string text = replaced(kRows, "RESULT", keeps ? "float32[ROWS]" : "float32[]");
  return sized(replaced(text, "YIELDED", keeps ? "%3" : "%7"), rows, columns);
}

/// How many loops over that many elements there are outside of others, and how many elements they store.
std::pair<int, int> count_loops(const std::string& text, int64_t extent) {
  const codegen::Program program = codegen::lower(ir::parse(text, ops::table()), {.machine = {}});
  int loops = 0, stores = 0;
  for (const codegen::Statement& one : program.body) {
    if (one.blocks.size() != 1 || one.extent != extent) continue;
    ++loops;
    for (const codegen::Statement& inner : one.blocks[0]) stores += inner.kind == codegen::StatementKind::Store;
  }
  return {loops, stores};
}

}  // namespace

TEST_CASE(
    "the operand of a reduction of an array that a loop has filled is folded in that loop, and not stored for it") {
  for (const int64_t columns : {2, 3, 4, 5, 8}) {
    for (const int64_t rows : {256, 257, 270, 5000}) {
      for (const bool keeps : {false, true}) {
        const std::string text = rows_graph(keeps, rows, columns);
        INFO(text);
        const auto [loops, stores] = count_loops(text, rows);
        const bool fits = columns <= 4;  // lanes take steps of more elements one by one
        CHECK(loops == (fits ? 1 : 2));
        CHECK(stores == (fits && !keeps ? 0 : 1));
        const Tensor x = spread(rows * columns, 1, 3);
        agree(text, {reshape(x, {rows, columns}), spread(rows, 1, 4)});
        agree(text, {full({rows, columns}, 0.5f), full({rows}, 0.1f)});
      }
    }
  }
}

TEST_CASE("few elements are folded where they are") {
  const auto [loops, stores] = count_loops(rows_graph(false, 255, 2), 255);
  CHECK(loops == 2);
  CHECK(stores == 1);
  agree(rows_graph(false, 255, 2), {reshape(spread(510, 1, 3), {255, 2}), spread(255, 1, 4)});
}

TEST_CASE("what is changed before it is folded stays where it is") {
  // The first element of the sums of rows is another one when they are added up.
  const std::string text = sized(R"(graph f(%0: float32[ROWS,COLUMNS]) -> float32[] {
  %1 = constant() {value = int32[]{0}} : int32[]
  %2 = constant() {value = float32[]{7}} : float32[]
  %3 = multiply(%0, %0) : float32[ROWS,COLUMNS]
  %4 = sum(%3) {axes = [1], keepdims = false} : float32[ROWS]
  %5 = index_update(%4, %2, %1) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[ROWS]
  %6 = sum(%5) {axes = [0], keepdims = false} : float32[]
  yield %6
})",
                                 300, 2);
  agree(text, {reshape(spread(600, 1, 3), {300, 2})});
  agree(text, {full({300, 2}, 0.5f)});
}

TEST_CASE("elements in steps are loaded as vectors, of which each lane takes one") {
  const std::string module = compiled(rows_graph(false, 5000, 2)).module;
  if (module.empty()) return;
  CHECK(module.find("load <32 x float>") != std::string::npos);
}

TEST_CASE("the statements of a fold in the loop that fills what it folds") {
  CHECK(statements(rows_graph(true, 300, 2).c_str()) == R"(  allocate a2
  reduce s0 < 300 (s12: float32 = sum s9, s13: boolean = any s11) {
    s1: float32 = load a0[2*s0]
    s2: float32 = mul s1, s1
    s3: float32 = load a0[2*s0 + 1]
    s4: float32 = mul s3, s3
    s5: float32 = add s2, s4
    s6: float32 = 0
    s7: float32 = add s6, s5
    store a2[s0] = s7
    s9: float32 = copy s7
    s10: float32 = load a1[s0]
    s11: boolean = lt s9, s10
  }
  s14: float32 = 0
  s15: float32 = add s14, s12
  s16: boolean = false
  s17: boolean = or s16, s13
  s18: float32 = copy s15
  s19: boolean = copy s17
  box a3 = s18
  box a4 = s19
)");
}

}  // namespace fuse_reductions_test

}  // namespace ag::test
