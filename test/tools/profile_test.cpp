/// `agc run --profile` and AG_PROFILE: a program that nobody changed says where its time went.
#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;
using Json = nlohmann::json;

namespace profile_test {
namespace {

const std::string kSource = R"(#include <ag/ag.h>
#include <cstdlib>
#include <iostream>

AG_FUNCTION ag::Tensor settled(ag::Tensor x) {
  while (ag::max(x) > 1) x = ag::tanh(x) * 0.5;
  return ag::sum(x);
}

int main(int argc, char** argv) {
  for (int k = 0; k < 3 && argc != 2; ++k) std::cout << settled(ag::tensor({8.0, 4.0})) << "\n";
  return argc > 2 ? std::atoi(argv[1]) : 0;
}
)";

/// The names of the spans of a kind, in the trace that stands in `file`.
std::vector<std::string> spans(const Workspace& space, const std::string& file, const std::string& kind) {
  const Json trace = Json::parse(space.read(file));
  std::vector<std::string> names;
  for (const Json& event : trace.at("traceEvents")) {
    if (event.value("cat", "") != kind) continue;
    names.push_back(event.at("name").get<std::string>() + ":" + event.at("args").at("line").dump());
  }
  return names;
}

}  // namespace

TEST_CASE("run --profile prints a summary and writes a trace, beside what the program does") {
  const Workspace space;
  space.write("src/model.cpp", kSource);
  const std::vector<std::string> three_calls(3, "settled:5");
  for (const char* executor : {"AG_EXECUTOR=interpreter", "AG_EXECUTOR=compiled"}) {
    const ProcessResult ran = space.agc({"run", "--profile", "src/model.cpp"}, {executor});
    INFO(ran.err);
    CHECK(ran.exit_code == 0);
    CHECK(ran.out == "0.99966455\n0.99966455\n0.99966455\n");
    CHECK_THAT(ran.err, ContainsSubstring("name") && ContainsSubstring("src/model.cpp:5      3 "));
    CHECK_THAT(ran.err, ContainsSubstring("while_loop"));
    CHECK(space.exists("model.trace.json"));
    CHECK(spans(space, "model.trace.json", "call") == three_calls);
  }
  const ProcessResult named = space.agc({"run", "src/model.cpp", "--profile=deep.json", "--", "5", "x"});
  CHECK(named.exit_code == 5);
  CHECK(spans(space, "deep.json", "call") == three_calls);
  CHECK(spans(space, "deep.json", "trace") == std::vector<std::string>{"trace settled:5"});
  CHECK(space.names() == std::vector<std::string>{"deep.json", "model.trace.json", "src"});
}

TEST_CASE("a profile that cannot be had is an error of run, and the program has run") {
  const Workspace space;
  space.write("model.cpp", kSource);
  const ProcessResult unwritable = space.agc({"run", "model.cpp", "--profile=no/such/folder.json"});
  CHECK(unwritable.exit_code == 1);
  CHECK_THAT(unwritable.out, ContainsSubstring("0.99966455"));
  CHECK_THAT(unwritable.err, ContainsSubstring("cannot write 'no/such/folder.json': No such file or directory"));
  const ProcessResult nothing = space.agc({"run", "model.cpp", "--profile", "--", "none"});
  CHECK(nothing.exit_code == 1);
  CHECK_THAT(nothing.err, ContainsSubstring("has called no function that is marked AG_FUNCTION"));
  CHECK(space.agc({"run", "model.cpp", "--profile=p.json", "--", "7", "x"}).exit_code == 7);
  const ProcessResult plain = space.agc({"run", "model.cpp", "--profile", "--eager"});
  CHECK(plain.exit_code == 2);
  CHECK_THAT(plain.err, ContainsSubstring("--eager excludes --profile"));
  const ProcessResult over = space.agc({"run", "model.cpp", "--profile=./model.cpp"});
  CHECK(over.exit_code == 1);
  CHECK(over.out == "");
  CHECK_THAT(over.err, ContainsSubstring("the profile './model.cpp' is an input; agc never overwrites a source"));
  CHECK(space.read("model.cpp") == kSource);
}

TEST_CASE("a program with a profiler of its own says who records already") {
  const Workspace space;
  std::string source = kSource;
  source.insert(source.find("  for (int k"), "  ag::Profiler profiler;\n");
  space.write("model.cpp", "#include <ag/profiler.h>\n" + source);
  const ProcessResult both = space.agc({"run", "--profile", "model.cpp"});
  CHECK(both.exit_code == 128 + 6);
  CHECK_THAT(both.err, ContainsSubstring("model.cpp:12: the profiler of model.cpp:12 cannot record: AG_PROFILE does"));
  CHECK_THAT(both.err, ContainsSubstring("run the program without AG_PROFILE, or agc run without --profile"));
  CHECK_FALSE(space.exists("model.trace.json"));
}

TEST_CASE("AG_PROFILE records any program, and what cannot be written is a note") {
  const Workspace space;
  space.write("model.cpp", kSource);
  REQUIRE(space.agc({"build", "model.cpp", "-o", "model"}).exit_code == 0);
  const ProcessResult ran = ag_test::run_process({"./model"}, space.folder(), {"AG_PROFILE=t.json"});
  CHECK(ran.exit_code == 0);
  CHECK_THAT(ran.err, ContainsSubstring("settled (interpreter)"));
  CHECK(spans(space, "t.json", "call").size() == 3);
  const ProcessResult failed = ag_test::run_process({"./model"}, space.folder(), {"AG_PROFILE=no/t.json"});
  CHECK(failed.exit_code == 0);
  CHECK(failed.out == ran.out);
  CHECK_THAT(failed.err, ContainsSubstring("ag: note: the profile is not kept: no/t.json: cannot be written"));
}

}  // namespace profile_test
