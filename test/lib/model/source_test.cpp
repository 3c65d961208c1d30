#include "model/source.h"

#include "support/catch.h"

using agc::model::SourceFile;

TEST_CASE("an offset is a line and a column, both counted from one") {
  const SourceFile file("a.cpp", "ab\n\ncde");
  CHECK(file.location(0).line == 1);
  CHECK(file.location(0).column == 1);
  CHECK(file.location(2).column == 3);
  CHECK(file.location(3).line == 2);
  CHECK(file.location(6).line == 3);
  CHECK(file.location(6).column == 3);
  CHECK(file.location(6).file == "a.cpp");
  CHECK(file.text({4, 7}) == "cde");
}

TEST_CASE("a header stands after the files before it, and counts its own lines") {
  SourceFile file("a.cpp", "ab\ncd");
  file.add("b.h", "e\nf\n");
  REQUIRE(file.parts().size() == 2);
  const auto begin = file.parts()[1].range.begin;
  CHECK(file.text(file.parts()[1].range) == "e\nf\n");
  CHECK(file.location(3).line == 2);
  CHECK(file.location(5).file == "a.cpp");
  CHECK(file.location(begin).file == "b.h");
  CHECK(file.location(begin).line == 1);
  CHECK(file.location(begin + 2).line == 2);
  CHECK(file.location(begin + 2).column == 1);
  CHECK(file.part_of(begin - 1) == 0);
  CHECK(file.part_of(begin) == 1);
}
