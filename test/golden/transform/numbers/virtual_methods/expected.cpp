#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <memory>
#include <vector>
using ag::Tensor;

class Curve {
 public:
  virtual ~Curve() = default;
  virtual double at(double x) const = 0;
  virtual double twice(double x) const { return 2 * at(x) + offset(); }
  double offset() const { return offset_; }

 protected:
  double offset_ = 0.5;
 [[maybe_unused]] friend auto ag_members(Curve& object) { return std::tie(object.offset_); } }; struct Curve_staged; [[maybe_unused]] inline std::type_identity<Curve_staged> ag_dynamic_class(const Curve*) { return {}; } struct Curve_staged { ag::Staged<double> offset_ = 0.5; virtual ~Curve_staged() = default; virtual ag::Staged<double> at(ag::Staged<double> x) const = 0; virtual ag::Staged<double> twice(ag::Staged<double> x) const; ag::Staged<double> offset() const; [[maybe_unused]] friend auto ag_members(Curve_staged& object) { return std::tie(object.offset_); } };
class Line final : public Curve {
 public:
  explicit Line(double slope) : slope_(slope) {}
  double at(double x) const override { return slope_ * x; }

 private:
  double slope_;
 [[maybe_unused]] friend auto ag_members(Line& object) { return std::tuple_cat(ag_members(static_cast<Curve&>(object)), std::tie(object.slope_)); } }; struct Line_staged; [[maybe_unused]] inline std::type_identity<Line_staged> ag_dynamic_class(const Line*) { return {}; } struct Line_staged : ag::dynamic_staged_t<Curve> { ag::Staged<double> slope_; ag::Staged<double> at(ag::Staged<double> x) const override; [[maybe_unused]] friend auto ag_members(Line_staged& object) { return std::tie(object.offset_, object.slope_); } }; inline const ag::DynamicStaged<Line, Curve> ag_staged_class_of_Line;
struct Bent : Curve {
  double limit = 1;
  double at(double x) const final;
 [[maybe_unused]] friend auto ag_members(Bent& object) { return std::tuple_cat(ag_members(static_cast<Curve&>(object)), std::tie(object.limit)); } }; struct Bent_staged; [[maybe_unused]] inline std::type_identity<Bent_staged> ag_dynamic_class(const Bent*) { return {}; } struct Bent_staged : ag::dynamic_staged_t<Curve> { ag::Staged<double> limit = 1; ag::Staged<double> at(ag::Staged<double> x) const override; [[maybe_unused]] friend auto ag_members(Bent_staged& object) { return std::tie(object.offset_, object.limit); } }; inline const ag::DynamicStaged<Bent, Curve> ag_staged_class_of_Bent;
double Bent::at(double x) const {
  if (x > limit) return limit;
  return x;
}
struct Sharp : Bent { [[maybe_unused]] friend auto ag_members(Sharp& object) { return std::tuple_cat(ag_members(static_cast<Bent&>(object)), std::tie()); } }; struct Sharp_staged; [[maybe_unused]] inline std::type_identity<Sharp_staged> ag_dynamic_class(const Sharp*) { return {}; } struct Sharp_staged : ag::dynamic_staged_t<Bent> { [[maybe_unused]] friend auto ag_members(Sharp_staged& object) { return std::tie(object.offset_, object.limit); } }; inline const ag::DynamicStaged<Sharp, Bent, Curve> ag_staged_class_of_Sharp;
struct Scale {  // of which nothing is given a symbolic number
  virtual double times(double x) const { return x; }
};

ag::Staged<double> used_staged(const Curve& curve, ag::Staged<double> x) { return ag::dynamic_staged(curve)->twice(x); } double used(const Curve& curve, double x) { return ag::plain<double>(used_staged(curve, x)); }
AG_CONVERT Tensor f(Tensor x, const std::vector<std::unique_ptr<Curve>>& curves, const Scale& scale) {
  ag::Staged<double> n = ag::item<double>(x);
  for (const auto& curve : curves) n = ag::dynamic_staged(*curve)->at(n) + curves[0]->at(2.0);
  return x * used_staged(*curves[0], n) * scale.times(2);
}
struct Layer {
  virtual Tensor run(const Tensor& x, double by) const { return x * by; }
};
AG_CONVERT Tensor with_known_numbers(const Layer& layer, Tensor x) { return layer.run(x, 2); }
struct Table {
  enum Kind { Rough, Fine };
  double step = 0.5;
  double at(double x, Kind kind) const { return kind == Fine ? x * step : x; }
  double at(int n) const { return n * step; }
}; struct Table_staged; [[maybe_unused]] inline Table_staged ag_staged_class(const Table*); struct Table_staged { using Kind = Table::Kind; using enum Table::Kind; ag::Staged<double> step = 0.5; ag::Staged<double> at(ag::Staged<double> x, ag::Staged<Kind> kind) const; ag::Staged<double> at(ag::Staged<int> n) const; }; inline Table_staged ag_staged_class(const Table*) { return {}; }
AG_CONVERT Tensor of_one_name(Tensor x) {
  const Table table;
  return x * ag::staged(table).at(ag::item<double>(x), ag::cast<Table::Kind>(Table::Fine)) * ag::staged(table).at(ag::item<int>(x));
}
#line 11 "input.cpp"
inline ag::Staged<double> Curve_staged::twice(ag::Staged<double> x) const { return 2 * at(x) + offset(); }
#line 12 "input.cpp"
inline ag::Staged<double> Curve_staged::offset() const { return offset_; }
#line 20 "input.cpp"
inline ag::Staged<double> Line_staged::at(ag::Staged<double> x) const { return slope_ * x; }
#line 29 "input.cpp"
inline ag::Staged<double> Bent_staged::at(ag::Staged<double> x) const {
  return ag::if_else<ag::Staged<double>>(x > limit, [&] { return limit; }, [&] {
  return x;
}); }
#line 51 "input.cpp"
inline ag::Staged<double> Table_staged::at(ag::Staged<double> x, ag::Staged<Kind> kind) const { return ag::if_else(kind == Fine, [&] { return x * step; }, [&] { return x; }); }
#line 52 "input.cpp"
inline ag::Staged<double> Table_staged::at(ag::Staged<int> n) const { return n * step; }
