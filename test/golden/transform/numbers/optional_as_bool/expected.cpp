#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <optional>
using ag::Tensor;

AG_FUNCTION ag::Staged<int> asked_staged(Tensor x) {
  ag::staged_t<std::optional<int>> found;
  ag::if_stmt(x > 3, AG_STATE(found), [&] { found = 1; });
  ag::Staged<bool> known = ag::cast<bool>(found);
  const ag::Staged<bool> again(found);
  return ag::if_else<ag::Staged<int>>(ag::and_then(found != std::nullopt, [&] { return std::nullopt == found; }), [&] { return 1; }, [&] {
  return ag::if_else(ag::and_then(known, [&] { return ag::cast<bool>(found); }, [&] { return again; }), [&] { return 2; }, [&] { return 0; });
}); } int asked(Tensor x) { return ag::traced<&asked>(AG_STATE(x), [](Tensor x) { return asked_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&asked, "AG_FUNCTION ag::Staged<int> asked_staged(Tensor x) {\n  ag::staged_t<std::optional<int>> found;\n  ag::if_stmt(x > 3, AG_STATE(found), [&] { found = 1; });\n  ag::Staged<bool> known = ag::cast<bool>(found);\n  const ag::Staged<bool> again(found);\n  return ag::if_else<ag::Staged<int>>(\n      ag::and_then(found != std::nullopt, [&] { return std::nullopt == found; }), [&] { return 1; },\n      [&] {\n    return ag::if_else(\n        ag::and_then(known, [&] { return ag::cast<bool>(found); }, [&] { return again; }),\n        [&] { return 2; }, [&] { return 0; });\n  });\n}");
