#include "emit/namer.h"

#include "support/catch.h"

TEST_CASE("names are numbered from the second on, and step aside for the user's") {
  agc::emit::Namer namer("int result = did_break_2 + 1;");
  CHECK(namer.fresh("did_break") == "did_break");
  CHECK(namer.fresh("did_break") == "did_break_3");
  CHECK(namer.fresh("result") == "result_2");
}
