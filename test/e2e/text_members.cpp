// Objects with texts beside their numbers: texts that the host knows, and texts that a tensor selects with the object.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness.h"

namespace text_members_programs {

using ag::Tensor;

namespace {

// ---- texts that stay as they are ----

struct Account {
  std::string owner;
  double balance = 0;
  int moves = 0;
  void deposit(double amount) {
    balance += amount;
    ++moves;
  }
};
AG_FUNCTION Tensor deposited(Tensor x) {
  Account account{"somebody with a long name"};
  for (int i = 0; i < x.shape(0); ++i) {
    const double amount = double(x[i]);
    if (amount > 0) account.deposit(amount);
  }
  std::cout << "  " << account.owner << ": " << account.balance << "\n";
  return Tensor(account.balance) + account.moves;
}

class Counter {
 public:
  explicit Counter(std::string name) : name_(std::move(name)) {}
  void add(double value) {
    total_ += value;
    ++count_;
  }
  double mean() const { return count_ > 0 ? total_ / count_ : 0.0; }
  const std::string& name() const { return name_; }
  std::string label() const { return "<" + name_ + ">"; }
  bool is(const std::string& name) const { return name == name_; }
  void print() const { std::cout << "  " << name_ << " = " << total_ << "\n"; }

 private:
  std::string name_;
  double total_ = 0;
  int count_ = 0;
};
AG_FUNCTION Tensor counted(Tensor x) {
  Counter positive("positive"), negative("negative");
  for (int i = 0; i < x.shape(0); ++i) {
    const double value = double(x[i]);
    if (value > 0)
      positive.add(value);
    else
      negative.add(value);
  }
  std::cout << "  " << positive.name() << " " << positive.mean() << " " << negative.label() << positive.is("positive")
            << "\n";
  positive.print();
  std::map<std::string, int> known;
  known[positive.name()] = 3;
  return Tensor(positive.mean() - negative.mean() + known["positive"]);
}

/// A private name beside tensors.
class Layer {
 public:
  Layer(std::string name, int in, int out)
      : name_(std::move(name)), weight_(ag::ones({in, out})), bias_(ag::zeros({out})) {}
  Tensor forward(Tensor x) const {
    Tensor y = ag::matmul(x, weight_) + bias_;
    if (ag::sum(y) > 10.0) y = y * 0.5;
    return y;
  }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  Tensor weight_, bias_;
};
AG_FUNCTION Tensor applied(const Layer& layer, Tensor x) {
  Tensor y = layer.forward(x);
  while (ag::max(y) > 1.0) y = y / 2.0;
  return y;
}

struct Rule {
  enum class Kind { Linear, Square };
  std::string name;
  Kind kind = Kind::Linear;
  double scale = 1;
  double apply(double value) const { return kind == Kind::Linear ? scale * value : scale * value * value; }
};
AG_FUNCTION Tensor ruled(Tensor x, const std::vector<Rule>& rules) {
  double total = 0;
  for (const Rule& rule : rules) {
    for (int i = 0; i < x.shape(0); ++i) {
      const double value = double(x[i]);
      if (value > 0 && rule.name != "unused") total += rule.apply(value);
    }
  }
  return Tensor(total);
}

struct Named {
  std::string name = "none";
};
struct Point : Named {
  double x = 0;
  double norm() const { return x < 0 ? -x : x; }
};
AG_FUNCTION Tensor derived(Tensor x) {
  Point p;
  p.name = "p";
  p.x = double(x[1]);
  if (p.norm() > 1) p.x = 1;
  std::cout << "  " << p.name << "\n";
  return Tensor(p.x);
}

struct Shape {
  explicit Shape(std::string given) : name(std::move(given)) {}
  virtual ~Shape() = default;
  virtual double area(double side) const = 0;
  std::string name;
};
struct Square : Shape {
  double factor;
  explicit Square(double k) : Shape("square"), factor(k) {}
  double area(double side) const override { return side > 1 ? factor * side * side : side; }
};
struct Disc : Shape {
  Disc() : Shape("disc") {}
  double area(double side) const override { return 3.0 * side * side; }
};
AG_FUNCTION Tensor areas(Tensor x) {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>(2.0));
  shapes.push_back(std::make_unique<Disc>());
  double total = 0;
  for (const auto& shape : shapes) total += shape->area(double(x[0]));
  return Tensor(total);
}

template <class T>
struct Box {
  std::string label;
  T value{};
  void add(T more) {
    if (more > 0) value += more;
  }
};
AG_FUNCTION Tensor boxed(Tensor x) {
  Box<double> box{"box"};
  box.add(double(x[0]));
  box.add(double(x[1]));
  return Tensor(box.value);
}

AG_FUNCTION Tensor stepped(Tensor x) {
  struct Step {
    const char* what;
    double size;
  };
  double total = 0;
  for (Step step : {Step{"one", 1.0}, Step{"two", 2.0}}) {
    step.size *= double(x[0]);
    if (step.size > 2) total += step.size;
  }
  return Tensor(total);
}

struct Tag {
  std::string text;
  int number = 0;
  bool operator==(const Tag&) const = default;
};
AG_FUNCTION Tensor tagged(Tensor x) {
  const Tag a{"a", int(x[0])}, b{"a", int(x[1])}, c{"b", int(x[0])};
  double result = 0;
  if (a == b) result = 1;
  if (a == c) result += 2;
  if (a != c) result += 4;
  return Tensor(result);
}

struct Robot {
  std::string id = "robot";
  double x = 0, y = 0;
  std::vector<std::string> log;
  void rename(const std::string& name) { id = name; }
  void move(double dx, double dy) {
    x += dx;
    y += dy;
    log.push_back("move");
  }
  std::string text() const { return id + "@" + std::to_string(log.size()); }
};
AG_FUNCTION Tensor moved(Tensor x) {
  Robot robot;
  robot.rename("walker");
  robot.move(double(x[0]), 1);
  if (robot.x > 0) robot.x = 10;
  robot.id += "!";
  std::cout << "  " << robot.text() << " " << robot.id.size() << robot.id[0] << "\n";
  return Tensor(robot.x + robot.y);
}

// ---- texts that a tensor selects ----

struct Item {
  std::string name;
  double weight = 0;
  double value = 0;
  double ratio() const { return value / weight; }
};
std::vector<Item> items_of(Tensor x) {
  return {{"an apple", double(x[0]), 3}, {"a banana of some length", double(x[1]), 4}, {"c", double(x[2]), 5}};
}

AG_FUNCTION Tensor sorted(Tensor x) {
  std::vector<Item> items = items_of(x);
  std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.weight < b.weight; });
  for (const Item& item : items) std::cout << "  " << item.name << "\n";
  return Tensor(items[0].value);
}
AG_FUNCTION Tensor largest(Tensor x) {
  std::vector<Item> items = items_of(x);
  auto best =
      std::max_element(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.weight < b.weight; });
  std::cout << "  " << best->name << "\n";
  return Tensor(best->value);
}
AG_FUNCTION Tensor at_place(Tensor x, Tensor place) {
  std::vector<Item> items = items_of(x);
  const int i = int(place);
  std::cout << "  " << items[i].name << "\n";
  return Tensor(items[i].value + items[i].ratio());
}
AG_FUNCTION Tensor grown(Tensor x) {
  std::vector<Item> items;
  for (int i = 0; i < x.shape(0); ++i) {
    const double value = double(x[i]);
    if (value > 0) items.push_back({value > 2 ? "large" : "small", value, 2 * value});
  }
  double total = 0;
  for (const Item& item : items) {
    std::cout << "  " << item.name << "\n";
    total += item.value;
  }
  return Tensor(total);
}
AG_FUNCTION Item best_so_far(Tensor x) {
  std::vector<Item> items = items_of(x);
  Item best = items[0];
  for (const Item& item : items) {
    if (item.weight > best.weight) best = item;
  }
  std::cout << "  the best is " << best.name << "\n";
  return best;
}
AG_FUNCTION std::vector<Item> exchanged(Tensor x) {
  std::vector<Item> items = items_of(x);
  if (items[0].weight < items[1].weight) std::swap(items[0], items[1]);
  Item other = items[0].weight > 1 ? items[0] : items[2];
  if (other.weight > 2) other.name = "heavy";
  items[1].name = items[1].weight > 2 ? "larger than two" : "other";
  items.push_back(other);
  return items;
}
std::optional<Item> find_item(const std::vector<Item>& items, double weight) {
  for (const Item& item : items) {
    if (item.weight > weight) return item;
  }
  return std::nullopt;
}
AG_FUNCTION Tensor found(Tensor x) {
  const auto item = find_item(items_of(x), double(x[1]));
  return Tensor(item ? item->value : -1.0);
}
AG_FUNCTION Tensor searched(Tensor x) {
  Item last{"nothing", 0, 0};
  double weight = double(x[0]);
  while (weight < 10) {
    weight *= 2;
    if (weight > 4) last = {"over four", weight, weight + 1};
  }
  std::cout << "  " << last.name << "\n";
  return Tensor(last.value);
}

