/// Def-use analysis of programs: definitions and uses of registers, uses of arrays, and private names.
#include "program/def_use.h"

#include "ops/table.h"
#include "program/program_text.h"
#include "support/catch.h"

namespace ag::test {

namespace {

using codegen::ArrayUse;
using codegen::DefUse;
using codegen::Program;
using codegen::RegisterUse;
using codegen::Statement;
using codegen::StatementKind;

Program parse(const char* text) { return codegen::parse(text, ops::table()); }

/// a0 is an input, a1 the result, a2 a temporary array; v5 is a variable that the loop alone uses.
constexpr const char* kLoops = R"(program "p"(a0: float32[300]) -> a1 {
  array a1: float32[300]
  array a2: float32[300]
  allocate a2
  loop s0 < 300 {
    s1: float32 = load a0[s0]
    set v2: float32 = s1
    s3: float32 = mul v2, s1
    store a2[s0] = s3
  }
  reduce s4 < 300 (s5: float32 = sum s6) {
    s6: float32 = load a2[s4]
  }
  allocate a1
  loop s7 < 300 {
    s8: float32 = load a2[s7]
    s9: float32 = div s8, s5
    store a1[s7] = s9
  }
  free a2
}
)";
constexpr size_t kFirstLoop = 1, kReduce = 2, kLastLoop = 4;

}  // namespace

TEST_CASE("def-use: a loop defines its registers, and uses others") {
  const Program program = parse(kLoops);
  const DefUse fill(program, program.body[kFirstLoop]), last(program, program.body[kLastLoop]);
  for (const codegen::Register id : {0, 1, 2, 3}) CHECK(fill.assigns(id));
  for (const codegen::Register id : {4, 5, 6}) CHECK_FALSE(fill.assigns(id));
  CHECK(fill.of_register(2).set);
  CHECK_FALSE(fill.of_register(2).defined);
  CHECK(fill.of_register(1).mentions == 3);
  CHECK(last.of_register(5).used);
  CHECK_FALSE(last.assigns(5));
  CHECK(assigned_registers(fill) == std::set<codegen::Register>{0, 1, 2, 3});
}

TEST_CASE("def-use: definitions are statements with that result") {
  const Program program = parse(kLoops);
  const DefUse whole = DefUse::of_program(program);
  CHECK(whole.definition(4) == &program.body[kReduce]);
  CHECK(whole.definition(6) == &program.body[kReduce].blocks[0][0]);
  CHECK(whole.definition(5) == nullptr);  // one of the results of a reduction
  CHECK(whole.definition(2) == nullptr);  // a variable
  CHECK(whole.of_register(5).definition == &program.body[kReduce]);
}

TEST_CASE("def-use: statements feed those that use their registers") {
  const Program program = parse(kLoops);
  const DefUse fill(program, program.body[kFirstLoop]), fold(program, program.body[kReduce]),
      last(program, program.body[kLastLoop]);
  CHECK(fold.feeds(last));
  CHECK_FALSE(last.feeds(fold));
  CHECK_FALSE(fill.feeds(last));
}

TEST_CASE("def-use: uses of arrays") {
  const Program program = parse(kLoops);
  const DefUse fill(program, program.body[kFirstLoop]), whole = DefUse::of_program(program);
  CHECK(fill.uses(0) == ArrayUse::Load);
  CHECK(fill.uses(2) == ArrayUse::Store);
  CHECK(fill.uses(1) == 0);
  CHECK(whole.uses(0) == (ArrayUse::Load | ArrayUse::Interface));
  CHECK(whole.uses(1) == (ArrayUse::Allocate | ArrayUse::Store | ArrayUse::Interface));
  CHECK(whole.uses(2) == (ArrayUse::Allocate | ArrayUse::Store | ArrayUse::Load | ArrayUse::Free));
  CHECK(whole.of_array(2).mentions == 4);  // Free is none
  CHECK((whole.uses(0) & codegen::kChanges) == 0);
  CHECK((whole.uses(2) & codegen::kChanges) != 0);
}

