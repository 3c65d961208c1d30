#include "convert/pipeline.h"

namespace agc::convert {

#define AG_CONVERTER(name, reason) void convert_##name(Context& context);
#include "convert/converters.def"
#undef AG_CONVERTER

const std::vector<Converter>& converters() {
  static const std::vector<Converter> list{
#define AG_CONVERTER(name, reason) Converter{#name, reason, &convert_##name},
#include "convert/converters.def"
#undef AG_CONVERTER
  };
  return list;
}

void convert(Context& context, const std::function<void(const Converter&)>& after) {
  for (const Converter& converter : converters()) {
    converter.run(context);
    if (after) after(converter);
    if (has_errors(context.diagnostics) || !context.promotions.empty()) return;
  }
}

}  // namespace agc::convert
