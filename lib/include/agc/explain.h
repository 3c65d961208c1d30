#pragma once
/// Why a function is converted as it is: plain values that the renderers of `agc explain` turn into text, JSON and
/// SARIF.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"

namespace agc {

/// When something is decided.
enum class Staging {
  Host,    // when the converted code runs: it is ordinary C++
  Either,  // found out while tracing: on the host where the value is known then, in the graph otherwise
  Staged,  // only when the graph runs
};

/// One link in a chain of causes: what is said of `subject` at a place of the source.
struct Reason {
  std::string subject;  // a variable, or source text
  std::string text;     // "is a tensor", "is assigned 'int(x)'", …
  Location place;
};

struct ExplainedVariable {
  std::string name;
  std::string type;  // as messages name it; empty for what the converter introduced
};

/// A statement that chooses, repeats or jumps, or a part of an expression that does.
struct ExplainedStatement {
  std::string kind;  // if, while, for, do, switch, break, continue, return, ?:, &&, ||
  std::string text;  // how it begins, on one line
  Extent extent;
  Staging staging = Staging::Host;
  std::string becomes;                     // what stands in the converted code: "ag::while_stmt"; empty: unchanged
  std::vector<Reason> decided_by;          // the first of these decides; the others say where that comes from
  std::vector<ExplainedVariable> carried;  // written, and needed afterwards or in the next round
  std::vector<ExplainedVariable> read;     // from outside, and never written
  std::vector<ExplainedVariable> local;    // begin and end inside
  std::vector<std::string> ended_by;       // flags and results that end a loop
  std::string host_runs;                   // how often the C++ code inside runs; empty where that is as written
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

/// A variable that the conversion introduced, and the jumps it stands for.
struct ExplainedFlag {
  std::string name;  // did_break, did_continue, result
  std::string kind;  // break, continue, return
  std::vector<Location> jumps;
};

struct ExplainedCall {
  enum class Treatment {
    Converted,   // the callee is rewritten, too
    Refused,     // it would be, but it is in error
    Eager,       // left as it was written, because it cannot be staged
    LeftAlone,   // marked AG_DO_NOT_CONVERT, or nothing in it depends on tensors
    Runtime,     // a function of ag
    System,      // from a system header
    Undefined,   // called as is: no definition is visible here
    Unresolved,  // called as is: a pointer to a function, or another value that is called
  };
  std::string name;
  Treatment treatment = Treatment::System;
  std::string face;  // Converted: the name that is called, where it is another one
  Location place;
  Location definition;  // where one is known
  bool handles_tensors = false;
};

/// Something that the host does while tracing, once, although the source says it happens whenever a statement runs.
struct HostEffect {
  std::string what;  // "writes to 'std::cout'", "calls 'log', whose definition is not visible"
  Location place;
  Location statement;  // the staged statement around it, or the name of the function that is traced
  bool in_statement = false;
};

struct ExplainedFunction {
  enum class Mode { Entry, InPlace, Called };  // AG_FUNCTION; AG_CONVERT; only because a converted function calls it

  std::string name;       // qualified
  std::string signature;  // its parameters' types: "(Tensor, double)"
  Mode mode = Mode::InPlace;
  Extent extent;
  Location place;  // of its name
  bool refused = false;
  bool eager = false;       // it cannot be staged, so it runs eagerly; `diagnostics` say why
  std::string staged_face;  // the function that converted callers call, where it is another one
  std::vector<ExplainedStatement> statements;
  std::vector<ExplainedNumber> numbers;
  std::vector<ExplainedFlag> flags;
  std::vector<ExplainedCall> calls;
  std::vector<HostEffect> effects;
  std::vector<Diagnostic> diagnostics;  // what is wrong with it
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

/// For a terminal: a heading for each function, its statements with the lines of the source, then what changed and why.
std::string render_text(const Explanation& explanation, bool color);

/// The whole of it as JSON; docs/tools.md has the schema.
std::string render_json(const std::vector<Explanation>& explanations);

/// One remark for each statement, number and call, one warning for each effect, and the diagnostics themselves.
std::vector<Diagnostic> remarks(const Explanation& explanation);

}  // namespace agc
