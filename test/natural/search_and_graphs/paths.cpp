// Programs that search paths and walk over graphs and grids.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <deque>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace grid_bfs {

struct Cell {
  int row, col;
};

AG_FUNCTION int shortest_path(const Tensor& walls) {
  const int rows = static_cast<int>(walls.shape(0)), cols = static_cast<int>(walls.shape(1));
  std::vector<std::vector<int>> distance(rows, std::vector<int>(cols, -1));
  std::queue<Cell> todo;
  todo.push({0, 0});
  distance[0][0] = 0;
  constexpr int dr[] = {1, -1, 0, 0}, dc[] = {0, 0, 1, -1};
  while (!todo.empty()) {
    const Cell at = todo.front();
    todo.pop();
    if (at.row == rows - 1 && at.col == cols - 1) return distance[at.row][at.col];
    for (int k = 0; k < 4; ++k) {
      const int r = at.row + dr[k], c = at.col + dc[k];
      if (r < 0 || c < 0 || r >= rows || c >= cols) continue;
      if (walls(r, c) != 0 || distance[r][c] >= 0) continue;
      distance[r][c] = distance[at.row][at.col] + 1;
      todo.push({r, c});
    }
  }
  return -1;
}

void run() {
  std::cout << shortest_path(ag::zeros({3, 4}, ag::int32)) << "\n";
  std::cout << shortest_path(ag::tensor({{0, 1, 0, 0, 0}, {0, 1, 0, 1, 0}, {0, 0, 0, 1, 0}})) << "\n";
  std::cout << shortest_path(ag::tensor({{0, 0, 1}, {0, 1, 0}, {1, 0, 0}})) << "\n";
}

}  // namespace grid_bfs

namespace dijkstra {

using Item = std::pair<double, int>;

AG_FUNCTION Tensor distances(Tensor weights, int source) {  // weights(i, j) <= 0: no edge
  const int n = static_cast<int>(weights.shape(0));
  std::vector<double> best(n, std::numeric_limits<double>::infinity());
  std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
  best[source] = 0;
  queue.emplace(0.0, source);
  while (!queue.empty()) {
    auto [d, u] = queue.top();
    queue.pop();
    if (d > best[u]) continue;
    for (int v = 0; v < n; ++v) {
      const double w = weights(u, v).item<double>();
      if (w <= 0) continue;
      if (d + w < best[v]) {
        best[v] = d + w;
        queue.emplace(best[v], v);
      }
    }
  }
  return ag::tensor(best);
}

void run() {
  const Tensor a = ag::tensor({{0, 4, 1, 0}, {0, 0, 0, 1}, {0, 2, 0, 5}, {0, 0, 0, 0}});
  const Tensor b = ag::tensor(
      {{0.0, 1.5, 0.0, 0.0}, {1.5, 0.0, 2.25, 0.0}, {0.0, 2.25, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}}, ag::float64);
  for (const Tensor& w : {ag::astype(a, ag::float64), b})
    for (int s : {0, 2}) std::cout << distances(w, s) << "\n";
}

}  // namespace dijkstra

namespace a_star {

struct Node {
  int x, y;
  double g, f;
  bool operator<(const Node& other) const { return f > other.f; }
};

class Planner {
 public:
  Planner(const Tensor& cost, int goal_x, int goal_y)
      : cost_(cost),
        width_(static_cast<int>(cost.shape(1))),
        height_(static_cast<int>(cost.shape(0))),
        gx_(goal_x),
        gy_(goal_y) {}

