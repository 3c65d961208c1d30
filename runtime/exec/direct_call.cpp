#include "exec/direct_call.h"

#include <algorithm>

namespace ag::exec {

using codegen::ArrayId;

DirectCall::DirectCall(const codegen::Program& program, codegen::NativeFunction function) : function_(function) {
  for (const ArrayId id : program.inputs)
    inputs_.push_back({id, std::ranges::find(program.row_major, id) != program.row_major.end()});
  for (const ArrayId id : program.results) {
    const auto input = std::ranges::find(program.inputs, id);
    const auto place = static_cast<int32_t>(input - program.inputs.begin());
    const ir::TensorType& type = program.array(id).type;
    results_.push_back(
        {id, input == program.inputs.end() ? codegen::kNone : place, {{type.dtype, type.weak}, type.shape}});
  }
  for (const auto& [id, value] : program.constants) constants_.emplace_back(id, value.impl()->data());
}

}  // namespace ag::exec
