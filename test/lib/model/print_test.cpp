#include "model/print.h"

#include "support/catch.h"

using agc::model::one_line;

TEST_CASE("source text on one line has no comments, and what is quoted stays") {
  CHECK(one_line("while (a  // first\n       && b)") == "while (a && b)");
  CHECK(one_line("f(\"a  // b\", 'x')  /* c */ ;") == "f(\"a  // b\", 'x') ;");
  CHECK(one_line("x = 1'000'000;\t/* never closed") == "x = 1'000'000;");
  CHECK(one_line("\"never closed // here") == "\"never closed");
}

TEST_CASE("long text is cut, and never inside a character") {
  CHECK(one_line("abcdef", 6) == "abcdef");
  CHECK(one_line("abcdefg", 6) == "abcdef…");
  CHECK(one_line("abcdäöü", 5) == "abcd…");
}

TEST_CASE("a function is printed with its variables, what it does to them, and what is staged") {
  using namespace agc::model;
  const SourceFile source("a.cpp", "{\n  if (x) n = 1;\n}\n");
  Function function;
  function.qualified_name = "m::f";
  function.variables = {Variable{.name = "x", .type = TypeClass::Tensor, .type_text = "Tensor"},
                        Variable{.name = "n", .type = TypeClass::HostNumber, .type_text = "int"}};
  function.variables[1].promotion.binding_time = BindingTime::Staged;
  Stmt branch, assignment;
  assignment.kind = Stmt::Kind::Expression;
  assignment.range = {11, 17};
  Expr write, read;
  write.kind = read.kind = Expr::Kind::Reference;
  write.access = Access::Write;
  write.variable = 1;
  read.variable = 0;
  assignment.expressions = {write};
  branch.kind = Stmt::Kind::If;
  branch.range = {4, 17};
  branch.keyword = {4, 6};
  branch.condition = read;
  branch.has_condition = branch.staged = true;
  branch.children = {assignment};
  function.body.kind = Stmt::Kind::Block;
  function.body.children = {branch};
  CHECK(print(source, function) ==
        "function m::f\n"
        "  variable x: Tensor\n"
        "  variable n: int, staged\n"
        "    2  if (x)  -- staged\n"
        "         reads x\n"
        "    2    n = 1;\n"
        "           writes n\n");
}
