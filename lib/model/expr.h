#pragma once
/// Expressions, as far as they are rewritten or analysed. All others are `Opaque`: the text is kept, with the relevant
/// subexpressions as operands.
#include <string>
#include <vector>

#include "model/function_id.h"
#include "model/pack.h"
#include "model/source.h"
#include "model/variable.h"

namespace agc::model {

/// The effect of a reference on its variable.
enum class Access {
  Read,
  Write,  // assigns the whole variable
  // May change the variable and may need its old value: compound assignment, element assignment, non-const reference
  // argument.
  Update,
  Declare,  // the variable begins here
};

/// The consumer of the value of a condition.
enum class Sink {
  Condition,  // if, while, ?:, an operand of && || !
  Tensor,     // a tensor is made from it
  Host,       // C++ requires the value itself
  Discarded,
};

/// For diagnostics: the fix if a symbolic number reaches a consumer that requires a host number.
enum class Remedy {
  Convert,         // convert the function that receives the number
  IndexTensor,     // instead of indexing a container
  CopyElement,     // copy the element of a container, change the copy, assign it back
  WriteFunction,   // instead of a template
  FollowFunction,  // pass the template a lambda that changes nothing, or a function whose definition is visible
  MakeTensor,      // of this size, or a list
  PrintValue,      // instead of making text of it
  WriteLoop,       // instead of calling a standard algorithm, or using a pointer
  ChooseAmong,     // for values that must be known while tracing: an axis, a rank
  CallHost,        // have the graph call a library function with ag::host_call
  PassTensors,     // to a method of a class without a staged counterpart
  GiveElement,     // of an array or a vector, in a method that returns a reference to one of several numbers
  NameType,        // instead of asking for the size of a value
  NameVariable,    // instead of a reference or pointer to it
  KeepNumbers,     // instead of an object of the library, as std::complex
  NameMap,         // declare it as a variable
  AssignAfter,     // initialize the static variable with a known value first
};

/// An operation of the standard library or of ag that is emitted or analysed in a way of its own.
enum class LibraryOperation {
  Other,
  // StandardCall.
  NotEqual,      // a != b as the negation of the function `Expr::name`
  NegatedEqual,  // a != b as the negation of a == b, which returns no bool
  Flip,          // v.flip() of std::vector<bool>
  SwapRows,      // std::swap(a[i], a[k]) of rows
  Characters,    // s.c_str()
  // Output.
  Printf,
  Puts,
  // HostCall: a method.
  Reserve,
  Erase,
  ChangeEnd,  // push_back, emplace_back, pop_back: other elements keep their indices
  IsDefined,  // x.defined()
};

/// The form of a call of a converted function.
struct CallForm {
  bool names_parameters = false;  // the callee is overloaded, so arguments are converted to the exact parameter types
  bool of_parameter = false;      // `Expr::variant` is a parameter of the template, ag::staged_t<P> in the staged text
  // Of a function value or a lambda.
  bool names_function = false;  // not a call, but the function that is a value
  bool of_function = false;     // of such a value, which is the first operand
  bool of_lambda = false;       // of a lambda, which has one variant
  bool of_passed = false;       // ... that a template received
  bool of_generic = false;  // ... whose parameter types are deduced: the result has the binding time of the arguments
  // Of a method of a value class; the first operand is its object, if there is one.
  bool of_staged_class = false;
  bool of_functor = false;           // ... by an algorithm that receives the object
  bool compares = false;             // not a call, but a defaulted comparison of two objects
  bool of_dynamic = false;           // ... of an object with virtual methods; `Expr::operator_token` is the . or ->
  bool asks_tensors = false;         // ... whose result may depend on tensors even if all numeric arguments are known
  bool of_own_staged_class = false;  // ... inside of a staged class, on its own object
  std::string converted_to;          // ... a conversion to this type
  // Of a method that returns a reference to a part of its object, and takes host numbers.
  bool gives_part = false;
  bool by_object = false;  // ... and numbers of the object, which may be symbolic, also choose the part
  bool chosen = false;     // ... and `chooser` is used
  FunctionId giver;        // ... the callee that was found first
  FunctionId chooser;      // ... the callee if symbolic numbers choose the part; null if there is none
};

/// A function as a value, which takes symbolic numbers if its expression is rewritten.
struct FunctionValue {
  bool held = false;        // the expression is such a value
  bool unfollowed = false;  // its calls or changes of variables cannot be tracked
  bool handed_out = false;  // its lambdas and functions have been marked as called by converted code, or by others
  std::vector<FunctionId> passes;  // the identities of its lambdas and functions
};

struct Expr {
  enum class Kind {
    Opaque,
    Reference,    // a local variable or a parameter
    Logical,      // a && b, a || b
    Negation,     // !a of a host type; on tensors it is an ordinary operator
    Conditional,  // a ? b : c
    // Numbers, rewritten according to the binding times of the operands.
    FromTensor,    // int(t), bool(t), t.item<int>(): ag::item<int>(t), ag::to_bool(t)
    Dimension,     // x.shape(axis), x.size(), x.defined(): ag::dim(x, axis), ag::element_count(x), ag::is_defined(x)
    Cast,          // an explicit conversion of a number: ag::cast<int>(n)
    Spelled,       // a temporary of a named structure type: ag::staged_t<std::pair<int, Tensor>>{n, x}
    StandardCall,  // a function of <cmath>, <algorithm> … on numbers: ag::cxx::sqrt(n)
    Call,          // a function with visible definition and numbers in its signature: f_staged(n)
    HostCall,      // any other call: its result does not depend on the binding times of its arguments
    Exit,          // C++ requires a host number here: ag::host(n)
    Subscript,     // v[n] of a host container
    Length,        // v.size(), v.empty() of a vector that may become a list
    // A value of a structure of numbers, if a symbolic one may be required: ag::staged(s). An object that is converted
    // to a number there: static_cast<int>(o).
    Structure,
    External,   // an external variable that may change between calls: ag::external(g), ag::ref(g)
    AliasType,  // the type in the declaration of a reference to `variable`
    Throw,      // throw e
    // std::cout << …: ag::ordered(std::cout) << …. Also printf(…) and puts(…), by `operation`: ag::cxx::printf(…).
    Output,
    // Constructs that converted code may not contain; `analysis/unsupported` reports them.
    AddressOf,        // of a local variable
    IndirectWrite,    // through a pointer, an iterator or a reference that cannot be tracked
    ExternalCapture,  // a global, static or captured variable that may change and cannot be tracked
    BitField,
    Coroutine,
    TracedObject,  // ag::function(f)
    Unfollowed,    // an expression that cannot be analysed
    // A use of a method that the staged counterpart of its class lacks, inside of a method that the counterpart has.
    OffStagedClass,
  };

