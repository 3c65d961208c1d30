// Programs that play: boards, cards, dice, puzzles, scores.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace tic_tac_toe {

constexpr int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

int winner(const std::array<int, 9>& board) {
  for (const auto& [a, b, c] : lines)
    if (board[a] != 0 && board[a] == board[b] && board[b] == board[c]) return board[a];
  return 0;
}

int value_of(std::array<int, 9>& board, int player, int& visited) {
  ++visited;
  if (int w = winner(board)) return w * player;
  int best = -2;
  for (int& cell : board) {
    if (cell != 0) continue;
    cell = player;
    best = std::max(best, -value_of(board, -player, visited));
    cell = 0;
    if (best == 1) break;
  }
  return best == -2 ? 0 : best;
}

AG_FUNCTION std::pair<int, int> judge(Tensor cells, int player) {
  std::array<int, 9> board;
  for (int i = 0; i < 9; ++i) board[i] = cells[i].item<int>();
  int visited = 0;
  const int value = value_of(board, player, visited);
  return {value, visited};
}

void run() {
  for (const Tensor& b : {ag::tensor({1, 1, 0, -1, -1, 1, -1, 1, 0}), ag::tensor({1, -1, 1, -1, 1, -1, 0, 0, -1}),
                          ag::tensor({1, -1, 1, 1, -1, -1, -1, 1, 1})}) {
    const auto [value, visited] = judge(b, 1);
    std::cout << value << " after " << visited << " positions\n";
  }
}

}  // namespace tic_tac_toe

namespace connect_four {

struct Board {
  Tensor cells;  // [6, 7]; row 0 is the lowest
  bool drop(int column, int player) {
    for (int row = 0; row < 6; ++row) {
      if (cells(row, column) != 0) continue;
      cells(row, column) = player;
      return true;
    }
    return false;
  }
  bool wins(int player) const {
    for (auto [dr, dc] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
      for (int r = 0; r + 3 * dr < 6; ++r) {
        for (int c = 0; c < 7; ++c) {
          if (c + 3 * dc > 6 || c + 3 * dc < 0) continue;
          int k = 0;
          while (k < 4 && cells(r + k * dr, c + k * dc).item<int>() == player) ++k;
          if (k == 4) return true;
        }
      }
    }
    return false;
  }
};

AG_FUNCTION std::string play(Tensor moves) {
  Board board{ag::zeros({6, 7}, ag::int32)};
  int player = 1;
  for (int i = 0; i < moves.size(); ++i) {
    if (!board.drop(moves[i].item<int>(), player)) return "illegal";
    if (board.wins(player)) return player == 1 ? "first wins" : "second wins";
    player = 3 - player;
  }
  return "open";
}

void run() {
  std::cout << play(ag::tensor({3, 2, 3, 2, 3, 2, 3})) << "\n";
  std::cout << play(ag::tensor({0, 1, 0, 1, 0, 1, 5})) << "\n";
  std::cout << play(ag::tensor({6, 6, 6, 6, 6, 6, 6})) << "\n";
  std::cout << play(ag::tensor({0, 1, 6, 2, 6, 3, 5, 4})) << "\n";
}

}  // namespace connect_four

