#pragma once
/// The external variables that a trace in progress reads and writes.
///
/// Until its first write, such a variable has the value that the prologue reads. A tensor, and a number that is
/// written, has a cell: its value at this point of the trace. Staged statements join and carry cells like their own
/// state. The graph outputs the final values of the written variables; before a node that may throw it stores them.
#include <deque>
#include <map>
#include <optional>
#include <typeinfo>
#include <utility>
#include <vector>

#include "ag/detail/function_ref.h"
#include "ag/detail/structure.h"
#include "ag/module.h"
#include "staging/captures/prologue.h"
#include "trace/context.h"

namespace ag::tracing {

/// Facts about the memory of a traced function that its caller knows.
struct CallMemory {
  detail::Roots roots;
  detail::Root locals;              // the copies of the arguments
  const void* stack_end = nullptr;  // local variables of the function are below this address
  bool absolute = false;            // other variables have the same address in every call
};

class Captures {
 public:
  struct Value {
    detail::Leaf now;  // a number or a tensor
    // the content of the memory when the graph reaches this point, if it is a unique value
    std::optional<detail::Leaf> stored;
  };
  struct Cell {
    Place place;
    void* address = nullptr;  // during the trace
    bool tensor = false;
    bool written = false;
    detail::Leaf initial;
    Value value;
    /// True if the memory may differ from the value.
    bool dirty() const;
  };
  /// The values of the cells, in their order; cells created later have their initial values.
  using Values = std::vector<Value>;

  /// Belongs to `trace`, which was started just before and outlives this object.
  Captures(Trace& trace, const CallMemory& memory);
  ~Captures();
  Captures(const Captures&) = delete;
  Captures& operator=(const Captures&) = delete;

  Prologue& prologue() { return prologue_; }
  /// Returns the number of a slot, and the slot of a number (nullopt if it belongs to another trace).
  detail::StagedId number(Prologue::Slot slot);
  std::optional<Prologue::Slot> slot(detail::StagedId number) const;
  /// Returns the value of a slot in the graph: a hidden input.
  Tensor symbol(Prologue::Slot slot, SourceLocation location);

  /// Returns the value of an external variable at this point.
  detail::Number read_number(const void* variable, DType dtype, SourceLocation location);
  const Tensor& read_tensor(const Tensor& variable, SourceLocation location);
  /// Sets the value of the variable from here on. Returns false for a local variable of the function, which already
  /// holds a known value; a symbolic value is then an error.
  bool write_number(void* variable, const detail::Number& value, SourceLocation location);
  /// Treats the elements of a vector, in [begin, end), as external variables from here on. The trace is valid for calls
  /// that find the same number of elements at the same address. The vector object starts with both pointers, in this
  /// order.
  void follow_elements(const void* vector, const void* begin, const void* end, SourceLocation location);
  /// Like follow_elements, for the object of a smart pointer. The pointer object starts with the address.
  void follow_object(const void* pointer, const void* object, size_t size, const std::type_info* type,
                     SourceLocation location);
  /// Returns the tensor to write instead of the variable.
  Tensor& written_tensor(Tensor& variable, SourceLocation location);

  /// Returns the handle of an ag::Variable in the graph: a number that identifies it.
  Tensor handle(const Variable& variable, SourceLocation location);
  /// Restricts the trace to calls that find this module with its present parts.
  void guard(const Module& module, SourceLocation location = SourceLocation::current());
  /// Restricts the trace to calls that find the same pointer at this place, unless it is a local variable of the
  /// function.
  void guard_pointer(const void* place, SourceLocation location);
  /// True if the place is in the copies of the arguments.
  bool is_argument(const void* place) const { return memory_.locals.contains(place); }
  /// Sets if variables without another place keep their address between calls. Returns the previous setting.
  bool set_absolute(bool absolute) { return std::exchange(memory_.absolute, absolute); }
  /// Fixes a copy of a variable of a guarded module to that variable in every call.
  void fix(Variable& copy);
  /// Transfers the handle of an external variable to its copy.
  void note_copy(Variable& copy, const Variable& of);
  /// A variable that the traced program created or rebound; this does not happen in later calls.
  struct Made {
    std::string name;
    std::optional<SourceLocation> location;  // nullopt for a variable that was moved from
    bool exchanged = false;                  // it existed before and was rebound
  };
  void note_made(Made made) { made_.push_back(std::move(made)); }
  void note_assigned(const Variable& variable);
  const std::vector<Made>& made() const { return made_; }

  /// References to their values stay valid.
  const std::deque<Cell>& cells() const { return cells_; }
  bool writes() const;
  Values values() const;
  void set_values(const Values& values);
  /// Sets a cell to a value that is not in memory: that of one loop iteration.
  void carry(size_t cell, const detail::Leaf& leaf);
  /// Records stores, so that an exception after this point finds the variables as in plain C++.
  void flush(SourceLocation location);

 private:
  /// Returns the place of a variable; nullopt for local variables of the function. Throws if later calls cannot locate
  /// it.
  std::optional<Place> place_of(const void* variable, SourceLocation location) const;
  /// Like place_of, but returns nullopt if later calls cannot locate the variable. `local`: set for a local variable.
  std::optional<Place> find_place(const void* variable, bool& local) const;
  /// Returns the module that contains the part, or null: a guarded module, or an object of the call.
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
  std::vector<std::pair<detail::StagedId, Prologue::Slot>> slots_;  // sorted by id
  std::deque<Cell> cells_;
  std::vector<Made> made_;
  std::vector<const Module*> guarded_;
};

/// Returns the captures of the trace in progress, or null.
Captures* captures();

/// True if two leaves are the same number or the same tensor.
bool same_value(const detail::Leaf& a, const detail::Leaf& b);

}  // namespace ag::tracing
