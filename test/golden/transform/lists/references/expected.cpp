#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <deque>
#include <vector>
using ag::Tensor;

struct Lot {
  Tensor quantity, cost;
};
struct Point {
  double x, y;
}; struct Point_staged { ag::Staged<double> x; ag::Staged<double> y; }; [[maybe_unused]] inline Point_staged ag_staged_class(const Point*) { return {}; }

// The list is used meanwhile: the reference is the number of the element.
AG_FUNCTION Tensor sold(Tensor left, Tensor price) { return ag::traced<&sold>(AG_STATE(left, price), [](Tensor left, Tensor price) -> Tensor {
  ag::List<Lot> lots;
  ag::while_stmt([&] { return left > 0; }, AG_STATE(left, lots), [&] {
    lots.push_back({left, price});
    left = left - price;
  });
  Tensor gain = 0.0;
  ag::while_stmt([&] { return !lots.empty(); }, AG_STATE(lots, gain), [&] {
    auto&& first = ag::numbered(lots.front());
    first.borrow().get().quantity -= 1;
    gain = gain + first.get().cost;
    ag::if_stmt(first.get().quantity < 0, AG_STATE(lots), [&] { lots.pop_front(); });
  });
  return gain;
}); }

// It is used through the reference alone, or only read: the reference is a copy.
AG_FUNCTION ag::Staged<double> moved_staged(Tensor t) {
  ag::List<ag::staged_t<Point>> path;
  ag::Staged<double> area = 0;
  ag::while_stmt([&] { return t > 0; }, AG_STATE(t, path), [&] {
    path.push_back({ag::item<double>(t), 2.0});
    ag::staged_t<Point>&& last = ag::borrow(path.back()).element;
    last.y += last.x;
    t = t - 1;
  });
  { ag::Staged<std::size_t> i = 0; ag::for_stmt([&] { return i + 1 < path.size(); }, [&] { ++i; }, AG_STATE(area, i), [&] {
    const ag::staged_t<Point> &from = path[i], &to = path[i + 1];
    const auto& [x, y] = path[i];
    area += from.x * to.y - x * y;
  }); }
  return area;
} double moved(Tensor t) { return ag::traced<&moved>(AG_STATE(t), [](Tensor t) { return moved_staged(t); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&sold, "AG_FUNCTION Tensor sold(Tensor left, Tensor price) {\n  ag::List<Lot> lots;\n  ag::while_stmt([&] { return left > 0; }, AG_STATE(left, lots), [&] {\n    lots.push_back({left, price});\n    left = left - price;\n  });\n  Tensor gain = 0.0;\n  ag::while_stmt([&] { return !lots.empty(); }, AG_STATE(lots, gain), [&] {\n    auto&& first = ag::numbered(lots.front());\n    first.borrow().get().quantity -= 1;\n    gain = gain + first.get().cost;\n    ag::if_stmt(first.get().quantity < 0, AG_STATE(lots), [&] { lots.pop_front(); });\n  });\n  return gain;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&moved, "AG_FUNCTION ag::Staged<double> moved_staged(Tensor t) {\n  ag::List<ag::staged_t<Point>> path;\n  ag::Staged<double> area = 0;\n  ag::while_stmt([&] { return t > 0; }, AG_STATE(t, path), [&] {\n    path.push_back({ag::item<double>(t), 2.0});\n    ag::staged_t<Point>&& last = ag::borrow(path.back()).element;\n    last.y += last.x;\n    t = t - 1;\n  });\n  {\n    ag::Staged<std::size_t> i = 0;\n    ag::for_stmt([&] { return i + 1 < path.size(); }, [&] { ++i; }, AG_STATE(area, i), [&] {\n      const ag::staged_t<Point>&from = path[i], &to = path[i + 1];\n      const auto& [x, y] = path[i];\n      area += from.x * to.y - x * y;\n    });\n  }\n  return area;\n}");
