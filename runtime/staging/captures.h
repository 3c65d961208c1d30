#pragma once
/// The variables outside of the function that a trace in progress reads and writes.
///
/// Until it is written, such a variable is what the prologue finds in it. A tensor, and a number that is written, has a
/// cell: its value at this point of the trace, which staged statements join and carry as they do with their own state.
/// The graph gives the last values of those that are written back; where it may throw, it stores them before.
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ag/function_ref.h"
#include "ag/module.h"
#include "ag/structure.h"
#include "staging/prologue.h"
#include "trace/context.h"

namespace ag::tracing {

/// What the caller of a trace knows of the memory that the function works on.
struct CallMemory {
  detail::Roots roots;
  detail::Root locals;              // the copies of the arguments
  const void* stack_end = nullptr;  // variables of the function lie below
  bool absolute = false;            // others stay where they are from call to call
};

class Captures {
 public:
  struct Value {
    detail::Leaf now;                    // a number or a tensor
    std::optional<detail::Leaf> stored;  // what is in memory when the graph gets here, where that is one value
  };
  struct Cell {
    Place place;
    void* address = nullptr;  // today
    bool tensor = false;
    bool written = false;
    detail::Leaf initial;
    Value value;
    /// Whether the memory may hold something else than the value.
    bool dirty() const;
  };
  /// Of the cells, in their order; cells that were made later are as they were found.
  using Values = std::vector<Value>;

  /// Belongs to `trace`, which was started just before and lives longer.
  Captures(Trace& trace, const CallMemory& memory);
  ~Captures();
  Captures(const Captures&) = delete;
  Captures& operator=(const Captures&) = delete;

  Prologue& prologue() { return prologue_; }
  /// A number for a slot, and the slot of a number (nothing if it is of another trace).
  detail::StagedId number(Prologue::Slot slot);
  std::optional<Prologue::Slot> slot(detail::StagedId number) const;
  /// The value of a slot in the graph: a hidden input.
  Tensor symbol(Prologue::Slot slot, SourceLocation location);

  /// What a variable outside of the function holds at this point.
  detail::Number read_number(const void* variable, DType dtype, SourceLocation location);
  const Tensor& read_tensor(const Tensor& variable, SourceLocation location);
  /// Makes it hold `value` from here on. False: it is a variable of the function itself, and holds it already if it is
  /// known; a symbolic one is an error.
  bool write_number(void* variable, const detail::Number& value, SourceLocation location);
  /// From here on the elements of a vector, which lie from `begin` to `end`, are variables outside of the function: the
  /// trace is valid for calls that find as many in the same place. The vector holds both pointers, in this order.
  void follow_elements(const void* vector, const void* begin, const void* end, SourceLocation location);
  /// The tensor to write in its place.
  Tensor& written_tensor(Tensor& variable, SourceLocation location);

  /// How the graph knows an ag::Variable: a number that leads to it.
  Tensor handle(const Variable& variable, SourceLocation location);
  /// From here on the trace is valid for calls that find this module with the parts that it has now.
  void guard(const Module& module, SourceLocation location = SourceLocation::current());
  /// The same for the pointer that lies there, where that is not a variable of the function itself.
  void guard_pointer(const void* place, SourceLocation location);
  /// Whether it is in the copies of the arguments.
  bool is_argument(const void* place) const { return memory_.locals.contains(place); }
  /// Whether variables that are found nowhere else stay where they are from call to call. Gives what held before.
  bool set_absolute(bool absolute) { return std::exchange(memory_.absolute, absolute); }
  /// A copy of a variable of such a module is that variable in every call.
  void fix(Variable& copy);
  /// A copy of a variable outside of the function is known as that one is.
  void note_copy(Variable& copy, const Variable& of);
  /// A variable was made, or became another one, in the program that is traced: that happens in no later call.
  struct Made {
    std::string name;
    std::optional<SourceLocation> location;  // none of one that was moved away
    bool exchanged = false;                  // it was there before, and became another one
  };
  void note_made(Made made) { made_.push_back(std::move(made)); }
  void note_assigned(const Variable& variable);
  const std::vector<Made>& made() const { return made_; }

  /// References to their values stay valid.
  const std::deque<Cell>& cells() const { return cells_; }
  bool writes() const;
  Values values() const;
  void set_values(const Values& values);
  /// Gives a cell a value that is in memory nowhere: that of one iteration of a loop.
  void carry(size_t cell, const detail::Leaf& leaf);
  /// Records stores, so that an exception behind this point finds the variables as plain C++ leaves them.
  void flush(SourceLocation location);

 private:
  /// Where a variable lies; nothing for those of the function itself. Throws where it cannot be found again.
  std::optional<Place> place_of(const void* variable, SourceLocation location) const;
  /// The same; nothing also where it cannot be found again.
  std::optional<Place> find_place(const void* variable, bool& local) const;
  /// The module that it is a part of, or null: one that is guarded, or an object of the call.
  const Module* owner_of(detail::FunctionRef<bool(const Module&)> has) const;
  Tensor handle_at(const Place& place, const Variable& variable, SourceLocation location);
  Cell* find(const Place& place);
  Cell& make_cell(const Place& place, const void* variable, const detail::Leaf& initial);
  Cell& tensor_cell(const Place& place, const Tensor& variable, SourceLocation location);
  Tensor captured(const Place& place, const Tensor& variable, SourceLocation location);
  detail::Number initial_number(const Place& place, const void* variable, DType dtype);
  void refuse_in_branch(SourceLocation location) const;

  Trace& trace_;
  Captures* outer_;
  CallMemory memory_;
  Prologue prologue_;
  std::map<Prologue::Slot, detail::StagedId> numbers_;
  std::vector<std::pair<detail::StagedId, Prologue::Slot>> slots_;  // in the order of the numbers
  std::deque<Cell> cells_;
  std::vector<Made> made_;
  std::vector<const Module*> guarded_;
};

/// Those of the trace in progress, or null.
Captures* captures();

/// Whether two leaves are the same number or the same tensor.
bool same_value(const detail::Leaf& a, const detail::Leaf& b);

}  // namespace ag::tracing
