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
