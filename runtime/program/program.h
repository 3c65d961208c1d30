#pragma once
/// The program that a graph is lowered to: what every code generator starts from. Control flow is structured; numbers
/// are registers, arrays are named; nothing in it is about a machine.
///
/// Registers. A number of a rank-0 value is a register. One that is defined once (s3) is never set again; a variable
/// (v3) is set by `Set` alone, before it is read. Registers defined in a block are visible to its end, those of the
/// blocks around it inside it too.
///
/// Arrays. An array is a name for elements in row-major order. `Tensor` arrays are tensors of the runtime, of whatever
/// shape they have when they get their value: inputs, constants, results of kernels, what `Allocate` makes.
/// `MakeContiguous` makes one row-major, which loads and stores need. Those that `Allocate` made, and no kernel but one
/// that fills its results, are row-major. `MakeUnique` gives one elements of its own, which stores into an array that
/// `Allocate` did not make need. `Stack` arrays have a known shape and memory of their own for as long as the program
/// runs; kernels cannot take them. `Parameter` arrays are the caller's of a function.
///
/// Loops have known extents; their iterations do not depend on each other, but for the variables of a loop around a
/// reduction over outer axes or rows by number, which has others inside of it, and of one over tiles that finds those
/// with the most rounds. A `Reduce` runs through a row in the order of kernel/reduce.h.
///
/// Functions are called with numbers and arrays, which they only read, and give numbers and fill arrays of the caller
/// that are none of those. Arrays are row-major and of the shapes that the function says. Registers, and arrays other
/// than constants, belong to one function, or to the program; those of a function are there once for each call that has
/// not come back. A function needs no tensors: its statements are about numbers, elements and local arrays.
///
/// A statement that fails ends the program with an error of its site.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/op_def.h"
#include "kernel/scalar_builder.h"

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
  bool keeps_type = false;  // see `infer_requirements`: what it has is never a value of another, less specific type
};

/// A place in an array: offset + Σ factor · register, in elements. The registers are int64.
struct Index {
  int64_t offset = 0;
  std::vector<std::pair<Register, int64_t>> terms;
};

/// An operation at a place of the user's source: what kernels run and what errors name.
struct Site {
  const ir::OpDef* op = nullptr;
  ir::Attributes attributes;
  SourceLocation location = SourceLocation::current();
  std::vector<ir::TensorType> operand_types;
  // Kernel, Call:
  std::vector<ArrayId> inputs, outputs;
  std::shared_ptr<const ir::Callee> callee;  // Call: the graph; null in a program that was read
  bool overwrites_first = false;             // nothing needs the first input afterwards
  bool fills_results = false;                // the kernel fills arrays of types that are known, which it is given
  // Check:
  ErrorKind error = ErrorKind::internal;
  std::string message;         // empty: the kernel says it, for arrays of zeros and the numbers of the check
  bool from_elements = false;  // these are the elements of the arrays
};

enum class StatementKind : uint8_t {
  Constant,     // result = the number with these bits
  Let,          // result = primitive(operands)
  ArgExtremum,  // result = the first least of operands (Less), or greatest (Greater), or its place (bits: 1). A NaN is
                // one
  Apply,        // result = the elementwise operation of a site, by its kernel (operands)
  Set,          // the variable result = operands[0]
  Load,         // result = array[index]
  Store,        // array[index] = operands[0]
  Length,       // result = the length of the first axis of a boxed array, which its type need not tell
  Check,        // error of the site unless operands[0]; without a message it is the kernel's for these numbers
  Loop,         // for result = 0 … extent - 1: blocks[0]
  Reduce,       // the same, and each of `reductions` takes a value of each iteration
  If,           // operands[0] ? blocks[0] : blocks[1]
  Switch,       // blocks[operands[0]]
  While,        // while (blocks[0] leaves operands[0] true) blocks[1]
  Kernel,       // the kernel of a site on boxed arrays
  Allocate,     // array is one of its type, elements not initialised
  MakeContiguous,  // array is row-major from here on
  MakeUnique,      // and nobody else has it: stores may change it
  Box,             // array is the rank-0 tensor of operands[0]
  Alias,           // array is what source is (boxed: shared; local: copied)
  Swap,            // array and source, of one storage, change places
  Free,            // array has no value any more
  Call,            // results, and the outputs of a site = a function of operands, and of the inputs of the site
};

