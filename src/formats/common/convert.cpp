// Converts one row at a time in floats. Alpha is divided out before a curve bends the colours and multiplied
// in again after it, or on the linear side where one side suffices.
#include "formats/common/convert.h"
#include "formats/common/library.h"
#include "image/in_rows.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>

namespace atrous {
namespace {

constexpr float half_max = 65504;

/// IEC 61966-2-1, mirrored at 0, continued above 1.
float srgb_to_linear(float v) {
    const float a = std::abs(v);
    return std::copysign(a <= 0.04045F ? a / 12.92F : std::pow((a + 0.055F) / 1.055F, 2.4F), v);
}
float linear_to_srgb(float v) {
    const float a = std::abs(v);
    return std::copysign(a <= 0.0031308F ? a * 12.92F : 1.055F * std::pow(a, 1 / 2.4F) - 0.055F, v);
}
/// Not a number becomes 0.
float to_unit(float v) { return v > 0 ? std::min(v, 1.0F) : 0.0F; }
float to_half_range(float v) { return std::isfinite(v) ? std::clamp(v, -half_max, half_max) : v; }

using Curve = float (*)(float);

/// One row of `channels` floats per pixel, the first `colours` of them colour.
struct Row {
    std::span<float> samples;
    int channels;
    int colours;

    void apply(Curve curve) const {
        for (std::size_t at = 0; at < samples.size(); at += std::size_t(channels))
            for (float& v : samples.subspan(at, std::size_t(colours))) v = curve(v);
    }
    void change_alpha(Alpha from, Alpha to) const {
        const bool multiply = from == Alpha::straight && to != Alpha::straight;
        const bool divide = from == Alpha::associated && to == Alpha::straight;
        if (!multiply && !divide) return;
        for (std::size_t at = 0; at < samples.size(); at += std::size_t(channels)) {
            const float alpha = samples[at + std::size_t(colours)];
            if (divide && alpha == 0) continue;
            for (float& v : samples.subspan(at, std::size_t(colours))) v = multiply ? v * alpha : v / alpha;
        }
    }
};

/// Calls change with a row's colours, without alpha. Values that are not finite stay unchanged.
template <class Change>
void change_colours(const Row& row, Change change) {
    std::vector<float> colours;
    const std::size_t step = std::size_t(row.channels), count = std::size_t(row.colours);
    for (std::size_t at = 0; at < row.samples.size(); at += step)
        colours.insert(colours.end(), &row.samples[at], &row.samples[at] + count);
    change(std::span<float>(colours));
    const float* from = colours.data();
    for (std::size_t at = 0; at < row.samples.size(); at += step)
        for (float& v : row.samples.subspan(at, count)) {
            const float changed = *from++;
            if (std::isfinite(v)) v = changed;
        }
}

/// Converts from the samples of one encoding to light, or back.
class Tones {
  public:
    explicit Tones(const Encoding& encoding) : bends_(encoding.transfer != Transfer::linear) {
        const Profile* profile = encoding.profile.get();
        if (!profile || (!profile->own_primaries && profile->transfer <= Transfer::linear)) return;
        host_.emplace(*profile);
        bends_ = true;
    }
    bool bend() const { return bends_; }
    void to_light(const Row& row) const {
        if (host_) return by_host(row, &HostColours::to_light);
        if (bends_) row.apply(srgb_to_linear);
    }
    void from_light(const Row& row) const {
        if (host_) return by_host(row, &HostColours::from_light);
        if (bends_) row.apply(linear_to_srgb);
    }

  private:
    bool bends_;
    std::optional<HostColours> host_;

