#pragma once
/// The state of emission, shared by its parts: emit_statements.cpp, emit_scalars.cpp, emit_reductions.cpp,
/// arg_reductions.cpp, divisibility_tests.cpp, unroll_small_loops.cpp, nontemporal_stores.cpp, parallel_loops.cpp,
/// split_functions.cpp and emit_calls.cpp.
///
/// A register is an LLVM value of its dtype: booleans are i1 (a byte in memory), half types are i16 with their bits.
/// While the body of a reduction or of a small loop is emitted in vectors, the registers that it defines are vectors of
/// lanes_ values.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>

#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "llvm/debug_info.h"
#include "llvm/emit_module.h"
#include "llvm/parallelize.h"

namespace ag::codegen {

class Emitter {
 public:
  Emitter(const Program& program, const detail::Machine& machine, llvm::Module& module, bool lines);
  void emit();

 private:
  // emit_statements.cpp
  void begin(llvm::Function* function);
  void end(llvm::ArrayRef<llvm::Value*> results = {});
  llvm::Value* variable(Register id);
  llvm::Value* local(ArrayId id);
  llvm::Type* elements_type(ArrayId id) const;
  void statement(const Statement& statement);
  void emit(const Statement& statement);
  void emit_loop(const Statement& statement);
  void emit_rounds(const Statement& statement, bool innermost);
  void either(llvm::Value* condition, llvm::function_ref<void()> then, llvm::function_ref<void()> otherwise);
  void emit_if(const Statement& statement);
  void emit_switch(const Statement& statement);
  void emit_while(const Statement& statement);
  llvm::Value* until_poll();
  llvm::Value* load_until_asked();
  void store_until_asked(llvm::Value* left);
  void ask_soon();
  void ask_whether_to_stop(int32_t loop, llvm::Value* rounds);
  void emit_apply(const Statement& statement);
  void emit_box(const Statement& statement);
  void emit_assign(const Statement& statement);
  void emit_exchange(const Statement& statement);
  /// Calls a function of the runtime, and leaves the program if it fails.
  void call_runtime(const char* name, std::vector<llvm::Value*> arguments);
  void leave_if_failed(llvm::CallInst* call);
  void leave_if(llvm::Value* result, llvm::BasicBlock* where);
  void note_span(const char* name, int32_t span);
  void emit_check(const Statement& statement);
  bool is_ready(const Statement& dense) const;
  /// Emits `for index in 0 … count - 1: body(index)`. Returns the branch of the latch.
  template <class Body>
  llvm::BranchInst* counted(llvm::Value* count, Body&& body) {
    return counted(ir_.getInt64(0), count, body);
  }
  /// Emits `for index in first … end - 1: body(index)`.
  template <class Body>
  llvm::BranchInst* counted(llvm::Value* first, llvm::Value* end, Body&& body);
  /// Attaches metadata to a loop over so many elements; `more`: further entries.
  void describe_loop(llvm::BranchInst* latch, int64_t elements, llvm::ArrayRef<llvm::Metadata*> more = {});
  /// Loads the addresses of a loop's arrays before the loop.
  void pin_arrays(const Statement& statement);

  // emit_calls.cpp
  /// A copy of a function, inlined into others at this depth of calls.
  struct FunctionCopy {
    int32_t function;
    int depth;
    bool operator<(const FunctionCopy& other) const {
      return std::tie(function, depth) < std::tie(other.function, other.depth);
    }
  };
  void emit_functions();
  void emit_function(const FunctionCopy& copy, llvm::Function* function);
  void emit_call(const Statement& statement);
  void emit_fault(const Statement& check);
  void check_stack(int32_t id, llvm::Function* function);
  llvm::Function* deeper(int32_t id, llvm::Function* function);
  llvm::Function* copy_of(const FunctionCopy& copy);
  llvm::Type* result_type(const Function& function);
  llvm::Value* result_of(llvm::Value* failed, llvm::ArrayRef<llvm::Value*> results);
  int most_depth(const Function& function) const;
  int count_calls(const Block& block) const;

  // split_functions.cpp
  void block(const Block& statements);
  void run(std::span<const Statement> statements);
  int64_t weight(const Statement& statement) const;
  void count_mentions();
  void emit_part(std::span<const Statement> statements);
  /// A value that a split-off function takes from the enclosing one. `place` holds the value in the current function.
  struct SharedValue {
    llvm::Value** place;
    llvm::Value* outside;
  };
  struct Shared {
    std::vector<SharedValue> values;
    std::vector<Register> results;  // numbers that later statements need
  };
  Shared list_shared(std::span<const Statement> statements);

