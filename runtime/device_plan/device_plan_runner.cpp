#include "device_plan/device_plan_runner.h"

#include <algorithm>
#include <cstring>
#include <utility>
namespace ag::codegen {

namespace {

constexpr uint64_t kAlignment = 256;

uint64_t aligned(uint64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

/// One run of a plan. The header of the workspace has the record of faults and the slots of numbers.
class PlanRun {
 public:
  PlanRun(const DevicePlan& plan, PlanStream& stream, std::span<const device::FunctionHandle> functions, PlanHost& host)
      : plan_(plan), program_(plan.program), functions_(functions), host_(host), stream_(stream) {}
  /// Pending work may use the memory of the run.
  ~PlanRun() {
    for (DeviceArray& array : arrays_) stream_.drop(std::move(array));
    stream_.drop(std::move(workspace_));
  }
  PlanRun(const PlanRun&) = delete;

  std::vector<DeviceArray> run(std::vector<DeviceArray> inputs) {
    prepare(std::move(inputs));
    run(plan_.steps);
    if (plan_.has_checks) finish_work();
    std::vector<DeviceArray> results;
    for (const ArrayId id : program_.results) results.push_back(at(id));
    return results;
  }

 private:
  DeviceArray& at(ArrayId id) { return arrays_[static_cast<size_t>(id)]; }
  const ArrayInfo& info(ArrayId id) const { return program_.array(id); }

  void prepare(std::vector<DeviceArray> inputs) {
    arrays_.resize(program_.arrays.size());
    make_workspace();
    for (size_t k = 0; k < inputs.size(); ++k) at(program_.inputs[k]) = std::move(inputs[k]);
    for (const auto& [id, value] : program_.constants) at(id) = stream_.upload(value);
  }

  void make_workspace() {
    numbers_at_ = aligned(sizeof(FaultRecord));
    uint64_t bytes = numbers_at_ + aligned(static_cast<uint64_t>(plan_.slot_count) * kSlotBytes);
    std::vector<uint64_t> places(program_.arrays.size());
    for (size_t id = 0; id < places.size(); ++id) {
      if (program_.arrays[id].storage != Storage::Stack) continue;
      places[id] = bytes;
      bytes += aligned(bytes_of(program_.arrays[id]));
    }
    workspace_ = stream_.allocate(DType::uint8, {static_cast<int64_t>(bytes)});
    for (size_t id = 0; id < places.size(); ++id) {
      if (places[id] != 0)
        arrays_[id] = {workspace_.memory, workspace_.address + places[id], bytes_of(program_.arrays[id]),
                       program_.arrays[id].type.shape};
    }
    header_.assign(numbers_at_ + static_cast<uint64_t>(plan_.slot_count) * kSlotBytes, std::byte{0});
    const FaultRecord none{kNoFault, kUnlocked, 0, kNoFault, {}};
    std::memcpy(header_.data(), &none, sizeof(none));
    stream_.write(workspace_.address, header_.data(), header_.size());
  }

  Tensor download(ArrayId id) { return stream_.download(at(id), info(id).type.dtype); }

  /// Waits for all work, and throws the error of a check that failed in it.
  void finish_work() {
    stream_.read(header_.data(), workspace_.address, header_.size());
    stream_.wait();
    FaultRecord record;
    std::memcpy(&record, header_.data(), sizeof(record));
    if (record.order != kNoFault) host_.fail(static_cast<int32_t>(record.site), record.numbers);
  }

  /// Returns the bits of a number that `finish_work` has read.
  uint64_t number(Register id) const {
    uint64_t bits = 0;
    std::memcpy(&bits, header_.data() + numbers_at_ + static_cast<uint64_t>(plan_.slot(id)) * kSlotBytes,
                item_size(program_.dtype(id)));
    return bits;
  }
  void set_number(Register id, uint64_t bits) {
    stream_.write(workspace_.address + numbers_at_ + static_cast<uint64_t>(plan_.slot(id)) * kSlotBytes, &bits,
                  kSlotBytes);
  }

  void run(const PlanSteps& steps) {
    for (const PlanStep& step : steps) run(step);
  }

  void run(const PlanStep& step) {
    switch (step.kind) {
      case StepKind::Launch:
        return launch(plan_.kernels[static_cast<size_t>(step.index)], functions_[static_cast<size_t>(step.index)]);
      case StepKind::Allocate:
        return replace(step.array, stream_.allocate(info(step.array).type.dtype, info(step.array).type.shape));
      case StepKind::Share:
        return share(step.array, at(step.source));
      case StepKind::Own:
        return own(step.array);
      case StepKind::Swap:
        return std::swap(at(step.array), at(step.source));
      case StepKind::Free:
        return replace(step.array, {});
      case StepKind::Copy:
        return stream_.copy(at(step.array), at(step.source));
      case StepKind::Host:
        return run_part(plan_.parts[static_cast<size_t>(step.index)]);
      case StepKind::Branch:
        return branch(step);
      case StepKind::Repeat:
        return repeat(step);
      case StepKind::While:
        return run_while(step);
    }
  }

  void replace(ArrayId id, DeviceArray array) { stream_.drop(std::exchange(at(id), std::move(array))); }

  /// The array may have another shape than its source, of as many elements.
  void share(ArrayId id, DeviceArray source) {
    source.shape = info(id).type.shape;
    replace(id, std::move(source));
  }

  void own(ArrayId id) {
    if (at(id).memory.use_count() == 1) return;
    DeviceArray copy = stream_.allocate(info(id).type.dtype, at(id).shape);
    stream_.copy(copy, at(id));
    replace(id, std::move(copy));
  }

  void launch(const DeviceKernel& kernel, device::FunctionHandle function) {
    if (kernel.task_count() == 0) return;
    std::vector<device::KernelArgument> arguments;
    for (const KernelArray& array : kernel.arrays) {
      const DeviceArray& memory = at(array.id);
      arguments.push_back(array.is_stored ? device::KernelArgument::array(memory.address, memory.bytes)
                                          : device::KernelArgument::input(memory.address, memory.bytes));
    }
    arguments.push_back(device::KernelArgument::array(workspace_.address + numbers_at_, header_.size() - numbers_at_));
    arguments.push_back(device::KernelArgument::array(workspace_.address, sizeof(FaultRecord)));
    const auto blocks = static_cast<uint32_t>(block_count(kernel));
    const auto threads = static_cast<uint32_t>(kernel.axes.empty() ? kernel.team : kBlockThreads);
    require(stream_.driver().launch({function, {blocks}, {threads}, 0, false, arguments}, stream_.handle()));
  }

  void run_part(const HostPart& part) {
    finish_work();
    std::vector<Tensor> inputs;
    for (const ArrayId id : part.inputs) inputs.push_back(download(id));
    stream_.wait();
    for (const Register id : part.numbers) {
      const Tensor& tensor = inputs.emplace_back(detail::allocate_number(program_.dtype(id)));
      const uint64_t bits = number(id);
      std::memcpy(tensor.impl()->data(), &bits, item_size(program_.dtype(id)));
    }
    const std::vector<Tensor> results = host_.run(part, std::move(inputs));
    for (size_t k = 0; k < part.outputs.size(); ++k) replace(part.outputs[k], stream_.upload(results[k]));
    for (size_t k = 0; k < part.results.size(); ++k) {
      uint64_t bits = 0;
      const Register id = part.results[k];
      std::memcpy(&bits, results[part.outputs.size() + k].impl()->data(), item_size(program_.dtype(id)));
      set_number(id, bits);
    }
  }

  void branch(const PlanStep& step) {
    finish_work();
    const uint64_t choice = number(step.number);
    run(step.blocks[program_.dtype(step.number) == DType::boolean ? (choice != 0 ? 0 : 1) : choice]);
  }

  void repeat(const PlanStep& step) {
    int64_t count = step.extent;
    if (step.count != kNone) {
      finish_work();
      count = static_cast<int64_t>(number(step.count));
    }
    for (int64_t index = 0; index < count; ++index) {
      set_number(step.number, static_cast<uint64_t>(index));
      run(step.blocks[0]);
    }
  }

  void run_while(const PlanStep& step) {
    int64_t iterations = 0;
    try {
      for (;; ++iterations) {
        run(step.blocks[0]);
        finish_work();
        if (number(step.number) == 0) return;
        host_.poll(step.index, iterations);
        run(step.blocks[1]);
      }
    } catch (...) {
      host_.leave_loop(step.index, iterations);
      throw;
    }
  }

  const DevicePlan& plan_;
  const Program& program_;
  const std::span<const device::FunctionHandle> functions_;
  PlanHost& host_;
  DeviceArray workspace_;
  std::vector<DeviceArray> arrays_;  // by array
  std::vector<std::byte> header_;
  uint64_t numbers_at_ = 0;
  PlanStream& stream_;
};

}  // namespace

DevicePlanRunner::DevicePlanRunner(const DevicePlan& plan, device::Driver& driver, std::span<const std::byte> image)
    : plan_(plan), driver_(driver), module_(require(driver.load_module(image))) {
  for (const DeviceKernel& kernel : plan.kernels)
    functions_.push_back(require(driver.find_function(module_, kernel.name)));
}

DevicePlanRunner::~DevicePlanRunner() { (void)driver_.unload_module(module_); }

std::vector<DeviceArray> DevicePlanRunner::run(std::vector<DeviceArray> inputs, PlanStream& stream,
                                               PlanHost& host) const {
  return PlanRun(plan_, stream, functions_, host).run(std::move(inputs));
}

std::vector<Tensor> DevicePlanRunner::run(std::span<const Tensor* const> inputs, PlanHost& host) const {
  PlanStream stream(driver_);
  std::vector<DeviceArray> arrays;
  for (const Tensor* input : inputs) arrays.push_back(stream.upload(*input));
  std::vector<DeviceArray> results = run(std::move(arrays), stream, host);
  std::vector<Tensor> tensors;
  for (size_t k = 0; k < results.size(); ++k)
    tensors.push_back(stream.download(results[k], plan_.program.array(plan_.program.results[k]).type.dtype));
  stream.wait();
  return tensors;
}

}  // namespace ag::codegen
