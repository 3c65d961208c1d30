#pragma once
/// The objects that all emitters of statements share: the program, the plans for it, the function that is being
/// emitted, and the values in it. An emitter has a reference to the context, and state of its own.
#include "base/machine.h"
#include "llvm/emit/element_emitter.h"
#include "llvm/emit/function_builder.h"
#include "llvm/emit/named_values.h"
#include "llvm/emit/nontemporal_stores.h"
#include "llvm/emit/runtime_call_emitter.h"
#include "llvm/emit/scalar_emitter.h"
#include "llvm/emit/small_loop_plan.h"

namespace ag::codegen {

struct EmissionContext {
  EmissionContext(const Program& of, const detail::Machine& on, llvm::Module& module, bool lines,
                  const ScalarTarget& target)
      : program(of),
        machine(on),
        small_loops(of, on),
        nontemporal_stores(of, on),
        function(of, module, lines),
        scalars(function.ir(), module, target),
        runtime(function),
        values(of, function, scalars, small_loops),
        elements(of, on, function, scalars, values, small_loops) {}
  EmissionContext(const EmissionContext&) = delete;

  const Program& program;
  const detail::Machine& machine;
  const SmallLoopPlan small_loops;
  const NontemporalStores nontemporal_stores;
  FunctionBuilder function;
  ScalarEmitter scalars;
  RuntimeCallEmitter runtime;
  NamedValues values;
  ElementEmitter elements;
};

}  // namespace ag::codegen