  std::optional<double> solve(int x, int y) const {
    std::vector<double> best(width_ * height_, 1e18);
    std::priority_queue<Node> open;
    open.push({x, y, 0.0, heuristic(x, y)});
    best[index(x, y)] = 0;
    while (!open.empty()) {
      const Node n = open.top();
      open.pop();
      if (n.x == gx_ && n.y == gy_) return n.g;
      if (n.g > best[index(n.x, n.y)]) continue;
      for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
        const int nx = n.x + dx, ny = n.y + dy;
        if (!inside(nx, ny)) continue;
        const double step = cost_(ny, nx).item<double>();
        if (step >= 9) continue;  // a wall
        const double g = n.g + step;
        if (g < best[index(nx, ny)]) {
          best[index(nx, ny)] = g;
          open.push({nx, ny, g, g + heuristic(nx, ny)});
        }
      }
    }
    return std::nullopt;
  }

 private:
  int index(int x, int y) const { return y * width_ + x; }
  bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }
  double heuristic(int x, int y) const { return std::abs(x - gx_) + std::abs(y - gy_); }

  Tensor cost_;
  int width_, height_, gx_, gy_;
};

AG_FUNCTION double travel(Tensor cost) {
  return Planner(cost, static_cast<int>(cost.shape(1)) - 1, static_cast<int>(cost.shape(0)) - 1)
      .solve(0, 0)
      .value_or(-1.0);
}

void run() {
  std::printf("%g\n", travel(ag::ones({3, 3})));
  std::printf("%g\n", travel(ag::tensor({{1.0, 5.0, 1.0}, {1.0, 9.0, 1.0}, {2.5, 1.0, 1.0}})));
  std::printf("%g\n", travel(ag::tensor({{1.0, 9.0, 1.0}, {1.0, 9.0, 1.0}, {2.5, 9.0, 1.0}})));
}

}  // namespace a_star

namespace flood_fill {

AG_FUNCTION std::pair<Tensor, int> components(Tensor image) {
  const int rows = static_cast<int>(image.shape(0)), cols = static_cast<int>(image.shape(1));
  Tensor labels = ag::zeros_like(image);
  int count = 0;
  std::stack<std::pair<int, int>> todo;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < cols; ++c) {
      if (image(r, c) == 0 || labels(r, c) != 0) continue;
      ++count;
      todo.push({r, c});
      while (!todo.empty()) {
        auto [y, x] = todo.top();
        todo.pop();
        if (y < 0 || x < 0 || y >= rows || x >= cols) continue;
        if (image(y, x) == 0 || labels(y, x) != 0) continue;
        labels(y, x) = count;
        todo.push({y + 1, x});
        todo.push({y - 1, x});
        todo.push({y, x + 1});
        todo.push({y, x - 1});
      }
    }
  }
  return {labels, count};
}

void run() {
  for (const Tensor& image :
       {ag::tensor({{1, 1, 0}, {0, 0, 1}, {1, 0, 1}}), ag::tensor({{1, 1, 1}, {1, 0, 1}, {1, 1, 1}}),
        ag::tensor({{1, 0, 1}, {0, 1, 0}, {1, 0, 1}})}) {
    auto [labels, count] = components(image);
    std::cout << count << "\n" << labels << "\n";
  }
}

}  // namespace flood_fill

namespace flood_fill_recursive {

void fill(Tensor& image, int r, int c, int from, int to) {
  if (r < 0 || c < 0 || r >= image.shape(0) || c >= image.shape(1)) return;
  if (image(r, c).item<int>() != from) return;
  image(r, c) = to;
  fill(image, r + 1, c, from, to);
  fill(image, r - 1, c, from, to);
  fill(image, r, c + 1, from, to);
  fill(image, r, c - 1, from, to);
}

AG_FUNCTION Tensor painted(Tensor image, int r, int c, int colour) {
  if (image(r, c) != colour) fill(image, r, c, image(r, c).item<int>(), colour);
  return image;
}

void run() {
  const Tensor image = ag::tensor({{1, 1}, {2, 1}});
  std::cout << painted(image, 0, 0, 7) << "\n" << painted(image, 1, 0, 7) << "\n" << painted(image, 1, 0, 2) << "\n";
}

}  // namespace flood_fill_recursive

