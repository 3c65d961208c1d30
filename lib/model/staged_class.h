#pragma once
/// The classes that get a staged counterpart, and their methods there.
#include <string>
#include <vector>

#include "model/source.h"
#include "model/variable.h"

namespace agc::model {

/// A class of numbers and tensors. If a number of a variable of the class becomes symbolic, a second class, its staged
/// counterpart, is generated after the definition.
struct ValueClass {
  struct Field {
    std::string type;  // as written
    TypeClass kind = TypeClass::Other;
    bool has_numbers = false;
    bool is_string = false;  // a std::string or an array of these
    std::string name;
    std::string extents;       // of a C array, such as [2][3]; empty if the initializer begins with them
    bool of_parts = false;     // a value class with `of_parts`
    bool is_mutable = false;   // const methods may change it
    bool is_constant = false;  // of a constant type; `type` is the text without const
    std::string initialiser;   // with = or braces; empty if there is none
    bool listed = false;       // a vector that is a list in the staged class
  };
  /// A base class, which is a value class as well.
  struct Base {
    std::string type;
    // As in ValueClass, for the base.
    bool exposed = false, of_parts = false, has_constructors = false, dynamic = false;
    std::vector<std::string> fields;  // including inherited ones
  };
  const void* identity = nullptr;
  std::string name;          // of the staged class, without its suffix: Result, Vec2_double
  std::string spelled;       // its name next to its definition: Result, Vec2<double>
  std::string written_name;  // its name for itself: Result, Vec2
  std::vector<Base> bases;
  std::vector<Field> fields;
  bool has_staged_class = true;  // false: holds tensors only, and a friend returns its fields
  bool nested = false;           // inside another class
  bool local = false;            // inside a function
  bool embedded = false;         // ... and declared together with variables of the type: struct Sum { … } s;
  bool exposed = false;          // not an aggregate, or has bases: a friend returns its fields
  bool befriends = false;        // has nested types or static members, which its staged class names
  // Has no default constructor: gets one that leaves the initialization of the members to the caller.
  bool of_parts = false;
  bool has_constructors = false;     // has constructors, which the staged class repeats
  bool default_constructor = false;  // = default
  bool dynamic =
      false;  // has virtual methods: the staged class is made for one call, from the dynamic class of the object
  bool abstract = false;                   // ... and is abstract
  std::vector<std::string> dynamic_bases;  // ... its dynamic bases, direct and indirect
  bool copies = false;                     // declares copy operations that are those of the compiler
  bool compares = false;                   // operator== is defaulted
  bool orders = false;                     // operator<=> is defaulted
  Offset begin = 0;                        // of the class keyword
  Offset closing_brace = 0;
  Offset end = 0;                    // after the semicolon of its definition
  Offset declared_at = 0;            // ... of an earlier declaration: text in between may name the class
  std::vector<std::string> members;  // declarations of its types and static members, as methods name them
};

/// A method of a value class in the staged class of the class: declared there, and defined at the end of the file with
/// the user's text.
struct StagedMethod {
  const void* of = nullptr;             // the class; null: the function stays in place
  std::string scope;                    // the path of the class: Sum, Outer::Sum; empty for a friend
  std::vector<std::string> namespaces;  // enclosing namespaces, outermost first: "namespace a", "namespace"
  std::string specifiers;               // specifiers of the declaration only: static, explicit, friend
  bool constructs = false;              // a constructor
  bool converts = false;                // a conversion to a number
  bool gives_part = false;              // returns a reference to a part of its object; its parameters are host numbers
  bool chooses_part = false;            // the same with symbolic numbers, which choose the part
  // Of an instantiation of a template: template <class T = double>.
  std::string head, definition_head;
  std::string name;           // add, operator+; Sum for a constructor
  std::string qualifiers;     // const noexcept, as written
  Offset parameters_end = 0;  // after the closing parenthesis
  // Of a friend of an instantiation: declarations of the names in its text.
  std::vector<std::string> names;
  // Of an instantiation whose template is also named with arguments: Vec2, Vec2_double.
  std::string alone, named;
  bool pure = false;  // = 0: no definition
  // Virtual: the first declaration; methods with the same slot are converted together.
  const void* slot = nullptr;
  std::vector<Range> declared_only;  // `override`, `final`, which the definition omits

  explicit operator bool() const { return of != nullptr; }
};

}  // namespace agc::model
