#include "program/verify_program.h"

#include <algorithm>

#include "base/check.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

class Verifier {
 public:
  Verifier(const Program& program, Linkage linkage)
      : program_(program),
        linkage_(linkage),
        visible_(program.registers.size()),
        extent_(program.registers.size(), -1) {}

  std::vector<std::string> run() {
    for (ArrayId id : program_.inputs) check_array(id, "an input");
    for (ArrayId id : program_.results) check_boxed(id, "a result");
    if (linkage_ == Linkage::Unlinked) {
      for (const Function& function : program_.functions) {
        for (Register number : function.numbers) define(number);
      }
    }
    block(program_.body);
    if (linkage_ == Linkage::Linked) {
      for (const Function& function : program_.functions) check_function(function);
    }
    return std::move(faults_);
  }

 private:
  void fault(const std::string& text) {
    if (faults_.size() < kMaxFaults) faults_.push_back(text);
  }
  static std::string str(Register id) { return "register " + std::to_string(id); }

  bool known(Register id) {
    if (id < 0 || static_cast<size_t>(id) >= program_.registers.size()) {
      fault(str(id) + " does not exist");
      return false;
    }
    return true;
  }

  bool use(Register id) {
    if (!known(id)) return false;
    if (!visible_[static_cast<size_t>(id)]) fault(str(id) + " is used where it has no value");
    return true;
  }
  void use(Register id, DType dtype, const char* what) {
    if (use(id) && program_.dtype(id) != dtype) {
      fault(std::string(what) + " is " + std::string(ag::name(dtype)) + ", " + str(id) + " is " +
            std::string(ag::name(program_.dtype(id))));
    }
  }

  void define(Register id) {
    if (!known(id)) return;
    if (program_.registers[static_cast<size_t>(id)].variable) fault(str(id) + " is a variable and defined, not set");
    if (visible_[static_cast<size_t>(id)]) fault(str(id) + " is defined twice");
    visible_[static_cast<size_t>(id)] = true;
    scope_.push_back(id);
  }

  bool check_array(ArrayId id, const char* what) {
    if (id >= 0 && static_cast<size_t>(id) < program_.arrays.size()) return true;
    fault(std::string(what) + " is array " + std::to_string(id) + ", which does not exist");
    return false;
  }
  void check_boxed(ArrayId id, const char* what) {
    if (check_array(id, what) && program_.array(id).storage != Storage::Tensor) {
      fault(std::string(what) + " is array " + std::to_string(id) + ", which is local");
    }
  }

  void element(const Statement& statement) {
    if (!check_array(statement.array, "the accessed array")) return;
    const ArrayInfo& array = program_.array(statement.array);
    const std::string text = "array " + std::to_string(statement.array);
    const Shape& shape = array.type.shape;
    const auto is_unknown = [](int64_t length) { return length == unknown; };
    if (!shape.ranked() || (!shape.empty() && std::ranges::any_of(shape.dims().subspan(1), is_unknown)))
      return fault(text + " is accessed, and the shape of its rows is not known");
    int64_t low = statement.index.offset, high = low;
    bool bounded = shape.known(), empty = false;
    for (const auto& [id, factor] : statement.index.terms) {
      use(id, DType::int64, "an index");
      if (!known(id)) return;
      if (program_.registers[static_cast<size_t>(id)].variable)
        return fault("the index " + str(id) + " is a variable, and not a copy of one");
      const int64_t extent = extent_[static_cast<size_t>(id)];
      bounded = bounded && extent >= 0;
      empty = empty || extent == 0;
      if (extent > 0) (factor < 0 ? low : high) += factor * (extent - 1);
    }
    if (bounded && !empty && (low < 0 || high >= shape.element_count())) {
      fault(text + " is accessed from element " + std::to_string(low) + " to " + std::to_string(high) + ", it has " +
            std::to_string(shape.element_count()));
    }
  }