  // emit_scalars.cpp
  llvm::Type* type(DType dtype) const;           // in registers
  llvm::Type* stored_type(DType dtype) const;    // in memory
  llvm::Type* shaped(llvm::Type* scalar) const;  // a vector of it in vector code
  unsigned width() const { return static_cast<unsigned>(lanes_); }
  llvm::Value* constant(DType dtype, uint64_t bits) const;
  llvm::Value* use(Register id);
  llvm::Value* bits(Register id);  // of a number, in the low bits of 64
  void define(Register id, llvm::Value* value);
  static llvm::FastMathFlags flags(Rounding rounding);
  llvm::Value* primitive(const Statement& statement);
  void emit_let(const Statement& statement);
  llvm::Value* arithmetic(Primitive primitive, DType dtype, llvm::Value* a, llvm::Value* b);
  llvm::Value* compare(Primitive primitive, DType dtype, llvm::Value* a, llvm::Value* b);
  /// Emits `remainder == rest` without a division, or returns null; see divisibility_tests.cpp.
  llvm::Value* is_remainder(llvm::Value* remainder, llvm::Value* rest);
  llvm::Value* convert(DType from, DType to, llvm::Value* value);
  bool converts_in_vectors(DType half) const;
  llvm::Value* widen(DType half, llvm::Value* bits);
  llvm::Value* narrow(DType half, llvm::Value* value);
  llvm::Value* saturate(DType to, llvm::Type* target, llvm::Value* value);
  llvm::Value* intrinsic(llvm::Intrinsic::ID id, llvm::Value* value);
  /// Calls a scalar function; in vector code once per lane.
  llvm::Value* call_scalar(const std::string& name, llvm::Type* result, std::vector<llvm::Value*> arguments);
  llvm::Value* array_data(ArrayId id);
  llvm::Value* load(const Statement& statement);
  llvm::Value* length(ArrayId array);
  bool is_in_whole_steps(const Statement& statement, int64_t stride, int64_t lanes) const;
  llvm::Value* load_steps(const Statement& statement, int64_t stride);
  llvm::Value* load_places(const Statement& statement);
  bool has_lane_places(const Statement& statement) const;
  void store(const Statement& statement);
  llvm::Value* element_address(const Statement& statement, llvm::Value* index);
  /// Returns the index of an access; in vector code that of its first lane. `stride`: the distance between lanes.
  llvm::Value* index(const Statement& statement, int64_t& stride);
  llvm::Value* from_memory(DType dtype, llvm::Value* value);
  llvm::Value* to_memory(DType dtype, llvm::Value* value);
  /// Marks an access to an element, which does not alias the table of arrays.
  void annotate(llvm::Instruction* access, ArrayId array);
  llvm::LoadInst* load_entry(llvm::Value* address, const char* name);

  // emit_reductions.cpp
  void emit_reduce(const Statement& statement);
  void emit_long_fold(const Statement& statement, std::vector<llvm::Value*>& results);
  std::vector<llvm::Value*> fold_numbered(const Statement& statement, llvm::Value* number);
  std::vector<llvm::Value*> fold_block(const Statement& statement, llvm::Value* first, llvm::Value* length);
  /// The operands of a reduction: an element or a vector of elements.
  struct ReductionOperand {
    llvm::Value *value, *factor;
  };
  std::vector<ReductionOperand> folded(const Statement& fold);
  llvm::Value* take(const RowReduction& fold, llvm::Value* total, const ReductionOperand& further);
  /// The loop of a reduction: groups of lanes per iteration, and vectors per group.
  struct ReductionSchedule {
    int64_t groups = 1, parts = 1, blocks = 1;  // blocks: interleaved, of a row that threads share
  };
  ReductionSchedule rounds_of(const Statement& fold) const;
  std::vector<llvm::Value*> start_fold(const Statement& statement, const ReductionSchedule& rounds);
  std::vector<llvm::Value*> end_fold(const Statement& statement, const ReductionSchedule& rounds,
                                     const std::vector<llvm::Value*>& memory);
  std::vector<std::vector<llvm::Value*>> fold_side_by_side(const Statement& statement, const ReductionSchedule& rounds,
                                                           llvm::Value* number);
  llvm::Value* take_together(const RowReduction& fold, llvm::Value* total, const ReductionOperand& values,
                             int64_t together);
  llvm::Value* combine(const RowReduction& fold, llvm::Value* a, llvm::Value* b);
  llvm::Value* identity(const RowReduction& fold) const;
  llvm::Value* halve(const RowReduction& fold, llvm::Value* lanes);
  std::vector<llvm::Value*> lane_memory(const Statement& statement, uint64_t parts);
  llvm::Value* load_lanes(DType dtype, llvm::Value* memory, int64_t count);
  void store_lanes(DType dtype, llvm::Value* lanes, llvm::Value* memory);
  void take_lanes(const Statement& statement, llvm::Value* first, int64_t groups, int64_t lanes,
                  const std::vector<llvm::Value*>& memory);
  std::vector<ReductionOperand> body_values(const Statement& statement, llvm::Value* index, int64_t lanes);
  void take_rest(const Statement& statement, llvm::Value* first, llvm::Value* length,
                 const std::vector<llvm::Value*>& memory);

  static bool is_zero(llvm::Value* value);

