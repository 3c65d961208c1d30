#include <ag/staging/generated.h>
#line 1 "input.cpp"
// Variables of the runtime keep their place in the program: they are no state of a statement, and read as tensors.
#include <ag/ag.h>

using ag::Tensor;
using ag::Variable;

Variable total(0.0, {.name = "total"});

struct Counter {
  Variable calls{0};
  AG_FUNCTION Tensor operator()(Tensor x, const Variable& limit) { return ag::traced<&Counter::operator()>(*this, AG_STATE(x, limit), [this](Tensor x, const Variable& limit) -> Tensor {
    static Variable longest(0.0);
    calls.assign_add(1);
    ag::if_stmt(calls > limit, [&] { calls.assign(0); });
    ag::if_stmt(limit, [&] { longest.assign(x); });
    ag::Flag did_break; ag::while_stmt([&] { return ag::and_then(total, [&] { return total < x; }); }, ag::until(did_break), [&] {
      total.assign_add(1);
      ag::if_stmt(total > 10, AG_STATE(did_break), [&] { did_break = true; });
    });
    ag::Staged<int> n = ag::item<int>(calls) + ag::item<int>(limit);
    { ag::Staged<int> i = 0; ag::for_stmt([&] { return i < n; }, [&] { ++i; }, AG_STATE(i), [&] { total.assign(total * i); }); }
    return ag::if_else(x > 0, [&] { return total + n; }, [&] { return longest * ag::dim(total, 0); });
  }); }
};
static const ag::GeneratedCode ag_generated_code_input_1(&Counter::operator(), "AG_FUNCTION Tensor operator()(Tensor x, const Variable& limit) {\n  static Variable longest(0.0);\n  calls.assign_add(1);\n  ag::if_stmt(calls > limit, [&] { calls.assign(0); });\n  ag::if_stmt(limit, [&] { longest.assign(x); });\n  ag::Flag did_break;\n  ag::while_stmt([&] { return ag::and_then(total, [&] { return total < x; }); },\n      ag::until(did_break), [&] {\n    total.assign_add(1);\n    ag::if_stmt(total > 10, AG_STATE(did_break), [&] { did_break = true; });\n  });\n  ag::Staged<int> n = ag::item<int>(calls) + ag::item<int>(limit);\n  {\n    ag::Staged<int> i = 0;\n    ag::for_stmt(\n        [&] { return i < n; }, [&] { ++i; }, AG_STATE(i), [&] { total.assign(total * i); });\n  }\n  return ag::if_else(x > 0, [&] { return total + n; }, [&] { return longest * ag::dim(total, 0); });\n}");
