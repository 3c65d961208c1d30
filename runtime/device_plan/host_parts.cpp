#include "device_plan/host_parts.h"

#include <algorithm>

#include "program/statement_builder.h"
#include "program/verify_program.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr ArrayUses kMadeHere = ArrayUse::Allocate | ArrayUse::Box | ArrayUse::KernelOutput | ArrayUse::CallOutput;

class PartBuilder {
 public:
  PartBuilder(const Program& program, const ProgramFacts& facts, const Statement& statement)
      : facts_(facts),
        whole_(facts.uses),
        statement_(statement),
        local_(program, statement),
        builder_(part_.program, statement.location) {
    part_.program = program;
    part_.program.body.clear();
    part_.program.constants.clear();
    part_.program.spans.clear();
    part_.program.inputs.clear();
    part_.program.results.clear();
  }

  HostPart build(std::string reason) {
    part_.reason = std::move(reason);
    take_arrays();
    take_numbers();
    Statement& statement = body().emplace_back(statement_);
    clear_spans(statement);
    give_numbers();
    for (size_t k = 0; k < part_.outputs.size(); ++k)
      part_.program.results.insert(part_.program.results.begin() + static_cast<int64_t>(k), part_.outputs[k]);
    infer_requirements(part_.program);
    verify(part_.program, "make_host_part");
    return std::move(part_);
  }

 private:
  Block& body() { return part_.program.body; }

  static void clear_spans(Statement& statement) {
    statement.span = kNone;
    for (Block& block : statement.blocks) {
      for (Statement& inner : block) clear_spans(inner);
    }
  }

  void take_arrays() {
    for (const auto& [id, facts] : local_.arrays()) {
      ArrayInfo& array = part_.program.arrays[static_cast<size_t>(id)];
      const bool is_local = array.storage == Storage::Stack && local_.is_private_array(id, whole_);
      if (is_local) continue;
      array.storage = Storage::Tensor;
      const ArrayUses changes = facts.uses & kChanges & ~ArrayUses{ArrayUse::Overwritten};
      if (changes != 0) part_.outputs.push_back(id);
      // A result of a kernel has no earlier value that matters; other changes may leave elements as they are.
      if (facts.uses & ArrayUse::Free || (facts.uses & ~kMadeHere) == 0) continue;
      part_.inputs.push_back(id);
      part_.program.inputs.push_back(id);
      prepare(id, changes != 0);
    }
  }
  void prepare(ArrayId id, bool is_changed) {
    for (const Kind kind : {Kind::MakeContiguous, Kind::MakeUnique}) {
      if (kind == Kind::MakeUnique && !is_changed) continue;
      Statement& statement = body().emplace_back(builder_.make(kind));
      statement.array = id;
    }
  }

  ArrayId add_number(DType dtype) {
    part_.program.arrays.push_back({{dtype, Shape{}}, Storage::Tensor});
    return static_cast<ArrayId>(part_.program.arrays.size() - 1);
  }

  void take_numbers() {
    for (const auto& [id, facts] : local_.registers()) {
      if (facts.defined || local_.is_private_register(id, whole_)) continue;
      if (const auto constant = facts_.constants.find(id); constant != facts_.constants.end()) {
        builder_.constant(body(), part_.program.dtype(id), constant->second);
        body().back().result = id;
        continue;
      }
      part_.numbers.push_back(id);
      const ArrayId array = add_number(part_.program.dtype(id));
      part_.program.inputs.push_back(array);
      const Register loaded = builder_.load(body(), array, {});
      if (part_.program.registers[static_cast<size_t>(id)].variable)
        builder_.set(body(), id, loaded);
      else
        body().back().result = id;
    }
  }

  void give_numbers() {
    for (const auto& [id, facts] : local_.registers()) {
      const bool goes_out = (facts.defined || facts.set) && whole_.of_register(id).mentions > facts.mentions;
      if (!goes_out || !is_visible(id)) continue;
      part_.results.push_back(id);
      const ArrayId array = add_number(part_.program.dtype(id));
      part_.program.results.push_back(array);
      Statement& box = body().emplace_back(builder_.make(Kind::Box));
      box.array = array;
      box.operands = {id};
    }
  }
  /// Variables, and registers that the statement itself defines, exist after it.
  bool is_visible(Register id) const {
    if (local_.of_register(id).set || statement_.result == id) return true;
    return std::ranges::find(statement_.results, id) != statement_.results.end() ||
           std::ranges::find(statement_.reductions, id, &RowReduction::result) != statement_.reductions.end();
  }

  const ProgramFacts& facts_;
  const DefUse& whole_;
  const Statement& statement_;
  const DefUse local_;
  HostPart part_;
  StatementBuilder builder_;
};

}  // namespace

ProgramFacts::ProgramFacts(const Program& program)
    : uses(DefUse::of_program(program)), constants(constants_of(program.body)) {}

HostPart make_host_part(const Program& program, const ProgramFacts& facts, const Statement& statement,
                        std::string reason) {
  return PartBuilder(program, facts, statement).build(std::move(reason));
}

HostPart make_host_part(const Program& program, std::string reason) {
  return {program, program.inputs, {}, program.results, {}, std::move(reason)};
}

}  // namespace ag::codegen