namespace bellman_ford {

struct Edge {
  int from, to;
  double weight;
};

constexpr std::array<Edge, 6> edges{{{0, 1, 4}, {0, 2, 5}, {1, 2, -3}, {2, 3, 2}, {3, 1, 1.5}, {1, 3, 6}}};

AG_FUNCTION std::optional<Tensor> shortest(Tensor extra) {  // added to the weights
  constexpr double far = 1e9;
  Tensor distance = ag::tensor({0.0, far, far, far}, ag::float64);
  for (int round = 0; round < 4; ++round) {
    bool changed = false;
    int k = 0;
    for (const auto& [from, to, weight] : edges) {
      Tensor through = distance[from] + weight + extra[k++];
      if (through < distance[to]) {
        distance[to] = through;
        changed = true;
      }
    }
    if (!changed) return distance;
  }
  return {};  // a negative cycle
}

void run() {
  for (const Tensor& extra : {ag::zeros({6}, ag::float64), ag::tensor({0.0, -6.0, 0.0, 0.0, 1.0, 0.0}, ag::float64),
                              ag::tensor({0.0, 0.0, -1.0, 0.0, 0.0, 0.0}, ag::float64)}) {
    if (auto d = shortest(extra))
      std::cout << *d << "\n";
    else
      std::cout << "negative cycle\n";
  }
}

}  // namespace bellman_ford

namespace topological_order {

AG_FUNCTION std::vector<int> order(const Tensor& before) {  // before(i, j): i stands before j
  const int n = static_cast<int>(before.shape(0));
  std::vector<int> waiting(n, 0), result;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) waiting[j] += before(i, j).item<int>() > 0;
  std::deque<int> ready;
  for (int i = 0; i < n; ++i)
    if (waiting[i] == 0) ready.push_back(i);
  while (!ready.empty()) {
    const int u = ready.front();
    ready.pop_front();
    result.push_back(u);
    for (int v = 0; v < n; ++v)
      if (before(u, v) > 0 && --waiting[v] == 0) ready.push_back(v);
  }
  return result;
}

void run() {
  for (const Tensor& t : {ag::tensor({{0, 0, 1}, {1, 0, 0}, {0, 0, 0}}), ag::tensor({{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}),
                          ag::zeros({3, 3}, ag::int32)}) {
    const auto o = order(t);
    for (int u : o) std::cout << u << " ";
    std::cout << (o.size() == 3 ? "all\n" : "cycle\n");
  }
}

}  // namespace topological_order

namespace floyd_warshall {

AG_FUNCTION std::pair<Tensor, Tensor> all_pairs(Tensor d) {
  const auto n = d.shape(0);
  Tensor next = ag::tile(ag::expand_dims(ag::arange(n), 0), {n, 1});
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        if (d(i, k) + d(k, j) < d(i, j)) {
          d(i, j) = d(i, k) + d(k, j);
          next(i, j) = next(i, k);
        }
      }
    }
  }
  return {d, next};
}

AG_FUNCTION std::string route(Tensor next, Tensor from, Tensor to) {
  std::string text = std::to_string(from.item<int>());
  while (from != to) {
    from = next(from, to);
    text += "-" + std::to_string(from.item<int>());
  }
  return text;
}

void run() {
  const double no = 99;
  for (const Tensor& d :
       {ag::tensor({{0.0, 3.0, no, 7.0}, {8.0, 0.0, 2.0, no}, {5.0, no, 0.0, 1.0}, {2.0, no, no, 0.0}}),
        ag::tensor({{0.0, 1.0, 9.0, 9.0}, {1.0, 0.0, 1.0, 9.0}, {9.0, 1.0, 0.0, 1.0}, {9.0, 9.0, 1.0, 0.0}})}) {
    auto [best, next] = all_pairs(d);
    std::cout << best << "\n";
    for (int a : {0, 2, 3})
      std::cout << route(next, ag::tensor(a), ag::tensor(1)) << " " << route(next, ag::tensor(a), ag::tensor(3))
                << "\n";
  }
}

}  // namespace floyd_warshall

