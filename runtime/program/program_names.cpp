#include "program/program_names.h"

namespace ag::codegen {

TextNames::TextNames() {
  int primitive = 0;
#define AG_PRIMITIVE(name, text, operands) primitives[#text] = static_cast<Primitive>(primitive++);
#define AG_MATH_PRIMITIVE(name, operands) primitives[#name] = static_cast<Primitive>(primitive++);
#include "kernel/scalar/primitives.def"
  for (int kind = 0; kind <= static_cast<int>(ErrorKind::internal); ++kind) {
    errors[std::string(ag::name(static_cast<ErrorKind>(kind)))] = static_cast<ErrorKind>(kind);
  }
  for (const Primitive end : {Primitive::Less, Primitive::Greater}) {
    for (const bool place : {false, true}) arg_extrema[arg_extremum_name(end, place)] = {end, place};
  }
  for (int fold = 0; fold <= static_cast<int>(ir::ReductionKind::Count); ++fold) {
    reductions[codegen::name(static_cast<ir::ReductionKind>(fold))] = static_cast<ir::ReductionKind>(fold);
  }
  array_statements = {{"allocate", StatementKind::Allocate},
                      {"make_contiguous", StatementKind::MakeContiguous},
                      {"make_unique", StatementKind::MakeUnique},
                      {"free", StatementKind::Free},
                      {"swap", StatementKind::Swap},
                      {"box", StatementKind::Box},
                      {"alias", StatementKind::Alias}};
}

}  // namespace ag::codegen
