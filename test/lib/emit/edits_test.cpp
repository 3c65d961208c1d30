#include "emit/edits.h"

#include "support/catch.h"

using agc::emit::apply;
using agc::emit::Edits;
using agc::model::SourceFile;

namespace edits_test {
namespace {

std::string applied(const SourceFile& source, Edits& edits) {
  REQUIRE(edits.sort());
  return apply(source, edits.list(), {0, uint32_t(source.text().size())}, true);
}

}  // namespace

TEST_CASE("insertions at one place keep their order") {
  const SourceFile source("a.cpp", "ab");
  Edits edits(source);
  edits.insert(1, "1");
  edits.insert(0, "0");
  edits.insert(1, "2");
  CHECK(applied(source, edits) == "0a12b");
}

TEST_CASE("a replacement keeps the comments and the line breaks of what it replaces") {
  const SourceFile source("a.cpp", "a  // first\n  && /* second */ b");
  Edits edits(source);
  edits.replace({1, 30}, ", ");
  CHECK(applied(source, edits) == "a,  // first\n   /* second */b");
}

TEST_CASE("edits that overlap are noticed") {
  const SourceFile source("a.cpp", "abcdef");
  Edits edits(source);
  edits.replace({1, 4}, "x");
  edits.replace({3, 5}, "y");
  CHECK_FALSE(edits.sort());
}

TEST_CASE("the text for people leaves out the entry, and a part of the file only has the edits inside it") {
  const SourceFile source("a.cpp", "f() { g(); }");
  Edits edits(source);
  edits.insert(5, " enter", true);
  edits.replace({6, 7}, "h");
  REQUIRE(edits.sort());
  CHECK(apply(source, edits.list(), {0, 12}, false) == "f() { h(); }");
  CHECK(apply(source, edits.list(), {0, 12}, true) == "f() { enter h(); }");
  CHECK(apply(source, edits.list(), {0, 4}, true) == "f() ");
}

}  // namespace edits_test
