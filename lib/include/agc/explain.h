#pragma once
/// Explanations of the conversion of a function: plain values that the renderers of `agc explain` turn into text, JSON
/// and SARIF.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"

namespace agc {

/// The time at which a value or a condition is known.
enum class Staging {
  Host,    // when the converted code runs: ordinary C++
  Either,  // determined while tracing: on the host if the value is known then, in the graph otherwise
  Staged,  // only when the graph runs
};

/// A link in a chain of causes: a statement about `subject`, at a position of the source.
struct Reason {
  std::string subject;  // a variable, or source text
  std::string text;     // "is a tensor", "is assigned 'int(x)'", …
  Location place;
};

struct ExplainedVariable {
  std::string name;
  std::string type;  // for messages; empty for variables of the converter
};

/// Returns "a, b, c".
inline std::string listed_names(const std::vector<ExplainedVariable>& variables) {
  std::string result;
  for (const ExplainedVariable& variable : variables) result += (result.empty() ? "" : ", ") + variable.name;
  return result;
}

/// A statement that chooses, repeats or jumps, or a part of an expression that does.
struct ExplainedStatement {
  std::string kind;  // if, while, for, do, switch, break, continue, return, ?:, &&, ||
  std::string text;  // its beginning, on one line
  Extent extent;
  Staging staging = Staging::Host;
  std::string becomes;                     // the operator in the converted code: "ag::while_stmt"; empty: unchanged
  std::vector<Reason> decided_by;          // the first one decides; the others are its causes
  std::vector<ExplainedVariable> carried;  // written, and live after the statement or in the next iteration
  std::vector<ExplainedVariable> read;     // from outside, never written
  std::vector<ExplainedVariable> local;    // declared inside
  std::vector<std::string> ended_by;       // flags and results that end a loop
  std::string host_runs;                   // how often the C++ code inside runs; empty if as written
  std::vector<ExplainedStatement> inner;
};

/// A host number that became symbolic.
struct ExplainedNumber {
  std::string name;
  std::string type;
  Staging staging = Staging::Staged;
  Location declared;
  std::vector<Reason> reasons;  // nearest first
};

/// A variable that the conversion introduced, and the jumps that set it.
struct ExplainedFlag {
  std::string name;  // did_break, did_continue, result
  std::string kind;  // break, continue, return
  std::vector<Location> jumps;
};

struct ExplainedCall {
  enum class Treatment {
    Converted,   // the callee is rewritten as well
    Refused,     // it would be rewritten, but has errors
    Eager,       // left as written, because it cannot be staged
    LeftAlone,   // marked AG_DO_NOT_CONVERT, or nothing in it depends on tensors
    Runtime,     // a function of ag
    System,      // from a system header
    Undefined,   // called as is: no definition is visible here
    Unresolved,  // called as is: a function pointer, or another callable value
  };
  std::string name;
  Treatment treatment = Treatment::System;
  std::string variant;  // Converted: the name of the staged variant, if it differs
  Location place;
  Location definition;  // if known
  bool handles_tensors = false;
};

/// A host side effect that happens once, while tracing, although the source suggests that it happens at every
/// execution.
struct HostEffect {
  std::string what;  // "writes to 'std::cout'", "calls 'log', whose definition is not visible"
  Location place;
  Location statement;  // the enclosing staged statement, or the name of the traced function
  bool in_statement = false;
};

struct ExplainedFunction {
  // AG_FUNCTION; AG_CONVERT; converted only because a converted function calls it.
  enum class Mode { Entry, InPlace, Called };

  std::string name;       // qualified
  std::string signature;  // the parameter types: "(Tensor, double)"
  Mode mode = Mode::InPlace;
  Extent extent;
  Location place;  // of its name
  bool refused = false;
  bool eager = false;          // runs eagerly, because it cannot be staged; `diagnostics` hold the reasons
  std::string staged_variant;  // the function that converted callers call, if it differs
  std::vector<ExplainedStatement> statements;
  std::vector<ExplainedNumber> numbers;
  std::vector<ExplainedFlag> flags;
  std::vector<ExplainedCall> calls;
  std::vector<HostEffect> effects;
  std::vector<Diagnostic> diagnostics;  // errors and warnings about the function
};

/// "host", "either" or "staged".
std::string_view staging_name(Staging staging);
/// "converted", "refused", "left alone", …
std::string_view treatment_name(ExplainedCall::Treatment treatment);

/// The functions of one file.
struct Explanation {
  std::string file;
  std::vector<ExplainedFunction> functions;
};

/// For a terminal: a heading for each function, its statements with source lines, then the changes and their reasons.
std::string render_text(const Explanation& explanation, bool color);

/// The complete explanations as JSON; docs/reference/tools.md has the schema.
std::string render_json(const std::vector<Explanation>& explanations);

/// One remark for each statement, number, jump and call, and one warning for each effect.
std::vector<Diagnostic> remarks(const Explanation& explanation);

}  // namespace agc