  // unroll_small_loops.cpp
  void plan_small_loops();
  void plan_small_loops(const Block& block, bool written, std::vector<bool>& constant);
  void choose_written(const Block& block, bool often, bool wanted, int64_t& left);
  int64_t written_cost(const Statement& statement) const;
  bool is_in_memory(ArrayId array) const;
  bool takes_one_by_one(const Statement& access, Register index, int64_t lanes) const;
  int64_t row_lanes(const Statement& loop) const;
  int64_t vector_lanes(const Statement& loop) const;
  bool share_lanes(const Block& block);
  bool is_short_fold(const Statement& fold) const;
  void emit_lanes(const Statement& loop, llvm::Value* first, int64_t lanes);
  void end_lanes();
  void emit_written(const Statement& loop);
  std::vector<llvm::Value*> fold_short(const Statement& fold);
  std::vector<llvm::Value*> fold_joined(const Statement& fold, int64_t most);

  // nontemporal_stores.cpp
  void plan_nontemporal_stores();
  void plan_invariants();
  bool passes_by_cache(const Statement& loop) const;
  bool emit_nontemporal_loop(const Statement& loop);
  void emit_streamed_rounds(const Statement& loop);
  void fetch_ahead(llvm::Value* address, uint64_t bytes);

  // parallel_loops.cpp
  /// The iterations of a loop that the current function runs: those of one thread.
  struct Range {
    const Statement* loop = nullptr;
    llvm::Value *begin = nullptr, *end = nullptr;
  };
  bool share_loop(const Statement& nest);
  using TakeBlock = llvm::function_ref<void(llvm::Value* number, const std::vector<llvm::Value*>& values)>;
  bool share_blocks(const Statement& fold, uint64_t blocks, TakeBlock take);
  using RangeBody = llvm::function_ref<void(llvm::Value* begin, llvm::Value* end, std::span<llvm::Value* const> more)>;
  void emit_ranges(const Statement& statement, llvm::Value* count, int64_t chunk, std::span<llvm::Value* const> more,
                   RangeBody body);

  /// An extremum and its index.
  struct Found {
    llvm::Value *element = nullptr, *place = nullptr;
  };
  void emit_search(const Statement& statement);
  Found search(Primitive end, DType dtype, const std::vector<llvm::Value*>& row, bool numbers);
  Found search_for_nan(const std::vector<llvm::Value*>& row, Found among_numbers);
  llvm::Value* place_number(llvm::Value* like, size_t place);

  llvm::BasicBlock* new_block(const char* name);
  llvm::AllocaInst* stack(llvm::Type* type, const char* name);

  const Program& program_;
  const detail::Machine& machine_;
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  llvm::IRBuilder<> ir_;
  std::optional<Lines> lines_;
  llvm::Function* function_ = nullptr;
  llvm::Value* runtime_ = nullptr;  // the Context
  llvm::Value* table_ = nullptr;    // Context::data
  llvm::BasicBlock* failed_ = nullptr;
  std::vector<llvm::Value*> registers_;
  std::vector<llvm::Value*> variables_;                       // by register
  std::vector<llvm::Value*> locals_;                          // by array: the elements, or the pointer to them
  std::vector<bool> in_registers_;                            // by array: the elements are promoted to registers
  std::vector<int64_t> array_lanes_;                          // by array in registers: elements per vector
  std::vector<llvm::Value*> pinned_;                          // by array: its address, inside a loop
  llvm::MDNode *is_element_ = nullptr, *is_entry_ = nullptr;  // TBAA tags
  llvm::MDNode* access_group_ = nullptr;                      // of the innermost loop, whose iterations are independent
  std::set<const Statement*> written_;                        // unrolled loops
  std::vector<int> register_mentions_, array_mentions_;       // in the program; counted for large ones only
  const Statement* searched_ = nullptr;                       // the last arg-reduction, with its result in found_
  Found found_;
  int loop_depth_ = 0;
  Register lane_index_ = kNone;  // the induction variable of the loop that is emitted in vectors
  int64_t lanes_ = 0;
  bool vectors_ = false;
  std::vector<bool> invariant_;    // by array: no statement changes its elements
  std::vector<bool> nontemporal_;  // by array: stores may be non-temporal
  bool streaming_ = false;         // stores are non-temporal
  Range range_;
  std::map<FunctionCopy, llvm::Function*> functions_;  // all called functions
  std::vector<FunctionCopy> waiting_;                  // called functions that are not yet emitted
  const FunctionCopy* called_ = nullptr;               // the function that is being emitted
};

template <class Body>
llvm::BranchInst* Emitter::counted(llvm::Value* first, llvm::Value* end, Body&& body) {
  llvm::BasicBlock *before = ir_.GetInsertBlock(), *inside = new_block("loop"), *after = new_block("loop.end");
  ir_.CreateCondBr(ir_.CreateICmpSGT(end, first), inside, after);
  ir_.SetInsertPoint(inside);
  llvm::PHINode* index = ir_.CreatePHI(ir_.getInt64Ty(), 2);
  index->addIncoming(first, before);
  body(static_cast<llvm::Value*>(index));
  llvm::Value* next = ir_.CreateAdd(index, ir_.getInt64(1), "", true, true);
  index->addIncoming(next, ir_.GetInsertBlock());
  llvm::BranchInst* latch = ir_.CreateCondBr(ir_.CreateICmpSLT(next, end), inside, after);
  ir_.SetInsertPoint(after);
  return latch;
}

}  // namespace ag::codegen
