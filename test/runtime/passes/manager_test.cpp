/// The choice of passes, and what is said about them.
#include "passes/manager.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "graph/text.h"
#include "ops/table.h"
#include "support/catch.h"

namespace ag::test {

namespace manager_test {
namespace {

constexpr const char* kTwice = R"(graph twice(%0: float32[] "x") -> float32[] {
  %1 = exp(%0) : float32[]
  %2 = exp(%0) : float32[]
  %3 = add(%1, %2) : float32[]
  %4 = sin(%0) : float32[]
  yield %3
})";

/// How many nodes are left, and which passes ran.
std::pair<size_t, std::set<std::string>> run(const std::string& selection) {
  ir::Graph graph = ir::parse(kTwice, ops::table());
  ir::PassOptions options;
  options.selection = selection;
  options.verify = true;
  std::set<std::string> names;
  for (const ir::PassRun& run : passes::optimize(graph, options)) names.insert(run.pass->name);
  return {ir::count_nodes(graph), names};
}

}  // namespace

TEST_CASE("passes are chosen by name") {
  CHECK(run("all").first == 2);
  CHECK(run("all").second.size() == passes::all_passes().size());
  CHECK(run("").second.size() == passes::all_passes().size() - 1);
  CHECK(!run("").second.contains("fixed_points"));
  CHECK(run("none") == std::pair<size_t, std::set<std::string>>{4, {}});
  CHECK(run("dce") == std::pair<size_t, std::set<std::string>>{3, {"dce"}});
  CHECK(run("cse,dce") == std::pair<size_t, std::set<std::string>>{2, {"cse", "dce"}});
  CHECK(run("-cse").first == 3);
  CHECK(run("-cse").second.size() == passes::all_passes().size() - 2);
  CHECK(run("-cse,-dce").first == 4);
}

TEST_CASE("an optional pass runs where its option is set, or where it is selected") {
  const auto runs = [](const std::string& selection, bool set) {
    ir::Graph graph = ir::parse(kTwice, ops::table());
    ir::PassOptions options;
    options.selection = selection;
    if (set) options.optional = {"fixed_points"};
    const std::vector<ir::PassRun> all = passes::optimize(graph, options);
    return std::ranges::any_of(all, [](const ir::PassRun& run) { return run.pass->optional; });
  };
  CHECK(!runs("", false));
  CHECK(runs("", true));
  CHECK(!runs("-cse", false));
  CHECK(runs("-cse", true));
  CHECK(runs("all", false));
  CHECK(runs("fixed_points", false));
  CHECK(!runs("-fixed_points", true));
  CHECK(!runs("none", true));
}

TEST_CASE("a pass that does not exist is named, with those that do") {
  try {
    run("dce,dcee");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::invalid_argument);
    CHECK(error.message().starts_with("there is no pass 'dcee'; the passes are reroll, dce, "));
  }
}

TEST_CASE("the environment chooses too, and asks for reports") {
  setenv("AG_PASSES", "-cse", 1);
  setenv("AG_VERIFY", "1", 1);
  const ir::PassOptions options = passes::options_from_environment();
  unsetenv("AG_PASSES");
  unsetenv("AG_VERIFY");
  CHECK(options.selection == "-cse");
  CHECK(options.verify);
  CHECK(options.dump == nullptr);
  CHECK(passes::options_from_environment().selection.empty());
}

TEST_CASE("graphs are shown after passes that changed them, and each pass is timed") {
  ir::Graph graph = ir::parse(kTwice, ops::table());
  std::ostringstream dump, times;
  ir::PassOptions options;
  options.dump = &dump;
  options.times = &times;
  options.selection = "dce,cse";
  passes::optimize(graph, options);
  CHECK(dump.str().find("// twice after dce, iteration 1\ngraph twice(") == 0);
  CHECK(dump.str().find("// twice after cse, iteration 1\ngraph twice(") != std::string::npos);
  CHECK(dump.str().find("iteration 2") == std::string::npos);
  CHECK(times.str().find("twice: iteration 1, dce") == 0);
  CHECK(times.str().find("size 4 -> 3\n") != std::string::npos);
  CHECK(times.str().find("twice: iteration 2, cse") != std::string::npos);
}

TEST_CASE("every pass has a name of its own, a reason, golden graphs and a row in the documentation") {
  std::set<std::string> names;
  std::ifstream page(AG_SOURCE_DIR "/docs/design/optimization.md");
  const std::string documented((std::istreambuf_iterator<char>(page)), std::istreambuf_iterator<char>());
  for (const passes::Pass& pass : passes::all_passes()) {
    CHECK(names.insert(pass.name).second);
    CHECK(std::string(pass.reason).ends_with("."));
    CHECK(documented.find("\n| `" + std::string(pass.name) + "` | ") != std::string::npos);
    CHECK(std::filesystem::is_directory(AG_SOURCE_DIR "/test/golden/passes/" + std::string(pass.name)));
  }
}

}  // namespace manager_test

}  // namespace ag::test
