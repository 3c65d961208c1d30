#include "diag/catalogue.h"

#include <set>

#include "support/catch.h"

TEST_CASE("placeholders are filled in the message and in the remedy") {
  const auto diagnostic = agc::make_diagnostic(agc::Id::range_changed, {"a.cpp", 3, 4}, {"x"});
  CHECK(diagnostic.id == "range-changed");
  CHECK(diagnostic.message == "'x' changes while the loop runs over its rows");
  REQUIRE(diagnostic.notes.size() == 1);
  CHECK_THAT(diagnostic.notes[0].message, ag_test::ContainsSubstring("ag::Tensor rows = x"));
  CHECK(diagnostic.location.line == 3);
}

TEST_CASE("every diagnostic has a name of its own, a message and a remedy") {
  std::set<std::string> names;
  for (const auto& entry : agc::catalogue()) {
    CHECK(names.insert(entry.name).second);
    CHECK_FALSE(entry.message.empty());
    CHECK_FALSE(entry.remedy.empty());
  }
}
