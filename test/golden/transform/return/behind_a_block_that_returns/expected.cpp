#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION ag::Staged<int> f_staged(Tensor x, ag::Staged<bool> large) {
  return ag::if_else<ag::Staged<int>>(ag::and_then(large, [&] { return x > 9; }), [&] {
    {
      ag::if_stmt(x == 11, [&] { ag::print("at"); });
      return ag::item<int>(x) % 7;
    }
    ag::if_stmt(x > 2, AG_STATE(x), [&] {
      x = x - 1;
    }, ag::else_if([&] { return large; }, [&] {
      ag::if_stmt(x > 1, AG_STATE(x), [&] { x = x + 1; });
    }), [&] {
      x = x + 2;
    });
  }, [&] {
  return 3;
}); } int f(Tensor x, bool large) { return ag::traced<&f>(AG_STATE(x, large), [](Tensor x, bool large) { return f_staged(x, large); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<int> f_staged(Tensor x, ag::Staged<bool> large) {\n  return ag::if_else<ag::Staged<int>>(ag::and_then(large, [&] { return x > 9; }), [&] {\n    {\n      ag::if_stmt(x == 11, [&] { ag::print(\"at\"); });\n      return ag::item<int>(x) % 7;\n    }\n    ag::if_stmt(x > 2, AG_STATE(x), [&] {\n      x = x - 1;\n    }, ag::else_if([&] { return large; }, [&] {\n      ag::if_stmt(x > 1, AG_STATE(x), [&] { x = x + 1; });\n    }), [&] {\n      x = x + 2;\n    });\n  }, [&] {\n    return 3;\n  });\n}");
