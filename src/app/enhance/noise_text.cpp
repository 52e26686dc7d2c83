// Words and numbers for noise.
#include "app/enhance/noise_text.h"
#include "base/text.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

double rounded(double value, double unit) { return std::round(value / unit) * unit; }

Json curve_json(const NoiseCurve& curve) {
    Json values = Json::Array{};
    for (std::size_t i = 0; i <= 256; i += 32)
        values.push_back(rounded(255 * std::sqrt(double(curve[std::min<std::size_t>(i, 255)])), 0.01));
    return values;
}

Json deviations_json(const std::array<double, kernels::FRAMELET_LEVELS>& of_levels) {
    Json values = Json::Array{};
    for (const double d : of_levels) values.push_back(rounded(d, 0.01));
    return values;
}

/// Up to which deviation of lightness, in steps of 8 bits, noise is called so, and at which sensitivity a camera has about
/// as much: a sensor of 24 x 36 mm with 24 megapixels, whose pixels hold some 60,000 electrons at ISO 100. With 1,500 at
/// white, as at ISO 4000, a photograph as tests/photos.py makes it has 6.5; noise grows with the root of the sensitivity.
struct Strength {
    double most;
    const char* name;
    const char* like;
};
constexpr Strength strengths[] = {
    {1.2, "faint", "ISO 100"},        {1.75, "faint", "ISO 200"},
    {2.5, "weak", "ISO 400"},         {3.5, "weak", "ISO 800"},
    {5, "clear", "ISO 1600"},         {7, "strong", "ISO 3200"},
    {10, "strong", "ISO 6400"},       {14, "strong", "ISO 12800"},
    {20, "very strong", "ISO 25600"}, {INFINITY, "very strong", "ISO 51200 and more"}};

/// Whether a plane has much more noise at coarse levels than white noise of the same power at the finest.
bool is_coarse(const std::array<double, kernels::FRAMELET_LEVELS>& deviation) {
    return deviation[1] > 1.7 * deviation[0];
}

std::string where_coarse(const NoiseFound& found) {
    const bool luma = is_coarse(found.deviation[0]);
    const bool chroma =
        found.deviation.size() == 3 && (is_coarse(found.deviation[1]) || is_coarse(found.deviation[2]));
    if (luma && chroma) return "; coarse in lightness and colour";
    return luma ? "; coarse in lightness" : chroma ? "; coarse in colour" : "";
}

} // namespace

Json noise_json(const NoiseFound& found) {
    Json object;
    object["clean"] = found.is_clean();
    object["floor"] = rounded(found.floor, 0.001);
    object["spread"] = rounded(found.spread, 0.001);
    object["trust"] = rounded(found.trust, 0.001);
    object["amount"] = rounded(found.amount, 0.001);
    if (found.is_clean()) return object;
    object["deviation"] = Json::Array{};
    for (const auto& plane : found.deviation) object["deviation"].push_back(deviations_json(plane));
    object["curve"] = Json::Array{};
    for (const auto& curve : found.noise.curves) object["curve"].push_back(curve_json(curve));
    return object;
}

std::string noise_text(const NoiseFound& found) {
    if (found.is_clean())
        return found.trust < 0.05 ? "noise: none that could be told from texture" : "noise: none";
    const double strongest = *std::ranges::max_element(found.deviation[0]);
    const auto row = std::ranges::find_if(strengths, [&](const Strength& s) { return strongest <= s.most; });
    std::string words = std::string("noise: ") + row->name + ", like " + row->like + where_coarse(found) +
                        "; " + fixed(strongest, 1) + " of 255 in lightness";
    if (found.trust < 0.95) words += "; " + fixed(100 * found.trust, 0) + " % sure, so less of it counts";
    return words;
}

} // namespace atrous
