#pragma once
/// The state that the parts of the lowering of a graph share, and access to the parts. A part knows the headers of the
/// parts that it calls, and their headers know only this one.
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "lower/analysis/graph_analysis.h"
#include "lower/called_graphs.h"
#include "lower/lower.h"
#include "lower/program_builder.h"

namespace ag::codegen {

class ExtentRegisters;
class Fusion;
class GraphLowering;
class LoweredValues;
class SlicePlaces;

class LoweringContext {
 public:
  LoweringContext(const ir::Graph& graph, const LowerOptions& options, const CalledGraphs& called);
  ~LoweringContext();

  const ir::Graph& graph() const { return graph_; }
  const LowerOptions& options() const { return options_; }
  const CalledGraphs& called() const { return called_; }
  GraphAnalysis& analysis() { return analysis_; }
  Program& program() { return program_; }
  ProgramBuilder& builder() { return builder_; }

  GraphLowering& lowering() { return *lowering_; }
  /// The registers and arrays of values.
  LoweredValues& values() { return *values_; }
  /// The open loop nests.
  Fusion& fusion() { return *fusion_; }
  /// The registers of extents that are not static.
  ExtentRegisters& extents() { return *extents_; }
  /// The registers of positions of slices.
  SlicePlaces& slice_places() { return *slice_places_; }

  /// Returns the index of a new site of the program for an error or a call of the node.
  int32_t add_site(const ir::Node& node);
  /// Marks a node whose results are computed with those of another node.
  void absorb(ir::NodeId node) { absorbed_.insert(node); }
  bool is_absorbed(ir::NodeId node) const { return absorbed_.contains(node); }

 private:
  const ir::Graph& graph_;
  const LowerOptions options_;
  const CalledGraphs& called_;
  GraphAnalysis analysis_;
  Program program_;
  ProgramBuilder builder_;
  std::set<ir::NodeId> absorbed_;
  std::unique_ptr<LoweredValues> values_;
  std::unique_ptr<Fusion> fusion_;
  std::unique_ptr<ExtentRegisters> extents_;
  std::unique_ptr<SlicePlaces> slice_places_;
  std::unique_ptr<GraphLowering> lowering_;
};

/// Base of the parts.
class LoweringPart {
 protected:
  explicit LoweringPart(LoweringContext& context)
      : context_(context),
        graph_(context.graph()),
        analysis_(context.analysis()),
        options_(context.options()),
        program_(context.program()),
        builder_(context.builder()) {}

  LoweredValues& values() const { return context_.values(); }
  Fusion& fusion() const { return context_.fusion(); }
  ExtentRegisters& extents() const { return context_.extents(); }
  SlicePlaces& slice_places() const { return context_.slice_places(); }
  GraphLowering& lowering() const { return context_.lowering(); }

  LoweringContext& context_;
  const ir::Graph& graph_;
  GraphAnalysis& analysis_;
  const LowerOptions& options_;
  Program& program_;
  ProgramBuilder& builder_;
};

}  // namespace ag::codegen
