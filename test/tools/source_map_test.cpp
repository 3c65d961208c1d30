/// `agc convert --source-map`: every place of the converted file is led back to the source.
#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;
using Json = nlohmann::json;

namespace source_map_test {
namespace {

const std::string kSource = R"(#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor countdown(Tensor n, Tensor step) {
  Tensor rounds = 0;
  while (n > 0) {  // to zero
    n = n - step;
    rounds += 1;
  }
  return rounds;
}
)";

struct Place {
  std::size_t line = 0, column = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

std::ostream& operator<<(std::ostream& out, const Place& place) { return out << place.line << ":" << place.column; }

/// The place of `text` behind `after`, both from 1.
Place find(const std::string& file, const std::string& text, const std::string& after = "") {
  const std::size_t start = after.empty() ? 0 : file.find(after);
  const std::size_t at = file.find(text, start == std::string::npos ? 0 : start);
  REQUIRE(at != std::string::npos);
  const auto line = std::count(file.begin(), file.begin() + std::ptrdiff_t(at), '\n');
  const std::size_t begin = file.rfind('\n', at);
  return {std::size_t(line) + 1, at - (begin == std::string::npos ? 0 : begin + 1) + 1};
}

/// The rule of docs/reference/tools.md.
Place original(const Json& map, Place generated) {
  Place result{generated.line - (map["first_line"].get<std::size_t>() - 1), generated.column};
  std::size_t limit = std::size_t(-1);
  for (const Json& segment : map["segments"]) {
    if (segment["generated_line"] != generated.line) continue;
    if (segment["generated_column"].get<std::size_t>() > generated.column) {
      limit = segment["column"];
      break;
    }
    result.column =
        segment["column"].get<std::size_t>() + generated.column - segment["generated_column"].get<std::size_t>();
  }
  result.column = std::min(result.column, limit);
  return result;
}

}  // namespace

TEST_CASE("the source map leads from generated to original lines and columns") {
  const Workspace space;
  space.write("model.cpp", kSource);
  const ProcessResult result = space.agc({"convert", "model.cpp", "-o", "converted.cpp", "--source-map", "map.json"});
  REQUIRE(result.exit_code == 0);
  const std::string generated = space.read("converted.cpp");
  const Json map = Json::parse(space.read("map.json"));
  CHECK(map["version"] == 1);
  CHECK(map["source"] == "model.cpp");
  CHECK(map["generated"] == "converted.cpp");
  CHECK(map["generated_lines"] == std::count(generated.begin(), generated.end(), '\n'));

  // Text that is copied is found where it was written, in front of and behind what is inserted on its line.
  for (const char* text :
       {"using ag", "Tensor rounds", "n > 0", "// to zero", "n = n - step", "rounds += 1", "return rounds"}) {
    CAPTURE(text, generated);
    const std::string after = "Tensor n, Tensor step) {";
    const bool early = std::string(text) == "using ag";
    const Place from = early ? find(generated, text) : find(generated, text, "Tensor rounds");
    const Place to = early ? find(kSource, text) : find(kSource, text, "Tensor rounds");
    CHECK(original(map, from) == to);
  }
  // What stands in place of a token belongs to that token.
  CHECK(original(map, find(generated, "ag::while_stmt")) == find(kSource, "while"));
  CHECK(original(map, find(generated, "AG_STATE(n, rounds)")).line == find(kSource, "while").line);
  CHECK(original(map, find(generated, "});")).line == find(kSource, "}\n", "rounds += 1").line);
}

TEST_CASE("a source map belongs to one input, and never replaces it") {
  const Workspace space;
  space.write("a.cpp", kSource);
  space.write("b.cpp", kSource);
  const ProcessResult two = space.agc({"convert", "a.cpp", "b.cpp", "-o", "out/", "--source-map", "map.json"});
  CHECK(two.exit_code == 2);
  CHECK_THAT(two.err, ContainsSubstring("--source-map is about one file"));
  const ProcessResult same = space.agc({"convert", "a.cpp", "-o", "c.cpp", "--source-map", "a.cpp"});
  CHECK(same.exit_code == 2);
  CHECK(space.read("a.cpp") == kSource);
}

}  // namespace source_map_test