TEST_CASE("def-use: a name is private to statements that have all of its mentions") {
  const Program program = parse(kLoops);
  const DefUse whole = DefUse::of_program(program), fill(program, program.body[kFirstLoop]);
  CHECK(fill.is_private_register(2, whole));
  CHECK(fill.is_private_register(3, whole));
  CHECK_FALSE(fill.is_private_array(2, whole));
  const std::span<const Statement> all = program.body;
  CHECK(DefUse(program, all.subspan(0, kLastLoop + 1)).is_private_array(2, whole));
  CHECK_FALSE(DefUse(program, all).is_private_array(1, whole));  // the caller has it, too
  CHECK_FALSE(DefUse(program, program.body[kReduce]).is_private_register(5, whole));
}

TEST_CASE("def-use: results that later statements see") {
  const Program program = parse(kLoops);
  CHECK(codegen::visible_results(program.body) == std::set<codegen::Register>{5});
  CHECK(codegen::visible_results(program.body[kReduce].blocks[0]) == std::set<codegen::Register>{6});
}

TEST_CASE("def-use: swaps, aliases and management of arrays") {
  const Program program = parse(R"(program "p"(a0: float32[4]) -> a1 {
  array a1: float32[4]
  stack a2: float32[4]
  stack a3: float32[4]
  array a4: int64[]
  s0: int64 = 7
  box a4 = s0
  alias a1 = a0
  make_unique a1
  make_contiguous a0
  loop s1 < 4 {
    s2: float32 = load a1[s1]
    store a2[s1] = s2
    store a3[s1] = s2
  }
  swap a2, a3
  loop s3 < 4 {
    s4: float32 = load a2[s3]
    store a1[s3] = s4
  }
}
)");
  const DefUse whole = DefUse::of_program(program);
  CHECK(whole.uses(0) == (ArrayUse::AliasSource | ArrayUse::MakeContiguous | ArrayUse::Interface));
  CHECK(whole.uses(1) ==
        (ArrayUse::AliasTarget | ArrayUse::MakeUnique | ArrayUse::Load | ArrayUse::Store | ArrayUse::Interface));
  CHECK(whole.uses(3) == (ArrayUse::Store | ArrayUse::Swap));
  CHECK(whole.uses(4) == ArrayUse::Box);
  // The memory of a swapped array belongs to the other one afterwards.
  CHECK_FALSE(DefUse(program, program.body).is_private_array(2, whole));
  CHECK(codegen::constants_of(program.body) == std::map<codegen::Register, uint64_t>{{0, 7}});
}

TEST_CASE("def-use: kernels and calls use the arrays of their sites") {
  Program program;
  program.arrays.resize(4);
  codegen::Site& site = program.sites.emplace_back();
  site.inputs = {0, 1, 0};
  site.outputs = {2};
  site.fills_results = true;
  site.overwrites_first = true;
  Statement statement;
  statement.site = 0;
  statement.kind = StatementKind::Kernel;
  const DefUse kernel(program, statement);
  CHECK(kernel.uses(0) == (ArrayUse::FilledFrom | ArrayUse::Overwritten));
  CHECK(kernel.of_array(0).mentions == 2);
  CHECK(kernel.uses(1) == ArrayUse::FilledFrom);
  CHECK(kernel.uses(2) == ArrayUse::KernelOutput);
  program.sites[0].fills_results = program.sites[0].overwrites_first = false;
  CHECK(DefUse(program, statement).uses(0) == ArrayUse::KernelInput);
  statement.kind = StatementKind::Call;
  statement.operands = {0};
  statement.results = {1, 2};
  const DefUse call(program, statement);
  CHECK(call.uses(1) == ArrayUse::CallInput);
  CHECK(call.uses(2) == ArrayUse::CallOutput);
  CHECK(call.assigns(2));
  CHECK(call.of_register(0).used);
}

TEST_CASE("def-use: parameters and results of functions are mentions") {
  const Program program = parse(R"(program "p"(a0: float32[4]) -> a1 {
  array a1: float32[]
  function f0 "f"(s2: float32, a2: float32[4]) -> s4 {
    s3: float32 = load a2[1]
    s4: float32 = add s2, s3
  }
  s0: float32 = load a0[0]
  call s1: float32 = f0(s0, a0) in host_call
  box a1 = s1
}
)");
  const DefUse whole = DefUse::of_program(program), body(program, program.functions[0].body);
  CHECK(whole.uses(2) == (ArrayUse::Load | ArrayUse::Interface));
  CHECK_FALSE(body.is_private_register(2, whole));
  CHECK(body.is_private_register(3, whole));
  CHECK_FALSE(body.is_private_register(4, whole));
}

}  // namespace ag::test
