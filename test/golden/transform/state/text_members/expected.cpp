#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <iostream>
#include <string>
#include <vector>
using ag::Tensor;

// A tensor may select the name of an item.
struct Item {
  std::string name = "none";
  double weight = 0;
}; struct Item_staged { ag::StagedString name = "none"; ag::Staged<double> weight = 0; }; [[maybe_unused]] inline Item_staged ag_staged_class(const Item*) { return {}; }

// References to the text exist, so the host knows it.
class Counter {
 public:
  explicit Counter(std::string name) : name_(std::move(name)) {}
  const std::string& name() const { return name_; }
  void add(double value) { total_ += value; }
  double total() const { return total_; }

 private:
  std::string name_;
  double total_ = 0;
 public: explicit Counter(ag::Parts) {} [[maybe_unused]] friend auto ag_fields(Counter& object) { return std::tie(object.name_, object.total_); } }; struct Counter_staged; [[maybe_unused]] inline Counter_staged ag_staged_class(const Counter*); struct Counter_staged { std::string name_; ag::Staged<double> total_ = 0; explicit Counter_staged(ag::Parts) {} explicit Counter_staged(std::string name); const std::string& name() const; void add(ag::Staged<double> value); ag::Staged<double> total() const; [[maybe_unused]] friend auto ag_fields(Counter_staged& object) { return std::tie(object.name_, object.total_); } }; inline Counter_staged ag_staged_class(const Counter*) { return Counter_staged(ag::Parts()); }

void report(const Counter& counter) {
  const std::string& name = counter.name();
  std::cout << name << ": " << counter.total() << "\n";
}

AG_FUNCTION ag::staged_t<Item> heaviest_staged(Tensor x, const ag::staged_t<std::vector<Item>>& others) {
  ag::staged_t<Item> best{ag::if_else<ag::StagedText>(x > 1, [&] { return "a large number"; }, [&] { return "a number"; }), ag::item<double>(x)};
  for (const ag::staged_t<Item>& other : others) {
    ag::if_stmt(other.weight > best.weight, AG_STATE(best), [&] { best = other; });
  }
  ag::if_stmt(best.weight > 10, AG_STATE(best), [&] { best.name = "too heavy"; });
  ag::ordered(std::cout) << best.name << "\n";
  return best;
} Item heaviest(Tensor x, const std::vector<Item>& others) { return ag::traced<&heaviest>(AG_STATE(x, others), [](Tensor x, const std::vector<Item>& others) { return heaviest_staged(x, ag::staged(others)); }); }

AG_FUNCTION Tensor counted(Tensor x) { return ag::traced<&counted>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<Counter> counter("positive");
  ag::for_stmt(x, AG_STATE(counter), [&](Tensor one) {
    ag::if_stmt(one > 0, AG_STATE(counter), [&] { counter.add(ag::item<double>(one)); });
  });
  ag::ordered(std::cout) << counter.name() << "\n";
  return Tensor(counter.total());
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&heaviest, "AG_FUNCTION ag::staged_t<Item> heaviest_staged(\n    Tensor x, const ag::staged_t<std::vector<Item>>& others) {\n  ag::staged_t<Item> best{ag::if_else<ag::StagedText>(\n                              x > 1, [&] { return \"a large number\"; }, [&] { return \"a number\"; }),\n      ag::item<double>(x)};\n  for (const ag::staged_t<Item>& other : others) {\n    ag::if_stmt(other.weight > best.weight, AG_STATE(best), [&] { best = other; });\n  }\n  ag::if_stmt(best.weight > 10, AG_STATE(best), [&] { best.name = \"too heavy\"; });\n  ag::ordered(std::cout) << best.name << \"\\n\";\n  return best;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&counted, "AG_FUNCTION Tensor counted(Tensor x) {\n  ag::staged_t<Counter> counter(\"positive\");\n  ag::for_stmt(x, AG_STATE(counter), [&](Tensor one) {\n    ag::if_stmt(one > 0, AG_STATE(counter), [&] { counter.add(ag::item<double>(one)); });\n  });\n  ag::ordered(std::cout) << counter.name() << \"\\n\";\n  return Tensor(counter.total());\n}");
#line 17 "input.cpp"
inline Counter_staged::Counter_staged(std::string name) : name_(std::move(name)) {}
#line 18 "input.cpp"
inline const std::string& Counter_staged::name() const { return name_; }
#line 19 "input.cpp"
inline void Counter_staged::add(ag::Staged<double> value) { total_ += value; }
#line 20 "input.cpp"
inline ag::Staged<double> Counter_staged::total() const { return total_; }
