#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <deque>
#include <functional>
#include <queue>
#include <stack>
#include <utility>
#include <vector>
using ag::Tensor;

AG_FUNCTION ag::Staged<double> nearest_staged(Tensor weights, ag::Staged<int> from) {
  using Entry = std::pair<double, int>;
  ag::PriorityQueue<ag::staged_t<Entry>, std::greater<>> open;
  open.push({0.0, from});
  ag::Staged<double> last = 0;
  ag::while_stmt([&] { return !open.empty(); }, AG_STATE(open, last), [&] {
    auto [length, at] = open.top();
    open.pop();
    last = length;
    ag::if_stmt(weights[at] > 0, AG_STATE(open), [&] { open.push({length + ag::item<double>(weights[at]), at + 1}); });
  });
  return last;
} double nearest(Tensor weights, int from) { return ag::traced<&nearest>(AG_STATE(weights, from), [](Tensor weights, int from) { return nearest_staged(weights, from); }); }

AG_FUNCTION ag::Staged<double> calculated_staged(Tensor codes) {
  ag::Stack<ag::Staged<double>> values;
  ag::Queue<ag::Staged<double>> seen;
  ag::List<ag::Staged<int>> recent;
  ag::for_stmt(codes, AG_STATE(values, seen, recent), [&](Tensor code) {
    recent.push_back(ag::item<int>(code));
    ag::if_stmt(recent.size() > 2, AG_STATE(recent), [&] { recent.pop_front(); });
    ag::if_stmt(code >= 0, AG_STATE(values, seen), [&] {
      values.push(ag::item<double>(code));
      seen.push(values.top());
    });
  });
  return values.top() + seen.front() + recent.back();
} double calculated(Tensor codes) { return ag::traced<&calculated>(AG_STATE(codes), [](Tensor codes) { return calculated_staged(codes); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&nearest, "AG_FUNCTION ag::Staged<double> nearest_staged(Tensor weights, ag::Staged<int> from) {\n  using Entry = std::pair<double, int>;\n  ag::PriorityQueue<ag::staged_t<Entry>, std::greater<>> open;\n  open.push({0.0, from});\n  ag::Staged<double> last = 0;\n  ag::while_stmt([&] { return !open.empty(); }, AG_STATE(open, last), [&] {\n    auto [length, at] = open.top();\n    open.pop();\n    last = length;\n    ag::if_stmt(weights[at] > 0, AG_STATE(open),\n        [&] { open.push({length + ag::item<double>(weights[at]), at + 1}); });\n  });\n  return last;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&calculated, "AG_FUNCTION ag::Staged<double> calculated_staged(Tensor codes) {\n  ag::Stack<ag::Staged<double>> values;\n  ag::Queue<ag::Staged<double>> seen;\n  ag::List<ag::Staged<int>> recent;\n  ag::for_stmt(codes, AG_STATE(values, seen, recent), [&](Tensor code) {\n    recent.push_back(ag::item<int>(code));\n    ag::if_stmt(recent.size() > 2, AG_STATE(recent), [&] { recent.pop_front(); });\n    ag::if_stmt(code >= 0, AG_STATE(values, seen), [&] {\n      values.push(ag::item<double>(code));\n      seen.push(values.top());\n    });\n  });\n  return values.top() + seen.front() + recent.back();\n}");
