#pragma once
/// The floors: what hand-written C++ needs for the work of a workload, with the vectors of AVX-512. They know numbers
/// and pointers alone, nothing of ag, and are compiled with clang++ -O3 -march=native -ffp-contract=fast, whatever
/// compiles the rest. Outputs are made by the caller, who checks them; floor_rows.cpp says which function is which row.
#include <cstdint>
#include <memory>

namespace bench::floors {

/// W1: r = identity, then `times` times r = x r, 10x10. Rows of r in masked registers, vpmulld.
void power_rows(const int32_t* x, int32_t times, int32_t* r);

/// W2: a primitive of oneDNN that runs on so many threads, with its arrays in its own layouts; its result as images.
std::shared_ptr<void> prepare_convolution(const float* x, const float* filter, int threads);
void run_convolution(void* prepared);
void read_convolution(void* prepared, float* result);

/// W3: the weights in panels of 32 columns, as `rnn` takes them; they are packed outside the clock.
inline constexpr int kRnnBatch = 32, kRnnSteps = 100, kRnnFeatures = 50, kRnnUnits = 256;
void pack_rnn_weights(const float* weights, float* packed);
/// W3: every row at every step; `state` and `scratch` have [batch, units], `outputs` [batch, steps, units].
void rnn(const float* x, const float* packed, const float* bias, const int32_t* lengths, float* outputs, float* state,
         float* scratch);

/// W4: x of three becomes tanh(x) until no element is above 0.05; gives the number of steps. The function is a rational
/// one of few ulp in the loop.
int converge(float* x);

/// W5a: one step at a time, without a branch on parity.
int64_t collatz_select(int64_t n);

struct FizzBuzz {
  int64_t both = 0, threes = 0, fives = 0, sum_of_others = 0;
};
/// W5b: the loop as anyone writes it, and 16 numbers at a time.
FizzBuzz fizzbuzz_plain(int64_t n);
FizzBuzz fizzbuzz_vectors(int64_t n);

/// W6: the mean of (a - b)².
float mean_squared_error(const float* a, const float* b, int64_t n);

/// W7: y = where(x > 0, x, 0); `streaming` stores pass by the cache.
void relu(const float* x, float* y, int64_t n, bool streaming);

/// W8: prices of calls and puts. With the functions of glibc's libmvec (4 ulp), and with functions of few ulp in the
/// loop.
void black_scholes_libmvec(const float* spot, const float* strike, const float* years, float* calls, float* puts,
                           int64_t n);
void black_scholes_inline(const float* spot, const float* strike, const float* years, float* calls, float* puts,
                          int64_t n);

/// W9: 64 pixels at once, masks, a test for each step.
void mandelbrot(const float* re, const float* im, int32_t* counts, int64_t n);

/// W10a: gives the steps.
int newton(double a, double* root);
/// W10b: one pass over the memory for each step, the next test in it; gives the steps.
int newton_array(const double* a, double* x, int64_t n);

/// W11: from `centres` on, which become the last ones; gives the rounds, and the cluster of each point. The loop as
/// anyone writes it; and 16 points at a time, of which only those move between the sums that change sides (`labels` and
/// `coordinates` have room for n and 2 n elements, rounded up to 16 each).
inline constexpr int kClusters = 8;
int kmeans_plain(const float* points, int64_t n, float* centres, int32_t* labels);
int kmeans(const float* points, int64_t n, float* centres, int32_t* labels, float* coordinates);

/// W12: F, H, Q and R are data, row by row.
struct KalmanModel {
  double F[4][4], H[2][4], Q[4][4], R[2][2];
};
void kalman(const KalmanModel& model, const double* measurements, int64_t steps, double* states, double* covariance);

/// W13f: 100 steps of Runge and Kutta from (1, 0); weights row by row.
inline constexpr int kHidden = 50;
struct Network {
  const float *w1, *b1, *w2, *b2;
};
float neural_ode(const Network& network, int steps);

/// W14: gives the last loss, and the weights in `room`, transposed.
struct TrainingRoom {
  alignas(64) float weights[10 * 784], slopes[200 * 16], bias[16], sums[208], named[208];
};
float train_linear(const float* x, const int32_t* labels, int steps, TrainingRoom& room);

/// W15a: from -1.2, 1, -1.2 …; gives the last value.
double minimum_by_lbfgs(int iterations);

/// W15c: gives the score and the length of the best beam. The weights of the words are packed outside the clock.
struct BeamModel {
  const float *packed, *recurrent, *embedding;
};
struct BeamRoom {
  alignas(64) float state[5 * 64], next[5 * 64], activity[5 * 64], logits[5 * 1024];
};
void pack_beam_weights(const float* out, float* packed);
float beam_search(const BeamModel& model, int most, BeamRoom& room, int64_t* length);

/// W15d: a node names its children; -1 - k is leaf k, of 16 numbers.
struct Tree {
  const int64_t *left, *right;
  const float* leaves;
};
void tree_value(const Tree& tree, float* value);

/// M1: y = max(1.25 x - 0.125, 0), and the mean of |x - before|.
void clean_frame(const float* x, float* y, int64_t n);
float mean_difference(const float* x, const float* before, int64_t n);

/// M2: the mean and the deviation of each of 32 columns; rows that are made to have mean 0 and deviation 1; and the
/// mean of the logistic function of their products with the weights.
inline constexpr int kScoreColumns = 32;
void column_moments(const float* rows, int64_t n, float* mean, float* deviation);
void standardise(const float* rows, int64_t n, const float* mean, const float* deviation, float* result);
float mean_score(const float* rows, int64_t n, const float* weights);

/// M3: a step of the velocities, and one of the places.
void kick(float* velocity, const float* place, int64_t n);
void drift(float* place, const float* velocity, int64_t n);

/// M4: the nearest of eight centres (of equals the first) for each point; then the centres go a quarter of the way to
/// the means of their points.
void nearest_centres(const float* points, int64_t n, const float* centres, int32_t* labels);
void move_centres(const float* points, int64_t n, const int32_t* labels, float* centres);

/// W17: one addition after the other, and the loop that no closed form replaces.
int64_t sum_below(int64_t n);
int64_t mix_below(int64_t n);

}  // namespace bench::floors
