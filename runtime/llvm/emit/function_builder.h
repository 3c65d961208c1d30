#pragma once
/// The LLVM module and the function that is being emitted. Code is appended at the insertion point of `ir`.
///
/// Each function takes the Context of the run first, and returns whether it failed. Its block `failed` returns 1.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "llvm/emit/debug_info.h"
#include "program/program.h"

namespace ag::codegen {

class FunctionBuilder {
 public:
  FunctionBuilder(const Program& program, llvm::Module& module, bool lines);
  FunctionBuilder(const FunctionBuilder&) = delete;

  llvm::IRBuilder<>& ir() { return ir_; }
  llvm::Module& module() { return module_; }
  llvm::LLVMContext& context() { return module_.getContext(); }

  llvm::Function* function() const { return current_.function; }
  llvm::Value* runtime() const { return current_.runtime; }  // the Context
  llvm::Value* table() const { return current_.table; }      // Context::data
  llvm::BasicBlock* failed() const { return current_.failed; }
  void set_failed(llvm::BasicBlock* block) { current_.failed = block; }

  /// Adds a function that only this module calls.
  llvm::Function* add(llvm::FunctionType* type, const char* name);
  /// Starts the emission of `function`, whose first parameter is the Context.
  void begin(llvm::Function* function);
  /// Returns from the function without a failure, and ends its emission.
  void end(llvm::ArrayRef<llvm::Value*> results = {});
  /// Ends the emission of a function that has returned.
  void close();
  /// Completes the debug information of the module.
  void finish(llvm::Function& entry);
  /// Sets the location of the instructions that follow: a line of the user's source.
  void set_location(const SourceLocation& location);

  llvm::BasicBlock* new_block(const char* name);
  /// Returns stack memory. It is allocated in the entry block, so that LLVM can promote it to registers.
  llvm::AllocaInst* stack(llvm::Type* type, const char* name);
  /// Returns the weights of a branch whose second successor is usual, or whose first one is.
  llvm::MDNode* unlikely();
  llvm::MDNode* likely();
  /// Emits a branch with the code of both arms.
  void either(llvm::Value* condition, llvm::function_ref<void()> then, llvm::function_ref<void()> otherwise);
  /// Emits `for index in 0 … count - 1: body(index)`. Returns the branch of the latch.
  template <class Body>
  llvm::BranchInst* counted(llvm::Value* count, Body&& body) {
    return counted(ir_.getInt64(0), count, body);
  }
  /// Emits `for index in first … end - 1: body(index)`.
  template <class Body>
  llvm::BranchInst* counted(llvm::Value* first, llvm::Value* end, Body&& body);
  /// Attaches metadata to a loop over so many elements; `more`: further entries.
  void describe_loop(llvm::BranchInst* latch, int64_t elements, llvm::ArrayRef<llvm::Metadata*> more = {});

  /// The TBAA tags of elements and of the addresses of arrays, which do not alias each other.
  llvm::MDNode* element_tag() const { return element_tag_; }
  llvm::MDNode* address_tag() const { return address_tag_; }
  /// Loads the address of an array, or another field of the Context.
  llvm::LoadInst* load_address(llvm::Value* place, const char* name);

 private:
  friend class OtherFunction;
  struct Current {
    llvm::Function* function = nullptr;
    llvm::Value *runtime = nullptr, *table = nullptr;
    llvm::BasicBlock* failed = nullptr;
  };

  llvm::Value* result_of(llvm::Value* failed, llvm::ArrayRef<llvm::Value*> results);

  llvm::Module& module_;
  llvm::IRBuilder<> ir_;
  std::optional<Lines> lines_;
  uint64_t table_bytes_;
  Current current_;
  llvm::MDNode *element_tag_ = nullptr, *address_tag_ = nullptr;
};

/// Emits other functions while it exists, and then continues at the present place.
class OtherFunction {
 public:
  explicit OtherFunction(FunctionBuilder& builder)
      : builder_(builder),
        caller_(builder.current_),
        place_(builder.ir_.saveIP()),
        line_(builder.ir_.getCurrentDebugLocation()) {}
  OtherFunction(const OtherFunction&) = delete;
  ~OtherFunction() {
    builder_.current_ = caller_;
    builder_.ir_.restoreIP(place_);
    builder_.ir_.SetCurrentDebugLocation(line_);
  }

 private:
  FunctionBuilder& builder_;
  const FunctionBuilder::Current caller_;
  const llvm::IRBuilder<>::InsertPoint place_;
  const llvm::DebugLoc line_;
};

template <class Body>
llvm::BranchInst* FunctionBuilder::counted(llvm::Value* first, llvm::Value* end, Body&& body) {
  llvm::BasicBlock *before = ir_.GetInsertBlock(), *inside = new_block("loop"), *after = new_block("loop.end");
  ir_.CreateCondBr(ir_.CreateICmpSGT(end, first), inside, after);
  ir_.SetInsertPoint(inside);
  llvm::PHINode* index = ir_.CreatePHI(ir_.getInt64Ty(), 2);
  index->addIncoming(first, before);
  body(static_cast<llvm::Value*>(index));
  llvm::Value* next = ir_.CreateAdd(index, ir_.getInt64(1), "", true, true);
  index->addIncoming(next, ir_.GetInsertBlock());
  llvm::BranchInst* latch = ir_.CreateCondBr(ir_.CreateICmpSLT(next, end), inside, after);
  ir_.SetInsertPoint(after);
  return latch;
}

}  // namespace ag::codegen
