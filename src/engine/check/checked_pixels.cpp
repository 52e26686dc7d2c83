// Makes small images for checks and compares results.
#include "engine/check/checked_pixels.h"
#include "base/error.h"
#include "engine/messages.h"
#include "filters/atrous/regions.h"
#include "image/sample.h"
#include "pixel/colour.h"
#include "pixel/tone.h"
#include <algorithm>
#include <cmath>
#include <string_view>

namespace atrous {
namespace {

using namespace kernels;

/// Functions that leave and enter a space.
struct HostSpace {
    std::string_view name;
    void (*colours[2])(float*);
    float (*grey[2])(float);
};
constexpr HostSpace host_spaces[] = {
    {"lab", {space_lab_leave, space_lab_enter}, {space_lab_leave_grey, space_lab_enter_grey}},
    {"log", {space_log_leave, space_log_enter}, {space_log_leave_grey, space_log_enter_grey}},
    {"linear", {space_linear_leave, space_linear_enter}, {space_linear_leave_grey, space_linear_enter_grey}},
    {"ictcp", {space_ictcp_leave, space_ictcp_enter}, {space_ictcp_leave_grey, space_ictcp_enter_grey}},
    {"rgb", {space_rgb_leave, space_rgb_enter}, {space_rgb_leave_grey, space_rgb_enter_grey}}};

/// Half of a step between values of the type.
float rounding(float value, PixelType type) {
    return type == PixelType::u8    ? 0.5F / 255
           : type == PixelType::u16 ? 0.5F / 65535
           : type == PixelType::f16 ? std::abs(value) * 0x1p-11F
                                    : 0;
}

} // namespace

Triple through_space(const Space& space, int colours, Triple v, bool enters) {
    const auto* const row = std::ranges::find(host_spaces, std::string_view(space.name), &HostSpace::name);
    if (row == std::end(host_spaces)) throw internal_error(messages::space_noise, space.name);
    if (colours == 1)
        v[0] = row->grey[enters](v[0]);
    else
        row->colours[enters](v.data());
    return v;
}

Triple through_curves(const Pixels& like, Triple v, bool enters) {
    const bool is_hlg = like.transfer == Transfer::hlg;
    if (is_hlg && !enters) hlg_to_scene(v.data(), like.colours, like.profile->params.luma);
    for (std::size_t c = 0; c < std::size_t(like.colours); ++c)
        if (like.transfer == Transfer::formula)
            v[c] =
                tone_formula(v[c], enters ? like.profile->params.decode[c] : like.profile->params.encode[c]);
        else if (like.transfer == Transfer::srgb)
            v[c] = enters ? srgb_decode(v[c]) : srgb_encode(v[c]);
        else if (like.transfer == Transfer::pq)
            v[c] = enters ? pq_decode(v[c]) : pq_encode(v[c]);
        else if (is_hlg)
            v[c] = enters ? hlg_decode(v[c]) : hlg_encode(v[c]);
    if (is_hlg && enters) hlg_to_display(v.data(), like.colours, like.profile->params.luma);
    return v;
}

float sample_of(const Pixels& pixels, std::size_t pixel, std::size_t channel) {
    const std::size_t at = pixel * std::size_t(pixels.channels()) + channel;
    return read_sample(pixels.bytes.data.get() + at * sample_bytes(pixels.type), pixels.type);
}

Pixels checked_image(const Pixels& like, Size size) {
    Pixels image = shape_of(like, size);
    image.bytes = Bytes(image.byte_count());
    std::uint32_t random = 1;
    for (int y = 0; y < image.size.height; ++y)
        for (int x = 0; x < image.size.width; ++x)
            for (int c = 0; c < image.channels(); ++c) {
                random = random * 1664525 + 1013904223;
                const float edge = (x + 2 * c) / 16 % 2 == y / 12 % 2 ? 0.15F : 0.0F,
                            ramp = float(x + y) / 600,
                            colour = 0.4F + ramp + edge + 0.1F * float(random >> 8) * 0x1p-24F;
                write_sample(c == image.colours ? 1 : colour,
                             image.at(x, y) + std::size_t(c) * sample_bytes(image.type), image.type);
            }
    return image;
}

double difference_of(const Pixels& output, const std::vector<Triple>& host) {
    float most = 0;
    for (std::size_t i = 0; i < host.size(); ++i)
        for (std::size_t c = 0; c < std::size_t(output.colours); ++c) {
            const float is = sample_of(output, i, c), should = host[i][c];
            if (!(std::abs(is) < 1e4F) || std::isnan(should)) return -1;
            const float nearest = is_float(output.type) ? should : std::clamp(should, 0.0F, 1.0F);
            most = std::max(most, std::abs(is - nearest) - rounding(nearest, output.type));
        }
    return double(most);
}

} // namespace atrous
