#include "llvm/emit/scalar_emitter.h"

#include <llvm/IR/Intrinsics.h>

#include "llvm/emit/divisibility_tests.h"
#include "llvm/emit/floating_remainder.h"

namespace ag::codegen {

namespace {

unsigned bits_of(DType dtype) { return static_cast<unsigned>(item_size(dtype) * 8); }

/// Returns the names of functions. This library does not link the runtime's tables.
const char* text(DType dtype) {
  switch (dtype) {
#define AG_DTYPE(name, storage, category, bits) \
  case DType::name:                             \
    return #name;
#include "ag/detail/dtypes.def"
#undef AG_DTYPE
  }
  return "";
}

const char* math_name(Primitive primitive) {
  switch (primitive) {
#define AG_MATH_PRIMITIVE(name, operands) \
  case Primitive::name:                   \
    return #name;
#include "kernel/scalar/primitives.def"
    default:
      return "";
  }
}

}  // namespace

llvm::Type* ScalarEmitter::type(DType dtype) const {
  if (dtype == DType::boolean) return llvm::Type::getInt1Ty(context_);
  if (dtype == DType::float32) return llvm::Type::getFloatTy(context_);
  if (dtype == DType::float64) return llvm::Type::getDoubleTy(context_);
  return llvm::Type::getIntNTy(context_, bits_of(dtype));
}

llvm::Type* ScalarEmitter::stored_type(DType dtype) const {
  return dtype == DType::boolean ? llvm::Type::getInt8Ty(context_) : type(dtype);
}

llvm::Value* ScalarEmitter::from_memory(DType dtype, llvm::Value* value) {
  return dtype == DType::boolean ? ir_.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType())) : value;
}

llvm::Value* ScalarEmitter::to_memory(DType dtype, llvm::Value* value) {
  if (dtype != DType::boolean) return value;
  llvm::Type* byte = ir_.getInt8Ty();
  if (const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(value->getType())) {
    byte = llvm::FixedVectorType::get(byte, lanes->getNumElements());
  }
  return ir_.CreateZExt(value, byte);
}

llvm::Value* ScalarEmitter::constant(DType dtype, uint64_t bits) const {
  if (dtype == DType::boolean) return llvm::ConstantInt::get(type(dtype), bits & 1);
  llvm::Constant* integer = llvm::ConstantInt::get(llvm::Type::getIntNTy(context_, bits_of(dtype)), bits);
  return llvm::ConstantExpr::getBitCast(integer, type(dtype));
}

llvm::Value* ScalarEmitter::intrinsic(llvm::Intrinsic::ID id, llvm::Value* value) {
  return ir_.CreateUnaryIntrinsic(id, value);
}

llvm::FunctionCallee ScalarEmitter::declare(const std::string& name, llvm::Type* result,
                                            const std::vector<llvm::Value*>& arguments) {
  std::vector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType()->getScalarType());
  llvm::FunctionCallee callee = module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return callee;
}

llvm::Value* ScalarEmitter::call(const std::string& name, llvm::Type* result,
                                 const std::vector<llvm::Value*>& arguments) {
  const llvm::FunctionCallee callee = declare(name, result, arguments);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(arguments[0]->getType());
  if (!vector) return ir_.CreateCall(callee, arguments);
  llvm::Value* lanes = llvm::PoisonValue::get(llvm::FixedVectorType::get(result, vector->getNumElements()));
  for (uint64_t lane = 0; lane < vector->getNumElements(); ++lane) {
    std::vector<llvm::Value*> scalars;
    for (llvm::Value* argument : arguments) scalars.push_back(ir_.CreateExtractElement(argument, lane));
    lanes = ir_.CreateInsertElement(lanes, ir_.CreateCall(callee, scalars), lane);
  }
  return lanes;
}

llvm::Value* ScalarEmitter::compare(Primitive primitive, DType dtype, llvm::Value* a, llvm::Value* b) {
  using P = llvm::CmpInst::Predicate;
  const bool real = is_floating(dtype), sign = category(dtype) == Category::Signed;
  switch (primitive) {
    case Primitive::Equal:
      if (llvm::Value* equal = emit_divisibility_test(ir_, a, b)) return equal;
      return ir_.CreateCmp(real ? P::FCMP_OEQ : P::ICMP_EQ, a, b);
    case Primitive::NotEqual:
      if (llvm::Value* equal = emit_divisibility_test(ir_, a, b)) return ir_.CreateNot(equal);
      return ir_.CreateCmp(real ? P::FCMP_UNE : P::ICMP_NE, a, b);
    case Primitive::Less:
      return ir_.CreateCmp(real ? P::FCMP_OLT : sign ? P::ICMP_SLT : P::ICMP_ULT, a, b);
    case Primitive::LessEqual:
      return ir_.CreateCmp(real ? P::FCMP_OLE : sign ? P::ICMP_SLE : P::ICMP_ULE, a, b);
    case Primitive::Greater:
      return ir_.CreateCmp(real ? P::FCMP_OGT : sign ? P::ICMP_SGT : P::ICMP_UGT, a, b);
    default:
      return ir_.CreateCmp(real ? P::FCMP_OGE : sign ? P::ICMP_SGE : P::ICMP_UGE, a, b);
  }
}

