// Converts tone curves of a profile to formulas or tables that kernels evaluate (kernels/pixel/tone.h), with their
// inverses. LittleCMS evaluates sampled curves in 16 bits. They are taken from it sample by sample instead.
#include "colour/lcms.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

using kernels::ToneFormula;
using kernels::ToneTable;

constexpr int entries = kernels::TONE_ENTRIES;

/// One curve on 0 to 1: by formula, or by samples at equal steps.
struct Curve {
    bool by_formula = false;
    double g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0; ///< as ToneFormula
    std::vector<double> samples;

    double operator()(double x) const {
        if (by_formula) return x >= d ? std::pow(std::max(a * x + b, 0.0), g) + e : c * x + f;
        const double at = std::clamp(x, 0.0, 1.0) * double(samples.size() - 1);
        const std::size_t i = std::min(std::size_t(at), samples.size() - 2);
        return samples[i] + (samples[i + 1] - samples[i]) * (at - double(i));
    }
};

/// Converts lcms's parametric types 1 to 5 (ICC's numbers plus 1) to the form of the last.
bool take_formula(const cmsToneCurve* from, Curve& curve) {
    const cmsInt32Number type = cmsGetToneCurveParametricType(from);
    const double* p = cmsGetToneCurveParams(from);
    if (type < 1 || type > 5 || !p) return false;
    curve.by_formula = true;
    curve.g = p[0];
    if (type > 1) curve.a = p[1], curve.b = p[2];
    if (type == 2 || type == 3) curve.d = -curve.b / curve.a;
    if (type == 3) curve.e = curve.f = p[3];
    if (type > 3) curve.c = p[3], curve.d = p[4];
    if (type == 5) curve.e = p[5], curve.f = p[6];
    return true;
}

Curve curve_of(const cmsToneCurve* from) {
    Curve curve;
    if (take_formula(from, curve)) return curve;
    const cmsUInt16Number* table = cmsGetToneCurveEstimatedTable(from);
    const std::size_t count = cmsGetToneCurveEstimatedTableEntries(from);
    for (std::size_t i = 0; table && i < count; ++i) curve.samples.push_back(table[i] / 65535.0);
    return curve;
}

/// True if it rises from 0 to 1, however slowly, and so has an inverse.
bool rises(const Curve& curve) {
    if (curve.by_formula ? !(curve.g > 0 && curve.a > 0) : curve.samples.size() < 2) return false;
    double last = curve(0);
    for (int i = 1; i <= entries; ++i) {
        const double value = curve(double(i) / entries);
        if (!(value >= last - 1e-9)) return false; // not a number, too
        last = value;
    }
    return std::isfinite(last) && last > curve(0) + 1e-3;
}

double identity(double v) { return v; }

/// A sampled sRGB curve of 16 bits is as close to the formula as this.
bool resembles(const Curve& curve, double (*other)(double)) {
    for (int i = 0; i <= 1024; ++i)
        if (std::abs(curve(i / 1024.0) - other(i / 1024.0)) > 4e-5) return false;
    return true;
}

ToneFormula formula_of(const Curve& t) {
    return {float(t.g), float(t.a), float(t.b), float(t.c), float(t.d),
            float(t.e), float(t.f), 0,          float(t(0))};
}

/// x of y = curve(x), which has the same form: ((y - e) a^-g)^(1/g) - b/a, and (y - f) / c.
ToneFormula inverse_formula(const Curve& t) {
    const double a = std::pow(t.a, -t.g), c = t.c > 0 ? 1 / t.c : 0;
    return {float(1 / t.g),    float(a),        float(-t.e * a), float(c), float(t(t.d)),
            float(-t.b / t.a), float(-t.f * c), float(t(0)),     0};
}

/// The smallest x with curve(x) = y, for samples that rise. 0 and 1 at their ends.
double inverse(const std::vector<double>& samples, double y) {
    if (y >= samples.back()) return 1;
    const auto above = std::ranges::lower_bound(samples, y);
    if (above == samples.begin()) return 0;
    const double low = above[-1], share = (y - low) / (*above - low);
    return (double(above - samples.begin() - 1) + share) / double(samples.size() - 1);
}

/// Appends the curve's tables to the profile's.
void add_tables(Profile& profile, const Curve& curve, ToneTable& decode, ToneTable& encode) {
    std::vector<double> samples = curve.samples;
    if (curve.by_formula)
        for (int i = 0; i <= 16384; ++i) samples.push_back(curve(i / 16384.0));
    for (std::size_t i = 1; i < samples.size(); ++i) samples[i] = std::max(samples[i], samples[i - 1]);
    const double low = samples.front(), range = samples.back() - low;
    const double last = (samples.back() - samples[samples.size() - 2]) * double(samples.size() - 1);
    const double slope = last > 0.1 * range ? last : range; // a flat end would have no inverse
    decode = {int(profile.tables.size()), 0, float(low), 1, float(slope)};
    for (int i = 0; i < entries; ++i) profile.tables.push_back(float(curve(i / double(entries - 1)) - low));
    encode = {int(profile.tables.size()), float(low), 0, float(1 / range), float(range / slope)};
    for (int i = 0; i < entries; ++i) {
        const double root = i / double(entries - 1);
        profile.tables.push_back(float(inverse(samples, low + range * root * root * root)));
    }
}

} // namespace

bool set_curves(Profile& profile, const std::array<const cmsToneCurve*, 3>& from) {
    std::vector<Curve> curves;
    for (int c = 0; c < profile.colours; ++c) curves.push_back(curve_of(from[std::size_t(c)]));
    if (!std::ranges::all_of(curves, rises)) return false;
    auto& p = profile.params;
    const auto all_resemble = [&](double (*other)(double)) {
        return std::ranges::all_of(curves, [&](const Curve& curve) { return resembles(curve, other); });
    };
    if (all_resemble(srgb_light)) {
        profile.transfer = Transfer::srgb;
    } else if (all_resemble(identity)) {
        profile.transfer = Transfer::linear;
    } else if (std::ranges::all_of(curves, &Curve::by_formula)) {
        profile.transfer = Transfer::formula;
        for (std::size_t c = 0; c < curves.size(); ++c) {
            p.decode[c] = formula_of(curves[c]);
            p.encode[c] = inverse_formula(curves[c]);
        }
    } else {
        profile.transfer = Transfer::table;
        for (std::size_t c = 0; c < curves.size(); ++c) {
            if (c > 0 && !curves[c].by_formula && curves[c].samples == curves[c - 1].samples) {
                p.decode_table[c] = p.decode_table[c - 1];
                p.encode_table[c] = p.encode_table[c - 1];
            } else {
                add_tables(profile, curves[c], p.decode_table[c], p.encode_table[c]);
            }
        }
    }
    return true;
}

} // namespace atrous