namespace blackjack {

AG_FUNCTION std::tuple<int, int, int> deal(Tensor deck, int stop_at) {
  int next = 0;
  auto draw = [&](int& total, int& aces) {
    const int card = std::min(deck[next++].item<int>(), 10);
    total += card;
    if (card == 1) {
      total += 10;
      ++aces;
    }
    while (total > 21 && aces > 0) {
      total -= 10;
      --aces;
    }
  };
  int player = 0, dealer = 0, soft = 0, dealer_soft = 0;
  draw(player, soft);
  draw(dealer, dealer_soft);
  draw(player, soft);
  while (player < stop_at) draw(player, soft);
  if (player > 21) return {player, dealer, -1};
  while (dealer < 17) draw(dealer, dealer_soft);
  if (dealer > 21) return {player, dealer, 1};
  return {player, dealer, (player > dealer) - (player < dealer)};
}

void run() {
  for (const Tensor& deck : {ag::tensor({10, 9, 6, 1, 8, 5, 7, 3, 4}), ag::tensor({1, 10, 6, 10, 7, 5, 2, 9, 9}),
                             ag::tensor({13, 12, 3, 2, 11, 5, 4, 3, 2})}) {
    for (int stop : {12, 17}) {
      auto [player, dealer, result] = deal(deck, stop);
      std::cout << player << ":" << dealer << (result > 0 ? " won" : result < 0 ? " lost" : " even") << "\n";
    }
  }
}

}  // namespace blackjack

namespace poker_hands {

enum Rank { high_card, pair, two_pairs, three, straight, flush, full_house, four, straight_flush };

constexpr const char* names[] = {"high card", "pair",       "two pairs", "three",         "straight",
                                 "flush",     "full house", "four",      "straight flush"};

AG_FUNCTION Rank rank(const Tensor& values, const Tensor& suits) {
  std::map<int, int> count;
  for (int i = 0; i < 5; ++i) ++count[values[i].item<int>()];
  bool same_suit = true;
  for (int i = 1; i < 5; ++i) same_suit &= suits[i].item<int>() == suits[0].item<int>();
  const bool in_row = count.size() == 5 && count.rbegin()->first - count.begin()->first == 4;
  if (in_row) return same_suit ? straight_flush : straight;
  if (same_suit) return flush;
  int most = 0;
  for (const auto& [value, n] : count) most = std::max(most, n);
  if (most == 4) return four;
  if (most == 3) return count.size() == 2 ? full_house : three;
  if (most == 2) return count.size() == 3 ? two_pairs : pair;
  return high_card;
}

void run() {
  const Tensor mixed = ag::tensor({0, 1, 2, 3, 0}), hearts = ag::full({5}, 2, ag::int32);
  for (const Tensor& v : {ag::tensor({2, 3, 4, 5, 6}), ag::tensor({9, 9, 4, 4, 9}), ag::tensor({9, 9, 4, 4, 3}),
                          ag::tensor({9, 2, 5, 9, 3}), ag::tensor({14, 2, 5, 9, 3})})
    std::cout << names[rank(v, mixed)] << ", " << names[rank(v, hearts)] << "\n";
}

}  // namespace poker_hands

namespace sliding_tiles {

struct Position {
  std::array<int, 9> tiles;
  int empty;
};

std::optional<Position> moved(Position p, char direction) {
  int to = p.empty;
  switch (direction) {
    case 'u':
      to -= 3;
      break;
    case 'd':
      to += 3;
      break;
    case 'l':
      if (to % 3 == 0) return std::nullopt;
      --to;
      break;
    case 'r':
      if (to % 3 == 2) return std::nullopt;
      ++to;
      break;
    default:
      return std::nullopt;
  }
  if (to < 0 || to > 8) return std::nullopt;
  std::swap(p.tiles[p.empty], p.tiles[to]);
  p.empty = to;
  return p;
}

int misplaced(const Position& p) {
  int n = 0;
  for (int i = 0; i < 9; ++i) n += p.tiles[i] != 0 && p.tiles[i] != i + 1;
  return n;
}

// Takes the best move, until none is better.
AG_FUNCTION std::pair<int, int> greedy(Tensor start) {
  Position now{};
  for (int i = 0; i < 9; ++i) {
    now.tiles[i] = start[i].item<int>();
    if (now.tiles[i] == 0) now.empty = i;
  }
  int steps = 0;
  while (misplaced(now) > 0 && steps < 10) {
    std::optional<Position> best;
    for (char direction : {'u', 'd', 'l', 'r'}) {
      const auto next = moved(now, direction);
      if (next && (!best || misplaced(*next) < misplaced(*best))) best = next;
    }
    if (misplaced(*best) >= misplaced(now)) break;
    now = *best;
    ++steps;
  }
  return {steps, misplaced(now)};
}

void run() {
  for (const Tensor& t : {ag::tensor({1, 2, 3, 4, 5, 6, 0, 7, 8}), ag::tensor({1, 2, 3, 0, 5, 6, 4, 7, 8}),
                          ag::tensor({8, 7, 6, 5, 4, 3, 2, 1, 0})}) {
    const auto [steps, left] = greedy(t);
    std::cout << steps << " steps, " << left << " left\n";
  }
}

}  // namespace sliding_tiles

