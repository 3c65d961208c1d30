#pragma once
/// Labels and the jumps to them, which stay as they are as long as both stand in the same lambda.
#include <vector>

#include "model/lowered.h"

namespace agc::analysis {

struct CrossingGoto {
  model::Offset place = 0;
  model::Offset staged = 0;  // the statement that it enters or leaves
};

/// The `goto`s that enter or leave a lambda, or jump over a generated variable.
std::vector<CrossingGoto> find_crossing_gotos(const model::LoweredFunction& lowered);

}  // namespace agc::analysis
