/// Splits large programs into several functions. LLVM's analyses of loops (dominance, facts at the entry) take time
/// that is quadratic in the number of loops of a function. With functions of bounded size the time is linear.
///
/// Blocks outside of loops are cut into parts, each a function that its block calls once. Numbers from outside are
/// parameters of a part. Results that are needed outside are in memory of its caller.
///
/// Programs that profit: programs of many loops: neural networks of many layers, loops that tracing has unrolled,
/// gradients of either.
#include <map>
#include <tuple>

#include "llvm/emitter.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr int64_t kMaxPartWeight = 2400;  // of a function: about forty loops
constexpr int64_t kSearchedWeight = 4;    // of an operand of an arg-reduction
constexpr int64_t kCall = 8;              // of a runtime call, in statements about numbers
constexpr int64_t kBranch = 16;           // of a branch
constexpr int64_t kLoop = 64;

bool is_loop(Kind kind) { return kind == Kind::Loop || kind == Kind::Reduce; }

/// Returns the numbers that the statements define, in order. Those of nested blocks are not visible outside.
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
      own = kSearchedWeight * static_cast<int64_t>(statement.operands.size());
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
    // A block that is itself cut into parts consists of calls.
    own += is_loop(statement.kind) || inner <= kMaxPartWeight ? inner : (inner / kMaxPartWeight + 1) * 2 * kBranch;
  }
  return own;
}

/// Emits a block. Cuts it into parts if it is too large.
void Emitter::block(const Block& statements) {
  if (loop_depth_ > 0) return run(statements);
  std::vector<int64_t> weights;
  int64_t sum = 0;
  for (const Statement& statement : statements) sum += weights.emplace_back(weight(statement));
  if (sum <= kMaxPartWeight) return run(statements);
  for (size_t first = 0; first < statements.size();) {
    size_t end = first;
    int64_t taken = 0;
    while (end < statements.size() && (end == first || taken + weights[end] <= kMaxPartWeight)) taken += weights[end++];
    emit_part({statements.data() + first, end - first});
    first = end;
  }
}

void Emitter::run(std::span<const Statement> statements) {
  for (const Statement& one : statements) statement(one);
}

/// Counts the mentions of each register and array in the program.
void Emitter::count_mentions() {
  register_mentions_.assign(program_.registers.size(), 0);
  array_mentions_.assign(program_.arrays.size(), 0);
  for_each_body(program_, [&](const Block& body) {
    for (const Statement& statement : body) {
      visit_names(program_, statement, [&](const Statement& at, Register reg, ArrayId array) {
        if (array == kNone)
          ++register_mentions_[static_cast<size_t>(reg)];
        else  // swapped memory may outlive a part, so it is never owned by one
          array_mentions_[static_cast<size_t>(array)] += at.kind == Kind::Swap ? 2 : 1;
      });
    }
  });
  // Parameters of a function come from outside of its parts, and its results are needed outside.
  for (const Function& function : program_.functions) {
    for (const auto& list : {function.numbers, function.results}) {
      for (Register id : list) ++register_mentions_[static_cast<size_t>(id)];
    }
    for (const auto& list : {function.inputs, function.outputs}) {
      for (ArrayId id : list) ++array_mentions_[static_cast<size_t>(id)];
    }
  }
}

/// Lists the values that the statements share with the rest of the program, as a function of their own.
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
  // Constants remain constants in the other parts, because code depends on them: x % 15 differs from x % y.
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
