#pragma once
/// Runs passes over a graph: which ones, whether the graph is verified after each, and what is said about it.
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace ag::passes {

struct Options;

struct Pass {
  const char* name;
  bool (*run)(ir::Graph&);
  const char* reason;                // why it stands where it does
  bool Options::* option = nullptr;  // that has it run by default; null for a pass that always does
};

/// All of them, in order.
std::span<const Pass> all_passes();

struct Options {
  /// "": the passes that run by default; "-cse,-dce": these but cse and dce; "all"; "none"; "cse,dce": only these.
  std::string selection;
  bool fixed_points = false;      // the pass fixed_points runs by default
  bool verify = false;            // the graph, after each pass that changed it
  std::ostream* dump = nullptr;   // gets the graph after each pass that changed it
  std::ostream* times = nullptr;  // gets a line for each pass

  /// AG_PASSES is the selection. AG_VERIFY=1, AG_DUMP=passes and AG_TIME_PASSES=1 switch on the others, which write
  /// to ir::dump_stream(). A build with assertions verifies in any case. AG_FIXED_POINTS_ALL=1 sets fixed_points.
  static Options from_environment();
};

/// What one run of a pass did.
struct Run {
  const Pass* pass;
  int round;
  bool changed;
  double microseconds;
};

/// Rounds of the selected passes until one changes nothing. Throws ag::Error invalid_argument for a name that is none.
std::vector<Run> optimize(ir::Graph& graph, const Options& options = Options::from_environment());

}  // namespace ag::passes
