/// The floor of W2: a primitive of oneDNN, with images and filter in the layouts that it likes best; what brings them
/// there is outside the clock.
#include <dnnl.hpp>
#include <memory>
#include <unordered_map>

#include "floors.h"

extern "C" void omp_set_num_threads(int);

namespace bench::floors {

namespace {

using dnnl::memory;

struct Problem {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  int threads;
  std::unordered_map<int, memory> arguments;
  dnnl::convolution_forward primitive;
  memory result;
};

void copy(Problem& problem, const memory::desc& from, const float* data, memory& to) {
  memory source(from, problem.engine, const_cast<float*>(data));
  dnnl::reorder(source, to).execute(problem.stream, source, to);
  problem.stream.wait();
}

}  // namespace

std::shared_ptr<void> prepare_convolution(const float* x, const float* filter, int threads) {
  constexpr int kImage = 200, kChannels = 100, kResult = kImage - 2;
  constexpr auto kFloat = memory::data_type::f32;
  using tag = memory::format_tag;
  omp_set_num_threads(threads);
  auto problem = std::make_shared<Problem>();
  problem->threads = threads;
  const memory::dims images{1, kChannels, kImage, kImage}, filters{kChannels, kChannels, 3, 3},
      results{1, kChannels, kResult, kResult}, one{1, 1}, none{0, 0};
  const memory::desc any_x(images, kFloat, tag::any), any_filter(filters, kFloat, tag::any),
      any_result(results, kFloat, tag::any);
  const auto kind = dnnl::prop_kind::forward_inference;
  const auto direct = dnnl::algorithm::convolution_direct;
#if DNNL_VERSION_MAJOR >= 3
  const dnnl::convolution_forward::primitive_desc descriptor(problem->engine, kind, direct, any_x, any_filter,
                                                             any_result, one, none, none);
#else
  const dnnl::convolution_forward::primitive_desc descriptor(
      {kind, direct, any_x, any_filter, any_result, one, none, none}, problem->engine);
#endif
  memory in(descriptor.src_desc(), problem->engine), weights(descriptor.weights_desc(), problem->engine);
  problem->result = memory(descriptor.dst_desc(), problem->engine);
  copy(*problem, memory::desc(images, kFloat, tag::nhwc), x, in);
  copy(*problem, memory::desc(filters, kFloat, tag::hwio), filter, weights);
  problem->arguments = {{DNNL_ARG_SRC, in}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DST, problem->result}};
  problem->primitive = dnnl::convolution_forward(descriptor);
  return problem;
}

void run_convolution(void* prepared) {
  Problem& problem = *static_cast<Problem*>(prepared);
  omp_set_num_threads(problem.threads);
  problem.primitive.execute(problem.stream, problem.arguments);
  problem.stream.wait();
}

void read_convolution(void* prepared, float* result) {
  Problem& problem = *static_cast<Problem*>(prepared);
  memory to(memory::desc(memory::dims{1, 100, 198, 198}, memory::data_type::f32, memory::format_tag::nhwc),
            problem.engine, result);
  dnnl::reorder(problem.result, to).execute(problem.stream, problem.result, to);
  problem.stream.wait();
}

}  // namespace bench::floors
