/// The pipeline of passes over programs: selection, reports, and where each pass is described.
#include "program_passes/pipeline.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "graph/text.h"
#include "lower/lower.h"
#include "ops/table.h"
#include "program/program_text.h"
#include "support/catch.h"

namespace ag::test {

namespace pipeline_test {
namespace {

constexpr const char* kSum = R"(graph sum_of_squares(%0: float32[8] "x") -> float32[] {
  %1 = multiply(%0, %0) : float32[8]
  %2 = exp(%1) : float32[8]
  %3 = sum(%2) {axes = [0], keepdims = false} : float32[]
  %4 = divide(%2, %3) : float32[8]
  %5 = sum(%4) {axes = [0], keepdims = false} : float32[]
  yield %5
})";

codegen::Program lowered(const std::string& selection, std::ostream* dump = nullptr, std::ostream* times = nullptr) {
  codegen::LowerOptions options;
  options.passes.selection = selection;
  options.passes.verify = true;
  options.passes.dump = dump;
  options.passes.times = times;
  return codegen::lower(ir::parse(kSum, ops::table()), options);
}

std::string text_of(const std::string& selection) { return codegen::print(lowered(selection), {false}); }

}  // namespace

TEST_CASE("passes on programs are chosen by name") {
  CHECK(text_of("") == text_of("all"));
  CHECK(text_of("none").find("stack a") == std::string::npos);
  CHECK(text_of("promote_to_stack").find("stack a") != std::string::npos);
  CHECK(text_of("-promote_to_stack,-fuse_reductions").find("stack a") == std::string::npos);
  CHECK_THROWS_WITH(lowered("promote"),
                    ag_test::ContainsSubstring("there is no pass 'promote'; the passes are hoist_copies, "));
  setenv("AG_PROGRAM_PASSES", "none", 1);
  const ir::PassOptions options = codegen::program_pass_options_from_environment();
  unsetenv("AG_PROGRAM_PASSES");
  CHECK(options.selection == "none");
}

TEST_CASE("programs are shown after passes that changed them, and each pass is timed") {
  std::ostringstream dump, times;
  lowered("", &dump, &times);
  CHECK(dump.str().find("// sum_of_squares after promote_to_stack, iteration 1\nprogram \"sum_of_squares\"(") !=
        std::string::npos);
  CHECK(dump.str().find("after rotate_loops") == std::string::npos);
  CHECK(times.str().find("sum_of_squares: iteration 1, rotate_loops") != std::string::npos);
}

TEST_CASE(
    "every pass on programs has a name of its own, a reason, two golden programs and a row in the documentation") {
  std::set<std::string> names;
  std::ifstream page(AG_SOURCE_DIR "/docs/design/optimization.md");
  const std::string documented((std::istreambuf_iterator<char>(page)), std::istreambuf_iterator<char>());
  for (const codegen::ProgramPass& pass : codegen::all_program_passes()) {
    CAPTURE(pass.name);
    CHECK(names.insert(pass.name).second);
    CHECK(std::string(pass.reason).ends_with("."));
    CHECK(documented.find("\n| `" + std::string(pass.name) + "` | ") != std::string::npos);
    const std::filesystem::path cases(AG_SOURCE_DIR "/test/golden/program_passes/" + std::string(pass.name));
    REQUIRE(std::filesystem::is_directory(cases));
    CHECK(std::distance(std::filesystem::directory_iterator(cases), {}) >= 2);
  }
}

}  // namespace pipeline_test

}  // namespace ag::test