namespace snake {

struct Cell {
  int row, col;
  bool operator==(const Cell&) const = default;
};

AG_FUNCTION std::pair<int, std::string> play(Tensor moves, Tensor food) {
  std::vector<Cell> body{{2, 2}};
  int eaten = 0;
  for (int t = 0; t < moves.size(); ++t) {
    Cell head = body.front();
    switch (moves[t].item<int>()) {
      case 0:
        --head.row;
        break;
      case 1:
        ++head.col;
        break;
      case 2:
        ++head.row;
        break;
      case 3:
        --head.col;
        break;
    }
    if (head.row < 0 || head.col < 0 || head.row > 4 || head.col > 4) return {eaten, "wall"};
    if (std::find(body.begin(), body.end(), head) != body.end()) return {eaten, "bitten"};
    body.insert(body.begin(), head);
    if (eaten < food.shape(0) && food(eaten, 0) == head.row && food(eaten, 1) == head.col)
      ++eaten;
    else
      body.pop_back();
  }
  return {eaten, "alive"};
}

void run() {
  const Tensor food = ag::tensor({{2, 3}, {2, 4}, {3, 4}, {3, 3}});
  for (const Tensor& moves :
       {ag::tensor({1, 1, 2, 3, 0, 1}), ag::tensor({1, 1, 1, 0, 0, 0}), ag::tensor({0, 3, 2, 2, 1, 1})}) {
    auto [eaten, end] = play(moves, food);
    std::cout << eaten << " " << end << "\n";
  }
}

}  // namespace snake

namespace dice_race {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  int roll() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<int>(state_ % 6) + 1;
  }

 private:
  std::uint64_t state_;
};

AG_FUNCTION std::pair<int, int> race(Tensor board, std::uint64_t seed) {  // how far each field moves its guest
  Dice dice(seed);
  std::array<int, 2> place{0, 0};
  const int goal = static_cast<int>(board.size()) - 1;
  for (int turn = 0; turn < 40; ++turn) {
    int& mine = place[turn % 2];
    int rolled;
    do {
      rolled = dice.roll();
      mine = std::min(mine + rolled, goal);
      mine = std::clamp(mine + board[mine].item<int>(), 0, goal);
    } while (rolled == 6 && mine != goal);
    if (mine == goal) return {turn % 2, turn + 1};
  }
  return {-1, 40};
}

void run() {
  const Tensor flat = ag::zeros({16}, ag::int32);
  Tensor wild = flat;
  wild[4] = 5;
  wild[9] = -7;
  wild[14] = -10;
  for (const Tensor& board : {flat, wild}) {
    for (std::uint64_t seed : {12345ull, 777ull}) {
      const auto [winner, turns] = race(board, seed);
      std::cout << winner << " in " << turns << "\n";
    }
  }
}

}  // namespace dice_race

