#pragma once
/// Def-use analysis of programs: the definitions and uses of registers, and the ways in which statements use arrays.
///
/// `for_each_array` and `for_each_register` are the only table of the names in a statement. `DefUse` collects them for
/// statements with their nested statements, or for a whole program. It refers to the statements, which must not move
/// while definitions are asked for.
#include <map>
#include <set>
#include <span>

#include "program/program.h"

namespace ag::codegen {

/// The ways to use an array. `ArrayUses` is a set of them.
struct ArrayUse {
  enum : unsigned {
    Load = 1U << 0,
    Store = 1U << 1,
    Length = 1U << 2,
    MakeContiguous = 1U << 3,
    MakeUnique = 1U << 4,
    Allocate = 1U << 5,
    Free = 1U << 6,
    Box = 1U << 7,
    AliasTarget = 1U << 8,   // becomes equal to another array
    AliasSource = 1U << 9,   // another array becomes equal to it, and may share its memory
    Swap = 1U << 10,         // exchanges its memory
    KernelInput = 1U << 11,  // a kernel reads it; its results may share the memory
    FilledFrom = 1U << 12,   // a kernel that fills preallocated results reads it; they do not share the memory
    Overwritten = 1U << 13,  // an input that is dead after the kernel, which may change it
    KernelOutput = 1U << 14,
    CallInput = 1U << 15,
    CallOutput = 1U << 16,
    Interface = 1U << 17,  // input, result or constant of the program, or parameter of a function
  };
};
using ArrayUses = unsigned;

/// The uses that may change the elements of an array, or its memory.
inline constexpr ArrayUses kChanges = ArrayUse::Store | ArrayUse::MakeUnique | ArrayUse::Allocate | ArrayUse::Box |
                                      ArrayUse::AliasTarget | ArrayUse::Swap | ArrayUse::Overwritten |
                                      ArrayUse::KernelOutput | ArrayUse::CallOutput;

enum class RegisterUse : uint8_t {
  Use,
  Define,  // by its only definition
  Set,     // a variable
};

/// Calls visit(array, uses) for each array that a statement names itself, once for each mention.
template <class Visit>
void for_each_array(const Program& program, const Statement& statement, Visit&& visit);
/// Calls visit(register, use) for each register that a statement names itself, once for each mention.
template <class Visit>
void for_each_register(const Statement& statement, Visit&& visit);

class DefUse {
 public:
  struct RegisterFacts {
    int mentions = 0;
    bool used = false, defined = false, set = false;
    const Statement* definition = nullptr;  // of a register that is not set; it may define others, too
  };
  struct ArrayFacts {
    int mentions = 0;  // other than Free
    ArrayUses uses = 0;
  };

  DefUse() = default;
  DefUse(const Program& program, const Statement& statement) { add(program, statement); }
  DefUse(const Program& program, std::span<const Statement> statements) { add(program, statements); }
  DefUse(const Program& program, std::span<const Block> blocks) {
    for (const Block& block : blocks) add(program, block);
  }
  /// Analyses the bodies of a program and its functions. Parameters and results of a function, and the inputs, results
  /// and constants of the program, are mentions.
  static DefUse of_program(const Program& program);

  /// Includes further statements.
  void add(const Program& program, const Statement& statement);
  void add(const Program& program, std::span<const Statement> statements);

  const std::map<Register, RegisterFacts>& registers() const { return registers_; }
  const std::map<ArrayId, ArrayFacts>& arrays() const { return arrays_; }
  /// Returns the facts about a register or an array; those of a name without mention are empty.
  const RegisterFacts& of_register(Register id) const;
  const ArrayFacts& of_array(ArrayId id) const;
  ArrayUses uses(ArrayId id) const { return of_array(id).uses; }

  /// True if the register has a definition here, or is set here.
  bool assigns(Register id) const;
  /// True if these statements assign a register that `others` use.
  bool feeds(const DefUse& others) const;
  /// Returns the statement whose `result` is the register; null for variables and for registers from outside.
  const Statement* definition(Register id) const;
  /// True if all mentions of the register in `whole` are in these statements.
  bool is_private_register(Register id, const DefUse& whole) const;
  /// True if all mentions of the array in `whole` are in these statements, and no swap exchanges its memory.
  bool is_private_array(ArrayId id, const DefUse& whole) const;

