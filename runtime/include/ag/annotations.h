#pragma once
/// The annotations that the converter reads. An ordinary compiler ignores them.

#if defined(__clang__)
#define AG_ANNOTATE_(...) __attribute__((annotate(__VA_ARGS__)))
#else
#define AG_ANNOTATE_(...)
#endif

/// Before a function: convert it, and put a traced function behind its name.
#define AG_FUNCTION AG_ANNOTATE_("ag.function")
/// The same with ag::FunctionOptions, written as designated initialisers: AG_FUNCTION_WITH(.reduce_retracing = true)
#define AG_FUNCTION_WITH(...) AG_ANNOTATE_("ag.function", #__VA_ARGS__)
/// Before a function: convert only. Its control flow is staged when a caller traces.
#define AG_CONVERT AG_ANNOTATE_("ag.convert")
/// Before a function: leave it alone, also when converted code calls it.
#define AG_DO_NOT_CONVERT AG_ANNOTATE_("ag.do_not_convert")

/// 1 in a file that went through the converter, 0 in a plain build.
#ifndef AG_CONVERTED
#define AG_CONVERTED 0
#endif
