#include "program/def_use.h"

#include <algorithm>

#include "program/walk.h"

namespace ag::codegen {

void DefUse::add(const Program& program, const Statement& statement) {
  for_each_register(statement, [&](Register id, RegisterUse use) {
    RegisterFacts& facts = registers_[id];
    ++facts.mentions;
    facts.used = facts.used || use == RegisterUse::Use;
    facts.defined = facts.defined || use == RegisterUse::Define;
    facts.set = facts.set || use == RegisterUse::Set;
    if (use == RegisterUse::Define) facts.definition = &statement;
  });
  for_each_array(program, statement, [&](ArrayId id, ArrayUses uses) {
    ArrayFacts& facts = arrays_[id];
    facts.mentions += uses == ArrayUse::Free ? 0 : 1;
    facts.uses |= uses;
  });
  for (const Block& block : statement.blocks) add(program, block);
}

void DefUse::add(const Program& program, std::span<const Statement> statements) {
  for (const Statement& statement : statements) add(program, statement);
}

DefUse DefUse::of_program(const Program& program) {
  DefUse all;
  for_each_body(program, [&](const Block& body) { all.add(program, body); });
  const auto mention = [&](ArrayId id) {
    ++all.arrays_[id].mentions;
    all.arrays_[id].uses |= ArrayUse::Interface;
  };
  for (const auto* list : {&program.inputs, &program.results}) std::ranges::for_each(*list, mention);
  for (const auto& [id, value] : program.constants) mention(id);
  for (const Function& function : program.functions) {
    for (const auto* list : {&function.inputs, &function.outputs}) std::ranges::for_each(*list, mention);
    for (Register id : function.numbers) {
      ++all.registers_[id].mentions;
      all.registers_[id].defined = true;
    }
    for (Register id : function.results) {
      ++all.registers_[id].mentions;
      all.registers_[id].used = true;
    }
  }
  return all;
}

const DefUse::RegisterFacts& DefUse::of_register(Register id) const {
  static constexpr RegisterFacts kNoFacts;
  const auto found = registers_.find(id);
  return found == registers_.end() ? kNoFacts : found->second;
}

const DefUse::ArrayFacts& DefUse::of_array(ArrayId id) const {
  static constexpr ArrayFacts kNoFacts;
  const auto found = arrays_.find(id);
  return found == arrays_.end() ? kNoFacts : found->second;
}

bool DefUse::assigns(Register id) const {
  const RegisterFacts& facts = of_register(id);
  return facts.defined || facts.set;
}

bool DefUse::feeds(const DefUse& others) const {
  return std::ranges::any_of(others.registers_,
                             [&](const auto& other) { return other.second.used && assigns(other.first); });
}

const Statement* DefUse::definition(Register id) const {
  const Statement* statement = of_register(id).definition;
  return statement && statement->result == id ? statement : nullptr;
}

bool DefUse::is_private_register(Register id, const DefUse& whole) const {
  return of_register(id).mentions == whole.of_register(id).mentions;
}

bool DefUse::is_private_array(ArrayId id, const DefUse& whole) const {
  return of_array(id).mentions == whole.of_array(id).mentions && (uses(id) & ArrayUse::Swap) == 0;
}

std::set<Register> assigned_registers(const DefUse& of) {
  std::set<Register> assigned;
  for (const auto& [id, facts] : of.registers()) {
    if (facts.defined || facts.set) assigned.insert(id);
  }
  return assigned;
}

std::set<Register> visible_results(std::span<const Statement> statements) {
  std::set<Register> visible;
  for (const Statement& statement : statements) {
    const bool loops = statement.kind == StatementKind::Loop || statement.kind == StatementKind::Reduce;
    for_each_register(statement, [&](Register id, RegisterUse use) {
      if (use == RegisterUse::Define && !(loops && id == statement.result)) visible.insert(id);
    });
  }
  return visible;
}

std::map<Register, uint64_t> constants_of(const Block& block) {
  std::map<Register, uint64_t> constants;
  for_each(block, [&](const Statement& statement) {
    if (statement.kind == StatementKind::Constant) constants[statement.result] = statement.bits;
  });
  return constants;
}

}  // namespace ag::codegen
