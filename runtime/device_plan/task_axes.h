#pragma once
/// Dependence analysis of loop nests: the loops whose iterations may be executed by different threads.
///
/// A set of loops *partitions* the elements of an array if each element is accessed by iterations with a single value
/// of their induction variables, whatever the values of other variables are. If a set of loops of one extent partitions
/// every array that a nest stores, then each value of the induction variables is a task of its own. The loops may be
/// inside of sequential ones: a task executes the whole nest for its value, in the order of the program.
#include <map>
#include <vector>

#include "device_plan/device_plan.h"
#include "program/def_use.h"

namespace ag::codegen {

/// The tasks of a loop nest.
struct NestTasks {
  std::vector<TaskAxis> axes;
  /// Stack arrays of which each task has its own: it stores all elements before it loads any.
  std::vector<ArrayId> private_arrays;
};

class TaskAnalysis {
 public:
  /// `whole` has the facts about the whole program.
  TaskAnalysis(const Program& program, const DefUse& whole) : program_(program), whole_(whole) {}

  /// Returns the axes of a nest of loops, outermost first. A nest without axes is sequential.
  NestTasks tasks_of(const Statement& nest) const;
  /// True if the iterations of a loop or reduction are independent, and need no private arrays.
  bool has_independent_iterations(const Statement& loop) const;

 private:
  const Program& program_;
  const DefUse& whole_;
};

/// True if the statement only defines registers, and neither fails nor has nested statements.
bool is_pure(const Statement& statement);

}  // namespace ag::codegen