  void let(const Statement& statement) {
    const Primitive primitive = statement.primitive;
    const std::string what = name(primitive);
    if (static_cast<int>(statement.operands.size()) != operand_count(primitive)) {
      return fault(what + " has " + std::to_string(statement.operands.size()) + " operands");
    }
    if (!known(statement.result)) return;
    const bool rounds = is_sum_or_product(primitive) && is_floating(program_.dtype(statement.result));
    if (statement.rounding != Rounding::Each && !rounds) {
      fault(prefix(statement.rounding) + what + " is no sum or product of floating-point numbers");
    }
    for (Register operand : statement.operands) {
      if (!use(operand)) return;
    }
    const DType dtype = program_.dtype(statement.operands.back());
    for (size_t k = 0; k < statement.operands.size(); ++k) {
      const bool chooser = primitive == Primitive::Select && k == 0;
      use(statement.operands[k], chooser ? DType::boolean : dtype, "an operand");
    }
    const DType result = program_.dtype(statement.result);
    if (primitive == Primitive::Convert) return;
    if (primitive == Primitive::Reinterpret) {
      if (item_size(result) == item_size(dtype)) return;
      return fault(what + " of " + std::string(ag::name(dtype)) + " to " + std::string(ag::name(result)));
    }
    if (result != (is_comparison(primitive) ? DType::boolean : dtype)) {
      fault(what + " of " + std::string(ag::name(dtype)) + " is not " + std::string(ag::name(result)));
    }
    const bool moves = primitive == Primitive::Copy || primitive == Primitive::Select;
    if (is_floating(dtype) && item_size(dtype) == 2 && !moves) fault(what + " of a half type; convert it first");
    if ((is_math(primitive) || (primitive >= Primitive::Abs && primitive <= Primitive::Fma)) && !is_floating(dtype)) {
      fault(what + " of " + std::string(ag::name(dtype)));
    }
  }

  void search(const Statement& statement) {
    const Primitive primitive = statement.primitive;
    if (primitive != Primitive::Less && primitive != Primitive::Greater) return fault("a search for neither end");
    const std::string what = arg_extremum_name(primitive, statement.bits != 0);
    if (statement.operands.empty()) return fault(what + " of nothing");
    if (!known(statement.result) || !use(statement.operands[0])) return;
    const DType dtype = program_.dtype(statement.operands[0]), result = program_.dtype(statement.result);
    for (Register operand : statement.operands) use(operand, dtype, "an operand");
    if (result != (statement.bits != 0 ? DType::int32 : dtype)) {
      fault(what + " of " + std::string(ag::name(dtype)) + " is not " + std::string(ag::name(result)));
    }
    if (dtype == DType::boolean || (is_floating(dtype) && item_size(dtype) == 2)) {
      fault(what + " of " + std::string(ag::name(dtype)) + "; convert it first");
    }
  }

  void check_function(const Function& function) {
    in_function_ = true;
    const size_t outer = scope_.size();
    for (Register number : function.numbers) define(number);
    for (const auto& list : {function.inputs, function.outputs}) {
      for (ArrayId id : list) {
        if (check_array(id, "a parameter") && program_.array(id).storage != Storage::Parameter)
          fault("parameter " + std::to_string(id) + " of a function is no array that is given");
      }
    }
    for (const Statement& statement : function.body) check(statement);
    for (Register result : function.results) use(result);
    close(outer);
    in_function_ = false;
  }

  void call(const Statement& statement) {
    if (in_loop_ > 0) fault("a function is called in a loop whose iterations have no order");
    if (linkage_ == Linkage::Unlinked) {
      for (Register result : statement.results) define(result);
      return;
    }
    if (statement.bits >= program_.functions.size())
      return fault("there is no function f" + std::to_string(statement.bits));
    const Function& function = program_.functions[statement.bits];
    const Site& site = program_.site(statement.site);
    const bool fits = statement.operands.size() == function.numbers.size() &&
                      statement.results.size() == function.results.size() &&
                      site.inputs.size() == function.inputs.size() && site.outputs.size() == function.outputs.size();
    if (!fits) return fault("a call of f" + std::to_string(statement.bits) + " has other operands or results than it");
    for (size_t k = 0; k < statement.operands.size(); ++k) {
      if (known(function.numbers[k])) use(statement.operands[k], program_.dtype(function.numbers[k]), "an operand");
    }
    for (size_t k = 0; k < statement.results.size(); ++k) {
      if (known(statement.results[k]) && known(function.results[k]) &&
          program_.dtype(statement.results[k]) != program_.dtype(function.results[k]))
        fault(str(statement.results[k]) + " is the result of a call, which has another dtype");
      define(statement.results[k]);
    }
    for (size_t k = 0; k < site.inputs.size(); ++k) given(site.inputs[k], function.inputs[k]);
    for (size_t k = 0; k < site.outputs.size(); ++k) {
      given(site.outputs[k], function.outputs[k]);
      if (std::ranges::find(site.inputs, site.outputs[k]) != site.inputs.end() ||
          std::ranges::count(site.outputs, site.outputs[k]) != 1)
        fault("array " + std::to_string(site.outputs[k]) + " is filled by a call that takes it as well");
    }
  }
  void given(ArrayId id, ArrayId parameter) {
    if (!check_array(id, "an operand") || !check_array(parameter, "a parameter")) return;
    const ir::TensorType &is = program_.array(id).type, &wanted = program_.array(parameter).type;
    if (is.dtype != wanted.dtype || !(is.shape == wanted.shape))
      fault("array " + std::to_string(id) + " is given in the place of one of another type");
  }

