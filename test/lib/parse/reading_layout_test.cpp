/// The layout in which rewritten functions are shown.
#include "parse/session/reading_layout.h"

#include "support/catch.h"

using agc::parse::reading_layout;

TEST_CASE("blocks that stood on lines of their own keep them, short thunks stay on one line") {
  CHECK(reading_layout(R"(Tensor collatz(Tensor n)
{
      Tensor steps=0;
      ag::while_stmt([&] { return n != 1; }, AG_STATE(n, steps), [&] {   // until one
        ag::if_stmt(n % 2 == 0, AG_STATE(n), [&] {
            n = n / 2;
        }, [&] {
            n = 3*n+1;
        });
        steps += 1;
      });
      return steps;
}
)") == R"(Tensor collatz(Tensor n) {
  Tensor steps = 0;
  ag::while_stmt([&] { return n != 1; }, AG_STATE(n, steps), [&] {  // until one
    ag::if_stmt(n % 2 == 0, AG_STATE(n), [&] {
      n = n / 2;
    }, [&] {
      n = 3 * n + 1;
    });
    steps += 1;
  });
  return steps;
}
)");
}

TEST_CASE("inserted statements get lines, and moved rests get their indentation") {
  CHECK(reading_layout(R"(Tensor f(Tensor n) {
  ag::Flag did_break; ag::while_stmt([&] { return n > 0; }, AG_STATE(n).until(did_break), [&] {
    ag::if_stmt(n == 3, AG_STATE(n, did_break), [&] { did_break = true; }, [&] {
    n -= 1;
  }); });
  return n;
}
)") == R"(Tensor f(Tensor n) {
  ag::Flag did_break;
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n).until(did_break), [&] {
    ag::if_stmt(n == 3, AG_STATE(n, did_break), [&] { did_break = true; }, [&] {
      n -= 1;
    });
  });
  return n;
}
)");
}

TEST_CASE("several statements in one line of braces get a line each") {
  CHECK(reading_layout("void f() { ag::if_stmt(c, [&] { x=1; y=2; }, [&] { x=3; }); for (;;) { ++x; } }\n") ==
        "void f() {\n  ag::if_stmt(c, [&] {\n    x = 1;\n    y = 2;\n  }, [&] { x = 3; });\n  for (;;) {\n    ++x;\n  "
        "}\n}\n");
}

TEST_CASE("a chain with a nested test reads like the chain of the source") {
  CHECK(reading_layout(R"(void f() {
  ag::if_stmt(x > 5, AG_STATE(y), [&] {
    y = 3;
  }, ag::else_if([&] { return x > 2; }, [&] {   // the middle
    y = 2;
  }), [&] {
    y = 1;
  });
}
)") == R"(void f() {
  ag::if_stmt(x > 5, AG_STATE(y), [&] {
    y = 3;
  }, ag::else_if([&] { return x > 2; }, [&] {  // the middle
    y = 2;
  }), [&] {
    y = 1;
  });
}
)");
}

TEST_CASE("lines longer than a hundred columns are broken, and no other") {
  const std::string text = reading_layout(
      "void f() {\n  short_call(a,\n      b);\n  x = ag::if_else(some_condition_that_is_long > 3, AG_STATE(a, b, c), "
      "[&] { return some_function(some, arguments); }, [&] { return 4; });\n}\n");
  CHECK_THAT(text, ag_test::ContainsSubstring("  short_call(a,\n"));
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    CHECK(end - begin <= 100);
    begin = end + 1;
  }
}

TEST_CASE("comments, strings and braces inside them stay as they are") {
  const std::string text =
      "void f() {\n  const char* s = R\"(a {\n  b)\";  // raw {\n  g(\"{\\n\", '{');\n  /* { */\n}\n";
  CHECK(reading_layout(text) == text);
}

TEST_CASE("CRLF text becomes LF text, unfinished text comes back, and twice is once") {
  CHECK(reading_layout("int f() {\r\n  return 1;\r\n}\r\n") == "int f() {\n  return 1;\n}\n");
  CHECK(reading_layout("") == "");
  for (const char* text : {"int f() {", "}}}", "\"", "/*", "R\"(", "[&] {\n", "a),\n", "x }),\n[&"}) {
    const std::string once = reading_layout(text);
    CHECK(reading_layout(once) == once);
  }
}