// ---- texts to which references exist ----

struct Badge {
  std::string text;
  int level = 0;
};
AG_FUNCTION Tensor referred(Tensor x) {
  Badge badge{"first", int(x[0])};
  const std::string& text = badge.text;
  std::cout << "  " << text << "\n";
  badge.text = "second";
  std::cout << "  " << text << "\n";
  badge = Badge{"third", badge.level + 1};
  std::cout << "  " << text << "\n";
  if (badge.level > 1) badge.level = 5;
  return Tensor(badge.level);
}

struct Ticket {
  std::string text;
  double price = 0;
};
AG_FUNCTION Tensor shown(Tensor x) {
  Ticket best{"the first of them", double(x[0])};
  const Ticket other{"another one here", 2};
  auto show = [&](const std::string& text) {
    best = other;
    std::cout << "  " << text << "\n";
  };
  show(best.text);
  if (x[1] > 0) best.price = 3;
  return Tensor(best.price);
}

class Sign {
 public:
  explicit Sign(std::string text) : text_(std::move(text)) {}
  const std::string& text() const { return text_; }
  void change(const std::string& text) { text_ = text; }
  void raise(int steps) { height_ = height_ > 3 ? height_ : height_ + steps; }
  int height() const { return height_; }

 private:
  std::string text_;
  int height_ = 0;
};
AG_FUNCTION Tensor changed(Tensor x) {
  Sign sign("old");
  sign.raise(int(x[0]));
  std::cout << "  " << sign.text();
  sign.change(sign.text() + " and new");
  std::cout << sign.text() << "\n";
  return Tensor(sign.height());
}

