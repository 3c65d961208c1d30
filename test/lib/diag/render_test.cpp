/// Diagnostics as text and as JSON.
#include "diag/render.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/catch.h"

namespace render_test {
namespace {

const std::string kFile = "model.cpp";

agc::SourceLines sources_with(const std::string& text) {
  agc::SourceLines sources;
  sources.set(kFile, text);
  return sources;
}

agc::Diagnostic error_at(uint32_t line, uint32_t column, std::string message) {
  agc::Diagnostic diagnostic;
  diagnostic.id = "some-id";
  diagnostic.location = {kFile, line, column};
  diagnostic.message = std::move(message);
  return diagnostic;
}

agc::Extent extent(uint32_t begin_line, uint32_t begin_column, uint32_t end_line, uint32_t end_column) {
  return {{kFile, begin_line, begin_column}, {kFile, end_line, end_column}};
}

agc::Diagnostic note(std::string message, agc::Location location = {}) {
  agc::Diagnostic result;
  result.severity = agc::Severity::Note;
  result.message = std::move(message);
  result.location = std::move(location);
  return result;
}

}  // namespace

TEST_CASE("an error shows place, message, id, excerpt and caret") {
  auto sources = sources_with("int a;\nint b = goto;\n");
  agc::Diagnostic diagnostic = error_at(2, 9, "'goto' is not converted");
  diagnostic.extents = {extent(2, 9, 2, 13)};
  CHECK(agc::render_text(diagnostic, sources) ==
        "model.cpp:2:9: error: 'goto' is not converted [some-id]\n"
        "    2 | int b = goto;\n"
        "      |         ^~~~\n");
}

TEST_CASE("the compiler's own errors carry no id, as Clang prints them") {
  auto sources = sources_with("x\n");
  agc::Diagnostic diagnostic = error_at(1, 1, "unknown type name 'x'");
  diagnostic.id = "clang";
  diagnostic.severity = agc::Severity::Fatal;
  CHECK(agc::render_text(diagnostic, sources) ==
        "model.cpp:1:1: fatal error: unknown type name 'x'\n"
        "    1 | x\n"
        "      | ^\n");
}

TEST_CASE("a note elsewhere shows its line; a remedy for the same place does not repeat it") {
  auto sources = sources_with("int first;\nint second;\n");
  agc::Diagnostic diagnostic = error_at(2, 5, "again");
  diagnostic.notes = {note("first one is here", {kFile, 1, 5}), note("rename it", {kFile, 2, 5}),
                      note("see the manual")};
  CHECK(agc::render_text(diagnostic, sources) ==
        "model.cpp:2:5: error: again [some-id]\n"
        "    2 | int second;\n"
        "      |     ^\n"
        "model.cpp:1:5: note: first one is here\n"
        "    1 | int first;\n"
        "      |     ^\n"
        "model.cpp:2:5: note: rename it\n"
        "note: see the manual\n");
}

TEST_CASE("an extent over several lines is underlined from its first to its last character") {
  auto sources = sources_with("  f(a,\n    b,\n\t  c);\n");
  agc::Diagnostic diagnostic = error_at(1, 3, "call");
  diagnostic.extents = {extent(1, 3, 3, 6)};
  CHECK(agc::render_text(diagnostic, sources) ==
        "model.cpp:1:3: error: call [some-id]\n"
        "    1 |   f(a,\n"
        "      |   ^~~~\n"
        "    2 |     b,\n"
        "      |     ~~\n"
        "    3 |           c);\n"
        "      |           ~~\n");
}

TEST_CASE("of a long extent the lines around the caret are shown") {
  std::string text;
  for (int i = 1; i <= 200; ++i) text += "line" + std::to_string(i) + "\n";
  auto sources = sources_with(text);
  agc::Diagnostic diagnostic = error_at(3, 1, "long");
  diagnostic.extents = {extent(3, 1, 180, 3)};
  const std::string shown = agc::render_text(diagnostic, sources);
  CHECK(std::count(shown.begin(), shown.end(), '\n') <= 14);
  CHECK_THAT(shown, ag_test::ContainsSubstring("    3 | line3\n      | ^~~~~\n"));
}

TEST_CASE("CRLF line ends, a missing last line end and missing lines are no trouble") {
  auto sources = sources_with("a b\r\nc d");
  CHECK(agc::render_text(error_at(1, 3, "m"), sources) ==
        "model.cpp:1:3: error: m [some-id]\n    1 | a b\n      |   ^\n");
  CHECK(agc::render_text(error_at(2, 4, "m"), sources) ==
        "model.cpp:2:4: error: m [some-id]\n    2 | c d\n      |    ^\n");
  CHECK(agc::render_text(error_at(9, 1, "m"), sources) == "model.cpp:9:1: error: m [some-id]\n");
}

TEST_CASE("a file that cannot be read costs the excerpt only") {
  agc::SourceLines sources;
  agc::Diagnostic diagnostic = error_at(3, 1, "m");
  diagnostic.location.file = "/nowhere/at/all.cpp";
  CHECK(agc::render_text(diagnostic, sources) == "/nowhere/at/all.cpp:3:1: error: m [some-id]\n");
}

TEST_CASE("without a place the program speaks for itself") {
  agc::SourceLines sources;
  agc::Diagnostic diagnostic = error_at(0, 0, "unknown argument: '-fbroken'");
  diagnostic.location.file = "";
  CHECK(agc::render_text(diagnostic, sources) == "agc: error: unknown argument: '-fbroken' [some-id]\n");
  diagnostic.location.file = kFile;
  CHECK(agc::render_text(diagnostic, sources) == "model.cpp: error: unknown argument: '-fbroken' [some-id]\n");
}

TEST_CASE("colours come only when asked for, and take nothing from the text") {
  auto sources = sources_with("int x;\n");
  const agc::Diagnostic diagnostic = error_at(1, 5, "m");
  const std::string plain = agc::render_text(diagnostic, sources);
  std::string colored = agc::render_text(diagnostic, sources, {.color = true});
  CHECK(plain.find('\x1b') == std::string::npos);
  CHECK(colored.find("\x1b[0;1;31merror: ") != std::string::npos);
  for (std::size_t at; (at = colored.find('\x1b')) != std::string::npos;) {
    colored.erase(at, colored.find('m', at) - at + 1);
  }
  CHECK(colored == plain);
}

TEST_CASE("the summary counts errors and warnings") {
  agc::Diagnostic error = error_at(1, 1, "m");
  agc::Diagnostic warning = error;
  warning.severity = agc::Severity::Warning;
  agc::Diagnostic remark = error;
  remark.severity = agc::Severity::Remark;
  CHECK(agc::render_summary({}).empty());
  CHECK(agc::render_summary({remark}).empty());
  CHECK(agc::render_summary({error}) == "1 error generated.");
  CHECK(agc::render_summary({warning, error, error}) == "1 warning and 2 errors generated.");
  CHECK(agc::render_summary({warning, warning}) == "2 warnings generated.");
  CHECK(agc::has_errors({warning, error}));
  CHECK_FALSE(agc::has_errors({warning, remark}));
}

TEST_CASE("JSON holds everything, and survives bytes that are no UTF-8") {
  agc::Diagnostic diagnostic = error_at(2, 9, "it's \"bad\"\n\xff");
  diagnostic.extents = {extent(2, 9, 3, 1)};
  diagnostic.notes = {note("why", {kFile, 1, 2})};
  const nlohmann::json all = nlohmann::json::parse(agc::render_json({diagnostic, error_at(1, 1, "second")}));
  REQUIRE(all.is_array());
  REQUIRE(all.size() == 2);
  const auto& first = all[0];
  CHECK(first["id"] == "some-id");
  CHECK(first["severity"] == "error");
  CHECK(first["message"] == "it's \"bad\"\n\xef\xbf\xbd");
  CHECK(first["file"] == kFile);
  CHECK(first["line"] == 2);
  CHECK(first["column"] == 9);
  CHECK(first["ranges"][0]["begin"]["column"] == 9);
  CHECK(first["ranges"][0]["end"]["line"] == 3);
  CHECK(first["notes"][0]["message"] == "why");
  CHECK(first["notes"][0]["severity"] == "note");
  CHECK(agc::render_json({}) == "[]\n");
}

}  // namespace render_test
