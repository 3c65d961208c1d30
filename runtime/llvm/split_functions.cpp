/// Large programs as several functions. What LLVM asks about the loops of a function (which dominates which, what is
/// known where one begins) takes time that grows with the square of their number; in functions of bounded size it is
/// linear.
///
/// Blocks outside of loops are cut into parts, each a function that its block calls once. Numbers that a part takes
/// from outside are its parameters; what it sets that is needed outside lies in memory of its caller.
#include <map>
#include <tuple>

#include "llvm/emitter.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr int64_t kMostWeight = 2400;  // of a function: about forty loops
constexpr int64_t kSearched = 4;       // of an operand of a search
constexpr int64_t kCall = 8;           // of a runtime call, in statements about numbers
constexpr int64_t kBranch = 16;        // of a branch
constexpr int64_t kLoop = 64;

bool is_loop(Kind kind) { return kind == Kind::Loop || kind == Kind::Reduce; }

/// Numbers that the statements define, in order; those of blocks inside are not needed outside.
std::vector<Register> defined_in(std::span<const Statement> statements) {
  std::vector<Register> defined;
  for (const Statement& statement : statements) {
    if (statement.kind != Kind::Set && !is_loop(statement.kind) && statement.result != kNone)
      defined.push_back(statement.result);
    for (const RowReduction& fold : statement.reductions) defined.push_back(fold.result);
    defined.insert(defined.end(), statement.results.begin(), statement.results.end());
  }
  return defined;
}

}  // namespace

int64_t Emitter::weight(const Statement& statement) const {
  int64_t own = 1;
  switch (statement.kind) {
    case Kind::Constant:
    case Kind::Let:
    case Kind::Set:
    case Kind::Load:
    case Kind::Store:
      break;
    case Kind::ArgExtremum:
      own = kSearched * static_cast<int64_t>(statement.operands.size());
      break;
    case Kind::Loop:
    case Kind::Reduce:
      own = kLoop;
      break;
    case Kind::If:
    case Kind::Switch:
    case Kind::While:
    case Kind::Check:
      own = kBranch;
      break;
    default:
      own = kCall;
  }
  for (const Block& block : statement.blocks) {
    int64_t inner = 0;
    for (const Statement& one : block) inner += weight(one);
    // What is cut into parts itself is calls alone.
    own += is_loop(statement.kind) || inner <= kMostWeight ? inner : (inner / kMostWeight + 1) * 2 * kBranch;
  }
  return own;
}

/// The block, cut into parts where it is too large.
void Emitter::block(const Block& statements) {
  if (loop_depth_ > 0) return run(statements);
  std::vector<int64_t> weights;
  int64_t sum = 0;
  for (const Statement& statement : statements) sum += weights.emplace_back(weight(statement));
  if (sum <= kMostWeight) return run(statements);
  for (size_t first = 0; first < statements.size();) {
    size_t end = first;
    int64_t taken = 0;
    while (end < statements.size() && (end == first || taken + weights[end] <= kMostWeight)) taken += weights[end++];
    emit_part({statements.data() + first, end - first});
    first = end;
  }
}

void Emitter::run(std::span<const Statement> statements) {
  for (const Statement& one : statements) statement(one);
}

/// How often the program names each register and array.
void Emitter::count_mentions() {
  register_mentions_.assign(program_.registers.size(), 0);
  array_mentions_.assign(program_.arrays.size(), 0);
  for_each_body(program_, [&](const Block& body) {
    for (const Statement& statement : body) {
      visit_names(program_, statement, [&](const Statement& at, Register reg, ArrayId array) {
        if (array == kNone)
          ++register_mentions_[static_cast<size_t>(reg)];
        else  // memory that changes places may outlive a part: it is never that of a part
          array_mentions_[static_cast<size_t>(array)] += at.kind == Kind::Swap ? 2 : 1;
      });
    }
  });
  // What a function is given comes from outside of any part of it, and what it gives is needed there.
  for (const Function& function : program_.functions) {
    for (const auto& list : {function.numbers, function.results}) {
      for (Register id : list) ++register_mentions_[static_cast<size_t>(id)];
    }
    for (const auto& list : {function.inputs, function.outputs}) {
      for (ArrayId id : list) ++array_mentions_[static_cast<size_t>(id)];
    }
  }
}

