#include "exec/native_symbols.h"

#include <bit>
#include <cstdint>

#include "kernel/scalar/scalar.h"

namespace ag::codegen {

namespace {

template <class Half>
float widen(uint16_t bits) {
  return static_cast<float>(std::bit_cast<Half>(bits));
}
template <class Half>
uint16_t narrow(float value) {
  return std::bit_cast<uint16_t>(Half(value));
}

// Each wrapper is a tail call of the function of the C library.
#define AG_MATH_PRIMITIVE(name, operands) AG_SYMBOL_##operands(name)
#define AG_SYMBOL_1(name)                                                                                       \
  {"ag_" #name "_float32", reinterpret_cast<const void*>(+[](float x) { return kernel::c_library::name(x); })}, \
      {"ag_" #name "_float64", reinterpret_cast<const void*>(+[](double x) { return kernel::c_library::name(x); })},
#define AG_SYMBOL_2(name)                                                                           \
  {"ag_" #name "_float32",                                                                          \
   reinterpret_cast<const void*>(+[](float a, float b) { return kernel::c_library::name(a, b); })}, \
      {"ag_" #name "_float64",                                                                      \
       reinterpret_cast<const void*>(+[](double a, double b) { return kernel::c_library::name(a, b); })},

}  // namespace

std::vector<Symbol> native_symbols(const RuntimeCalls& calls) {
  return {
      {"ag_rt_kernel", reinterpret_cast<const void*>(calls.kernel)},
      {"ag_rt_fail", reinterpret_cast<const void*>(calls.fail)},
      {"ag_rt_apply", reinterpret_cast<const void*>(calls.apply)},
      {"ag_rt_allocate", reinterpret_cast<const void*>(calls.allocate)},
      {"ag_rt_make_contiguous", reinterpret_cast<const void*>(calls.make_contiguous)},
      {"ag_rt_make_unique", reinterpret_cast<const void*>(calls.make_unique)},
      {"ag_rt_box", reinterpret_cast<const void*>(calls.box)},
      {"ag_rt_assign", reinterpret_cast<const void*>(calls.assign)},
      {"ag_rt_swap", reinterpret_cast<const void*>(calls.swap)},
      {"ag_rt_length", reinterpret_cast<const void*>(calls.length)},
      {"ag_rt_release", reinterpret_cast<const void*>(calls.release)},
      {"ag_rt_unwind", reinterpret_cast<const void*>(calls.unwind)},
      {"ag_rt_poll", reinterpret_cast<const void*>(calls.poll)},
      {"ag_rt_enter", reinterpret_cast<const void*>(calls.enter)},
      {"ag_rt_leave", reinterpret_cast<const void*>(calls.leave)},
      {"ag_rt_parallel_for", reinterpret_cast<const void*>(calls.parallel_for)},
      {"ag_rt_grow_stack", reinterpret_cast<const void*>(calls.grow_stack)},
      {"ag_rt_note_call", reinterpret_cast<const void*>(calls.note_call)},
#include "kernel/scalar/primitives.def"
      {"ag_widen_float16", reinterpret_cast<const void*>(&widen<Float16>)},
      {"ag_narrow_float16", reinterpret_cast<const void*>(&narrow<Float16>)},
      {"ag_widen_bfloat16", reinterpret_cast<const void*>(&widen<BFloat16>)},
      {"ag_narrow_bfloat16", reinterpret_cast<const void*>(&narrow<BFloat16>)},
  };
}

}  // namespace ag::codegen
