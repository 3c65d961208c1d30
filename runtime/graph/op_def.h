#pragma once
/// The records through which the lower layers know an operation: its row of ops.def, and its block in a family file.
/// These layers never refer to an operation by name.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/attribute.h"
#include "graph/op_kind.h"
#include "graph/type.h"
#include "tensor/impl.h"

namespace ag::kernel {
struct ScalarContext;
}

namespace ag::ir {

struct OpDef;

/// Returns " (operand float32[2])" or " (operands float32[2], int32[])", the end of errors; "" without operands.
std::string operands_text(const std::vector<TensorType>& operands);

/// The context of the type rule of an operation: operand types in, result types out.
class InferContext {
 public:
  InferContext(const OpDef& op, std::span<const TensorType> operands, const Attributes& attributes,
               SourceLocation location)
      : op_(op), operands_(operands), attributes_(attributes), location_(location) {}

  const OpDef& op() const { return op_; }
  size_t operand_count() const { return operands_.size(); }
  const TensorType& operand(size_t i) const { return operands_[i]; }
  const Shape& shape(size_t i) const { return operands_[i].shape; }
  DType dtype(size_t i) const { return operands_[i].dtype; }
  template <class T>
  const T& attribute(size_t i) const {
    return std::get<T>(attributes_[i]);
  }
  const Attributes& attributes() const { return attributes_; }
  /// Adds a result.
  void result(DType dtype, Shape shape, bool weak = false) { results_.push_back({dtype, std::move(shape), weak}); }
  std::vector<TensorType>& results() { return results_; }
  /// Returns an axis counted from the front; an error if it does not exist. The rank must be known.
  size_t axis(int64_t axis, int64_t rank) const;
  /// Throws ag::Error "name: message (operands float32[2,3], int32[4])" at the user's line. The name is that of the
  /// operation unless `name` is given; at most `listed` operands are named.
  [[noreturn]] void fail(ErrorKind kind, const std::string& message, std::string_view name = {},
                         size_t listed = SIZE_MAX) const;

 private:
  const OpDef& op_;
  std::span<const TensorType> operands_;
  const Attributes& attributes_;
  SourceLocation location_;
  std::vector<TensorType> results_;
};

/// The context of the host kernel of an operation. The outputs are allocated (row-major, not initialised) by the
/// inferred types; if a dimension of a result depends on values, the kernel allocates it.
class KernelContext {
 public:
  KernelContext(const OpDef& op, std::span<detail::TensorImpl* const> inputs, std::span<Tensor> outputs,
                const Attributes& attributes, SourceLocation location)
      : op_(op), inputs_(inputs), outputs_(outputs), attributes_(attributes), location_(location) {}

  const OpDef& op() const { return op_; }
  size_t input_count() const { return inputs_.size(); }
  const detail::TensorImpl& input(size_t i) const { return *inputs_[i]; }
  /// Returns the input as a new tensor handle, for views and for tensors that outlive the call.
  Tensor input_tensor(size_t i) const {
    detail::retain(inputs_[i]);
    return Tensor::from_impl(inputs_[i]);
  }
  /// Returns the only element of an integer input.
  int64_t input_integer(size_t i) const { return detail::read_scalar(*inputs_[i]).integer; }
  detail::TensorImpl& output(size_t i) const { return *outputs_[i].impl(); }
  size_t output_count() const { return outputs_.size(); }
  /// True if the output was allocated, since its inferred shape is known.
  bool output_defined(size_t i) const { return outputs_[i].defined(); }
  /// Replaces an output: by a view of an input, or by an array whose shape depends on values.
  void set_output(size_t i, Tensor tensor) const { outputs_[i] = std::move(tensor); }
  template <class T>
  const T& attribute(size_t i) const {
    return std::get<T>(attributes_[i]);
  }
  const Attributes& attributes() const { return attributes_; }
  SourceLocation location() const { return location_; }
  /// As InferContext::fail.
  [[noreturn]] void fail(ErrorKind kind, const std::string& message, std::string_view name = {},
                         size_t listed = SIZE_MAX) const;