/// What the statements share with the rest, when they are a function of their own.
Emitter::Shared Emitter::list_shared(std::span<const Statement> statements) {
  if (register_mentions_.empty()) count_mentions();
  std::map<Register, int> registers;
  std::map<ArrayId, int> arrays;
  for (const Statement& statement : statements) {
    visit_names(program_, statement, [&](const Statement&, Register reg, ArrayId array) {
      ++(array == kNone ? registers[reg] : arrays[array]);
    });
  }
  const std::vector<Register> defined = defined_in(statements);
  const std::set<Register> results(defined.begin(), defined.end());
  Shared shared;
  for (const auto& [id, count] : registers) {
    const auto at = static_cast<size_t>(id);
    if (count == register_mentions_[at]) continue;
    if (program_.registers[at].variable)
      shared.values.push_back({&variables_[at], variable(id)});
    else if (results.contains(id))
      shared.results.push_back(id);
    else if (!llvm::isa<llvm::Constant>(registers_[at]))
      shared.values.push_back({&registers_[at], registers_[at]});
  }
  for (const auto& [id, count] : arrays) {
    const auto at = static_cast<size_t>(id);
    if (program_.array(id).storage != Storage::Tensor && count != array_mentions_[at])
      shared.values.push_back({&locals_[at], local(id)});
  }
  return shared;
}

void Emitter::emit_part(std::span<const Statement> statements) {
  const Shared about = list_shared(statements);
  const std::vector<SharedValue>& shared = about.values;
  std::vector<std::pair<Register, llvm::AllocaInst*>> outputs;
  for (const Register id : about.results) outputs.emplace_back(id, stack(type(program_.dtype(id)), "result"));
  std::vector<llvm::Value*> arguments{runtime_};
  for (const SharedValue& one : shared) arguments.push_back(one.outside);
  for (const auto& [id, memory] : outputs) arguments.push_back(memory);
  std::vector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  auto* part = llvm::Function::Create(llvm::FunctionType::get(ir_.getInt32Ty(), types, false),
                                      llvm::Function::InternalLinkage, "part", module_);
  part->addFnAttr(llvm::Attribute::NoInline);
  leave_if_failed(ir_.CreateCall(part, arguments));

  const llvm::IRBuilder<>::InsertPoint outside = ir_.saveIP();
  const llvm::DebugLoc line = ir_.getCurrentDebugLocation();
  const std::tuple caller(function_, runtime_, table_, failed_);
  begin(part);
  for (size_t k = 0; k < shared.size(); ++k) *shared[k].place = part->getArg(static_cast<unsigned>(k + 1));
  run(statements);
  // Constants stay what they are, for the other parts too: code for x % 15 is not that for x % y.
  const auto is_constant = [&](Register id) { return llvm::isa<llvm::Constant>(registers_[static_cast<size_t>(id)]); };
  for (size_t k = 0; k < outputs.size(); ++k) {
    if (is_constant(outputs[k].first)) continue;
    ir_.CreateStore(registers_[static_cast<size_t>(outputs[k].first)],
                    part->getArg(static_cast<unsigned>(shared.size() + k + 1)));
  }
  end();
  std::tie(function_, runtime_, table_, failed_) = caller;
  ir_.restoreIP(outside);
  ir_.SetCurrentDebugLocation(line);
  for (const SharedValue& one : shared) *one.place = one.outside;
  for (const auto& [id, memory] : outputs) {
    if (is_constant(id)) continue;
    registers_[static_cast<size_t>(id)] = ir_.CreateLoad(memory->getAllocatedType(), memory);
  }
}

}  // namespace ag::codegen