  Kind kind = Kind::Opaque;
  Range range;        // without surrounding parentheses
  Range outer_range;  // with surrounding parentheses
  Offset place = 0;   // position for messages
  TypeClass type = TypeClass::Other;
  bool is_comma = false;       // `a, b` without parentheses, which it needs as an argument
  std::vector<Expr> operands;  // in the order of evaluation

  // Reference. The operands are the assigned values.
  VariableId variable = kNoVariable;
  Access access = Access::Read;
  bool initialised = false;      // Declare: has an initializer
  bool repeated = false;         // the text of the operands is elsewhere
  bool takes_reference = false;  // unconverted code receives a reference to it
  // The reference variable by which it is named; a copy if a tensor chooses the element.
  VariableId borrower = kNoVariable;
  bool may_change = false;  // ExternalCapture: `detail` takes a const reference to it, and may change it
  bool grows = false;       // adds elements to the vector `name`, which is the variable or a part of it
  bool resizes = false;     // sets the size of that vector, possibly to its old size

  // Logical, Negation, Conditional.
  bool conjunction = false;  // &&
  Sink sink = Sink::Host;
  bool as_target = false;  // the conditional is the target of an assignment
  bool of_place = false;   // ... in a statement of its own (assignment, increment): the graph may choose the target
  bool bound = false;      // a reference variable is bound to the chosen operand
  Range bound_in;          // ... or a reference parameter, in the call at this range
  Range operator_token;    // && || ?, and `throw`, whose `outer_range` is that of the thrown operand
  Range colon;
  bool uses_object = false;  // Throw: uses the object of the method as a whole, or one of its methods
  bool made_late = false;    // ... constructed from the variables in `pack` when execution gets there
  bool in_macro = false;     // a token to be replaced is not in the user's text