 private:
  const OpDef& op_;
  std::span<detail::TensorImpl* const> inputs_;
  std::span<Tensor> outputs_;
  const Attributes& attributes_;
  SourceLocation location_;
};

/// The promotion of operands before the operation runs.
enum class Operands : uint8_t {
  AsIs,            // each keeps its dtype; a number takes its literal dtype
  Common,          // promoted
  Arithmetic,      // promoted, booleans to int32
  Floating,        // promoted, booleans and integers to float32
  CommonButFirst,  // the first keeps its dtype, the others are promoted
};

enum Trait : uint32_t {
  kElementwise = 1u << 0,
  kCommutative = 1u << 1,
  kAssociative = 1u << 2,
  kIdempotent = 1u << 3,
  kEffect = 1u << 4,                // keeps its place in program order and is never removed
  kHasBlocks = 1u << 5,             // control flow: run by the executors, not by a kernel
  kView = 1u << 6,                  // the result may share the memory of the first operand
  kSymbolicWhileTracing = 1u << 7,  // recorded while tracing even if every operand is known (creation, random)
  kBooleanResult = 1u << 9,         // elementwise, and the result is boolean
  kOverwritesFirst = 1u << 10,      // the result may overwrite the first operand, if that is not needed elsewhere
  kDynamicShape = 1u << 8,          // a result shape depends on values; the kernel allocates it
  kGuard = 1u << 11,                // an effect that does nothing if its first operand, a number, is not zero
  kNoThrow = 1u << 12,              // cannot throw at run time; elementwise operations have their own rule
  kThrowsOnIntegers = 1u << 13,     // elementwise, and may throw on integers
  kConverts = 1u << 14,             // the result is the operand in another dtype
  kTakesAnyDevice = 1u << 19,       // the kernel takes arrays of any device; that of an effect always does
  // Signed zeros of floating-point operands and results.
  kNoNegativeZero = 1u << 15,        // no element of the result is -0.0
  kAddsNoNegativeZero = 1u << 16,    // an element of the result is -0.0 only if one of the first operand is
  kIgnoresSignsOfZeros = 1u << 17,   // the result does not depend on the signs of zeros in the operands
  kConfinesSignsOfZeros = 1u << 18,  // signs of zeros in the operands affect only the signs of zeros in the result
};

/// The inner loop of an elementwise operation on one dtype: `count` elements, inputs with strides in elements, a
/// contiguous output. Faults are thrown as KernelFault.
using ElementwiseLoop = void (*)(std::byte* out, const std::byte* const* inputs, const int64_t* strides, int64_t count);

/// An error that is thrown by inner loops, which know neither the operation nor the place.
struct KernelFault {
  ErrorKind kind;
  const char* message;
};

/// The scalar definition of an elementwise operation, in primitives of kernel/scalar/scalar_builder.h. Returns the
/// register of the result, or kNotScalar if the operation has no definition for these dtypes.
using ScalarRule = int32_t (*)(kernel::ScalarContext&);
inline constexpr int32_t kNotScalar = -1;

/// The kind of a reduction over axes, for generated loops; the order is that of kernel/reduce/reduce.h.
enum class ReductionKind : uint8_t { None, Sum, Product, Mean, Max, Min, All, Any, Count };

/// The part of an operation that its family file defines.
struct OpBlock {
  uint32_t traits = 0;
  Operands operands = Operands::AsIs;
  void (*infer)(InferContext&) = nullptr;
  void (*kernel)(KernelContext&) = nullptr;
  const ElementwiseLoop* loops = nullptr;  // by dtype of the (promoted) last operand; elementwise operations only
  ScalarRule scalar = nullptr;             // elementwise operations only
  ReductionKind reduction = ReductionKind::None;
  /// Replaces `infer` and `kernel` at run time: makes the results itself, of the types in the record of the node.
  void (*run)(std::span<detail::TensorImpl* const> inputs, const Attributes& attributes, SourceLocation location,
              std::vector<Tensor>& outputs) = nullptr;
  /// Updates the first operand, of which there is no other reference, in place to become the result (kOverwritesFirst).
  /// Returns false, without any change, if `infer` and `kernel` are needed.
  bool (*in_place)(detail::TensorImpl& first, std::span<detail::TensorImpl* const> inputs) = nullptr;
  OpKind kind = OpKind::Other;
};

/// An operation: the row and the block.
struct OpDef {
  const char* name;
  const char* family;
  const char* operands;    // "a, b", "xs..."
  const char* attributes;  // "axes:ints, keepdims:bool"
  const char* description;
  const OpBlock* block;

  bool has(Trait trait) const { return (block->traits & trait) != 0; }
  OpKind kind() const { return block->kind; }
};

/// Returns the declared attributes of an operation, which are parsed once.
const std::vector<AttributeSpec>& attribute_specs(const OpDef& op);

/// Finds operations: by name for the parser of graphs, by kind for layers that record nodes of their own.
class OpTable {
 public:
  explicit OpTable(std::span<const OpDef> ops) : ops_(ops) {}
  const OpDef* find(std::string_view name) const;
  const OpDef& find(OpKind kind) const;
  std::span<const OpDef> ops() const { return ops_; }

 private:
  std::span<const OpDef> ops_;
};

}  // namespace ag::ir
