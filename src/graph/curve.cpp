// Evaluates cubic Hermite splines with the tangents of E. Catmull and R. Rom, "A class of local interpolating splines"
// (1974), at unequal distances, and curves as option values: "0:1,0.4:1.2,1:1.5,limit:4".
#include "graph/curve.h"
#include "base/error.h"
#include "base/text.h"
#include "graph/messages.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr double octaves = 7;          // that thresholds fall by from scale 1 to scale 0
constexpr double weakest_stop = 1e-12; // 1 / sigma^2 below this is no edge stopping

double slope(const std::vector<CurvePoint>& p, std::size_t from, std::size_t to) {
    return (p[to].value - p[from].value) / (p[to].scale - p[from].scale);
}

double spline(const std::vector<CurvePoint>& p, double scale) {
    if (p.size() == 1) return p[0].value;
    const std::size_t last = p.size() - 1;
    std::size_t k = 0;
    while (k + 1 < last && scale >= p[k + 1].scale) ++k;
    const double width = p[k + 1].scale - p[k].scale, u = (scale - p[k].scale) / width;
    const double leave = width * slope(p, k == 0 ? 0 : k - 1, k + 1);
    const double arrive = width * slope(p, k, std::min(k + 2, last));
    const double step = u * u * (3 - 2 * u);
    return std::lerp(p[k].value, p[k + 1].value, step) + u * (1 - u) * ((1 - u) * leave - u * arrive);
}

double number_of(const std::string& text, const std::string& item, const std::string& where) {
    const auto number = read_number(text);
    if (!number) throw usage_error(messages::curve_syntax, where, item);
    return *number;
}

} // namespace

const CurveRule gain_rule{[](double gain) { return std::sqrt(gain); },
                          [](double root, double) { return root * root; }};
const CurveRule threshold_rule{
    [](double finest) { return finest; },
    [](double finest, double scale) { return finest * std::exp2(octaves * (scale - 1)); }};
const CurveRule sigma_rule{
    [](double sigma) { return sigma == 0 ? 0 : 1 / (sigma * sigma); },
    [](double strength, double) { return strength < weakest_stop ? 0 : 1 / std::sqrt(strength); }};

double evaluate(const Curve& curve, const CurveRule& rule, double scale) {
    std::vector<CurvePoint> straight = curve.points;
    for (auto& point : straight) point.value = rule.straighten(point.value);
    double value = std::max(spline(straight, scale), 0.0);
    if (curve.limit > 0) value = std::min(value, rule.straighten(curve.limit));
    return rule.bend(value, scale);
}

Curve parse_curve(const std::string& text, const std::string& where) {
    Curve curve;
    for (const auto& item : split(text, ',')) {
        const auto colon = std::min(item.find(':'), item.size());
        const std::string scale = item.substr(0, colon),
                          value = item.substr(std::min(colon + 1, item.size()));
        const double number = number_of(value, item, where);
        if (scale == "limit") {
            if (!(number > 0)) throw usage_error(messages::curve_limit, where, item);
            curve.limit = number;
            continue;
        }
        const double at = number_of(scale, item, where);
        const double before = curve.points.empty() ? -1 : curve.points.back().scale;
        if (at < 0 || at > 1) throw usage_error(messages::curve_scale, where, scale, item);
        if (at <= before) throw usage_error(messages::curve_order, where, scale, item, exact(before));
        curve.points.push_back({at, number});
    }
    if (curve.points.empty()) throw usage_error(messages::curve_empty, where, text);
    return curve;
}

std::string to_string(const Curve& curve) {
    std::string text;
    for (const auto& [scale, value] : curve.points) text += exact(scale) + ":" + exact(value) + ",";
    if (curve.limit > 0) text += "limit:" + exact(curve.limit) + ",";
    text.pop_back();
    return text;
}

} // namespace atrous
