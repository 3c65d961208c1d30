#include "program/program.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/check.h"
#include "program/def_use.h"
#include "program/walk.h"
#include "tensor/convert.h"

namespace ag::codegen {

namespace {

struct PrimitiveInfo {
  const char* name;
  int operands;
};

constexpr PrimitiveInfo kPrimitives[] = {
#define AG_PRIMITIVE(name, text, operands) {#text, operands},
#define AG_MATH_PRIMITIVE(name, operands) {#name, operands},
#include "kernel/scalar/primitives.def"
};

}  // namespace

const char* name(Primitive primitive) { return kPrimitives[static_cast<size_t>(primitive)].name; }
int operand_count(Primitive primitive) { return kPrimitives[static_cast<size_t>(primitive)].operands; }

const char* name(ir::ReductionKind fold) {
  switch (fold) {
    case ir::ReductionKind::None:
      return "none";
    case ir::ReductionKind::Sum:
      return "sum";
    case ir::ReductionKind::Product:
      return "product";
    case ir::ReductionKind::Mean:
      return "mean";
    case ir::ReductionKind::Max:
      return "max";
    case ir::ReductionKind::Min:
      return "min";
    case ir::ReductionKind::All:
      return "all";
    case ir::ReductionKind::Any:
      return "any";
    case ir::ReductionKind::Count:
      return "count";
  }
  return "none";
}

const char* arg_extremum_name(Primitive primitive, bool place) {
  if (primitive == Primitive::Less) return place ? "argmin" : "min";
  return place ? "argmax" : "max";
}

const char* prefix(Rounding rounding) {
  return rounding == Rounding::Each ? "" : rounding == Rounding::Contract ? "contract " : "reassoc ";
}

uint64_t reduction_identity(ir::ReductionKind fold, DType dtype) {
  uint64_t bits = 0;
  detail::visit_dtype(dtype, [&]<class T>(T) {
    if constexpr (!detail::is_half<T>) {
      using Limits = std::numeric_limits<T>;
      T value = T(0);
      if (fold == ir::ReductionKind::Product || fold == ir::ReductionKind::All) value = T(1);
      if (fold == ir::ReductionKind::Max)
        value = Limits::has_infinity ? static_cast<T>(-Limits::infinity()) : Limits::lowest();
      if (fold == ir::ReductionKind::Min) value = Limits::has_infinity ? Limits::infinity() : Limits::max();
      std::memcpy(&bits, &value, sizeof(T));
    } else {
      detail::internal_error("half types are folded in float");
    }
  });
  return bits;
}

namespace {

/// True if exactly one statement makes the array, at the top level of the body.
bool is_made_once(const Program& program, ArrayId id) {
  const auto makes = [&](const Statement& statement) {
    return statement.array == id && (statement.kind == StatementKind::Allocate || statement.kind == StatementKind::Box);
  };
  if (std::ranges::count_if(program.body, makes) != 1) return false;
  size_t count = 0;
  for_each(program.body, [&](const Statement& statement) { count += makes(statement) ? 1 : 0; });
  return count == 1;
}

bool may_fail(const Block& block) {
  bool found = false;
  for_each(block, [&](const Statement& statement) { found = found || statement.kind == StatementKind::Check; });
  return found;
}

/// True if the statement needs tensors or another part of a Frame. A call may need another stack. A failing run without
/// a Frame is repeated with a Frame, which may take long if it fails in an iteration of a `While`.
bool needs_frame(const Program& program, const Statement& statement) {
  const auto is_boxed = [&](ArrayId id) { return program.array(id).storage == Storage::Tensor; };
  switch (statement.kind) {
    case StatementKind::Apply:
    case StatementKind::Kernel:
    case StatementKind::MakeUnique:
    case StatementKind::Free:
    case StatementKind::Length:
    case StatementKind::Call:
      return true;
    case StatementKind::Alias:
    case StatementKind::Swap:
      return is_boxed(statement.array);
    case StatementKind::Allocate:
    case StatementKind::Box:
      return std::ranges::find(program.results, statement.array) == program.results.end();
    case StatementKind::MakeContiguous:
      return std::ranges::find(program.row_major, statement.array) == program.row_major.end();
    case StatementKind::While:
      return may_fail(statement.blocks[0]) || may_fail(statement.blocks[1]);
    default:
      return statement.span != kNone;
  }
}

bool is_direct_call(const Program& program) {
  if (program.has_string_ids || program.can_stop || !program.functions.empty() || !program.spans.empty()) return false;
  bool alone = true;
  for_each(program.body, [&](const Statement& statement) { alone = alone && !needs_frame(program, statement); });
  for (size_t k = 0; alone && k < program.results.size(); ++k) {
    const ArrayId id = program.results[k];
    if (std::find(program.results.begin() + static_cast<int64_t>(k) + 1, program.results.end(), id) !=
        program.results.end())
      return false;
    if (std::ranges::find(program.inputs, id) != program.inputs.end()) continue;
    if (!program.array(id).type.shape.known() || !is_made_once(program, id)) return false;
  }
  return alone;
}

}  // namespace

void infer_requirements(Program& program) {
  program.row_major.clear();
  for (const Statement& statement : first_statements(program)) {
    if (statement.kind == StatementKind::MakeContiguous) program.row_major.push_back(statement.array);
  }
  const auto is_word = [&](ArrayId id) { return program.array(id).type.dtype == DType::uint64; };
  program.has_string_ids = std::ranges::any_of(program.inputs, is_word) ||
                           std::ranges::any_of(program.constants, is_word, &std::pair<ArrayId, Tensor>::first);
  program.is_direct_call = is_direct_call(program);
  // Swap and Alias may store a value of a less specific type in an array.
  for (ArrayInfo& array : program.arrays) array.keeps_type = array.type.shape.known();
  constexpr ArrayUses kOtherValues =
      ArrayUse::Swap | ArrayUse::AliasTarget | ArrayUse::AliasSource | ArrayUse::CallOutput;
  const DefUse uses = DefUse::of_program(program);
  for (const auto& [id, facts] : uses.arrays()) {
    if ((facts.uses & kOtherValues) != 0) program.arrays[static_cast<size_t>(id)].keeps_type = false;
  }
  for (ArrayId id : program.inputs) program.arrays[static_cast<size_t>(id)].keeps_type = false;
}

}  // namespace ag::codegen