  /// Checks a block and returns the variables that it sets and declares visible.
  std::vector<Register> block(const Block& statements) {
    const size_t outer = scope_.size();
    for (const Statement& statement : statements) check(statement);
    return close(outer);
  }
  std::vector<Register> close(size_t outer) {
    std::vector<Register> variables;
    for (size_t k = outer; k < scope_.size(); ++k) {
      visible_[static_cast<size_t>(scope_[k])] = false;
      if (program_.registers[static_cast<size_t>(scope_[k])].variable) variables.push_back(scope_[k]);
    }
    scope_.resize(outer);
    return variables;
  }

  /// Checks the arms of a branch. Variables that every arm sets are defined after it.
  void arms(const std::vector<Block>& blocks) {
    std::vector<Register> common;
    for (size_t k = 0; k < blocks.size(); ++k) {
      const std::vector<Register> variables = block(blocks[k]);
      if (k == 0) common = variables;
      std::erase_if(common, [&](Register id) { return std::ranges::count(variables, id) == 0; });
    }
    for (Register id : common) {
      visible_[static_cast<size_t>(id)] = true;
      scope_.push_back(id);
    }
  }

  void check(const Statement& statement) {
    const bool is_management = statement.kind == Kind::Kernel || statement.kind == Kind::Box ||
                               statement.kind == Kind::Allocate || statement.kind == Kind::MakeContiguous ||
                               statement.kind == Kind::MakeUnique || statement.kind == Kind::Free ||
                               statement.kind == Kind::Length;
    if (is_management && in_function_) fault("a function has a statement about tensors");
    switch (statement.kind) {
      case Kind::Let:
        let(statement);
        define(statement.result);
        break;
      case Kind::ArgExtremum:
        search(statement);
        define(statement.result);
        break;
      case Kind::Constant:
        define(statement.result);
        break;
      case Kind::Apply:
        for (Register operand : statement.operands) use(operand);
        define(statement.result);
        break;
      case Kind::Set:
        if (!known(statement.result)) break;
        use(statement.operands[0], program_.dtype(statement.result), "what a variable is set to");
        if (!program_.registers[static_cast<size_t>(statement.result)].variable) {
          fault(str(statement.result) + " is set and no variable");
        }
        if (!visible_[static_cast<size_t>(statement.result)]) {
          visible_[static_cast<size_t>(statement.result)] = true;
          scope_.push_back(statement.result);
        }
        break;
      case Kind::Load:
        element(statement);
        define(statement.result);
        if (known(statement.result) && program_.array(statement.array).type.dtype != program_.dtype(statement.result)) {
          fault(str(statement.result) + " is loaded from an array of another dtype");
        }
        break;
      case Kind::Length:
        check_boxed(statement.array, "what has a length");
        if (known(statement.result) && program_.dtype(statement.result) != DType::int64) fault("a length is an int64");
        if (const Shape& shape = program_.array(statement.array).type.shape; !shape.ranked() || shape.empty())
          fault("an array without axes has no length");
        define(statement.result);
        break;
      case Kind::Store:
        element(statement);
        use(statement.operands[0], program_.array(statement.array).type.dtype, "the stored value");
        break;
      case Kind::Check:
        use(statement.operands[0], DType::boolean, "a condition");
        for (size_t k = 1; k < statement.operands.size(); ++k) use(statement.operands[k]);
        numbers(statement);
        break;
      case Kind::Loop:
      case Kind::Reduce:
        loop(statement);
        break;
      case Kind::If:
        use(statement.operands[0], DType::boolean, "a condition");
        arms(statement.blocks);
        break;
      case Kind::Switch:
        use(statement.operands[0]);
        arms(statement.blocks);
        break;
      case Kind::While: {
        const size_t outer = scope_.size();
        for (const Statement& inner : statement.blocks[0]) check(inner);
        use(statement.operands[0], DType::boolean, "a condition");
        close(outer);
        block(statement.blocks[1]);
        break;
      }
      case Kind::Kernel:
        for (ArrayId id : program_.site(statement.site).inputs) check_boxed(id, "an operand");
        for (ArrayId id : program_.site(statement.site).outputs) check_boxed(id, "a result");
        break;
      case Kind::Box:
        check_boxed(statement.array, "what a number is boxed in");
        use(statement.operands[0], program_.array(statement.array).type.dtype, "the boxed value");
        break;
      case Kind::Allocate:
        check_boxed(statement.array, "the allocated array");
        if (!program_.array(statement.array).type.shape.known()) fault("an array of an unknown shape is allocated");
        break;
      case Kind::Alias:
      case Kind::Swap:
        if (check_array(statement.array, "an array") && check_array(statement.source, "an array") &&
            program_.array(statement.array).storage != program_.array(statement.source).storage &&
            statement.kind == Kind::Swap) {
          fault("a stack array and a tensor do not change places");
        }
        break;
      case Kind::Call:
        call(statement);
        break;
      case Kind::MakeContiguous:
      case Kind::MakeUnique:
      case Kind::Free:
        check_boxed(statement.array, "an array");
        break;
    }
  }

