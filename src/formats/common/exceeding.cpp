// Counts pixels that an encoding cannot hold. A few rows at a time become light.
#include "formats/common/convert.h"
#include "formats/common/library.h"
#include "image/in_rows.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>

namespace atrous {
namespace {

/// A copy of some rows.
Pixels rows_of(const Pixels& pixels, int first, int end) {
    Pixels rows{{pixels.size.width, end - first},
                pixels.type,
                pixels.colours,
                pixels.alpha,
                pixels.transfer,
                {},
                pixels.profile};
    rows.bytes = Bytes(rows.byte_count());
    std::memcpy(rows.bytes.data.get(), pixels.at(0, first), rows.byte_count());
    return rows;
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

BeyondWhite beyond_white(const Pixels& pixels) {
    constexpr float most = 1.0001F, least = -0.001F, seen = 1 / 255.0F; // alpha
    const auto step = std::size_t(pixels.channels()), colours = std::size_t(pixels.colours);
    std::atomic<bool> above = false, below = false;
    const auto look = [&](int first, int end) {
        std::vector<float> row(std::size_t(pixels.size.width) * step);
        for (int y = first; y < end && !(above && below); ++y) {
            OIIO::convert_pixel_values(type_desc(pixels.type), pixels.at(0, y), OIIO::TypeFloat, row.data(),
                                       int(row.size()));
            bool is_above = false, is_below = false;
            for (std::size_t at = 0; at < row.size(); at += step) {
                const float white = pixels.alpha == Alpha::associated ? std::max(row[at + colours], seen) : 1;
                for (std::size_t c = 0; c < colours; ++c)
                    is_above |= row[at + c] > most * white, is_below |= row[at + c] < least;
            }
            if (is_above) above = true;
            if (is_below) below = true;
        }
    };
    by_bands(pixels.size.height, {&pixels.bytes}, [&](int top, int bottom) {
        in_rows(bottom - top, 16, [&](int first, int end) { look(top + first, top + end); });
    });
    return {above, below};
}

} // namespace atrous
