#include <algorithm>

#include "llvm/emit/scalar_emitter.h"

namespace ag::codegen {

namespace {

bool is_half_type(DType dtype) { return is_floating(dtype) && item_size(dtype) == 2; }
const char* half_name(DType half) { return half == DType::float16 ? "float16" : "bfloat16"; }

}  // namespace

/// Converts a floating-point value to an integer with saturation; `target` is `to` in the shape of the value.
/// llvm.fptosi.sat is not used because LLVM 19 scalarizes it. If the greatest integer is not a floating-point number,
/// larger values are replaced at the end. Integers of up to 16 bits are converted through 32 bits, which have vector
/// instructions.
llvm::Value* ScalarEmitter::saturate(DType to, llvm::Type* target, llvm::Value* value) {
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
/// not linked.
bool ScalarEmitter::converts_in_vectors(DType half) const {
  return half == DType::bfloat16 || target_.converts_float16;
}

/// Converts a number of a half type, held as its bits, to float32.
llvm::Value* ScalarEmitter::widen(DType half, llvm::Value* bits) {
  llvm::Type* single = type(DType::float32);
  if (!converts_in_vectors(half)) return call(std::string("ag_widen_") + half_name(half), single, {bits});
  if (half == DType::float16) {
    llvm::Type* number = bits->getType()->getWithNewType(llvm::Type::getHalfTy(context_));
    return ir_.CreateFPExt(ir_.CreateBitCast(bits, number), bits->getType()->getWithNewType(single));
  }
  llvm::Value* word = ir_.CreateZExt(bits, bits->getType()->getWithNewBitWidth(32));
  return ir_.CreateBitCast(ir_.CreateShl(word, 16), bits->getType()->getWithNewType(single));
}

/// Converts as Float16(value) and BFloat16(value) do: to nearest, ties to even.
llvm::Value* ScalarEmitter::narrow(DType half, llvm::Value* value) {
  if (!converts_in_vectors(half)) return call(std::string("ag_narrow_") + half_name(half), type(half), {value});
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

llvm::Value* ScalarEmitter::convert(DType from, DType to, llvm::Value* value) {
  if (from == to) return value;
  if (is_half_type(from)) return convert(DType::float32, to, widen(from, value));
  if (is_half_type(to)) return narrow(to, convert(from, DType::float32, value));
  llvm::Type* target = value->getType()->getWithNewType(type(to));
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

}  // namespace ag::codegen