namespace hangman {

AG_FUNCTION std::pair<std::string, int> guess(const std::string& word, Tensor guesses, int lives) {
  std::string shown(word.size(), '_');
  for (int i = 0; i < guesses.size() && lives > 0; ++i) {
    const char letter = static_cast<char>('a' + guesses[i].item<int>());
    bool hit = false;
    for (std::size_t k = 0; k < word.size(); ++k) {
      if (word[k] == letter) {
        shown[k] = letter;
        hit = true;
      }
    }
    if (!hit) --lives;
    if (shown == word) break;
  }
  return {shown, lives};
}

void run() {
  for (const char* word : {"tensor", "banana"}) {
    for (const Tensor& g : {ag::tensor({0, 13, 1, 4}), ag::tensor({25, 24, 23, 0}), ag::tensor({19, 4, 13, 18})}) {
      const auto [shown, lives] = guess(word, g, 3);
      std::cout << shown << " " << lives << "\n";
    }
  }
}

}  // namespace hangman

namespace ratings {

struct Player {
  Tensor rating = ag::tensor(1500.0, ag::float64);
  int games = 0;
  double k() const { return games < 3 ? 40 : 20; }
};

AG_FUNCTION std::vector<Player> season(Tensor results) {  // rows: white, black, score of white
  std::vector<Player> players(3);
  for (const Tensor& game : results) {
    const int w = game[0].item<int>(), b = game[1].item<int>();
    Player& white = players[w];
    Player& black = players[b];
    const Tensor expected = 1 / (1 + ag::pow(10.0, (black.rating - white.rating) / 400));
    const Tensor surprise = game[2] - expected;
    white.rating += white.k() * surprise;
    black.rating -= black.k() * surprise;
    ++white.games, ++black.games;
  }
  return players;
}

void run() {
  for (const Tensor& r :
       {ag::tensor({{0.0, 1.0, 1.0}, {1.0, 2.0, 0.5}, {2.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, ag::float64),
        ag::tensor({{0.0, 1.0, 1.0}, {0.0, 1.0, 1.0}, {0.0, 1.0, 1.0}, {0.0, 1.0, 1.0}}, ag::float64)}) {
    for (const Player& p : season(r)) std::printf("%.6f (%d) ", p.rating.item<double>(), p.games);
    std::printf("\n");
  }
}

}  // namespace ratings

namespace nim {

using Move = std::pair<int, int>;  // the pile and how many

template <class Container>
int nim_sum(const Container& piles) {
  return std::accumulate(std::begin(piles), std::end(piles), 0, std::bit_xor<>());
}

std::optional<Move> winning_move(const std::vector<int>& piles) {
  const int sum = nim_sum(piles);
  if (sum == 0) return std::nullopt;
  for (std::size_t i = 0; i < piles.size(); ++i)
    if ((piles[i] ^ sum) < piles[i]) return Move{static_cast<int>(i), piles[i] - (piles[i] ^ sum)};
  return std::nullopt;
}

AG_FUNCTION int winner(Tensor start) {
  std::vector<int> piles;
  for (const Tensor& p : start) piles.push_back(p.item<int>());
  for (int turn = 0;; turn = 1 - turn) {
    if (std::all_of(piles.begin(), piles.end(), [](int n) { return n == 0; })) return 1 - turn;
    if (const auto move = winning_move(piles)) {
      piles[move->first] -= move->second;
    } else {
      *std::max_element(piles.begin(), piles.end()) -= 1;
    }
  }
}

void run() {
  for (const Tensor& piles :
       {ag::tensor({1, 2, 3}), ag::tensor({1, 4, 2}), ag::tensor({0, 0, 0}), ag::tensor({2, 2, 1})})
    std::cout << winner(piles) << " ";
  std::cout << "\n";
}

}  // namespace nim

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"tic_tac_toe", tic_tac_toe::run},
                                {"connect_four", connect_four::run},
                                {"blackjack", blackjack::run},
                                {"poker_hands", poker_hands::run},
                                {"sliding_tiles", sliding_tiles::run},
                                {"snake", snake::run},
                                {"dice_race", dice_race::run},
                                {"hangman", hangman::run},
                                {"ratings", ratings::run},
                                {"nim", nim::run}});
}
