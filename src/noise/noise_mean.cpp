// Combines the noise of several frames of one camera with the same settings. For V = share m_p(x), takes the mean per
// plane, level and band, with m_p of greys as a mean over all brightnesses. The curves are means, too.
#include "base/error.h"
#include "filters/framelet/builder.h"
#include "noise/messages.h"
#include "noise/noise.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr std::size_t mean_levels = kernels::FRAMELET_LEVELS;

/// Returns the mean of a plane's map over the greys, from the channels' means.
std::vector<double> map_of_greys(const std::vector<NoiseCurve>& curves) {
    const auto opponent = opponents(int(curves.size()));
    std::vector<double> map(curves.size());
    for (std::size_t p = 0; p < map.size(); ++p)
        for (std::size_t c = 0; c < curves.size(); ++c) {
            double mean = 0;
            for (const float v : curves[c]) mean += double(v) / double(curves[c].size());
            map[p] += double(opponent[3 * p + c]) * double(opponent[3 * p + c]) * mean;
        }
    return map;
}

std::vector<NoiseCurve> mean_curves(std::span<const NoiseFound> frames) {
    std::vector<NoiseCurve> mean(frames.front().noise.curves.size());
    for (std::size_t c = 0; c < mean.size(); ++c)
        for (std::size_t i = 0; i < mean[c].size(); ++i) {
            double sum = 0;
            for (const NoiseFound& frame : frames) sum += double(frame.noise.curves[c][i]);
            mean[c][i] = float(sum / double(frames.size()));
        }
    return mean;
}

/// The rule of most frames, or the first one of several such rules.
NoiseRule commonest(std::span<const NoiseFound> frames) {
    const auto count = [&](const NoiseFound& of) {
        return std::ranges::count(frames, of.rule, &NoiseFound::rule);
    };
    return std::ranges::max_element(frames, {}, count)->rule;
}

/// Adds the shares of a frame, whose map of a plane is `units` of the mean's, of so many frames.
void add_shares(const NoiseFound& frame, std::size_t plane, double units, double frames, NoiseFound& mean) {
    for (std::size_t l = 0; l < mean_levels; ++l) {
        BandNoise& to = mean.noise.share[plane][l];
        for (std::size_t b = 0; b < to.size(); ++b)
            to[b] += float(double(frame.noise.share[plane][l][b]) * units / frames);
        mean.power[plane][l] += frame.power[plane][l] * units / frames;
        mean.deviation[plane][l] += frame.deviation[plane][l] * frame.deviation[plane][l] / frames;
    }
}

} // namespace

NoiseFound mean_noise(std::span<const NoiseFound> all) {
    std::vector<NoiseFound> frames;
    std::ranges::copy_if(all, std::back_inserter(frames),
                         [](const auto& found) { return !found.is_clean(); });
    if (frames.empty()) return all.front();
    if (frames.size() == 1) return frames.front();
    const std::size_t planes = frames.front().noise.curves.size();
    for (const NoiseFound& frame : frames)
        if (frame.noise.curves.size() != planes)
            throw internal_error(messages::noise_channels, planes, frame.noise.curves.size());
    NoiseFound mean(planes);
    mean.noise.curves = mean_curves(frames);
    mean.trust = 0;
    const std::vector<double> map = map_of_greys(mean.noise.curves);
    for (const NoiseFound& frame : frames) {
        const std::vector<double> own = map_of_greys(frame.noise.curves);
        for (std::size_t p = 0; p < planes; ++p)
            add_shares(frame, p, map[p] > 0 ? own[p] / map[p] : 1, double(frames.size()), mean);
        mean.trust += frame.trust / double(frames.size());
        mean.measured += frame.measured * frame.measured / double(frames.size());
    }
    for (auto& plane : mean.deviation)
        for (double& d : plane) d = std::sqrt(d);
    mean.measured = std::sqrt(mean.measured);
    mean.rule = commonest(frames);
    mean.frames = int(frames.size());
    return mean;
}

} // namespace atrous
