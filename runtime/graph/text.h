#pragma once
/// The text form of a graph: one node per line, prints and parses back.
///
///     graph collatz(%0: int32[] "n") -> int32[] {
///       %1 = constant() {value = int32[]{0}} : int32[] @ "collatz.cpp":3
///       %2, %3 = while_loop(%0, %1) : int32[] "n", int32[] "steps" @ "collatz.cpp":4 {(%4: int32[], %5: int32[])
///         %6 = ...
///         yield %6
///       } {(%7: ..., ...)
///         yield %9, %10
///       }
///       yield %3
///     }
///
/// Values are numbered in the order of the text. Attributes have their names; a comment runs from // to the end of the
/// line.
#include <string>
#include <string_view>

#include "graph/graph.h"

namespace ag::ir {

struct PrintOptions {
  bool locations = true;
  int64_t constant_elements = -1;  // larger constants are shortened (such text does not parse back); negative: never
};

std::string print(const Graph& graph, const PrintOptions& options = {});

/// Parses the output of `print`. Throws ag::Error invalid_argument "name:line:column: …" for anything else, and never
/// crashes on invalid text. The result is verified.
Graph parse(std::string_view text, const OpTable& ops, const std::string& name = "text");

}  // namespace ag::ir
