#pragma once
/// Interned string ids (tensor/interned_strings.h) in native code.
///
/// A string lives as long as a tensor that holds its id. The tensors given to a program live while it runs, and its
/// results are scanned at its end. So ids of these tensors may be moved in registers and by loops. If strings come and
/// go during the run, from host calls and variables, ids are passed only from kernel to kernel, in tensors that keep
/// their strings.
#include <optional>

#include "graph/graph.h"

namespace ag::codegen {

/// Returns the graph with string ids of unknown shape, if strings may come or go while it runs. Such ids are neither
/// numbers nor elements of loops, so they stay in tensors. Otherwise returns nullopt.
std::optional<ir::Graph> with_string_ids_in_tensors(const ir::Graph& graph);

}  // namespace ag::codegen
