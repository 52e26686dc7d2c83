// Converts the curves of darktable's contrast equalizer to units of space lab. Hides its control values, 0 to
// 1.
#include "commands/enhance/darktable_preset.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "commands/enhance/messages.h"
#include "filters/eaw/settings.h"
#include "graph/curve.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

using Equalizer = DarktableEqualizer;

// A curve of darktable: the option that it sets, its neutral control value, and the conversion of control
// values.
struct Channel {
    PerLevel EawSettings::*setting;
    Equalizer::Curve curve;
    double neutral;
    double (*value)(double control);
};

double gain(double y) { return 4 * y * y; }
/// The weight is exp(-0.0025 y d^2), for which darktable takes an approximation that falls a tenth more slowly.
double sigma(double y) { return y == 0 ? 0 : 1 / std::sqrt(2 * 0.9 * 0.0025 * y); }

constexpr Channel channels[] = {
    {&EawSettings::luma, Equalizer::luma, 0.5, gain},
    {&EawSettings::chroma, Equalizer::chroma, 0.5, gain},
    {&EawSettings::luma_threshold, Equalizer::luma_threshold, 0, [](double y) { return 10 * y; }},
    {&EawSettings::chroma_threshold, Equalizer::chroma_threshold, 0, [](double y) { return 20 * y; }},
    {&EawSettings::edges, Equalizer::edges, 0.5, sigma},
};

double mixed(double value, double neutral, double mix) {
    return std::clamp(neutral + mix * (value - neutral), 0.0, 1.0);
}

/// So that the text of a preset stays short.
double rounded(double value) { return std::round(value * 1e6) / 1e6; }

Curve curve_of(const Equalizer& equalizer, const Channel& channel, const std::string& where) {
    Curve curve;
    for (int k = 0; k < Equalizer::points; ++k) {
        const double x = equalizer.x[channel.curve][std::size_t(k)],
                     y = equalizer.y[channel.curve][std::size_t(k)];
        const double scale = rounded(mixed(x, k / (Equalizer::points - 1.0), equalizer.mix));
        const double control = mixed(y, channel.neutral, equalizer.mix);
        if (!(scale >= 0 && scale <= 1 && control >= 0 && control <= 1)) // also if a number is NaN
            throw usage_error(messages::equalizer_number, where, option_name(eaw_facts, channel.setting));
        if (k > 0 && scale <= curve.points.back().scale)
            throw usage_error(messages::equalizer_order, where, option_name(eaw_facts, channel.setting),
                              exact(scale), exact(curve.points.back().scale));
        curve.points.push_back({scale, rounded(channel.value(control))});
    }
    const auto differs = [&](const CurvePoint& point) { return point.value != curve.points[0].value; };
    if (std::ranges::any_of(curve.points, differs))
        curve.limit = rounded(channel.value(1)); // darktable keeps its control values below 1
    else
        curve.points = {{1, curve.points[0].value}};
    return curve;
}

} // namespace

Preset darktable_preset(const Equalizer& equalizer, const std::string& name) {
    const Space& lab = find_row(spaces(), "lab", "space");
    const BorderRule& clamp = find_row(borders(), "clamp", "border");
    Preset preset{name, {}};
    preset.lines = {
        {"", name_of(eaw_facts, &EawSettings::space), lab.name, [&](auto& s) { s.space = &lab; }},
        {"", name_of(eaw_facts, &EawSettings::border), clamp.name, [&](auto& s) { s.border = &clamp; }}};
    for (const auto& channel : channels) {
        const Curve curve = curve_of(equalizer, channel, name);
        preset.lines.push_back({"", name_of(eaw_facts, channel.setting), to_string(curve),
                                [=, list = channel.setting](EawSettings& s) {
                                    s.*list = {{0}, curve};
                                }});
    }
    return preset;
}

Preset load_darktable_preset(const std::string& path) {
    try {
        const Equalizer equalizer = read_darktable_xmp(path);
        for (const auto& warning : equalizer.warnings) log_warning(warning);
        return darktable_preset(equalizer, path);
    } catch (const Error& error) {
        throw usage_error(error.message.about("--preset"));
    }
}

fs::path sidecar_of(const fs::path& photograph) {
    constexpr int max_duplicates = 99;
    std::error_code ec;
    if (photograph == standard_stream) return {};
    const fs::path own = photograph.string() + ".xmp";
    if (fs::is_regular_file(own, ec)) return own;
    for (int i = 1; i <= max_duplicates; ++i) {
        const std::string number = (i < 10 ? "_0" : "_") + std::to_string(i);
        const fs::path other = photograph.parent_path() /
                               (photograph.stem().string() + number + photograph.extension().string());
        const fs::path duplicate = other.string() + ".xmp";
        // A photograph of that name has a separate sidecar.
        if (fs::is_regular_file(duplicate, ec) && !fs::exists(other, ec)) return duplicate;
    }
    return {};
}

} // namespace atrous