  // Numbers. The text to be replaced before the first operand and after the last one.
  Range head;
  Range tail;
  std::string number_type;  // FromTensor, Cast, Spelled: the written type
  LibraryOperation operation = LibraryOperation::Other;
  std::string list_type;             // StandardCall: the element type of a braced list of numbers
  std::vector<const void*> classes;  // Spelled: the value classes in it
  // ... the parts from which its type is deduced: the text stays if all of them are symbolic.
  std::vector<Range> parts;
  // Structure: the consumer holds symbolic numbers (`of_generic`: if its type depends on the call of a generic lambda).
  bool needs_staged = false;
  bool of_bool = false;  // FromTensor: a condition
  // Call: of an instantiation of a function template, or a member of one of a class template: the name to call instead.
  std::string variant;
  CallForm called;               // Call
  FunctionValue function_value;  // Opaque
  FunctionId callee;             // Call: identity of the function; External: of the variable or member
  bool changes = false;          // External: converted code writes it somewhere
  // ... not a number or tensor, but a vector of these: ag::tracked(v). Or a pointer: ag::tracked_object<…>(p), with
  // the classes in `number_type`.
  bool leads_on = false;
  // An argument whose type the callee deduces: if one of them is symbolic, the others are converted to `number_type`.
  bool shares_type = false;
  bool asks_defined = false;    // Dimension: x.defined()
  bool first_value = false;     // HostCall: the initializer of a static variable: ag::first_value([&] { return …; })
  bool constructs = false;      // ... a constructor call, of which only the arguments are written
  size_t argument_count = 0;    // ... number of arguments, which are the first operands; effects follow
  bool is_result = false;       // Exit: the return value of a lambda
  bool of_table = false;        // Subscript: of a read-only array, by name: a symbolic index selects the element
  bool of_sequence = false;     // ... of a vector or array of tensors
  bool of_row = false;          // ... which is subscripted at once: v[n] of v[n][m]
  bool iterated = false;        // ... whose iterators are taken: ag::row(v, n)
  bool of_at = false;           // ... v.at(n)
  bool may_be_outside = false;  // ... neither a constant nor a loop guarantees that the element exists
  std::string extent;           // Exit: ... an index into an external array or vector of this extent
  bool may_be_zero = false;     // Opaque: an integer divisor
  // ... an operator on two numbers, of which the first is evaluated before the second (and copied as `number_type` if
  // it names a variable or an element).
  bool in_order = false;
  bool copied = false;          // ... an assigned variable of this type, copied before the target is evaluated
  bool may_be_empty = false;    // Opaque, External: a container whose first or last element is accessed
  bool of_end = false;          // Opaque: v.front() or v.back() of a list, to which `borrower` refers
  bool looks_first = false;     // ... and a tensor decides whether it is reached
  Range part;                   // ... v[n].x that is written: the text after the subscript
  bool of_method = false;       // ... v[n].f() on an object that f may change
  bool declares_alias = false;  // Opaque: the declaration of the reference `borrower`
  bool assigned = false;        // Subscript, External: v[n] = e, assigned as a whole
  bool of_elements = false;     // StandardCall: takes references; rewritten if the graph chooses one
  bool for_lists = false;       // ... required only for lists: the text of a vector stays
  bool needs_list = false;      // ... on structures: only a list can hold symbolic numbers there
  bool returned = false;        // Reference: the result of the function, or a part of it
  unsigned list_argument = 0;   // ... the argument for a list parameter: the number of the parameter, counted from one
  bool listed = false;          // ... names a member that is a list in the staged counterpart of the object
  bool of_iterator = false;     // Opaque: a position in a container, and an offset
  bool refers = false;          // ... to which a reference is bound
  bool takes_binding_time = false;  // Reference: takes the binding time of the value next to it, as in value_or(n)
  // Opaque: *p, p->m, p[n], or the name of a reference that ?: is bound to: the target of this pointer. HostCall: a
  // value for it. AliasType: the type in its declaration.
  VariableId pointer = kNoVariable;
  bool assigned_through = false;    // ... assigned as a whole, in a statement of its own
  bool moves_pointer = false;       // ... *p++
  bool chooses_pointer = false;     // Conditional: between pointers of this `number_type`
  std::string array;                // HostCall: ... into this array
  std::vector<VariableId> through;  // Opaque: an operation that writes through these pointers
  bool is_element = false;          // Exit: an element of a container, which may become one of symbolic numbers
  BindingTime held_from = BindingTime::Staged;  // ... if its number has at least this binding time
  BindingTime binding_time = BindingTime::Host;

  // The refused kinds: text for the message.
  std::string name;
  std::string detail;
  Remedy remedy = Remedy::Convert;

  // Results of analysis and conversion.
  bool staged = false;
  bool rewritten = false;
  bool of_list = false;  // Subscript, iterator: of an ag::List
  bool placed = false;   // ... an object, or a part of one, that is assigned
  VariableSet live_before;
  VariableSet live_after;
  Pack pack;
};

}  // namespace agc::model
