#include "codegen/program.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/check.h"
#include "codegen/walk.h"
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
#include "kernel/primitives.def"
};

}  // namespace

const char* name(Primitive primitive) { return kPrimitives[static_cast<size_t>(primitive)].name; }
int operand_count(Primitive primitive) { return kPrimitives[static_cast<size_t>(primitive)].operands; }

const char* name(ir::Fold fold) {
  switch (fold) {
    case ir::Fold::None:
      return "none";
    case ir::Fold::Sum:
      return "sum";
    case ir::Fold::Product:
      return "product";
    case ir::Fold::Mean:
      return "mean";
    case ir::Fold::Max:
      return "max";
    case ir::Fold::Min:
      return "min";
    case ir::Fold::All:
      return "all";
    case ir::Fold::Any:
      return "any";
    case ir::Fold::Count:
      return "count";
  }
  return "none";
}

const char* search_name(Primitive primitive, bool place) {
  if (primitive == Primitive::Less) return place ? "place_of_least" : "least";
  return place ? "place_of_greatest" : "greatest";
}

const char* prefix(Rounding rounding) {
  return rounding == Rounding::Each ? "" : rounding == Rounding::Fused ? "fused " : "free ";
}

uint64_t fold_identity(ir::Fold fold, DType dtype) {
  uint64_t bits = 0;
  detail::visit_dtype(dtype, [&]<class T>(T) {
    if constexpr (!detail::is_half<T>) {
      using Limits = std::numeric_limits<T>;
      T value = T(0);
      if (fold == ir::Fold::Product || fold == ir::Fold::All) value = T(1);
      if (fold == ir::Fold::Max) value = Limits::has_infinity ? static_cast<T>(-Limits::infinity()) : Limits::lowest();
      if (fold == ir::Fold::Min) value = Limits::has_infinity ? Limits::infinity() : Limits::max();
      std::memcpy(&bits, &value, sizeof(T));
    } else {
      detail::internal_error("half types are folded in float");
    }
  });
  return bits;
}

void note_inputs(Program& program) {
  program.row_major.clear();
  for (const Statement& statement : first_statements(program)) {
    if (statement.kind == StatementKind::Dense) program.row_major.push_back(statement.array);
  }
  const auto is_word = [&](ArrayId id) { return program.array(id).type.dtype == DType::uint64; };
  program.has_words = std::ranges::any_of(program.inputs, is_word) ||
                      std::ranges::any_of(program.constants, is_word, &std::pair<ArrayId, Tensor>::first);
}

}  // namespace ag::codegen