 private:
  std::map<Register, RegisterFacts> registers_;
  std::map<ArrayId, ArrayFacts> arrays_;
};

/// Returns the registers that the statements define or set, nested statements included.
std::set<Register> assigned_registers(const DefUse& of);
/// Returns the numbers that the statements define for the statements after them: those of nested blocks end there.
std::set<Register> visible_results(std::span<const Statement> statements);
/// Returns the bits of each Constant.
std::map<Register, uint64_t> constants_of(const Block& block);

template <class Visit>
void for_each_array(const Program& program, const Statement& statement, Visit&& visit) {
  using Kind = StatementKind;
  switch (statement.kind) {
    case Kind::Load:
      return visit(statement.array, ArrayUses{ArrayUse::Load});
    case Kind::Store:
      return visit(statement.array, ArrayUses{ArrayUse::Store});
    case Kind::Length:
      return visit(statement.array, ArrayUses{ArrayUse::Length});
    case Kind::Allocate:
      return visit(statement.array, ArrayUses{ArrayUse::Allocate});
    case Kind::MakeContiguous:
      return visit(statement.array, ArrayUses{ArrayUse::MakeContiguous});
    case Kind::MakeUnique:
      return visit(statement.array, ArrayUses{ArrayUse::MakeUnique});
    case Kind::Box:
      return visit(statement.array, ArrayUses{ArrayUse::Box});
    case Kind::Free:
      return visit(statement.array, ArrayUses{ArrayUse::Free});
    case Kind::Alias:
      visit(statement.array, ArrayUses{ArrayUse::AliasTarget});
      return visit(statement.source, ArrayUses{ArrayUse::AliasSource});
    case Kind::Swap:
      visit(statement.array, ArrayUses{ArrayUse::Swap});
      return visit(statement.source, ArrayUses{ArrayUse::Swap});
    case Kind::Kernel: {
      const Site& site = program.site(statement.site);
      const ArrayUses reads = site.fills_results ? ArrayUse::FilledFrom : ArrayUse::KernelInput;
      for (size_t k = 0; k < site.inputs.size(); ++k)
        visit(site.inputs[k], k == 0 && site.overwrites_first ? reads | ArrayUse::Overwritten : reads);
      for (ArrayId id : site.outputs) visit(id, ArrayUses{ArrayUse::KernelOutput});
      return;
    }
    case Kind::Call: {
      const Site& site = program.site(statement.site);
      for (ArrayId id : site.inputs) visit(id, ArrayUses{ArrayUse::CallInput});
      for (ArrayId id : site.outputs) visit(id, ArrayUses{ArrayUse::CallOutput});
      return;
    }
    case Kind::Constant:
    case Kind::Let:
    case Kind::ArgExtremum:
    case Kind::Apply:
    case Kind::Set:
    case Kind::Check:
    case Kind::Loop:
    case Kind::Reduce:
    case Kind::If:
    case Kind::Switch:
    case Kind::While:
      return;
  }
}

template <class Visit>
void for_each_register(const Statement& statement, Visit&& visit) {
  if (statement.result != kNone)
    visit(statement.result, statement.kind == StatementKind::Set ? RegisterUse::Set : RegisterUse::Define);
  for (Register id : statement.results) visit(id, RegisterUse::Define);
  for (Register id : statement.operands) visit(id, RegisterUse::Use);
  if (statement.count != kNone) visit(statement.count, RegisterUse::Use);
  for (const auto& [id, factor] : statement.index.terms) visit(id, RegisterUse::Use);
  for (const RowReduction& fold : statement.reductions) {
    visit(fold.result, RegisterUse::Define);
    visit(fold.value, RegisterUse::Use);
    if (fold.factor != kNone) visit(fold.factor, RegisterUse::Use);
  }
}

}  // namespace ag::codegen
