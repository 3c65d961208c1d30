/// Files with tensors, variables, modules and functions: what comes back, what cannot be saved, what is not trusted.
#include "ag/save.h"

#include <ag/staging/generated.h>

#include <random>

#include "runtime/function/each_executor.h"
#include "runtime/tensor/scratch.h"
#include "tensor/safetensors.h"

namespace ag::test {

namespace save_test {
namespace {

using ag_test::ContainsSubstring;
using ag_test::fault_of;
using ag_test::Scratch;

struct Dense : Module {
  Variable w = variable(ones({2}), {.name = "w"});
  Variable scale = variable(3.0, {.name = "scale", .trainable = false});
  Tensor call(Tensor x) const { return x * w + scale; }
};
struct Net : Module {
  Dense first = submodule("first", Dense()), last = submodule("last", Dense());
  Tensor call(Tensor x) { return last.call(first.call(x)); }
  Tensor traced_call(Tensor x) {
    return traced<&Net::traced_call>(*this, AG_STATE(x), [this](Tensor x) -> Tensor { return call(x); });
  }
};

Tensor power(Tensor x, int n) {
  return traced<&power>(AG_STATE(x, n), [](Tensor x, int n) -> Tensor {
    Tensor result = x;
    for (int i = 1; i < n; ++i) result = result * x;
    return result;
  });
}

Tensor halved(Tensor x) {
  return traced<&halved>(AG_STATE(x), [](Tensor x) -> Tensor {
    while_stmt([&] { return max(x) > 1; }, AG_STATE(x), [&] { x = x / 2; });
    check(min(x) > 0, "nothing positive is left of", x);
    return x;
  });
}

Variable counter(0, {.name = "counter"});
Tensor table = tensor({10.0, 20.0});
float factor = 2;

Tensor counted(Tensor x) {
  return traced<&counted>(AG_STATE(x), [](Tensor x) -> Tensor {
    counter.assign_add(1);
    return x * external(table) * external(factor) + astype(counter, float32);
  });
}

struct Extremes {
  Tensor low;
  std::vector<Tensor> all;
};
Extremes extremes(Tensor x) {
  return traced<&extremes>(AG_STATE(x), [](Tensor x) -> Extremes { return {min(x), {x, max(x)}}; });
}

std::pair<int, Tensor> steps(Tensor x) {
  using Result = std::pair<Staged<int>, Tensor>;
  return traced<&steps>(AG_STATE(x), [](Tensor x) -> Result {
    Staged<int> n = 0;
    while_stmt([&] { return x > 1; }, AG_STATE(x, n),
               [&] {
                 x = x / 2;
                 n = n + 1;
               });
    return {n, x};
  });
}

Tensor noisy(Tensor x) {
  static Generator generator(5);
  return traced<&noisy>(AG_STATE(x), [](Tensor x) -> Tensor { return x + generator.uniform({2}); });
}

Tensor calls_host(Tensor x) {
  return traced<&calls_host>(
      AG_STATE(x), [](Tensor x) -> Tensor { return host_call([](Tensor y) { return y + 1; }, TensorSpec({2}), x); });
}

void writes(Tensor& x) {
  return traced<&writes>(AG_STATE(x), [](Tensor& x) { x = x + 1; });
}

Text chosen_text(Tensor x) {
  return traced<&chosen_text>(AG_STATE(x), [](Tensor x) -> Text {
    Text text = "a text of many characters";
    if_stmt(x[0] > 1, AG_STATE(text), [&] { text = "another text"; });
    return text;
  });
}
Text known_text(Tensor x) {
  return traced<&known_text>(AG_STATE(x), [](Tensor x) -> Text {
    check(x[0] > 0, "positive");
    return "a text of many characters";
  });
}

std::vector<float> floats(const Tensor& x) { return x.to_vector<float>(); }
using Floats = std::vector<float>;

/// The file with its metadata changed.
template <class F>
std::string with_metadata(const std::string& path, const F& change) {
  detail::TensorFile file = detail::read_safetensors(path, SourceLocation::current());
  change(file.metadata);
  detail::write_safetensors(path + ".changed", file, "test", SourceLocation::current());
  return path + ".changed";
}
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("tensors, variables and modules come back from a file", "[save]") {
  const Scratch scratch;
  const std::string path = scratch.path("m.ag");
  Net net;
  Variable v(tensor({1.0, 2.0}), {.name = "mine", .trainable = false, .shape = Shape{unknown}});
  save(path, {{"x", tensor({1, 2, 3})}, {"v", v}, {"net", net}, {"half", tensor({0.5, 0.25}, bfloat16)}});
  CHECK(scratch.file_count() == 1);

  const SavedFile file = load(path);
  CHECK(file.names() ==
        std::vector<std::string>{"half", "net.first.scale", "net.first.w", "net.last.scale", "net.last.w", "v", "x"});
  const Tensor x = file["x"];
  CHECK(x.dtype() == int32);
  CHECK(x.to_vector<int>() == std::vector<int>{1, 2, 3});
  CHECK(file["half"].value().dtype() == bfloat16);
  const Variable loaded = file["v"].variable();
  CHECK(loaded.name() == "mine");
  CHECK(!loaded.trainable());
  loaded.assign(tensor({1.0, 2.0, 3.0}));  // it may have any length, as the one that was saved
  CHECK(file["v"].value().size() == 3);

  v.assign(tensor({5.0}));
  net.first.w.assign(tensor({7.0, 8.0}));
  net.last.scale.assign(9);
  load(path).restore({{"v", v}, {"net", net}});
  CHECK(floats(v) == Floats{1, 2});
  CHECK(floats(net.first.w) == Floats{1, 1});
  CHECK(net.last.scale.item<int>() == 3);
  load(path).restore({{"net.last", net.first}});
  CHECK(load_safetensors(path).at("net.last.w").size() == 2);  // as other programs see it
}

TEST_CASE("restoring gives all values or none", "[save]") {
  const Scratch scratch;
  const std::string path = scratch.path("m.ag");
  Variable a(1.0), b(tensor({1.0, 2.0}));
  save(path, {{"a", a}, {"b", b}});
  a.assign(5.0);
  const SavedFile file = load(path);
  Variable other(tensor({1.0, 2.0, 3.0})), whole(tensor({1, 2}));
  CHECK_THAT(fault_of([&] { file.restore({{"a", a}, {"b", other}}); }),
             ContainsSubstring("variable 'b' holds values of type float32[3] and is given one of type float32[2]"));
  CHECK_THAT(fault_of([&] { file.restore({{"a", a}, {"b", whole}}); }), ContainsSubstring("int32[2]"));
  CHECK_THAT(fault_of([&] { file.restore({{"a", a}, {"c", b}}); }), ContainsSubstring("there is no 'c'"));
  CHECK_THAT(fault_of([&] { file.restore({{"a", a}, {"b", tensor(1)}}); }),
             ContainsSubstring("'b' is neither a variable nor a module"));
  CHECK(a.item<int>() == 5);
  file.restore({{"a", a}});
  CHECK(a.item<int>() == 1);
}

TEST_CASE("a saved function gives what the function gives", "[save]") {
  const EachExecutor each;
  const Scratch scratch;
  const std::string path = scratch.path("m.ag");
  for (auto* function : {&power}) function_of(function).clear();
  function_of(halved).clear();
  const Tensor x = tensor({1.5, 2.0}), y = tensor({{1.0, 5.0}, {3.0, 4.0}});
  power(x, 2), power(x, 3), power(tensor(2, int64), 2);
  ConcreteFunction open = function_of(halved).concrete(TensorSpec({unknown, 2}));
  save(path, {{"power", function_of(power)}, {"halved", open}});
  const SavedFile file = load(path);
  CHECK(floats(file["power"](x, 2)) == floats(power(x, 2)));
  CHECK(floats(file["power"](x, 3)) == floats(power(x, 3)));
  CHECK(Tensor(file["power"](tensor(3, int64), 2)).item<int>() == 9);
  CHECK(floats(file["halved"](y)) == floats(halved(y)));
  const Tensor longer = concat({y, y * 3});
  CHECK(floats(file["halved"](longer)) == floats(halved(longer)));
}

TEST_CASE("calls that no saved trace fits are errors that tell the traces", "[save]") {
  const Scratch scratch;
  const std::string path = scratch.path("m.ag");
  function_of(power).clear();
  power(tensor({1.0, 2.0}), 2);
  save(path, {{"power", function_of(power)}});
  const SavedFile one = load(path);
  CHECK_THAT(fault_of([&] { one["power"](tensor({1.0, 2.0}), 3); }), ContainsSubstring("is int 3, and int 2 is fixed"));
  CHECK_THAT(fault_of([&] { one["power"](tensor({1, 2}), 2); }),
             ContainsSubstring("is int32[2], and float32[2] is declared"));
  CHECK_THAT(fault_of([&] { one["power"](tensor({1.0, 2.0})); }), ContainsSubstring("another structure"));
  power(tensor({1.0}), 2);
  save(path, {{"power", function_of(power)}});
  try {
    load(path)["power"](tensor({1.0, 2.0}), 3);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK_THAT(error.message(), ContainsSubstring("was not saved for arguments of these types"));
    REQUIRE(error.notes().size() == 3);
    CHECK_THAT(error.notes()[1], ContainsSubstring("int 2) -> (float32["));
    CHECK(error.location().line() == __LINE__ - 6);
  }
}

TEST_CASE("numbers take the dtypes that a saved function declares", "[save]") {
  const Scratch scratch;
  ConcreteFunction number = function_of(power).concrete(TensorSpec({}, float64), 2);
  save(scratch.path("m.ag"), {{"square", number}});
  const SavedFile file = load(scratch.path("m.ag"));
  CHECK(Tensor(file["square"](0.1, 2)).item<double>() == 0.1 * 0.1);
  CHECK(Tensor(file["square"](Variable(tensor(3.0, float64)), 2)).item<double>() == 9);
  CHECK_THROWS_AS(file["square"](tensor({1.0}, float64), 2), Error);
}

TEST_CASE("variables are saved as variables, and the rest that a function reads as it is", "[save]") {
  const EachExecutor each;
  const Scratch scratch;
  const std::string path = scratch.path("m.ag");
  function_of(counted).clear();
  counter.assign(0);
  table = tensor({10.0, 20.0});
  factor = 2;
  const Tensor x = tensor({1.0, 2.0});
  CHECK(floats(counted(x)) == Floats{21, 81});
  save(path, {{"counted", function_of(counted)}, {"calls", counter}});
  save(path + "2", {{"counted", function_of(counted)}});
  table = tensor({0.0, 0.0});
  factor = 0;
  counter.assign(100);
  for (const std::string& name : {path, path + "2"}) {
    const SavedFile file = load(name), again = load(name);
    CHECK(floats(file["counted"](x)) == Floats{22, 82});
    CHECK(floats(file["counted"](x)) == Floats{23, 83});
    CHECK(floats(again["counted"](x)) == Floats{22, 82});  // each file that is loaded has its own
  }
  CHECK(counter.item<int>() == 100);
  const SavedFile file = load(path);
  file["calls"].variable().assign(7);
  CHECK(floats(file["counted"](x)) == Floats{28, 88});
  CHECK(file.names() == std::vector<std::string>{"calls", "counted"});
  factor = 2;
}

TEST_CASE("numbers, structures and vectors come back as a saved function gave them", "[save]") {
  const EachExecutor each;
  const Scratch scratch;
  const std::string path = scratch.path("m.ag");
  function_of(extremes).clear();
  function_of(steps).clear();
  extremes(tensor({1.0, 2.0}));
  steps(tensor(5.0));
  save(path, {{"extremes", function_of(extremes)}, {"steps", function_of(steps)}});
  const SavedFile file = load(path);
  const SavedResults results = file["extremes"](tensor({3.0, 4.0}));
  const auto found = results.as<Extremes>();
  CHECK(found.low.item<int>() == 3);
  REQUIRE(found.all.size() == 2);
  CHECK(floats(found.all[0]) == Floats{3, 4});
  CHECK(found.all[1].item<int>() == 4);
  const auto [n, rest] = file["steps"](tensor(40.0)).as<std::pair<int, Tensor>>();
  CHECK(n == 6);
  CHECK(rest.item<float>() == 0.625f);
  CHECK_THAT(fault_of([&] { results.as<Tensor>(); }), ContainsSubstring("less is asked for"));
  CHECK_THAT(fault_of([&] { results.as<std::pair<int, Tensor>>(); }), ContainsSubstring("a number is asked for"));
  CHECK_THAT(fault_of([&] { file["steps"](tensor(4.0)).as<std::array<Tensor, 3>>(); }),
             ContainsSubstring("'steps' does not give what its results are taken as"));
}

TEST_CASE("the methods of a module are saved through ag::function, with the variables of its parts", "[save]") {
  const Scratch scratch;
  const std::string path = scratch.path("m.ag");
  Net net;
  net.first.w.assign(tensor({2.0, 3.0}));
  const auto call = function(&Net::call, net);
  const Tensor x = tensor({1.0, 2.0}), y = call(x);
  save(path, {{"call", call}, {"net", net}});
  net.first.w.assign(tensor({0.0, 0.0}));
  const SavedFile file = load(path);
  CHECK(floats(file["call"](x)) == floats(y));
  file["net.last.scale"].variable().assign(0);
  CHECK(floats(file["call"](x)) == Floats{5, 9});
  net.traced_call(x);
  CHECK_THAT(fault_of([&] { save(path, {{"call", function_of(&Net::traced_call)}}); }),
             ContainsSubstring("is a method, and its object is not known"));
}

TEST_CASE("a saved function draws the numbers that the generator would have drawn", "[save]") {
  const EachExecutor each;
  const Scratch scratch;
  function_of(noisy).clear();
  const Tensor x = zeros({2});
  noisy(x);
  save(scratch.path("m.ag"), {{"noisy", function_of(noisy)}});
  const SavedFile file = load(scratch.path("m.ag"));
  for (int k = 0; k < 3; ++k) CHECK(floats(file["noisy"](x)) == floats(noisy(x)));
}

TEST_CASE("errors of a saved function name the line of its source", "[save]") {
  const Scratch scratch;
  function_of(halved).clear();
  halved(tensor({1.0, 2.0}));
  save(scratch.path("m.ag"), {{"halved", function_of(halved)}});
  const SavedFile file = load(scratch.path("m.ag"));
  try {
    file["halved"](tensor({-1.0, 0.5}));
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::failed_check);
    CHECK(error.message() == "nothing positive is left of [-1.   0.5]");
    CHECK_THAT(error.location().file_name(), ag_test::EndsWith("save_test.cpp"));
  }
  CHECK(floats(file["halved"](tensor({1.0, 4.0}))) == Floats{0.25, 1});
}

TEST_CASE("what a file cannot hold of a function is an error, and nothing is written", "[save]") {
  const Scratch scratch;
  const std::string path = scratch.path("m.ag");
  const auto fault = [&](const Savable& one) { return fault_of([&] { save(path, {{"f", one}}); }); };
  calls_host(tensor({1.0, 2.0}));
  CHECK_THAT(fault(function_of(calls_host)), ContainsSubstring("it calls a function of the host"));
  CHECK_THAT(fault(function_of(calls_host)), ContainsSubstring("save_test.cpp:"));
  Tensor x = tensor({1.0});
  writes(x);
  CHECK_THAT(fault(function_of(writes)), ContainsSubstring("writes its arguments"));
  chosen_text(tensor({1.0, 2.0}));
  CHECK_THAT(fault(function_of(chosen_text)), ContainsSubstring("it uses a text of more than seven characters"));
  known_text(tensor({1.0, 2.0}));
  CHECK_THAT(fault(function_of(known_text)), ContainsSubstring("a text of more than seven characters"));
  function_of(power).clear();
  CHECK_THAT(fault(function_of(power)), ContainsSubstring("has no trace yet"));
  CHECK_THAT(fault(Function<Tensor(Tensor)>(+[](Tensor y) { return y; })), ContainsSubstring("is not traced"));
  CHECK_THAT(fault(Tensor()), ContainsSubstring("undefined tensor used"));
  CHECK_THAT(fault(Variable()), ContainsSubstring("'f' is a variable that was never made"));
  CHECK_THAT(fault_of([&] { save(path, {{"ag.x", tensor(1)}}); }), ContainsSubstring("is no name for an entry"));
  Dense dense;
  CHECK_THAT(fault_of([&] { save(path, {{"d", dense}, {"d.w", tensor(1)}}); }), ContainsSubstring("two entries"));
  CHECK(scratch.file_count() == 0);
}

TEST_CASE("files are not written or read by a trace, and saved functions are no part of one", "[save]") {
  const Scratch scratch;
  const std::string path = scratch.path("m.ag");
  function_of(halved).clear();
  halved(tensor({1.0}));
  save(path, {{"halved", function_of(halved)}, {"v", Variable(1.0)}});
  const SavedFile file = load(path);
  const auto saves = function([&](Tensor x) { return save(path, {{"x", tensor(1)}}), x; });
  const auto loads = function([&](Tensor x) { return load(path), x; });
  const auto calls = function([&](Tensor x) { return Tensor(file["halved"](x)); });
  CHECK_THAT(fault_of([&] { saves(tensor({1.0})); }),
             ContainsSubstring("ag::save is called while a function is traced"));
  CHECK_THAT(fault_of([&] { loads(tensor({1.0})); }),
             ContainsSubstring("ag::load is called while a function is traced"));
  CHECK_THAT(fault_of([&] { calls(tensor({1.0})); }), ContainsSubstring("is called in a function that is traced"));
  GradientTape tape;
  const Tensor x = tensor({1.0});
  tape.watch(x);
  CHECK_THAT(fault_of([&] { file["halved"](x); }), ContainsSubstring("the gradient of a call of the saved function"));
}

TEST_CASE("what is asked of a file that it does not hold is an error", "[save]") {
  const Scratch scratch;
  const std::string path = scratch.path("m.ag");
  function_of(halved).clear();
  halved(tensor({1.0}));
  save(path, {{"halved", function_of(halved)}, {"x", tensor(1)}});
  const SavedFile file = load(path);
  CHECK(!file.contains("y"));
  CHECK_THAT(fault_of([&] { file["y"]; }), ContainsSubstring("there is no 'y'"));
  CHECK_THAT(fault_of([&] { file["x"].variable(); }), ContainsSubstring("'x' is a tensor, and no variable"));
  CHECK_THAT(fault_of([&] { file["x"](1); }), ContainsSubstring("'x' is no function"));
  CHECK_THAT(fault_of([&] { file["halved"].value(); }), ContainsSubstring("'halved' is a function"));
  CHECK(file["halved"].signatures() == "halved(x: float32[1]) -> (float32[1])");
  ErrorKind kind = ErrorKind::internal;
  fault_of([&] { load(scratch.path("nothing")); }, &kind);
  CHECK(kind == ErrorKind::not_found);
}

TEST_CASE("nothing in a saved function is trusted", "[save]") {
  const Scratch scratch;
  const std::string path = scratch.path("m.ag"), key = "ag.function.counted";
  function_of(counted).clear();
  counted(tensor({1.0, 2.0}));
  save(path, {{"counted", function_of(counted)}, {"calls", counter}});
  const auto fault = [&](const std::string& from, const std::string& to) {
    const std::string changed =
        with_metadata(path, [&](auto& metadata) { metadata.at(key) = replaced(metadata.at(key), from, to); });
    return fault_of([&] { load(changed); });
  };
  CHECK_THAT(fault("graph counted", "graph counted counted"), ContainsSubstring("'counted' in it is damaged"));
  CHECK_THAT(fault("\"name\":\"calls\"", "\"name\":\"other\""), ContainsSubstring("there is no variable 'other'"));
  CHECK_THAT(fault("\"kind\":\"variable\"", "\"kind\":\"argument\",\"argument\":0"),
             ContainsSubstring("another type than what it is given"));
  CHECK_THAT(fault("\"output\":0", "\"output\":7"), ContainsSubstring("'output' is no number below"));
  CHECK_THAT(fault("operation = \\\"add\\\"", "operation = \\\"exp\\\""),
             ContainsSubstring("does something that variables do not: 'exp'"));
  CHECK_THAT(fault("dtype = int32, shape = ()", "dtype = int32, shape = (3)"),
             ContainsSubstring("takes a variable for one of another type"));
  const auto with_node = [&](const std::string& node) {
    return fault("graph counted(", "graph counted(%900: uint64[], ") == ""
               ? ""
               : fault("  yield", "  " + node + "\\n  yield");
  };
  CHECK_THAT(with_node("print(%0) {format = [\\\"=a\\\"]}"),
             ContainsSubstring("'print' shows other values than it has"));
  CHECK_THAT(with_node("print() {format = [\\\">file /tmp/x\\\", \\\"numpy 3\\\", \\\"\\\", \\\"\\\"]}"),
             ContainsSubstring("prints to a stream or a file"));
  const std::string old = with_metadata(path, [](auto& metadata) { metadata.at("ag.version") = "2"; });
  CHECK_THAT(fault_of([&] { load(old); }),
             ContainsSubstring("written by another version of ag::save: 2, and 1 is known"));
  const std::string unknown_variable = with_metadata(path, [](auto& metadata) {
    metadata.at("ag.variables") = replaced(metadata.at("ag.variables"), "calls", "call");
  });
  CHECK_THAT(fault_of([&] { load(unknown_variable); }),
             ContainsSubstring("what it says of its variable 'call' is damaged"));
}

TEST_CASE("changed texts of saved functions are errors or other functions, and nothing worse", "[save]") {
  const Scratch scratch;
  const std::string path = scratch.path("m.ag");
  function_of(counted).clear();
  function_of(steps).clear();
  const Tensor x = tensor({1.0, 2.0}), y = tensor(5.0);
  counted(x), steps(y);
  save(path, {{"counted", function_of(counted)}, {"steps", function_of(steps)}, {"calls", counter}});
  std::mt19937 random(3);
  int sound = 0;
  for (int round = 0; round < 400; ++round) {
    const std::string changed = with_metadata(path, [&](auto& metadata) {
      for (auto& [key, text] : metadata) {
        if (random() % 2) continue;
        constexpr char kLetters[] = "0123456789-{}[]()\",:%xyzfloat";
        for (unsigned k = 0; k <= random() % 2; ++k)
          text[random() % text.size()] = kLetters[random() % (sizeof(kLetters) - 1)];
      }
    });
    INFO("round " << round);
    try {
      const SavedFile file = load(changed);
      ++sound;
      for (const std::string& name : file.names()) {
        if (name == "counted") file[name](x);
        if (name == "steps") file[name](y).as<std::pair<int, Tensor>>();
      }
    } catch (const Error& error) {
      CHECK(error.kind() != ErrorKind::internal);
    }
  }
  CHECK(sound > 20);
}

}  // namespace save_test

}  // namespace ag::test
