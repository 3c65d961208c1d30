#pragma once
/// Words of strings (tensor/kept_strings.h) in native code.
///
/// A string lives as long as a tensor that has its word. While a program runs the tensors that it was given are there,
/// and what it gives is looked through at its end: words of these may be moved in registers and by loops. Where strings
/// come and go in between, from calls of the host and from variables, all words are handed from kernel to kernel, in
/// tensors that keep their strings.
#include <optional>

#include "graph/graph.h"

namespace ag::codegen {

/// Where strings may come or go while the graph runs: the graph with words of unknown shape, which are neither numbers
/// nor elements of loops.
std::optional<ir::Graph> with_words_in_tensors(const ir::Graph& graph);

}  // namespace ag::codegen