    void by_host(const Row& row, void (HostColours::*way)(std::span<float>) const) const {
        change_colours(row, [&](std::span<float> colours) { ((*host_).*way)(colours); });
    }
};

/// Noise of less than half a step up or down, everywhere as often. Jimenez's interleaved gradient noise (Next Generation Post
/// Processing in Call of Duty: Advanced Warfare, 2014), whose neighbours differ much. Each channel takes another place of it.
float noise_at(int x, int y, int channel) {
    constexpr float apart = 47; // pixels between the channels
    const float fx = float(x) + apart * float(channel), fy = float(y) + apart * float(channel);
    const float slope = 0.06711056F * fx + 0.00583715F * fy;
    const float noise = 52.9829189F * (slope - std::floor(slope));
    return 0.999F * (noise - std::floor(noise) - 0.5F);
}

/// Colours of a row, from pixel x of the image on, that is to be rounded to so many bits. Samples of 16 bits that stand for fewer are half
/// a step of 16 bits off, which the noise leaves room for.
void dither(const Row& row, int x, int y, int bits) {
    const float step = (bits == 8 ? 1 : 1 - std::ldexp(1.0F, bits - 15)) / float((1 << bits) - 1);
    for (std::size_t at = 0; at < row.samples.size(); at += std::size_t(row.channels), ++x)
        for (int c = 0; c < row.colours; ++c) row.samples[at + std::size_t(c)] += step * noise_at(x, y, c);
}

/// An image of the same size and colours, its samples not yet set.
Pixels empty_like(const Pixels& pixels, PixelType type, const Encoding& encoding, Alpha alpha) {
    Pixels out{pixels.size,       type, pixels.colours,   pixels.alpha == Alpha::none ? Alpha::none : alpha,
               encoding.transfer, {},   encoding.profile, pixels.left,
               pixels.top};
    out.bytes = Bytes(out.byte_count(), pixels.bytes.scratch);
    return out;
}

/// The way from one image to another one of the same size, row by row.
class Conversion {
  public:
    Conversion(const Pixels& in, Pixels& out, Rounding rounding, std::optional<Intent> intent, int bits)
        : in_(in), out_(out), dither_(rounding == Rounding::dithered && in.type != PixelType::u8 ? bits : 0),
          by_light_((!intent || is_hdr(in.transfer) || is_hdr(out.transfer)) &&
                    encoding_of(out) != encoding_of(in)),
          in_tones_(by_light_ ? encoding_of(in) : Encoding{}),
          out_tones_(by_light_ ? encoding_of(out) : Encoding{}), decode_(by_light_ && in_tones_.bend()),
          encode_(by_light_ && out_tones_.bend()), between_(out.alpha) {
        if (intent && !by_light_) link_.emplace(in.profile.get(), in.transfer, *out.profile, *intent);
        const bool changes = link_ || decode_;
        if ((changes && in.alpha != Alpha::none) || (encode_ && out.alpha == Alpha::associated))
            between_ = Alpha::straight;
    }
    void rows(int first, int behind) const {
        std::vector<float> buffer(std::size_t(in_.size.width) * std::size_t(in_.channels()));
        const Row row{buffer, in_.channels(), in_.colours};
        for (int y = first; y < behind; ++y) {
            read(y, buffer);
            row.change_alpha(in_.alpha, between_);
            if (link_) change_colours(row, [&](std::span<float> colours) { link_->apply(colours); });
            if (decode_) in_tones_.to_light(row);
            if (maps_) change_colours(row, [&](std::span<float> light) { tone_map(light, in_.colours); });
            if (encode_) out_tones_.from_light(row);
            row.change_alpha(between_, out_.alpha);
            if (dither_ > 0) dither(row, in_.left, in_.top + y, dither_);
            write(y, buffer);
        }
    }

  private:
    const Pixels& in_;
    Pixels& out_;
    int dither_;    ///< bits to which samples are dithered (0: not)
    bool by_light_; ///< the encodings differ, and nothing links them
    Tones in_tones_, out_tones_;
    std::optional<ColourLink> link_{};
    bool decode_, encode_;
    bool maps_ = is_hdr(in_.transfer) && !is_hdr(out_.transfer) && !is_float(out_.type);
    Alpha between_; ///< alpha while tones change

    void read(int y, std::vector<float>& buffer) const {
        OIIO::convert_pixel_values(type_desc(in_.type), in_.at(0, y), OIIO::TypeFloat, buffer.data(),
                                   int(buffer.size()));
    }
    void write(int y, std::vector<float>& buffer) const {
        if (out_.type != PixelType::f32)
            for (float& v : buffer) v = is_float(out_.type) ? to_half_range(v) : to_unit(v);
        OIIO::convert_image(out_.channels(), out_.size.width, 1, 1, buffer.data(), OIIO::TypeFloat,
                            OIIO::stride_t(in_.channels()) * OIIO::stride_t(sizeof(float)), OIIO::AutoStride,
                            OIIO::AutoStride, out_.at(0, y), type_desc(out_.type), OIIO::AutoStride,
                            OIIO::AutoStride, OIIO::AutoStride);
    }
};

} // namespace

Pixels converted(const Pixels& pixels, PixelType type, const Encoding& encoding, Alpha alpha,
                 Rounding rounding, std::optional<Intent> intent, int bits) {
    Pixels out = empty_like(pixels, type, encoding, alpha);
    const int rounded = type == PixelType::u8 ? 8 : type == PixelType::u16 && bits < 16 ? bits : 0;
    const Conversion conversion(pixels, out, rounding, intent, rounded);
    by_bands(pixels.size.height, {&pixels.bytes, &out.bytes}, [&](int above, int below) {
        in_rows(below - above, 16, [&](int first, int end) { conversion.rows(above + first, above + end); });
    });
    return out;
}

Pixels light_of(const Pixels& pixels) {
    return converted(pixels, PixelType::f32, {Transfer::linear, nullptr}, pixels.alpha);
}

Pixels samples_of(const Pixels& light, const Pixels& like) {
    return converted(light, like.type, encoding_of(like), like.alpha);
}

void put_light(Pixels& pixels, const Pixels& before, const Pixels& after) {
    const Pixels made = samples_of(after, pixels);
    const std::size_t light = after.pixel_bytes(), pixel = pixels.pixel_bytes();
    const std::size_t colour = std::size_t(pixels.colours) * sample_bytes(pixels.type);
    const auto width = std::size_t(pixels.size.width);
    by_bands(pixels.size.height, {&before.bytes, &after.bytes, &made.bytes, &pixels.bytes},
             [&](int first, int behind) {
                 for (std::size_t i = std::size_t(first) * width; i < std::size_t(behind) * width; ++i)
                     if (std::memcmp(before.bytes.data.get() + i * light, after.bytes.data.get() + i * light,
                                     light) != 0)
                         std::memcpy(pixels.bytes.data.get() + i * pixel, made.bytes.data.get() + i * pixel,
                                     colour);
             });
}

} // namespace atrous
