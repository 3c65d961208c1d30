#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <utility>
#include <vector>

using ag::Tensor;

AG_FUNCTION ag::List<ag::staged_t<std::pair<int, int>>> run_lengths_staged(Tensor values) {
  ag::List<ag::staged_t<std::pair<int, int>>> runs;
  ag::for_stmt(values, AG_STATE(runs), [&](Tensor v) {
    const ag::Staged<int> value = ag::item<int>(v);
    ag::if_stmt(ag::and_then(!runs.empty(), [&] { return runs.back().first == value; }), AG_STATE(runs), [&] {
      ++ag::place(runs.back(), AG_PART(.second));
    }, [&] {
      runs.emplace_back(value, 1);
    });
  });
  return runs;
} std::vector<std::pair<int, int>> run_lengths(Tensor values) { return ag::traced<&run_lengths>(AG_STATE(values), [](Tensor values) { return run_lengths_staged(values); }); }

AG_FUNCTION ag::Staged<int> finished_staged(Tensor steps) {
  ag::List<ag::Staged<int>> left;
  ag::for_stmt(steps, AG_STATE(left), [&](Tensor s) {
    ag::if_stmt(s > 0, AG_STATE(left), [&] { left.push_back(ag::item<int>(s)); });
  });
  ag::Staged<int> count = 0;
  { ag::Staged<size_t> i = 0; ag::for_stmt([&] { return i < left.size(); }, [&] { ++i; }, AG_STATE(left, count, i), [&] {
    ag::if_stmt(--left[i] == 0, AG_STATE(count), [&] { ++count; });
  }); }
  return count;
} int finished(Tensor steps) { return ag::traced<&finished>(AG_STATE(steps), [](Tensor steps) { return finished_staged(steps); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&run_lengths, "AG_FUNCTION ag::List<ag::staged_t<std::pair<int, int>>> run_lengths_staged(Tensor values) {\n  ag::List<ag::staged_t<std::pair<int, int>>> runs;\n  ag::for_stmt(values, AG_STATE(runs), [&](Tensor v) {\n    const ag::Staged<int> value = ag::item<int>(v);\n    ag::if_stmt(ag::and_then(!runs.empty(), [&] { return runs.back().first == value; }),\n        AG_STATE(runs), [&] {\n      ++ag::place(runs.back(), AG_PART(.second));\n    }, [&] {\n      runs.emplace_back(value, 1);\n    });\n  });\n  return runs;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&finished, "AG_FUNCTION ag::Staged<int> finished_staged(Tensor steps) {\n  ag::List<ag::Staged<int>> left;\n  ag::for_stmt(steps, AG_STATE(left), [&](Tensor s) {\n    ag::if_stmt(s > 0, AG_STATE(left), [&] { left.push_back(ag::item<int>(s)); });\n  });\n  ag::Staged<int> count = 0;\n  {\n    ag::Staged<size_t> i = 0;\n    ag::for_stmt([&] { return i < left.size(); }, [&] { ++i; }, AG_STATE(left, count, i), [&] {\n      ag::if_stmt(--left[i] == 0, AG_STATE(count), [&] { ++count; });\n    });\n  }\n  return count;\n}");