llvm::Value* ScalarEmitter::arithmetic(Primitive primitive, DType dtype, llvm::Value* a, llvm::Value* b) {
  const bool real = is_floating(dtype), sign = category(dtype) == Category::Signed;
  switch (primitive) {
    case Primitive::Add:
      // true + true is true: booleans are added as the numbers 0 and 1, and converted back to boolean.
      if (dtype == DType::boolean) return ir_.CreateOr(a, b);
      return real ? ir_.CreateFAdd(a, b) : ir_.CreateAdd(a, b);
    case Primitive::Subtract:
      if (dtype == DType::boolean) return ir_.CreateXor(a, b);
      return real ? ir_.CreateFSub(a, b) : ir_.CreateSub(a, b);
    case Primitive::Multiply:
      if (dtype == DType::boolean) return ir_.CreateAnd(a, b);
      return real ? ir_.CreateFMul(a, b) : ir_.CreateMul(a, b);
    case Primitive::Divide:
      return real ? ir_.CreateFDiv(a, b) : sign ? ir_.CreateSDiv(a, b) : ir_.CreateUDiv(a, b);
    case Primitive::Remainder:
      return sign ? ir_.CreateSRem(a, b) : ir_.CreateURem(a, b);
    case Primitive::And:
      return ir_.CreateAnd(a, b);
    case Primitive::Or:
      return ir_.CreateOr(a, b);
    case Primitive::Xor:
      return ir_.CreateXor(a, b);
    default: {
      llvm::Value* count = ir_.CreateAnd(b, llvm::ConstantInt::get(b->getType(), bits_of(dtype) - 1));
      if (primitive == Primitive::ShiftLeft) return ir_.CreateShl(a, count);
      return sign ? ir_.CreateAShr(a, count) : ir_.CreateLShr(a, count);
    }
  }
}

llvm::FastMathFlags ScalarEmitter::flags(Rounding rounding) {
  llvm::FastMathFlags flags;
  flags.setAllowContract(rounding != Rounding::Each);
  flags.setAllowReassoc(rounding == Rounding::Reassociate);
  return flags;
}

llvm::Value* ScalarEmitter::primitive(Primitive primitive, Rounding rounding, DType dtype, DType result,
                                      const std::vector<llvm::Value*>& x) {
  const llvm::IRBuilderBase::FastMathFlagGuard guard(ir_);
  ir_.setFastMathFlags(flags(rounding));
  if (is_comparison(primitive)) return compare(primitive, dtype, x[0], x[1]);
  if (is_math(primitive)) {
    const std::string name = std::string("ag_") + math_name(primitive) + "_" + text(dtype);
    if (primitive != Primitive::fmod) return call(name, type(dtype), x);
    const llvm::FunctionCallee library = declare(name, type(dtype), x);
    return ir_.CreateCall(floating_remainder(module_, x[0]->getType(), library), x);
  }
  switch (primitive) {
    case Primitive::Copy:
      return x[0];
    case Primitive::Convert:
      return convert(dtype, result, x[0]);
    case Primitive::Reinterpret:
      return ir_.CreateBitCast(x[0], x[0]->getType()->getWithNewType(type(result)));
    case Primitive::Fma:
      return ir_.CreateIntrinsic(llvm::Intrinsic::fma, {x[0]->getType()}, x);
    case Primitive::Select: {
      // A min or max select is one instruction, with a separate NaN test. The freeze keeps LLVM from merging both
      // selects.
      const auto* choice = llvm::dyn_cast<llvm::SelectInst>(x[2]);
      const bool joined = choice && is_floating(dtype) && choice->getTrueValue() == x[1];
      return ir_.CreateSelect(x[0], x[1], joined ? ir_.CreateFreeze(x[2]) : x[2]);
    }
    case Primitive::Negate:
      return is_floating(dtype) ? ir_.CreateFNeg(x[0]) : ir_.CreateNeg(x[0]);
    case Primitive::Not:
      return ir_.CreateNot(x[0]);
    case Primitive::Abs:
      return intrinsic(llvm::Intrinsic::fabs, x[0]);
    case Primitive::Sqrt:
      return intrinsic(llvm::Intrinsic::sqrt, x[0]);
    case Primitive::Floor:
      return intrinsic(llvm::Intrinsic::floor, x[0]);
    case Primitive::Ceil:
      return intrinsic(llvm::Intrinsic::ceil, x[0]);
    case Primitive::Nearest:
      return intrinsic(llvm::Intrinsic::nearbyint, x[0]);
    case Primitive::Trunc:
      return intrinsic(llvm::Intrinsic::trunc, x[0]);
    default:
      return arithmetic(primitive, dtype, x[0], x[1]);
  }
}

}  // namespace ag::codegen
