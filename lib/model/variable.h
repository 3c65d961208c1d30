#pragma once
/// The variables of one function, the user's and the generated ones, and sets of them.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "model/function_id.h"
#include "model/source.h"

namespace agc::model {

/// The classification of types by the converter.
enum class TypeClass {
  Void,
  Tensor,           // ag::Tensor and derived classes
  TensorStructure,  // a container or an aggregate of tensors
  HostNumber,       // arithmetic types and enums
  NumberStructure,  // pair, tuple, array, vector of these
  Dependent,
  Other,
  Flag,    // generated: ag::Flag
  Return,  // generated: ag::Return<T>
};

/// True if a variable of this type can be in a state pack.
inline bool can_be_state(TypeClass type) {
  return type == TypeClass::Tensor || type == TypeClass::TensorStructure || type == TypeClass::Flag ||
         type == TypeClass::Return || type == TypeClass::Dependent;
}

/// The binding time of a host number. A variable of any binding time but Host is declared as ag::Staged<T>.
enum class BindingTime : uint8_t {
  Host,         // known when the converted code runs: an ordinary C++ value
  External,     // known at every call, but may differ between calls: read from an external variable
  MaybeStaged,  // possibly known only when the graph runs: parameters and results of converted functions, dimensions
  Staged,       // known only when the graph runs: made from a tensor, or changed under a tensor condition
};

using VariableId = int32_t;
inline constexpr VariableId kNoVariable = -1;

/// The declaration of a variable of numbers, and its binding time.
struct Promotion {
  BindingTime binding_time = BindingTime::Host;
  Offset cause = 0;           // position of the cause of the binding time
  bool possible = false;      // the declaration can be rewritten
  bool deduced = false;       // declared with `auto`
  bool dependent = false;     // of a type that depends on template arguments: staged if a call passes a staged number
  bool spelled = true;        // false: a structured binding, which has the type of its part
  Range type_range;           // the type in the declaration, without const; empty if there is none to rewrite
  std::string type;           // as C++ text
  std::string in_front;       // text before the type: "}; " of enum Sign { Minus, Plus } s, whose `type_range` is the }
  std::string declared_name;  // if `type_range` includes the name: " f" of double (*f)(double)
  TypeClass element = TypeClass::Other;  // of a C array: the type before the name

  bool may_be_staged() const { return binding_time != BindingTime::Host; }
};

/// A name for a variable within a scope: the variable's own, or that of a reference to it.
struct Name {
  std::string text;
  Range scope;                // empty: everywhere
  std::vector<Range> hidden;  // by other declarations of the same name

  bool is_seen_at(Offset place) const {
    const auto holds = [&](const Range& range) { return range.begin <= place && place < range.end; };
    return (scope.empty() || holds(scope)) && std::ranges::none_of(hidden, holds);
  }
};

/// The class of the runtime that replaces the container.
enum class ListKind : uint8_t { List, Stack, Queue, PriorityQueue, SortedSet, SortedMap };

/// A local std::vector, or a similar container, that becomes an ag::List if staged code changes the number of its
/// elements.
struct Growth {
  /// A use that a list does not support.
  struct Use {
    Offset place = 0;
    std::string what;  // for messages
  };
  bool possible = false;  // local, with elements that are tensors, numbers or structures of these
  bool adapts = false;    // not a vector: with symbolic numbers it is a list, even if its length is known
  BindingTime binding_time = BindingTime::Host;  // promoted: a list; the binding time of its length
  Offset cause = 0;                              // position of the cause of the binding time
  Range type_range;                              // as in Promotion
  ListKind kind = ListKind::List;
  std::string element;  // as C++ text
  TypeClass element_class = TypeClass::Other;
  std::string order;           // comparison of a priority queue, if it is not <
  std::string mapped;          // the type of the mapped values, which are numbers
  std::vector<Name> elements;  // names of references to an element in the body of a loop
  std::vector<Use> refused;

