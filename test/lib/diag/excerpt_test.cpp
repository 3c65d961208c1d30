/// How a source line is shown, and where its marks stand.
#include "diag/excerpt.h"

#include "support/catch.h"

namespace excerpt_test {
namespace {

agc::Excerpt plain(std::string_view line, int64_t caret, std::vector<agc::ByteRange> ranges = {}) {
  return agc::make_excerpt(line, caret, ranges, 100);
}

}  // namespace

TEST_CASE("the caret stands below its byte") {
  const agc::Excerpt excerpt = plain("int x = y;", 8);
  CHECK(excerpt.text == "int x = y;");
  CHECK(excerpt.marks == "        ^");
}

TEST_CASE("an underline ends before its end, and the caret is on top of it") {
  CHECK(plain("int x = yes + 1;", 12, {{8, 11}, {14, 15}}).marks == "        ~~~ ^ ~");
  CHECK(plain("abc", 1, {{0, 3}}).marks == "~^~");
}

TEST_CASE("tabs become spaces up to the next eighth column, and marks follow") {
  const agc::Excerpt excerpt = plain("\tif (x)\t{", 5, {{5, 6}});
  CHECK(excerpt.text == "        if (x)  {");
  CHECK(excerpt.marks == "            ^");
  // The mark of a tab itself is as wide as the tab.
  CHECK(plain("\tx", -1, {{0, 1}}).marks == "~~~~~~~~");
}

TEST_CASE("UTF-8 counts characters, wide ones twice and combining ones not at all") {
  CHECK(plain("auto é = x;", 10).marks == "         ^");
  CHECK(plain("s = \"漢字\" + y", 15).marks == "             ^");
  CHECK(plain("e\xcc\x81 = 1", 4).marks == "  ^");
  // A byte in the middle of a character means the character.
  CHECK(plain("aé b", 2).marks == " ^");
}

TEST_CASE("what a terminal must not get is shown as its code") {
  CHECK(plain("a\x1b[31mb", 7).text == "a<U+001B>[31mb");
  CHECK(plain("a\x1b[31mb", 6).marks == "             ^");
  CHECK(plain("x\xff y", 3).text == "x<FF> y");
  CHECK(plain("x\xff y", 3).marks == "      ^");
  CHECK(plain("a\xe2\x80\xae z", 5).text == "a<U+202E> z");
  // Overlong forms and halves of characters are bytes.
  CHECK(plain("\xc0\xaf", 0).text == "<C0><AF>");
  CHECK(plain("\xe6\xbc", 0).text == "<E6><BC>");
}

TEST_CASE("a place after the line is marked one column after it") {
  CHECK(plain("x = 1", 5).marks == "     ^");
  CHECK(plain("x = 1", 500).marks == "     ^");
  CHECK(plain("", 0).marks == "^");
  CHECK(plain("", 0, {{0, 4}}).text.empty());
}

TEST_CASE("a long line is cut around the caret") {
  std::string line(300, 'a');
  line[150] = 'B';
  const agc::Excerpt excerpt = agc::make_excerpt(line, 150, {}, 40);
  CHECK(excerpt.text.size() == 40);
  CHECK(excerpt.text.substr(0, 4) == "...a");
  CHECK(excerpt.text.substr(36) == "a...");
  CHECK(excerpt.text[excerpt.marks.find('^')] == 'B');

  line[0] = 'B';
  const agc::Excerpt at_start = agc::make_excerpt(line, 0, {}, 40);
  CHECK(at_start.text[0] == 'B');
  CHECK(at_start.marks == "^");
  CHECK(at_start.text.substr(37) == "...");

  line[299] = 'Z';
  const agc::Excerpt at_end = agc::make_excerpt(line, 299, {}, 40);
  CHECK(at_end.text.back() == 'Z');
  CHECK(at_end.marks.size() == at_end.text.size());
}

TEST_CASE("cutting never splits a wide character, whatever the width of the window") {
  std::string line;
  for (int i = 0; i < 100; ++i) line += "漢";
  line += "x";
  for (uint32_t columns = 20; columns < 60; ++columns) {
    for (const int64_t caret : {0, 90, 150, 300}) {
      const agc::Excerpt excerpt = agc::make_excerpt(line, caret, {}, columns);
      const agc::ShownLine shown = agc::show_line(excerpt.text);
      CHECK(excerpt.text.find('<') == std::string::npos);
      CHECK(shown.width <= columns);
      CHECK(excerpt.marks.back() == '^');
    }
  }
}

}  // namespace excerpt_test
