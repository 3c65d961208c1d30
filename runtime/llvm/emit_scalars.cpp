#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <numeric>

#include "kernel/reduce/reduce.h"
#include "llvm/emitter.h"

namespace ag::codegen {

namespace {

bool is_half_type(DType dtype) { return is_floating(dtype) && item_size(dtype) == 2; }
unsigned bits_of(DType dtype) { return static_cast<unsigned>(item_size(dtype) * 8); }

/// Return the names of dtypes and functions. This library does not link the runtime's tables.
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

llvm::Type* Emitter::type(DType dtype) const {
  if (dtype == DType::boolean) return llvm::Type::getInt1Ty(context_);
  if (dtype == DType::float32) return llvm::Type::getFloatTy(context_);
  if (dtype == DType::float64) return llvm::Type::getDoubleTy(context_);
  return llvm::Type::getIntNTy(context_, bits_of(dtype));
}

llvm::Type* Emitter::stored_type(DType dtype) const {
  return dtype == DType::boolean ? llvm::Type::getInt8Ty(context_) : type(dtype);
}

llvm::Type* Emitter::shaped(llvm::Type* scalar) const {
  return vectors_ ? llvm::FixedVectorType::get(scalar, width()) : scalar;
}

llvm::Value* Emitter::constant(DType dtype, uint64_t bits) const {
  if (dtype == DType::boolean) return llvm::ConstantInt::get(type(dtype), bits & 1);
  llvm::Constant* integer = llvm::ConstantInt::get(llvm::Type::getIntNTy(context_, bits_of(dtype)), bits);
  return llvm::ConstantExpr::getBitCast(integer, type(dtype));
}

llvm::Value* Emitter::use(Register id) {
  if (const RegisterInfo& info = program_.registers[static_cast<size_t>(id)]; info.variable) {
    llvm::Value* value = ir_.CreateLoad(type(info.dtype), variable(id));
    return vectors_ ? ir_.CreateVectorSplat(width(), value) : value;
  }
  llvm::Value* value = registers_[static_cast<size_t>(id)];
  if (!vectors_ || value->getType()->isVectorTy()) return value;
  llvm::Value* lanes = ir_.CreateVectorSplat(width(), value);
  if (id != lane_index_) return lanes;
  // The register holds the index of the first lane only, as `index` requires.
  std::vector<uint64_t> numbers(width());
  std::iota(numbers.begin(), numbers.end(), 0);
  return ir_.CreateAdd(lanes, llvm::ConstantDataVector::get(context_, numbers), "", true, true);
}

void Emitter::define(Register id, llvm::Value* value) { registers_[static_cast<size_t>(id)] = value; }

llvm::Value* Emitter::intrinsic(llvm::Intrinsic::ID id, llvm::Value* value) {
  return ir_.CreateUnaryIntrinsic(id, value);
}

llvm::Value* Emitter::call_scalar(const std::string& name, llvm::Type* result, std::vector<llvm::Value*> arguments) {
  std::vector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType()->getScalarType());
  llvm::FunctionCallee callee = module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  if (!arguments[0]->getType()->isVectorTy()) return ir_.CreateCall(callee, arguments);
  llvm::Value* lanes = llvm::PoisonValue::get(llvm::FixedVectorType::get(result, width()));
  for (uint64_t lane = 0; lane < width(); ++lane) {
    std::vector<llvm::Value*> scalars;
    for (llvm::Value* argument : arguments) scalars.push_back(ir_.CreateExtractElement(argument, lane));
    lanes = ir_.CreateInsertElement(lanes, ir_.CreateCall(callee, scalars), lane);
  }
  return lanes;
}

llvm::Value* Emitter::compare(Primitive primitive, DType dtype, llvm::Value* a, llvm::Value* b) {
  using P = llvm::CmpInst::Predicate;
  const bool real = is_floating(dtype), sign = category(dtype) == Category::Signed;
  switch (primitive) {
    case Primitive::Equal:
      if (llvm::Value* equal = is_remainder(a, b)) return equal;
      return ir_.CreateCmp(real ? P::FCMP_OEQ : P::ICMP_EQ, a, b);
    case Primitive::NotEqual:
      if (llvm::Value* equal = is_remainder(a, b)) return ir_.CreateNot(equal);
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

llvm::Value* Emitter::arithmetic(Primitive primitive, DType dtype, llvm::Value* a, llvm::Value* b) {
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

llvm::FastMathFlags Emitter::flags(Rounding rounding) {
  llvm::FastMathFlags flags;
  flags.setAllowContract(rounding != Rounding::Each);
  flags.setAllowReassoc(rounding == Rounding::Reassociate);
  return flags;
}

llvm::Value* Emitter::primitive(const Statement& statement) {
  const llvm::IRBuilderBase::FastMathFlagGuard guard(ir_);
  ir_.setFastMathFlags(flags(statement.rounding));
  const Primitive primitive = statement.primitive;
  const DType dtype = program_.dtype(statement.operands.back());
  std::vector<llvm::Value*> x;
  for (Register operand : statement.operands) x.push_back(use(operand));
  if (is_comparison(primitive)) return compare(primitive, dtype, x[0], x[1]);
  if (is_math(primitive)) {
    return call_scalar(std::string("ag_") + math_name(primitive) + "_" + text(dtype), type(dtype), x);
  }
  switch (primitive) {
    case Primitive::Copy:
      return x[0];
    case Primitive::Convert:
      return convert(dtype, program_.dtype(statement.result), x[0]);
    case Primitive::Reinterpret:
      return ir_.CreateBitCast(x[0], shaped(type(program_.dtype(statement.result))));
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

/// Converts a floating-point value to an integer with saturation; `target` is `to` in the shape of the value.
/// llvm.fptosi.sat is not used because LLVM 19 scalarizes it. If the greatest integer is not a floating-point number,
/// larger values are replaced at the end. Integers of up to 16 bits are converted through 32 bits, which have vector
/// instructions.
llvm::Value* Emitter::saturate(DType to, llvm::Type* target, llvm::Value* value) {
  const bool sign = category(to) == Category::Signed;
  const auto bits = static_cast<unsigned>(8 * item_size(to));
  llvm::Type* real = value->getType();
  const llvm::APInt least = sign ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt(bits, 0),
                    greatest = sign ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
  const auto constant = [&](const llvm::APInt& integer) -> llvm::Constant* {
    llvm::APFloat number(real->getScalarType()->getFltSemantics());
    number.convertFromAPInt(integer, sign, llvm::APFloat::rmTowardZero);
    return llvm::ConstantFP::get(real, number);
  };
  const auto integer = [&](llvm::Value* x) {
    llvm::Type* wide = target->getWithNewBitWidth(std::max(bits, 32u));
    llvm::Value* number = sign || bits < 32 ? ir_.CreateFPToSI(x, wide) : ir_.CreateFPToUI(x, wide);
    return bits < 32 ? ir_.CreateTrunc(number, target) : number;
  };
  llvm::Constant *low = constant(least), *high = constant(greatest);
  // A NaN becomes the least number, which is 0 for unsigned types.
  llvm::Value* clamped = ir_.CreateSelect(ir_.CreateFCmpOGT(value, low), value, low);
  llvm::Value* result = nullptr;
  if (bits < static_cast<unsigned>(real->getScalarType()->getFPMantissaWidth())) {
    result = integer(ir_.CreateSelect(ir_.CreateFCmpOLT(clamped, high), clamped, high));
  } else {
    result =
        ir_.CreateSelect(ir_.CreateFCmpOGT(value, high), llvm::ConstantInt::get(target, greatest), integer(clamped));
  }
  if (!sign) return result;
  return ir_.CreateSelect(ir_.CreateFCmpORD(value, value), result, llvm::Constant::getNullValue(target));
}

/// True if the half type is converted by vector or integer instructions. Otherwise LLVM would call functions that are
/// not linked. All processors with AVX2 have the instructions for float16.
bool Emitter::converts_in_vectors(DType half) const {
#if defined(__x86_64__)
  return half == DType::bfloat16 || (machine_.vector_bytes >= 32 && __builtin_cpu_supports("avx2"));
#else
  return half == DType::bfloat16;
#endif
}

/// Converts a number of a half type, held as its bits, to float32.
llvm::Value* Emitter::widen(DType half, llvm::Value* bits) {
  llvm::Type* single = type(DType::float32);
  if (!converts_in_vectors(half)) return call_scalar(std::string("ag_widen_") + text(half), single, {bits});
  if (half == DType::float16) {
    llvm::Type* number = bits->getType()->getWithNewType(llvm::Type::getHalfTy(context_));
    return ir_.CreateFPExt(ir_.CreateBitCast(bits, number), bits->getType()->getWithNewType(single));
  }
  llvm::Value* word = ir_.CreateZExt(bits, bits->getType()->getWithNewBitWidth(32));
  return ir_.CreateBitCast(ir_.CreateShl(word, 16), bits->getType()->getWithNewType(single));
}

/// Converts as Float16(value) and BFloat16(value) do: to nearest, ties to even.
llvm::Value* Emitter::narrow(DType half, llvm::Value* value) {
  if (!converts_in_vectors(half)) return call_scalar(std::string("ag_narrow_") + text(half), type(half), {value});
  llvm::Type* bits = value->getType()->getWithNewType(type(half));
  if (half == DType::float16) {
    llvm::Type* number = value->getType()->getWithNewType(llvm::Type::getHalfTy(context_));
    return ir_.CreateBitCast(ir_.CreateFPTrunc(value, number), bits);
  }
  llvm::Value* word = ir_.CreateBitCast(value, value->getType()->getWithNewType(ir_.getInt32Ty()));
  const auto number = [&](uint64_t of) { return llvm::ConstantInt::get(word->getType(), of); };
  llvm::Value* odd = ir_.CreateAnd(ir_.CreateLShr(word, 16), number(1));
  llvm::Value* rounded = ir_.CreateAdd(ir_.CreateAdd(word, number(0x7fff)), odd);
  llvm::Value* chosen =
      ir_.CreateSelect(ir_.CreateFCmpUNO(value, value), ir_.CreateOr(word, number(0x400000)), rounded);
  return ir_.CreateTrunc(ir_.CreateLShr(chosen, 16), bits);
}

/// Converts as detail::convert does: floating-point values out of range saturate, and NaN becomes 0.
llvm::Value* Emitter::convert(DType from, DType to, llvm::Value* value) {
  if (from == to) return value;
  if (is_half_type(from)) return convert(DType::float32, to, widen(from, value));
  if (is_half_type(to)) return narrow(to, convert(from, DType::float32, value));
  auto shape = [&](llvm::Type* scalar) -> llvm::Type* {
    return value->getType()->isVectorTy() ? llvm::FixedVectorType::get(scalar, width()) : scalar;
  };
  llvm::Type* target = shape(type(to));
  if (to == DType::boolean) {
    llvm::Value* zero = llvm::Constant::getNullValue(value->getType());
    return is_floating(from) ? ir_.CreateFCmpUNE(value, zero) : ir_.CreateICmpNE(value, zero);
  }
  const bool sign = category(from) == Category::Signed;
  if (is_floating(from)) return is_floating(to) ? ir_.CreateFPCast(value, target) : saturate(to, target, value);
  if (is_floating(to)) return sign ? ir_.CreateSIToFP(value, target) : ir_.CreateUIToFP(value, target);
  // The freeze keeps a select on narrow values: LLVM would select among wider ones, of which a vector holds fewer.
  if (item_size(to) > item_size(from) && llvm::isa<llvm::SelectInst>(value)) value = ir_.CreateFreeze(value);
  return ir_.CreateIntCast(value, target, sign);
}

llvm::Value* Emitter::from_memory(DType dtype, llvm::Value* value) {
  return dtype == DType::boolean ? ir_.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType())) : value;
}

llvm::Value* Emitter::to_memory(DType dtype, llvm::Value* value) {
  if (dtype != DType::boolean) return value;
  llvm::Type* byte = ir_.getInt8Ty();
  if (const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(value->getType())) {
    byte = llvm::FixedVectorType::get(byte, lanes->getNumElements());
  }
  return ir_.CreateZExt(value, byte);
}

llvm::Value* Emitter::array_data(ArrayId id) {
  const auto at = static_cast<size_t>(id);
  if (pinned_[at]) return pinned_[at];
  if (in_registers_[at] || program_.array(id).storage == Storage::Parameter) return local(id);
  if (program_.array(id).storage == Storage::Stack) return load_entry(local(id), "local");
  return load_entry(ir_.CreateConstInBoundsGEP1_64(ir_.getPtrTy(), table_, at), "array");
}

llvm::LoadInst* Emitter::load_entry(llvm::Value* address, const char* name) {
  llvm::LoadInst* entry = ir_.CreateLoad(ir_.getPtrTy(), address, name);
  entry->setMetadata(llvm::LLVMContext::MD_tbaa, is_entry_);
  return entry;
}

llvm::Value* Emitter::index(const Statement& statement, int64_t& stride) {
  llvm::Value* sum = ir_.getInt64(static_cast<uint64_t>(statement.index.offset));
  stride = 0;
  for (const auto& [id, factor] : statement.index.terms) {
    if (vectors_ && id == lane_index_) stride = factor;
    llvm::Value* term = registers_[static_cast<size_t>(id)];
    if (factor != 1) term = ir_.CreateMul(term, ir_.getInt64(static_cast<uint64_t>(factor)), "", false, true);
    sum = ir_.CreateAdd(sum, term, "", false, true);
  }
  return sum;
}

llvm::Value* Emitter::element_address(const Statement& statement, llvm::Value* index) {
  return ir_.CreateInBoundsGEP(stored_type(program_.array(statement.array).type.dtype), array_data(statement.array),
                               index);
}

void Emitter::annotate(llvm::Instruction* access, ArrayId array) {
  access->setMetadata(llvm::LLVMContext::MD_tbaa, is_element_);
  if (invariant_[static_cast<size_t>(array)]) {
    access->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
  }
  if (access_group_) access->setMetadata(llvm::LLVMContext::MD_access_group, access_group_);
}

/// True if the lanes of an access have no common stride.
bool Emitter::has_lane_places(const Statement& statement) const {
  return vectors_ && std::ranges::any_of(statement.index.terms, [&](const auto& term) {
           return registers_[static_cast<size_t>(term.first)]->getType()->isVectorTy();
         });
}

/// Loads each lane separately.
llvm::Value* Emitter::load_places(const Statement& statement) {
  const DType dtype = program_.dtype(statement.result);
  llvm::Type* element = stored_type(dtype);
  llvm::Value* lanes = llvm::PoisonValue::get(shaped(element));
  for (uint64_t lane = 0; lane < width(); ++lane) {
    llvm::Value* at = ir_.getInt64(static_cast<uint64_t>(statement.index.offset));
    for (const auto& [id, factor] : statement.index.terms) {
      llvm::Value* term = registers_[static_cast<size_t>(id)];
      if (term->getType()->isVectorTy()) term = ir_.CreateExtractElement(term, lane);
      if (id == lane_index_) term = ir_.CreateAdd(term, ir_.getInt64(lane), "", false, true);
      term = ir_.CreateMul(term, ir_.getInt64(static_cast<uint64_t>(factor)), "", false, true);
      at = ir_.CreateAdd(at, term, "", false, true);
    }
    llvm::LoadInst* value =
        ir_.CreateAlignedLoad(element, element_address(statement, at), llvm::Align(item_size(dtype)));
    annotate(value, statement.array);
    lanes = ir_.CreateInsertElement(lanes, value, lane);
  }
  return from_memory(dtype, lanes);
}

/// True if a strided load may read all elements of its steps: the stride is small, and the array consists of whole
/// steps. A result that fits 256 bits is not taken from a wider vector, since Intel processors have fewer vector units
/// while wide vectors are in use.
bool Emitter::is_in_whole_steps(const Statement& statement, int64_t stride, int64_t lanes) const {
  constexpr int64_t kMaxStep = 4, kNarrow = 32;  // kNarrow in bytes
  if (stride < 2 || stride > kMaxStep || statement.index.offset < 0) return false;
  const auto bytes = lanes * static_cast<int64_t>(item_size(program_.dtype(statement.result)));
  if (bytes <= kNarrow && bytes * stride > kNarrow) return false;
  const bool even =
      std::ranges::all_of(statement.index.terms, [&](const auto& term) { return term.second % stride == 0; });
  const Shape& shape = program_.array(statement.array).type.shape;
  return even && shape.known() && shape.element_count() % stride == 0;
}

/// Loads all elements of the steps and selects one per lane. Loads of other elements of the same steps share the
/// vector.
llvm::Value* Emitter::load_steps(const Statement& statement, int64_t stride) {
  const DType dtype = program_.dtype(statement.result);
  Statement steps = statement;
  const int64_t place = steps.index.offset % stride;
  steps.index.offset -= place;
  llvm::Value* first = index(steps, stride);
  llvm::Type* all = llvm::FixedVectorType::get(stored_type(dtype), static_cast<unsigned>(lanes_ * stride));
  llvm::LoadInst* elements = ir_.CreateAlignedLoad(all, element_address(steps, first), llvm::Align(item_size(dtype)));
  annotate(elements, statement.array);
  std::vector<int> taken;
  for (int64_t lane = 0; lane < lanes_; ++lane) taken.push_back(static_cast<int>(lane * stride + place));
  return from_memory(dtype, ir_.CreateShuffleVector(elements, taken));
}

llvm::Value* Emitter::load(const Statement& statement) {
  if (has_lane_places(statement)) return load_places(statement);
  const DType dtype = program_.dtype(statement.result);
  const llvm::Align align(item_size(dtype));
  int64_t stride = 0;
  llvm::Value* first = index(statement, stride);
  llvm::Type* element = stored_type(dtype);
  if (!vectors_ || stride == 0) {
    llvm::LoadInst* value = ir_.CreateAlignedLoad(element, element_address(statement, first), align);
    annotate(value, statement.array);
    return from_memory(dtype, value);
  }
  if (stride == 1) {
    llvm::Value* address = element_address(statement, first);
    if (streaming_) fetch_ahead(address, item_size(dtype) * width());
    llvm::LoadInst* lanes = ir_.CreateAlignedLoad(shaped(element), address, align);
    annotate(lanes, statement.array);
    return from_memory(dtype, lanes);
  }
  if (is_in_whole_steps(statement, stride, lanes_)) return load_steps(statement, stride);
  llvm::Value* lanes = llvm::PoisonValue::get(shaped(element));
  for (int64_t lane = 0; lane < lanes_; ++lane) {
    llvm::Value* at = ir_.CreateAdd(first, ir_.getInt64(static_cast<uint64_t>(lane * stride)));
    llvm::LoadInst* value = ir_.CreateAlignedLoad(element, element_address(statement, at), align);
    annotate(value, statement.array);
    lanes = ir_.CreateInsertElement(lanes, value, static_cast<uint64_t>(lane));
  }
  return from_memory(dtype, lanes);
}

void Emitter::store(const Statement& statement) {
  const DType dtype = program_.dtype(statement.operands[0]);
  const llvm::Align align(item_size(dtype));
  int64_t stride = 0;
  llvm::Value* first = index(statement, stride);
  llvm::Value* value = to_memory(dtype, use(statement.operands[0]));
  if (!vectors_ || stride == 1) {
    llvm::StoreInst* store = ir_.CreateAlignedStore(value, element_address(statement, first), align);
    annotate(store, statement.array);
    if (streaming_) {
      store->setAlignment(llvm::Align(std::min<uint64_t>(64, item_size(dtype) * width())));
      store->setMetadata(llvm::LLVMContext::MD_nontemporal,
                         llvm::MDNode::get(context_, llvm::ConstantAsMetadata::get(ir_.getInt32(1))));
    }
    return;
  }
  for (int64_t lane = 0; lane < lanes_; ++lane) {
    llvm::Value* at = ir_.CreateAdd(first, ir_.getInt64(static_cast<uint64_t>(lane * stride)));
    ir_.CreateAlignedStore(ir_.CreateExtractElement(value, static_cast<uint64_t>(lane)), element_address(statement, at),
                           align);
  }
}

}  // namespace ag::codegen
