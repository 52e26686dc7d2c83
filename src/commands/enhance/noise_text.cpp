// Words and numbers of noise for the log.
#include "base/text.h"
#include "commands/enhance/noise.h"
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

Json deviations_json(const NoiseFound::Levels& of_levels) {
    return array_of(of_levels, [](double d) { return rounded(d, 0.01); });
}

/// Up to which deviation of a channel, in steps of 8 bits, noise is called so, and at which sensitivity a camera has about
/// as much (noise_deviation()).
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

/// By NoiseRule.
struct RuleRow {
    const char* name;  ///< in the log
    const char* words; ///< for people
};
constexpr RuleRow rule_rows[] = {
    {"none", "noise"}, {"measured", "noise"}, {"given", "noise as given"}, {"raw", "noise of photosites"}};

/// True if a plane is coarser than demosaicing makes noise: level 1 has 7 times the power of level 0 at most.
bool is_coarse(const NoiseFound::Levels& deviation) {
    return deviation[1] > 2.65 * deviation[0] && deviation[1] > 1;
}

double digits(double value, int count) {
    if (!(value > 0)) return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(value)) + 1 - count);
    return std::round(value / unit) * unit;
}

/// "gain 0.400 steps per electron, 39700 electrons at white, read noise 3.0 steps", of green.
std::string photosites_text(const PhotositeNoise& noise) {
    const std::string read = "read noise " + fixed(std::sqrt(noise.read[1]), 1) + " steps";
    if (noise.full() == 0) return read;
    return "gain " + fixed(noise.gain[1], noise.gain[1] < 1 ? 3 : 2) + " steps per electron, " +
           fixed(digits(noise.full(), 3), 0) + " electrons at white, " + read;
}

/// gain and read (a deviation) of red, green and blue, in the camera's steps, and electrons (at white, of
/// green, 0 if unknown).
Json photosites_json(const PhotositeNoise& noise) {
    Json object;
    Json gain = Json::Array{}, read = Json::Array{};
    for (std::size_t c = 0; c < noise.gain.size(); ++c) {
        gain.push_back(digits(noise.gain[c], 4));
        read.push_back(digits(std::sqrt(noise.read[c]), 4));
    }
    object["gain"] = std::move(gain);
    object["read"] = std::move(read);
    object["electrons"] = digits(noise.full(), 4);
    return object;
}

} // namespace

Json noise_json(const NoiseFound& found) {
    Json object =
        Json::Object{{"clean", found.is_clean()}, {"rule", rule_rows[std::size_t(found.rule)].name}};
    if (found.frames > 1) object["frames"] = found.frames;
    object["trust"] = rounded(found.trust, 0.001);
    if (found.photosites) object["photosites"] = photosites_json(*found.photosites);
    if (found.is_clean()) return object;
    object["measured"] = rounded(found.measured, 0.01);
    object["deviation"] = array_of(found.deviation, deviations_json);
    object["curve"] = array_of(found.noise.curves, curve_json);
    return object;
}

std::string noise_text(const NoiseFound& found) {
    constexpr double least = 1; // step of 8 bits
    const std::string photosites = found.photosites ? "; RAW: " + photosites_text(*found.photosites) : "";
    if (found.is_clean())
        return (found.trust < 0.05 ? "noise: none that differs from texture" : "noise: none") + photosites;
    const std::string words = rule_rows[std::size_t(found.rule)].words;
    if (found.measured < least) return words + ": below 1 of 255" + photosites;
    const auto row =
        std::ranges::find_if(strengths, [&](const Strength& s) { return !(found.measured > s.most); });
    return words + ": " + row->name + ", like " + row->like +
           (is_coarse(found.deviation[0]) ? "; coarse" : "") + "; " + fixed(found.measured, 1) + " of 255" +
           photosites;
}

} // namespace atrous
