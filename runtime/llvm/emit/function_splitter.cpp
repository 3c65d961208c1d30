#include "llvm/emit/function_splitter.h"

#include "llvm/emit/statement_emitter.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr int64_t kMaxPartWeight = 2400;  // of a function: about forty loops
constexpr int64_t kSearchedWeight = 4;    // of an operand of an arg-reduction
constexpr int64_t kCall = 8;              // of a runtime call, in statements about numbers
constexpr int64_t kBranch = 16;           // of a branch
constexpr int64_t kLoop = 64;

bool is_loop(Kind kind) { return kind == Kind::Loop || kind == Kind::Reduce; }

}  // namespace

int64_t code_weight(const Statement& statement) {
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
    for (const Statement& one : block) inner += code_weight(one);
    // A block that is itself cut into parts consists of calls.
    own += is_loop(statement.kind) || inner <= kMaxPartWeight ? inner : (inner / kMaxPartWeight + 1) * 2 * kBranch;
  }
  return own;
}

bool FunctionSplitter::split(const Block& block) {
  std::vector<int64_t> weights;
  int64_t sum = 0;
  for (const Statement& statement : block) sum += weights.emplace_back(code_weight(statement));
  if (sum <= kMaxPartWeight) return false;
  for (size_t first = 0; first < block.size();) {
    size_t end = first;
    int64_t taken = 0;
    while (end < block.size() && (end == first || taken + weights[end] <= kMaxPartWeight)) taken += weights[end++];
    emit_part({block.data() + first, end - first});
    first = end;
  }
  return true;
}

void FunctionSplitter::emit_part(std::span<const Statement> statements) {
  llvm::IRBuilder<>& ir = context_.function.ir();
  const SharedValues about = shared_.of(statements);
  const std::vector<SharedValue>& shared = about.values;
  std::vector<std::pair<Register, llvm::AllocaInst*>> outputs;
  for (const Register id : about.results) {
    outputs.emplace_back(id, context_.function.stack(context_.scalars.type(context_.program.dtype(id)), "result"));
  }
  std::vector<llvm::Value*> arguments{context_.function.runtime()};
  for (const SharedValue& one : shared) arguments.push_back(one.outside);
  for (const auto& [id, memory] : outputs) arguments.push_back(memory);
  std::vector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::Function* part = context_.function.add(llvm::FunctionType::get(ir.getInt32Ty(), types, false), "part");
  part->addFnAttr(llvm::Attribute::NoInline);
  context_.runtime.leave_if_failed(ir.CreateCall(part, arguments));

  // Constants remain constants in the other parts, because code depends on them: x % 15 differs from x % y.
  const auto is_constant = [&](Register id) { return llvm::isa<llvm::Constant>(context_.values.of_register(id)); };
  {
    const OtherFunction inside(context_.function);
    context_.function.begin(part);
    for (size_t k = 0; k < shared.size(); ++k) *shared[k].place = part->getArg(static_cast<unsigned>(k + 1));
    statements_.run(statements);
    for (size_t k = 0; k < outputs.size(); ++k) {
      if (is_constant(outputs[k].first)) continue;
      ir.CreateStore(context_.values.of_register(outputs[k].first),
                     part->getArg(static_cast<unsigned>(shared.size() + k + 1)));
    }
    context_.function.end();
  }
  for (const SharedValue& one : shared) *one.place = one.outside;
  for (const auto& [id, memory] : outputs) {
    if (is_constant(id)) continue;
    context_.values.define(id, ir.CreateLoad(memory->getAllocatedType(), memory));
  }
}

}  // namespace ag::codegen
