#pragma once
/// Labels and `goto`, which stay unchanged if both are in the same lambda.
#include <vector>

#include "model/lowered.h"

namespace agc::analysis {

struct CrossingGoto {
  model::Offset place = 0;
  model::Offset staged = 0;  // the statement that the jump enters or leaves
};

/// Returns the `goto`s that enter or leave a lambda, or jump over a generated variable.
std::vector<CrossingGoto> find_crossing_gotos(const model::LoweredFunction& lowered);

}  // namespace agc::analysis
