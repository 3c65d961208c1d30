#pragma once
/// The loop IR that graphs are lowered to and from which code generators emit code. Control flow is structured; numbers
/// are in registers, arrays have names; no part of it depends on the target machine.
///
/// Registers. Each rank-0 value is in a register. A register (s3) has a single definition. A variable (v3) is assigned
/// only by `Set`, before its first use. Registers of a block are visible to its end and in the blocks nested in it.
///
/// Arrays. An array is a name for elements in row-major order.
/// * `Tensor` arrays are tensors of the runtime: inputs, constants, results of kernels and of `Allocate`. Their shape
///   is that of the value they hold. Loads and stores need a row-major tensor, which `MakeContiguous` ensures; tensors
///   of `Allocate`, and of kernels that fill their results, are row-major. Stores into an array that `Allocate` did not
///   make need `MakeUnique`, which copies the elements if they are shared.
/// * `Stack` arrays have a static shape and memory of their own while the program runs. Kernels cannot take them.
/// * `Parameter` arrays belong to the caller of a function.
///
/// Loops have independent iterations, except those that carry variables: loops around reductions over outer axes or
/// over indexed rows, short sums of products, and the loop over tiles that takes the maximum of their iteration counts.
/// The extent of a loop is static. A counted loop also has a register with its trip count, from 0 to the extent. A
/// `Reduce` combines the values of a row in the order of kernel/reduce/reduce.h.
///
/// Functions take numbers and arrays, return numbers, and fill arrays of the caller that are distinct from their
/// inputs. They only read their inputs. Array arguments are row-major and have the shapes of the parameters. Registers,
/// and arrays other than constants, belong to one function or to the program; those of a function exist once per
/// activation. A function uses no tensors: only numbers, elements and stack arrays.
///
/// A statement that fails ends the program with an error of its site.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/op_def.h"
#include "kernel/scalar/scalar_builder.h"

namespace ag::ir {
class Callee;
}

namespace ag::codegen {

using kernel::Primitive;
using kernel::Register;
using ArrayId = int32_t;
inline constexpr int32_t kNone = -1;

struct RegisterInfo {
  DType dtype = DType::float32;
  bool variable = false;
};

enum class Storage : uint8_t { Tensor, Stack, Parameter };

struct ArrayInfo {
  ir::TensorType type;
  Storage storage = Storage::Tensor;
  bool keeps_type = false;  // every value of the array has exactly this type; see `infer_requirements`
};

/// The position of an element in an array: offset + Σ factor · register, in elements. The registers are int64.
struct Index {
  int64_t offset = 0;
  std::vector<std::pair<Register, int64_t>> terms;
};

/// An operation with its place in the user's source. Kernels run it, and errors name it.
struct Site {
  const ir::OpDef* op = nullptr;
  ir::Attributes attributes;
  SourceLocation location = SourceLocation::current();
  std::vector<ir::TensorType> operand_types;
  // Kernel, Call:
  std::vector<ArrayId> inputs, outputs;
  std::shared_ptr<const ir::Callee> callee;  // Call: the graph; null in a program that was parsed
  bool overwrites_first = false;             // the first input is dead after the kernel
  bool fills_results = false;                // the kernel writes into preallocated results of static shapes
  // Check:
  ErrorKind error = ErrorKind::internal;
  std::string message;  // if empty, the kernel runs on zero-filled arrays and these numbers, and raises its error
  bool from_elements = false;  // the numbers of the check are the elements of the arrays
};

enum class StatementKind : uint8_t {
  Constant,     // result = the number with these bits
  Let,          // result = primitive(operands)
  ArgExtremum,  // result = the first minimum (Less) or maximum (Greater) of operands, or its index (bits = 1); NaN
                // counts as extremum
  Apply,        // result = the elementwise kernel of a site, applied to operands
  Set,          // the variable result = operands[0]
  Load,         // result = array[index]
  Store,        // array[index] = operands[0]
  Length,       // result = the length of the first axis of a tensor, which may be a symbolic dimension
  Check,     // raises the error of the site unless operands[0] is true; the other operands are numbers for the kernel's
             // message
  Loop,      // for result in 0 … extent - 1, or 0 … count - 1: blocks[0]
  Reduce,    // as Loop; each of `reductions` takes a value of each iteration
  If,        // operands[0] ? blocks[0] : blocks[1]
  Switch,    // blocks[operands[0]]
  While,     // while (blocks[0] leaves operands[0] true) blocks[1]
  Kernel,    // runs the kernel of a site on tensors
  Allocate,  // array becomes a tensor of its type, not initialised
  MakeContiguous,  // array becomes row-major
  MakeUnique,      // array becomes row-major and the only owner of its elements, so that stores are allowed
  Box,             // array becomes the rank-0 tensor of operands[0]
  Alias,           // array becomes equal to source: tensors share it, stack arrays copy it
  Swap,            // exchanges array and source, which have the same storage
  Free,            // drops the value of array
  Call,            // calls a function: operands and site.inputs go in, results and site.outputs come out
};

/// The permitted rounding of floating-point numbers. Strict code and the evaluator round as `Each`.
enum class Rounding : uint8_t {
  Each,         // after each operation
  Contract,     // a multiplication and the addition that takes its product may be fused; the sign of a zero may differ
  Reassociate,  // as Contract; the terms of a sum or product may also be reordered
};

/// One reduction of a row: combines the `value` of each iteration into `result`. The kind is Sum, Product, Max, Min,
/// All or Any. A Sum may take products `value` · `factor`, each added with a single rounding.
struct RowReduction {
  ir::ReductionKind kind = ir::ReductionKind::None;
  Register result = kNone;
  Register value = kNone;
  Rounding rounding = Rounding::Each;
  Register factor = kNone;
};

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  StatementKind kind = StatementKind::Let;
  Primitive primitive = Primitive::Copy;
  Rounding rounding = Rounding::Each;  // Let
  Register result = kNone;
  std::vector<Register> operands;
  ArrayId array = kNone;
  ArrayId source = kNone;
  Index index;
  uint64_t bits = 0;  // Constant: the value; ArgExtremum: 1 for the index; While: index into Program::loops; Call: into
                      // Program::functions
  int64_t extent = 0;      // Loop, Reduce
  Register count = kNone;  // Loop, Reduce: the trip count, if it is less than the extent in some runs
  int32_t site = kNone;
  std::vector<RowReduction> reductions;
  std::vector<Register> results;  // Call
  std::vector<Block> blocks;
  SourceLocation location = SourceLocation::current();
  int32_t span = kNone;  // index into Program::spans if the statement is timed
};

