#include "staging/control/lending.h"

#include "trace/context.h"

namespace ag::detail {

namespace {

thread_local const Lent* innermost_lent = nullptr;

uint64_t current_trace() {
  const tracing::Trace* trace = tracing::current();
  return trace ? trace->id() : 0;
}

}  // namespace

Lent::Lent(const Pack& pack) : pack_(pack), trace_(current_trace()), outer_(innermost_lent) { innermost_lent = this; }

Lent::~Lent() { innermost_lent = outer_; }

void LentVariables::save(Leaves& out) {
  const uint64_t trace = current_trace();
  for (const Lent* one = innermost_lent; one; one = one->outer_) {
    if (one->trace_ == trace) one->pack_.save_variables(out);
  }
}

void LentVariables::load(LeafReader& in) {
  const uint64_t trace = current_trace();
  for (const Lent* one = innermost_lent; one; one = one->outer_) {
    if (one->trace_ == trace) one->pack_.load_variables(in);
  }
}

}  // namespace ag::detail
