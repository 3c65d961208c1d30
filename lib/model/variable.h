#pragma once
/// The variables of one function, the user's and the generated ones, and sets of them.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "model/source.h"

namespace agc::model {

/// What a type is to the converter.
enum class TypeClass {
  Void,
  Tensor,           // ag::Tensor and what derives from it
  TensorStructure,  // a container or an aggregate of tensors
  HostNumber,       // arithmetic types and enums
  NumberStructure,  // pair, tuple, array, vector of these
  Dependent,
  Other,
  Flag,    // generated: ag::Flag
  Return,  // generated: ag::Return<T>
};

/// May a variable of this type stand in a state pack?
inline bool can_be_state(TypeClass type) {
  return type == TypeClass::Tensor || type == TypeClass::TensorStructure || type == TypeClass::Flag ||
         type == TypeClass::Return || type == TypeClass::Dependent;
}

/// When the value of a host number is known. Variables of all but the first are declared as ag::Staged<T>.
enum class Level : uint8_t {
  Host,    // when the converted code runs, always: an ordinary C++ value
  Live,    // at every call, but not the same in each: read from a variable outside of the function
  Maybe,   // perhaps only when the graph runs: parameters and results of converted functions, dimensions
  Staged,  // only when the graph runs: made from a tensor, or changed where a tensor decides
};

using VariableId = int32_t;
inline constexpr VariableId kNoVariable = -1;

/// How a variable of numbers is declared, and what it became.
struct Promotion {
  Level level = Level::Host;
  Offset cause = 0;           // what raised it
  bool possible = false;      // its declaration can be rewritten
  bool deduced = false;       // declared with `auto`
  bool dependent = false;     // of the type that a template is given: a staged one where a call gives it such a number
  bool spelled = true;        // false: a structured binding, whose type is that of its part
  Range type_range;           // the type in the declaration, without const; empty where there is none to rewrite
  std::string type;           // as C++ text
  std::string in_front;       // of the type: "}; " of enum Sign { Minus, Plus } s, whose `type_range` is the }
  std::string declared_name;  // where `type_range` has the name inside: " f" of double (*f)(double)
  TypeClass element =
      TypeClass::Other;  // of an array of C: the type in front of its name, which is that of its elements

  bool raised() const { return level != Level::Host; }
};

/// A name that stands for a variable where it is seen: its own, or that of a reference to it.
struct Name {
  std::string text;
  Range scope;                // empty: everywhere
  std::vector<Range> hidden;  // by other declarations of the same name

  bool is_seen_at(Offset place) const {
    const auto holds = [&](const Range& range) { return range.begin <= place && place < range.end; };
    return (scope.empty() || holds(scope)) && std::ranges::none_of(hidden, holds);
  }
};

/// What of the runtime the container becomes.
enum class ListKind : uint8_t { List, Stack, Queue, PriorityQueue, SortedSet, SortedMap };

/// A local std::vector, or a container like it, that becomes an ag::List where staged code changes the number of its
/// elements.
struct Growth {
  /// What a list has not.
  struct Use {
    Offset place = 0;
    std::string what;  // as a message names it
  };
  bool possible = false;      // of tensors, numbers or structures of these, and local
  bool adapts = false;        // no vector: what holds symbolic numbers is a list, also of known length
  Level level = Level::Host;  // raised: a list, and when the number of its elements is known
  Offset cause = 0;           // what raised it
  Range type_range;           // as that of Promotion
  ListKind kind = ListKind::List;
  std::string element;  // as C++ text
  TypeClass element_class = TypeClass::Other;
  std::string order;           // what a priority queue compares by, where that is not <
  std::string mapped;          // the type of the values of a map, numbers
  std::vector<Name> elements;  // what refers to an element in the body of a loop
  std::vector<Use> refused;

  bool raised() const { return level != Level::Host; }
};

/// A lambda that a variable holds, and that changes what it captured by value: where a staged statement calls it, that
/// is the state of the variable.
struct LambdaState {
  const void* lambda = nullptr;    // its identity; none: the variable holds another value
  std::vector<std::string> parts;  // what it changes of its own
  Range captures;                  // [n = 0]
  Offset end = 0;                  // of the lambda
};

/// A reference to an element of a container. Where a tensor decides which element that is, the reference becomes a copy
/// of the element, which is put back where the scope of the reference ends.
struct Borrowing {
  VariableId from = kNoVariable;  // the container; none: no such reference
  bool possible = false;          // no lambda has it
  bool writes = false;            // it refers to what is no constant
  Range reference;                // the & in the declaration
  Range scope;                    // where it lives
  bool active = false;            // it is such a copy
};

/// Ids count in order of declaration, parameters first; generated variables follow the user's.
struct Variable {
  std::string name;  // empty for a generated variable that has no name yet
  TypeClass type = TypeClass::Other;
  std::string type_text;  // as messages name it
  Offset declared = 0;
  bool outlives_function = false;     // a parameter that refers to a variable of the caller
  bool used = false;                  // read or written anywhere
  VariableId captured = kNoVariable;  // in a lambda: the variable of the enclosing function that it refers to
  VariableId copy_of = kNoVariable;   // in a lambda: the variable of the enclosing function that it is a copy of
  bool can_be_named = true;           // in a lambda: false where it changes only through another lambda
  bool copied = false;                // in a lambda: captured by value, so a part of the lambda
  bool member = false;                // a path of the object that a method is called on: h, cell.c
  VariableId base = kNoVariable;      // of such a path: the one that it continues
  bool has_numbers = false;           // a number, a structure with numbers in it, or a function of numbers
  bool is_function = false;           // a std::function, or a pointer to a function, of numbers
  Promotion promotion;
  Growth growth;
  LambdaState lambda_state;
  Borrowing borrowing;
  std::vector<const void*> classes;  // value classes in its type
  std::vector<Name> names;           // those that are declared in the function, where that matters

  /// What names it at a place, or null: other variables hide it there.
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