/// A region of the program that the profiler times.
struct ProfileRegion {
  std::string name;
  SourceLocation location = SourceLocation::current();
  bool is_kernel = false;
};

/// A While statement, for messages.
struct LoopPlace {
  SourceLocation location = SourceLocation::current();
  bool outermost = true;
  bool rolled = false;  // see ir::Node::rolled
};

/// The callee of Call statements.
struct Function {
  std::string name;
  SourceLocation location = SourceLocation::current();
  std::vector<Register> numbers;  // number parameters
  std::vector<ArrayId> inputs;    // array parameters
  std::vector<Register> results;
  std::vector<ArrayId> outputs;
  Block body;
  int32_t loop = kNone;  // index into Program::loops for calls that poll for cancellation
};

struct Program {
  std::string name;
  std::vector<RegisterInfo> registers;
  std::vector<ArrayInfo> arrays;
  std::vector<Site> sites;
  std::vector<ArrayId> inputs;
  std::vector<ArrayId> results;
  std::vector<std::pair<ArrayId, Tensor>> constants;
  Block body;
  std::vector<Function> functions;
  std::vector<LoopPlace> loops;  // empty in a program that was parsed
  std::vector<ProfileRegion> spans;
  bool can_stop = false;    // loops poll for cancellation
  bool shares_all = false;  // for tests: threads share every loop that can be shared, even if it does not pay
  // The rest is computed by `infer_requirements`, for the code that runs the program:
  std::vector<ArrayId> row_major;  // inputs that the caller of native code makes row-major, as the first statements do
  bool has_string_ids = true;      // inputs or constants may hold string ids
  // True if the runtime is called only to make results of static shapes, each once in the body, and for errors outside
  // of `While` and of other threads. Native code then leaves making the results to its caller and needs no Frame.
  bool is_direct_call = false;

  DType dtype(Register reg) const { return registers[static_cast<size_t>(reg)].dtype; }
  const ArrayInfo& array(ArrayId id) const { return arrays[static_cast<size_t>(id)]; }
  const Site& site(int32_t id) const { return sites[static_cast<size_t>(id)]; }
};

/// Returns the name in the text form: "add", "sum".
const char* name(Primitive primitive);
const char* name(ir::ReductionKind fold);
/// Returns the name of an ArgExtremum in the text form: "min", "argmin".
const char* arg_extremum_name(Primitive primitive, bool place);
/// Returns "" for Each, else the keyword with a space: "contract ".
const char* prefix(Rounding rounding);
/// Returns the number of operands of a primitive.
int operand_count(Primitive primitive);
/// True if the trip count of a loop is a register.
inline bool is_counted(const Statement& loop) { return loop.count != kNone; }
/// True if the result is boolean for all operand dtypes.
inline bool is_comparison(Primitive primitive) {
  return primitive >= Primitive::Equal && primitive <= Primitive::GreaterEqual;
}
inline bool is_sum_or_product(Primitive primitive) {
  return primitive == Primitive::Add || primitive == Primitive::Subtract || primitive == Primitive::Multiply ||
         primitive == Primitive::Negate;
}
inline bool is_math(Primitive primitive) { return primitive >= Primitive::acos; }

/// Computes the fields of Program and ArrayInfo that state its requirements on the code that runs it.
void infer_requirements(Program& program);

/// Returns the initial value of a reduction, as the bits of a number of `dtype`.
uint64_t reduction_identity(ir::ReductionKind fold, DType dtype);

}  // namespace ag::codegen