/// When floating-point numbers are rounded: what code that is not asked to be fast does, and the evaluator always.
enum class Rounding : uint8_t {
  Each,         // after each operation
  Contract,     // a product and the sum that takes it may be rounded once, and the sign of a zero may be another
  Reassociate,  // the same, and the terms of a sum or product may be taken in another order
};

/// One reduction of a row: `value`, computed in each iteration, goes into `result`. Sum, Product, Max, Min, All, Any. A
/// Sum may take products, `value` times `factor`, of which each is rounded with what it is added to, once.
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
  uint64_t bits = 0;   // Constant; Search; While: its number among Program::loops; Call: among Program::functions
  int64_t extent = 0;  // Loop, Fold
  int32_t site = kNone;
  std::vector<RowReduction> reductions;
  std::vector<Register> results;  // Call
  std::vector<Block> blocks;
  SourceLocation location = SourceLocation::current();
  int32_t span = kNone;  // among Program::spans, where its time is wanted
};

/// What of a program is timed, for people.
struct ProgramSpan {
  std::string name;
  SourceLocation location = SourceLocation::current();
  bool is_kernel = false;
};

/// A While statement, for messages.
struct LoopPlace {
  SourceLocation location = SourceLocation::current();
  bool outermost = true;
  bool rolled = false;  // as of ir::Node
};

/// What Call statements call.
struct Function {
  std::string name;
  SourceLocation location = SourceLocation::current();
  std::vector<Register> numbers;  // parameters
  std::vector<ArrayId> inputs;    // the same
  std::vector<Register> results;
  std::vector<ArrayId> outputs;
  Block body;
  int32_t loop = kNone;  // its place among Program::loops, where calls ask whether to go on
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
  std::vector<LoopPlace> loops;  // a program that was read has none
  std::vector<ProgramSpan> spans;
  bool can_stop = false;    // its loops ask now and then whether they are to go on
  bool shares_all = false;  // threads share every loop that they can, also where that does not pay: for tests
  // What follows from all that, by `infer_requirements`, for who runs native code:
  std::vector<ArrayId> row_major;  // inputs that the first statements make so, which native code leaves to its caller
  bool has_words = true;           // of inputs or constants, which may stand for strings
  // Statements call the runtime for nothing but the results that the body makes once, of known shapes, and for errors
  // outside of `While` and threads: native code leaves making these results to its caller, and has then no need of a
  // Frame.
  bool stands_alone = false;

  DType dtype(Register reg) const { return registers[static_cast<size_t>(reg)].dtype; }
  const ArrayInfo& array(ArrayId id) const { return arrays[static_cast<size_t>(id)]; }
  const Site& site(int32_t id) const { return sites[static_cast<size_t>(id)]; }
};

/// As they stand in the text form: "add", "sum".
const char* name(Primitive primitive);
const char* name(ir::ReductionKind fold);
/// What a Search looks for, as it stands there: "least", "place_of_least".
const char* search_name(Primitive primitive, bool place);
/// "" for each, else with a space: "contract ".
const char* prefix(Rounding rounding);
/// How many operands a primitive takes.
int operand_count(Primitive primitive);
/// Whether the result is boolean whatever the operands are.
inline bool is_comparison(Primitive primitive) {
  return primitive >= Primitive::Equal && primitive <= Primitive::GreaterEqual;
}
inline bool is_sum_or_product(Primitive primitive) {
  return primitive == Primitive::Add || primitive == Primitive::Subtract || primitive == Primitive::Multiply ||
         primitive == Primitive::Negate;
}
inline bool is_math(Primitive primitive) { return primitive >= Primitive::acos; }

/// Says what the program asks of those who run it.
void infer_requirements(Program& program);

/// The number that a fold starts with, as the bits of a value of `dtype`.
uint64_t reduction_identity(ir::ReductionKind fold, DType dtype);

}  // namespace ag::codegen