namespace knight_moves {

// Positions of a knight: the squares that it reaches in so many moves, by sets of visited squares.
AG_FUNCTION int moves_between(int size, Tensor from, Tensor to) {
  const std::array<std::pair<int, int>, 8> jumps{
      {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
  std::set<std::pair<int, int>> seen;
  std::vector<std::pair<int, int>> front{{from[0].item<int>(), from[1].item<int>()}};
  const std::pair<int, int> goal{to[0].item<int>(), to[1].item<int>()};
  for (int moves = 0; !front.empty(); ++moves) {
    std::vector<std::pair<int, int>> next;
    for (const auto& [r, c] : front) {
      if (std::pair{r, c} == goal) return moves;
      for (auto [dr, dc] : jumps) {
        if (r + dr < 0 || r + dr >= size || c + dc < 0 || c + dc >= size) continue;
        if (seen.insert({r + dr, c + dc}).second) next.emplace_back(r + dr, c + dc);
      }
    }
    front = std::move(next);
  }
  return -1;
}

void run() {
  for (int size : {3, 4, 5}) {
    std::cout << moves_between(size, ag::tensor({0, 0}), ag::tensor({1, 1})) << " "
              << moves_between(size, ag::tensor({0, 1}), ag::tensor({2, 2})) << "\n";
  }
}

}  // namespace knight_moves

namespace maze_robot {

enum class Heading { north, east, south, west };

struct Robot {
  int row, col;
  Heading heading;
  void turn_left() { heading = static_cast<Heading>((static_cast<int>(heading) + 3) % 4); }
  void turn_right() { heading = static_cast<Heading>((static_cast<int>(heading) + 1) % 4); }
  std::pair<int, int> ahead() const {
    switch (heading) {
      case Heading::north:
        return {row - 1, col};
      case Heading::east:
        return {row, col + 1};
      case Heading::south:
        return {row + 1, col};
      default:
        return {row, col - 1};
    }
  }
};

bool free_at(const Tensor& maze, std::pair<int, int> p) {
  auto [r, c] = p;
  return r >= 0 && c >= 0 && r < maze.shape(0) && c < maze.shape(1) && maze(r, c).item<int>() == 0;
}

// Follows the wall on its right until it stands on the exit in the last corner.
AG_FUNCTION int follow_wall(Tensor maze, int limit) {
  Robot robot{.row = 0, .col = 0, .heading = Heading::east};
  int steps = 0;
  while (steps < limit && !(robot.row == maze.shape(0) - 1 && robot.col == maze.shape(1) - 1)) {
    robot.turn_right();
    int turns = 0;
    while (!free_at(maze, robot.ahead()) && turns++ < 4) robot.turn_left();
    if (turns > 4) return -1;
    std::tie(robot.row, robot.col) = robot.ahead();
    ++steps;
  }
  return steps;
}

void run() {
  std::cout << follow_wall(ag::tensor({{0, 0, 0}, {1, 1, 0}, {0, 0, 0}}), 30) << "\n";
  std::cout << follow_wall(ag::tensor({{0, 0, 1}, {0, 1, 0}, {0, 0, 0}}), 30) << "\n";
  std::cout << follow_wall(ag::tensor({{0, 0, 0}, {0, 1, 1}, {0, 1, 0}}), 30) << "\n";
  std::cout << follow_wall(ag::tensor({{0, 1, 0}, {1, 1, 0}, {0, 0, 0}}), 30) << "\n";
}

}  // namespace maze_robot

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"grid_bfs", grid_bfs::run},
                                {"dijkstra", dijkstra::run},
                                {"a_star", a_star::run},
                                {"flood_fill", flood_fill::run},
                                {"flood_fill_recursive", flood_fill_recursive::run},
                                {"bellman_ford", bellman_ford::run},
                                {"topological_order", topological_order::run},
                                {"floyd_warshall", floyd_warshall::run},
                                {"knight_moves", knight_moves::run},
                                {"maze_robot", maze_robot::run}});
}
