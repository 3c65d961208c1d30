#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_FUNCTION ag::List<Tensor> rows_staged(Tensor x) {
  ag::List<Tensor> all;
  ag::Return<ag::List<Tensor>> result; ag::while_stmt([&] { return x > 1; }, AG_STATE(x, all).until(result), [&] {
    ag::if_stmt(x == 3, AG_STATE(x, all, result), [&] { result = all; }, [&] {
    all.push_back(x);
    x = x - 1;
  }); });
  return result.value_or([&] { return all;
}); } std::vector<Tensor> rows(Tensor x) { return ag::traced<&rows>(AG_STATE(x), [](Tensor x) { return rows_staged(x); }); }

AG_FUNCTION ag::List<Tensor> some_rows_staged(Tensor x, ag::Staged<int> most) {
  ag::List<Tensor> all;
  ag::while_stmt([&] { return x > most; }, AG_STATE(x, all), [&] {
    all.push_back(x);
    x = x - 1;
  });
  return all;
} std::vector<Tensor> some_rows(Tensor x, int most) { return ag::traced<&some_rows>(AG_STATE(x, most), [](Tensor x, int most) { return some_rows_staged(x, most); }); }

AG_CONVERT ag::List<ag::Staged<int>> digits_staged(Tensor n, ag::Staged<int> base = 10) {
  ag::List<ag::Staged<int>> result;
  ag::do_stmt(AG_STATE(n, result), [&] {
    result.push_back(ag::item<int>(n % base));
    n = n / base;
  }, [&] { return n > 0; });
  return result;
} std::vector<int> digits(Tensor n, int base = 10) { return ag::plain<std::vector<int>>(digits_staged(n, base)); }
static const ag::GeneratedCode ag_generated_code_input_1(&rows, "AG_FUNCTION ag::List<Tensor> rows_staged(Tensor x) {\n  ag::List<Tensor> all;\n  ag::Return<ag::List<Tensor>> result;\n  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, all).until(result), [&] {\n    ag::if_stmt(x == 3, AG_STATE(x, all, result), [&] { result = all; }, [&] {\n      all.push_back(x);\n      x = x - 1;\n    });\n  });\n  return result.value_or([&] {\n    return all;\n  });\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&some_rows, "AG_FUNCTION ag::List<Tensor> some_rows_staged(Tensor x, ag::Staged<int> most) {\n  ag::List<Tensor> all;\n  ag::while_stmt([&] { return x > most; }, AG_STATE(x, all), [&] {\n    all.push_back(x);\n    x = x - 1;\n  });\n  return all;\n}");
