/// SARIF 2.1.0: what editors need of a diagnostic.
#include <nlohmann/json.hpp>

#include "diag/catalogue.h"
#include "diag/render.h"
#include "support/catch.h"

using agc::Diagnostic;
using agc::Location;
using Json = nlohmann::json;

namespace sarif_test {
namespace {

Json first_run(const std::vector<Diagnostic>& diagnostics, agc::SourceLines& sources) {
  return Json::parse(agc::render_sarif(diagnostics, sources, "1.2.3"))["runs"][0];
}

}  // namespace

TEST_CASE("a run without diagnostics is a whole document") {
  agc::SourceLines sources;
  const Json run = first_run({}, sources);
  CHECK(run["tool"]["driver"]["semanticVersion"] == "1.2.3");
  CHECK(run["tool"]["driver"]["rules"] == Json::array());
  CHECK(run["results"] == Json::array());
}

TEST_CASE("rules come from the catalogue, once each; remedies join the message, other places are related") {
  agc::SourceLines sources;
  sources.set("/m/a.cpp", "goto end;\nend:;\n");
  Diagnostic first = agc::make_diagnostic(agc::Id::goto_unsupported, Location{"/m/a.cpp", 1, 1});
  first.notes.push_back(agc::make_note({"/m/a.cpp", 2, 1}, "the label is here"));
  const Json run = first_run({first, first}, sources);
  REQUIRE(run["tool"]["driver"]["rules"].size() == 1);
  CHECK(run["tool"]["driver"]["rules"][0]["id"] == "goto-unsupported");
  CHECK(run["tool"]["driver"]["rules"][0]["help"]["text"] == "write a loop, 'break' or 'return'");
  REQUIRE(run["results"].size() == 2);
  const Json& result = run["results"][1];
  CHECK(result["ruleIndex"] == 0);
  CHECK(result["message"]["text"] ==
        "this 'goto' enters or leaves code that a tensor decides\nwrite a loop, 'break' or 'return'");
  CHECK(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///m/a.cpp");
  CHECK(result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 2);
  CHECK(result["relatedLocations"][0]["message"]["text"] == "the label is here");
}

TEST_CASE("columns are UTF-16 units, and a diagnostic without a place has no location") {
  agc::SourceLines sources;
  sources.set("a.cpp", "/* ä🙂 */ x\n");
  Diagnostic place;
  place.id = "clang";
  place.location = {"a.cpp", 1, 14};
  Diagnostic none;
  none.id = "usage";
  const Json run = first_run({place, none}, sources);
  CHECK(run["results"][0]["locations"][0]["physicalLocation"]["region"]["startColumn"] == 11);
  CHECK(run["results"][1]["locations"] == Json::array());
}

}  // namespace sarif_test
