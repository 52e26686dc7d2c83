// Counts pixels that an encoding cannot hold. A few rows at a time become light.
#include "formats/common/convert.h"
#include "image/in_rows.h"
#include <algorithm>
#include <array>
#include <mutex>
#include <span>

namespace atrous {
namespace {

/// Some rows, whose samples stay in the image.
Pixels rows_of(const Pixels& pixels, int first, int end) {
    const std::span rows(const_cast<std::byte*>(pixels.at(0, first)),
                         std::size_t(end - first) * std::size_t(pixels.size.width) * pixels.pixel_bytes());
    return {{pixels.size.width, end - first},
            pixels.type,
            pixels.colours,
            pixels.alpha,
            pixels.transfer,
            Bytes(rows),
            pixels.profile};
}

/// The samples that an encoding has for light.
class Samples {
  public:
    Samples(const Encoding& to, float white) : to_(to.profile.get()), white_(white) {
        if (is_hdr(to.transfer)) hdr_.emplace(*to_);
    }
    void count(const Pixels& pixels, Exceeding& found) const {
        constexpr float seen = 1 / 255.0F; // alpha
        const Pixels light = light_of(pixels);
        const auto colours = std::size_t(light.colours);
        const auto* at = reinterpret_cast<const float*>(light.bytes.data.get());
        found.all += light.size.pixels();
        for (std::int64_t i = 0; i < light.size.pixels(); ++i, at += light.channels()) {
            const float alpha = light.alpha == Alpha::none ? 1 : at[colours];
            if (alpha < seen) continue;
            std::array<float, 3> own{};
            for (std::size_t c = 0; c < 3; ++c) own[c] = at[std::min(c, colours - 1)];
            if (light.alpha == Alpha::associated)
                for (float& v : own) v /= alpha;
            count(own, colours, found);
        }
    }

  private:
    const Profile* to_;
    float white_;
    std::optional<HostColours> hdr_{};

    void count(const std::array<float, 3>& light, std::size_t colours, Exceeding& found) const {
        constexpr float above_rounding = 1.0001F;
        // Photographs of sRGB in an AVIF of PQ, 4:2:0 and quantizer 35, leave sRGB by this much in 0.07 % of the pixels.
        constexpr float dark = 0.02F, tolerance = 0.02F;
        const bool has_primaries = colours == 3 && !(to_ && to_->transfer == Transfer::host);
        std::array<float, 3> own = light;
        if (has_primaries && to_ && to_->own_primaries)
            for (std::size_t c = 0; c < 3; ++c) {
                const float* const row = to_->params.from_srgb + 3 * c;
                own[c] = row[0] * light[0] + row[1] * light[1] + row[2] * light[2];
            }
        const float top = std::ranges::max(own);
        found.coloured += has_primaries && top > dark && std::ranges::min(own) < -tolerance * top;
        own = light;
        if (hdr_) hdr_->from_light(std::span(own).first(colours));
        const float sample = hdr_ ? std::ranges::max(std::span(own).first(colours)) : top / white_;
        if (!(sample > above_rounding)) return;
        ++found.bright;
        found.peak = std::max(found.peak, double(std::ranges::max(light)));
    }
};

} // namespace

Exceeding exceeding(const Pixels& pixels, const Encoding& to, float white, bool all_rows) {
    constexpr int rows = 16, some = 2;
    const Samples samples(to, white);
    Exceeding found;
    std::mutex lock;
    by_bands(pixels.size.height, {&pixels.bytes}, [&](int above, int below) {
        in_rows((below - above + rows - 1) / rows, 1, [&](int first, int end) {
            for (int i = first; i < end; ++i) {
                const int top = above + i * rows, bottom = top + (all_rows ? rows : some);
                Exceeding own;
                samples.count(rows_of(pixels, top, std::min(bottom, below)), own);
                const std::lock_guard guard(lock);
                found = {found.all + own.all, found.bright + own.bright, found.coloured + own.coloured,
                         std::max(found.peak, own.peak)};
            }
        });
    });
    return found;
}

} // namespace atrous
