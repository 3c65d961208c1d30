#pragma once
/// Runs native code that needs nothing of the runtime but room for its results: what a frame costs is as much as the
/// rest of a small call.
#include <span>
#include <vector>

#include "ag/tensor.h"
#include "program/program.h"
#include "program/runtime_abi.h"
#include "tensor/array_form.h"

namespace ag::exec {

class Frameless {
 public:
  static bool can_run(const codegen::Program& program) {
    return program.stands_alone && program.arrays.size() <= kMostArrays;
  }
  Frameless(const codegen::Program& program, codegen::NativeFunction function);

  /// False, and no results, where it takes a frame after all: for an error, and for inputs that are not row-major.
  bool run(std::span<const Tensor* const> inputs, std::span<Tensor> results) const noexcept {
    return run_into(inputs, results, [](Tensor& result) -> Tensor& { return result; });
  }
  bool run(std::span<const Tensor* const> inputs, std::span<Tensor* const> results) const noexcept {
    return run_into(inputs, results, [](Tensor* result) -> Tensor& { return *result; });
  }

 private:
  static constexpr size_t kMostArrays = 64;

  struct Input {
    codegen::ArrayId array = codegen::kNone;
    bool is_row_major = false;  // has to be
  };
  struct Result {
    codegen::ArrayId array = codegen::kNone;
    int32_t input = codegen::kNone;  // where it is one
    detail::ArrayForm form;
  };

  template <class Results, class Get>
  bool run_into(std::span<const Tensor* const> inputs, Results results, Get get) const noexcept;
  template <class Results, class Get>
  bool fill(std::span<const Tensor* const> inputs, Results results, Get get) const;

  codegen::NativeFunction function_;
  std::vector<Input> inputs_;
  std::vector<Result> results_;
  std::vector<std::pair<codegen::ArrayId, std::byte*>> constants_;
};

// (Here, for those who call it to have in line.)

template <class Results, class Get>
[[gnu::always_inline]] inline bool Frameless::fill(std::span<const Tensor* const> inputs, Results results,
                                                   Get get) const {
  std::byte* data[kMostArrays];
  const Tensor* const* given = inputs.data();
  for (const Input& input : inputs_) {
    const detail::TensorImpl& impl = *(*given++)->impl();
    if (input.is_row_major && !detail::is_contiguous(impl)) [[unlikely]]
      return false;
    data[input.array] = impl.data;
  }
  for (const auto& [id, elements] : constants_) data[id] = elements;
  auto* next = results.data();
  for (const Result& result : results_) {
    Tensor& to = get(*next++);
    if (result.input != codegen::kNone) [[unlikely]] {
      to = *inputs[static_cast<size_t>(result.input)];
      continue;
    }
    to = detail::allocate(result.form);
    data[result.array] = to.impl()->data;
  }
  codegen::Context context{.data = data};
  return function_(&context) == 0;
}

template <class Results, class Get>
[[gnu::always_inline]] inline bool Frameless::run_into(std::span<const Tensor* const> inputs, Results results,
                                                       Get get) const noexcept {
  try {
    if (fill(inputs, results, get)) [[likely]]
      return true;
  } catch (...) {
    // There is no memory: the frame says it as it says all errors.
  }
  for (auto& result : results) get(result) = Tensor();
  return false;
}

}  // namespace ag::exec
