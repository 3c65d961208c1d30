#pragma once
/// The annotations that the converter reads. An ordinary compiler ignores them.

#if defined(__clang__)
#define AG_ANNOTATE_(...) __attribute__((annotate(__VA_ARGS__)))
#else
#define AG_ANNOTATE_(...)
#endif

/// Before a function: converts it and binds a traced function to its name.
#define AG_FUNCTION AG_ANNOTATE_("ag.function")
/// Like AG_FUNCTION, with ag::FunctionOptions as designated initializers: AG_FUNCTION_WITH(.reduce_retracing = true)
#define AG_FUNCTION_WITH(...) AG_ANNOTATE_("ag.function", #__VA_ARGS__)
/// Before a function: converts it without tracing it. Its control flow is staged while a caller is traced.
#define AG_CONVERT AG_ANNOTATE_("ag.convert")
/// Before a function: leaves it unconverted, also when converted code calls it.
#define AG_DO_NOT_CONVERT AG_ANNOTATE_("ag.do_not_convert")

/// 1 in a file that the converter wrote, 0 in a plain build.
#ifndef AG_CONVERTED
#define AG_CONVERTED 0
#endif
