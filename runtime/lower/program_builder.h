#pragma once
/// Appends statements to the blocks of a program that is lowered.
#include <cstdint>
#include <vector>

#include "program/program.h"

namespace ag::codegen {

/// Knowledge about a program that holds to the end of the block in which it was gained.
class BlockState {
 public:
  virtual ~BlockState() = default;
  /// Returns the number of facts.
  virtual size_t mark() const = 0;
  /// Forgets the facts after the first `mark`.
  virtual void forget_after(size_t mark) = 0;
};

/// An induction variable, the extent of its loop, and the trip count if that is not static.
struct LoopRange {
  Register index;
  int64_t extent;
  Register count = kNone;
};

class ProgramBuilder {
 public:
  ProgramBuilder(Program& program, Rounding rounding) : program_(program), rounding_(rounding) {}

  Statement& add(StatementKind kind, SourceLocation location);
  Register add_register(DType dtype, bool variable = false);
  ArrayId add_array(const ir::TensorType& type);
  Register constant(DType dtype, uint64_t bits, SourceLocation location);
  Register integer(int64_t value, DType dtype, SourceLocation location);
  Register let(Primitive primitive, DType dtype, std::vector<Register> operands, SourceLocation location);
  /// A sum or product that fast code may contract.
  Register fused(Primitive primitive, DType dtype, std::vector<Register> operands, SourceLocation location);
  void set(Register variable, Register value, SourceLocation location);
  Register load_at(ArrayId array, Index index, SourceLocation location);
  void store_at(ArrayId array, Index index, Register value, SourceLocation location);
  /// Returns an index counted from the front of an axis of this length; negative indices count from the end.
  Register from_front(Register index, Register length, SourceLocation location);
  void box(ArrayId array, Register reg, SourceLocation location);
  /// Makes an array that is filled with one number.
  void fill(ArrayId array, Register value, SourceLocation location);
  void call_kernel(Site site, SourceLocation location);

  /// Emits a loop. `body` takes its induction variable.
  template <class Body>
  void loop(LoopRange range, SourceLocation location, Body&& body) {
    Block block;
    inside(block, [&] { body(range.index); });
    emit_nest(std::move(block), {range}, location);
  }
  template <class Body>
  void loop(int64_t extent, SourceLocation location, Body&& body) {
    loop({add_register(DType::int64), extent}, location, std::forward<Body>(body));
  }
  /// Emits a nest of loops, listed from outermost to innermost, with the given body.
  void emit_nest(Block body, std::vector<LoopRange> loops, SourceLocation location);

  /// Runs `body` with its statements appended to `block`. Facts learned inside it are forgotten at the end.
  template <class Body>
  void inside(Block& block, Body&& body) {
    Block* const outer = out_;
    std::vector<size_t> marks;
    for (const BlockState* state : states_) marks.push_back(state->mark());
    out_ = &block;
    body();
    out_ = outer;
    for (size_t k = 0; k < marks.size(); ++k) states_[k]->forget_after(marks[k]);
  }
  void add_state(BlockState& state) { states_.push_back(&state); }

  /// The block to which statements are appended.
  Block& block() { return *out_; }
  Rounding rounding() const { return rounding_; }

 private:
  Program& program_;
  const Rounding rounding_;
  Block* out_ = nullptr;
  std::vector<BlockState*> states_;
};

}  // namespace ag::codegen