  bool may_be_staged() const { return binding_time != BindingTime::Host; }
};

/// A lambda that a variable holds and that changes variables captured by value. If a staged statement calls it, these
/// are the state of the variable.
struct LambdaState {
  FunctionId lambda;               // the identity of the lambda; null: the variable holds another value
  std::vector<std::string> parts;  // the captured variables that it changes
  Range captures;                  // [n = 0]
  Offset end = 0;                  // of the lambda
};

/// A reference to an element of a container. If a tensor decides which element that is, the reference becomes a copy of
/// the element, which is written back at the end of the reference's scope.
struct Borrowing {
  VariableId from = kNoVariable;  // the container; none: not such a reference
  bool possible = false;          // no lambda captures it
  bool writes = false;            // it refers to a non-const element
  Range reference;                // the & in the declaration
  Range scope;                    // the scope of the reference
  bool active = false;            // it has become such a copy
};

/// Ids are numbered in order of declaration, parameters first; generated variables follow the user's.
struct Variable {
  std::string name;  // empty for a generated variable that has no name yet
  TypeClass type = TypeClass::Other;
  std::string type_text;  // for messages
  Offset declared = 0;
  bool outlives_function = false;     // a parameter that refers to a variable of the caller
  bool used = false;                  // read or written anywhere
  VariableId captured = kNoVariable;  // in a lambda: the variable of the enclosing function that it refers to
  VariableId copy_of = kNoVariable;   // in a lambda: the variable of the enclosing function that it is a copy of
  bool can_be_named = true;           // in a lambda: false if it changes only through another lambda
  bool copied = false;                // in a lambda: captured by value, so a part of the lambda
  bool member = false;                // a member path of the object of a method: h, cell.c
  VariableId base = kNoVariable;      // of such a path: its prefix
  bool has_numbers = false;           // a number, a structure with numbers, or a function of numbers
  bool is_pointer = false;            // to variables of the function, or a reference that ?: is bound to
  bool is_reference = false;          // ... such a reference
  bool moves = false;                 // ... through an array
  std::vector<VariableId> targets;    // ... to these
  Range star;                         // ... the * of one that is not the first in its declaration
  bool is_function = false;           // a std::function or a function pointer on numbers
  Promotion promotion;
  Growth growth;
  LambdaState lambda_state;
  Borrowing borrowing;
  std::vector<const void*> classes;  // value classes in its type
  std::vector<Name> names;           // names declared in the function, if relevant

  /// The name of the variable at a position, or null if other variables hide it there.
  const std::string* name_at(Offset place) const {
    const auto own = std::ranges::find(names, name, &Name::text);
    if (own == names.end() || own->is_seen_at(place)) return &name;
    const auto other = std::ranges::find_if(names, [&](const Name& one) { return one.is_seen_at(place); });
    return other == names.end() ? nullptr : &other->text;
  }
};

/// A small set of variables.
class VariableSet {
 public:
  bool contains(VariableId id) const { return size_t(id) < bits_.size() && bits_[size_t(id)]; }
  void insert(VariableId id) {
    if (size_t(id) >= bits_.size()) bits_.resize(size_t(id) + 1);
    bits_[size_t(id)] = true;
  }
  void erase(VariableId id) {
    if (size_t(id) < bits_.size()) bits_[size_t(id)] = false;
  }
  VariableSet& operator|=(const VariableSet& other) {
    if (bits_.size() < other.bits_.size()) bits_.resize(other.bits_.size());
    for (size_t k = 0; k < other.bits_.size(); ++k) bits_[k] = bits_[k] || other.bits_[k];
    return *this;
  }
  VariableSet& operator&=(const VariableSet& other) {
    for (size_t k = 0; k < bits_.size(); ++k) bits_[k] = bits_[k] && other.contains(VariableId(k));
    return *this;
  }
  VariableSet& operator-=(const VariableSet& other) {
    for (size_t k = 0; k < bits_.size(); ++k) bits_[k] = bits_[k] && !other.contains(VariableId(k));
    return *this;
  }
  friend VariableSet operator|(VariableSet a, const VariableSet& b) { return a |= b; }
  friend VariableSet operator&(VariableSet a, const VariableSet& b) { return a &= b; }
  friend bool operator==(const VariableSet& a, const VariableSet& b) {
    const size_t size = std::max(a.bits_.size(), b.bits_.size());
    for (size_t k = 0; k < size; ++k) {
      if (a.contains(VariableId(k)) != b.contains(VariableId(k))) return false;
    }
    return true;
  }
  /// The members, smallest first.
  std::vector<VariableId> members() const {
    std::vector<VariableId> result;
    for (size_t k = 0; k < bits_.size(); ++k) {
      if (bits_[k]) result.push_back(VariableId(k));
    }
    return result;
  }

 private:
  std::vector<bool> bits_;
};

}  // namespace agc::model
