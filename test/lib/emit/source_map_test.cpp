#include "emit/converted_file.h"
#include "support/catch.h"

using agc::emit::Edits;
using agc::model::SourceFile;

TEST_CASE("AP-61 columns after an edit are shifted by it, on its line only") {
  const SourceFile source("a.cpp", "if (x) y;\nz;\n");
  Edits edits(source);
  edits.replace({0, 4}, "ag::if_stmt(");
  REQUIRE(edits.sort());
  const auto map = agc::emit::source_map(source, edits.list(), 0);
  REQUIRE(map.size() == 2);
  CHECK(map[0].line == 1);
  CHECK(map[1].generated_column == 13);
  CHECK(map[1].column == 5);
}

TEST_CASE("a converted file is known by its first line") {
  CHECK(agc::emit::is_converted("#include <ag/staging/generated.h>\n"));
  CHECK_FALSE(agc::emit::is_converted("#include <ag/ag.h>\n"));
}
