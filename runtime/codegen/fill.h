#pragma once
/// Kernels that fill an array with one number that is known.
#include <cstring>
#include <optional>
#include <string_view>

#include "codegen/program.h"
#include "tensor/impl.h"

namespace ag::codegen {

/// What a statement fills an array of known elements with, as bits.
inline std::optional<uint64_t> fill_of(const Program& program, const Statement& statement) {
  constexpr std::string_view kFill = "full";
  if (statement.kind != StatementKind::Kernel) return std::nullopt;
  const Site& site = program.site(statement.site);
  if (site.op->name != kFill || site.inputs.size() != 1 || site.outputs.size() != 1) return std::nullopt;
  for (const auto& [id, value] : program.constants) {
    if (id != site.inputs[0] || value.size() != 1) continue;
    if (value.dtype() != program.array(site.outputs[0]).type.dtype) return std::nullopt;
    uint64_t bits = 0;
    std::memcpy(&bits, value.impl()->data, item_size(value.dtype()));
    return bits;
  }
  return std::nullopt;
}

}  // namespace ag::codegen