  /// Checks the number of operands that a Check passes to the kernel of its site.
  void numbers(const Statement& statement) {
    const Site& site = program_.site(statement.site);
    if (!site.message.empty()) return;
    int64_t wanted = 0;
    for (const ir::TensorType& type : site.operand_types) {
      if (type.shape.empty() || site.from_elements)
        wanted += type.shape.element_count();
      else
        wanted += std::ranges::count(type.shape, unknown);
    }
    const auto given = static_cast<int64_t>(statement.operands.size()) - 1;
    if (given != wanted) {
      fault("a check has " + std::to_string(given) + " numbers for its kernel, which takes " + std::to_string(wanted));
    }
  }

  void loop(const Statement& statement) {
    const size_t outer = scope_.size();
    if (is_counted(statement)) use(statement.count, DType::int64, "a trip count");
    define(statement.result);
    if (known(statement.result)) extent_[static_cast<size_t>(statement.result)] = statement.extent;
    ++in_loop_;
    for (const Statement& inner : statement.blocks[0]) check(inner);
    --in_loop_;
    for (const RowReduction& fold : statement.reductions) {
      if (!known(fold.result)) continue;
      use(fold.value, program_.dtype(fold.result), "the operand of a reduction");
      if (fold.factor == kNone) continue;
      use(fold.factor, program_.dtype(fold.result), "the operand of a reduction");
      if (fold.kind != ir::ReductionKind::Sum) fault(std::string(name(fold.kind)) + " of products");
    }
    close(outer);
    for (const RowReduction& fold : statement.reductions) define(fold.result);
  }

  static constexpr size_t kMaxFaults = 20;

  const Program& program_;
  const Linkage linkage_;
  std::vector<bool> visible_;
  std::vector<int64_t> extent_;  // by induction variable: the extent of its loop
  std::vector<Register> scope_;
  bool in_function_ = false;
  int in_loop_ = 0;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> find_faults(const Program& program, Linkage linkage) {
  return Verifier(program, linkage).run();
}

void verify(const Program& program, const std::string& after, Linkage linkage) {
  const std::vector<std::string> faults = find_faults(program, linkage);
  if (faults.empty()) return;
  std::string text = "the program is wrong after " + after;
  for (const std::string& fault : faults) text += "\n  " + fault;
  detail::internal_error(text);
}

}  // namespace ag::codegen
