#include <ag/ag.h>

#include <iostream>
#include <string>
#include <vector>
using ag::Tensor;

// A tensor may select the name of an item.
struct Item {
  std::string name = "none";
  double weight = 0;
};

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
};

void report(const Counter& counter) {
  const std::string& name = counter.name();
  std::cout << name << ": " << counter.total() << "\n";
}

AG_FUNCTION Item heaviest(Tensor x, const std::vector<Item>& others) {
  Item best{x > 1 ? "a large number" : "a number", double(x)};
  for (const Item& other : others) {
    if (other.weight > best.weight) best = other;
  }
  if (best.weight > 10) best.name = "too heavy";
  std::cout << best.name << "\n";
  return best;
}

AG_FUNCTION Tensor counted(Tensor x) {
  Counter counter("positive");
  for (Tensor one : x) {
    if (one > 0) counter.add(double(one));
  }
  std::cout << counter.name() << "\n";
  return Tensor(counter.total());
}
