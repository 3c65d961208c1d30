#pragma once
/// Runs the converters of converters.def in order on one function.
#include <functional>
#include <string_view>
#include <vector>

#include "convert/context.h"

namespace agc::convert {

struct Converter {
  std::string_view name;
  std::string_view reason;
  void (*run)(Context& context);
};

const std::vector<Converter>& converters();

/// Stops at the first converter that reports an error. Calls `after` after each converter that ran.
void convert(Context& context, const std::function<void(const Converter&)>& after = {});

}  // namespace agc::convert
