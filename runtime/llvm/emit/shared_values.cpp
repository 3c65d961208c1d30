#include "llvm/emit/shared_values.h"

namespace ag::codegen {

const DefUse& SharedValueAnalysis::whole() {
  if (!whole_) whole_ = DefUse::of_program(context_.program);
  return *whole_;
}

SharedValues SharedValueAnalysis::of(std::span<const Statement> statements) {
  const DefUse inside(context_.program, statements);
  const std::set<Register> results = visible_results(statements);
  NamedValues& values = context_.values;
  SharedValues shared;
  for (const auto& [id, facts] : inside.registers()) {
    if (inside.is_private_register(id, whole())) continue;
    if (context_.program.registers[static_cast<size_t>(id)].variable)
      shared.values.push_back({&values.of_variable(id), values.variable(id)});
    else if (results.contains(id))
      shared.results.push_back(id);
    else if (!llvm::isa<llvm::Constant>(values.of_register(id)))
      shared.values.push_back({&values.of_register(id), values.of_register(id)});
  }
  for (const auto& [id, facts] : inside.arrays()) {
    if (context_.program.array(id).storage != Storage::Tensor && !inside.is_private_array(id, whole()))
      shared.values.push_back({&values.of_local(id), values.local(id)});
  }
  return shared;
}

}  // namespace ag::codegen