struct Note {
  std::string text;
  double weight = 0;
};
void append(std::string& text, const char* more) { text += more; }
void relabel(Note& note, const std::string& text) {
  note.text = "changed";
  note.weight = note.weight > 1 ? 1 : note.weight;
  std::cout << "  " << text << "\n";
}
AG_FUNCTION Tensor lent(Tensor x) {
  Note note{"note", double(x[0])};
  append(note.text, " with more");
  std::cout << "  " << note.text << "\n";
  relabel(note, note.text);
  return Tensor(note.weight);
}

}  // namespace

void run() {
  for (const auto& values : std::vector<std::vector<double>>{{1.5, -2, 3, 0.25}, {0.5, 4, 1, 7}, {2.5, 1, -3, -4}}) {
    const Tensor x = ag::tensor(values);
    e2e::run("deposited", deposited, x);
    e2e::run("counted", counted, x);
    e2e::run("ruled", [&] { return ruled(x, {{"double", Rule::Kind::Linear, 2}, {"square", Rule::Kind::Square, 1}}); });
    e2e::run("derived", derived, x);
    e2e::run("areas", areas, x);
    e2e::run("boxed", boxed, x);
    e2e::run("stepped", stepped, x);
    e2e::run("tagged", tagged, x);
    e2e::run("moved", moved, x);
    e2e::run("sorted", sorted, x);
    e2e::run("largest", largest, x);
    for (int place = 0; place < 3; ++place) e2e::run("at_place", at_place, x, e2e::i64(place));
    e2e::run("grown", grown, x);
    e2e::run("best_so_far", best_so_far, x);
    e2e::run("exchanged", exchanged, x);
    e2e::run("found", found, x);
    e2e::run("searched", searched, x);
    e2e::run("referred", referred, x);
    e2e::run("shown", shown, x);
    e2e::run("changed", changed, x);
    e2e::run("lent", lent, x);
  }
  const Layer layer("hidden", 3, 2);
  e2e::run("applied", [&] { return applied(layer, ag::ones({4, 3})); });
  std::cout << layer.name() << "\n";
}

}  // namespace text_members_programs

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--eager") ag::set_run_functions_eagerly(true);
  text_members_programs::run();
}
