// The samples of a file to write: the part's own bytes if they fit, otherwise converted or put among the
// other channels.
#include "formats/common/library.h"
#include "formats/common/light_levels.h"
#include "formats/write/encoding.h"
#include <algorithm>
#include <cstring>

namespace atrous {
namespace {

Alpha target_alpha(const Pixels& pixels, const Format& format) {
    static constexpr Alpha rows[] = {Alpha::none, Alpha::straight, Alpha::associated};
    if (pixels.alpha == Alpha::none || format.alpha == AlphaRule::either) return pixels.alpha;
    return rows[std::size_t(format.alpha)];
}

/// The encoding that readers assume for a file without a profile.
Encoding untagged(OIIO::TypeDesc type) {
    return {type.is_floating_point() ? Transfer::linear : Transfer::srgb, nullptr};
}

/// The pixels in the file's layout, or the pixels themselves (then `made` stays empty). Samples of PQ and HLG are dithered to the file's bits.
const Pixels& adapted(const Pixels& pixels, PixelType type, const TargetEncoding& aim, const Target& target,
                      Pixels& made, int bits) {
    const Alpha alpha = target_alpha(pixels, target.format);
    const int kept = is_hdr(aim.encoding.transfer) && type == PixelType::u16 ? bits : 16;
    const bool dithers = kept < 16 && target.options.dither;
    if (pixels.type == type && encoding_of(pixels) == aim.encoding && pixels.alpha == alpha && !dithers)
        return pixels;
    const Rounding rounding = target.options.dither ? Rounding::dithered : Rounding::nearest;
    made = converted(pixels, type, aim.encoding, alpha, rounding, aim.intent, kept);
    return made;
}

/// Grey written three times, for formats without grey.
Bytes tripled(const Pixels& pixels) {
    const std::size_t sample = sample_bytes(pixels.type), in = sample * std::size_t(pixels.channels());
    const std::size_t out = in + 2 * sample, width = std::size_t(pixels.size.width);
    Bytes bytes(std::size_t(pixels.size.pixels()) * out, pixels.bytes.scratch);
    by_bands(pixels.size.height, {&pixels.bytes, &bytes}, [&](int first, int behind) {
        for (std::size_t i = std::size_t(first) * width; i < std::size_t(behind) * width; ++i) {
            const std::byte* from = pixels.bytes.data.get() + i * in;
            std::byte* to = bytes.data.get() + i * out;
            for (std::size_t c = 0; c < 3; ++c) std::memcpy(to + c * sample, from, sample);
            std::memcpy(to + 3 * sample, from + sample, in - sample);
        }
    });
    return bytes;
}

void encode_plain(Encoded& encoded, const Part& part, const Target& target) {
    const Pixels& pixels = part.pixels;
    const OIIO::TypeDesc stored = encoded.spec.format;
    const PixelType nearest = pixel_type({stored});
    const bool exact = encoded.spec.channelformats.empty() && stored == type_desc(nearest);
    const PixelType type = exact ? nearest : pixels.type;
    Pixels made;
    const TargetEncoding aim = target_encoding(encoded.spec, part, pixels, target, stored);
    const Pixels& fit = adapted(pixels, type, aim, target, made, bits_of(encoded.spec));
    encoded.type = type_desc(type);
    encoded.lent = &part.pixels.bytes;
    if (encoded.spec.nchannels != fit.channels())
        encoded.own = tripled(fit);
    else if (&fit == &made)
        encoded.own = std::move(made.bytes);
}

/// Puts an image among the part's other channels, which `encoded` has already.
void put_picture(Encoded& encoded, const Part& part, const Target& target, const PictureView& picture) {
    const std::vector<int>& index = picture.channels.index;
    const Pixels& pixels = picture.pixels;
    const std::vector<OIIO::TypeDesc> to = channel_types(encoded.spec);
    const std::vector<std::size_t> put = channel_offsets(to);
    Pixels made;
    const TargetEncoding aim = target_encoding(encoded.spec, part, pixels, target, to[std::size_t(index[0])]);
    const bool to_bytes = to[std::size_t(index[0])] == OIIO::TypeUInt8;
    const bool as_is =
        aim.encoding == encoding_of(pixels) && target_alpha(pixels, target.format) == pixels.alpha;
    const PixelType type = to_bytes ? PixelType::u8 : as_is ? pixels.type : PixelType::f32;
    const Pixels& fit = adapted(pixels, type, aim, target, made, 16);
    const std::size_t sample = sample_bytes(fit.type), pixel = sample * std::size_t(fit.channels());
    by_bands(pixels.size.height, {&fit.bytes, &encoded.own}, [&](int first, int behind) {
        for (std::size_t i = 0; i < index.size(); ++i) {
            const std::size_t c = std::size_t(index[i]);
            copy_rows({pixels.size.width, first, behind},
                      {fit.bytes.data.get() + i * sample, type_desc(fit.type), pixel},
                      {encoded.own.data.get() + put[c], to[c], put.back()});
        }
    });
}

void encode_all(Encoded& encoded, const Part& part, const Target& target) {
    const PassThrough& through = *part.pass_through;
    const std::vector<OIIO::TypeDesc> from = channel_types(through.spec), to = channel_types(encoded.spec);
    const std::vector<std::size_t> at = channel_offsets(from), put = channel_offsets(to);
    const Size size{through.spec.width, through.spec.height};
    encoded.type = OIIO::TypeUnknown;
    encoded.own = Bytes(std::size_t(size.pixels()) * put.back(), through.native.scratch);
    by_bands(size.height, {&through.native, &encoded.own}, [&](int first, int behind) {
        for (std::size_t c = 0; c < from.size() && from != to; ++c)
            copy_rows({size.width, first, behind}, {through.native.data.get() + at[c], from[c], at.back()},
                      {encoded.own.data.get() + put[c], to[c], put.back()});
        const std::size_t row = std::size_t(size.width) * put.back();
        if (from == to)
            std::memcpy(encoded.own.data.get() + std::size_t(first) * row,
                        through.native.data.get() + std::size_t(first) * row,
                        std::size_t(behind - first) * row);
    });
    for (const PictureView& picture : pictures_of(part)) put_picture(encoded, part, target, picture);
}

/// The channels to write, or none if all are, or if the format holds only some already.
const std::vector<int>* kept_of(const Part& part, const OIIO::ImageSpec& spec) {
    if (!part.written || !part.pass_through || spec.nchannels != part.pass_through->spec.nchannels)
        return nullptr;
    return &*part.written;
}

int place_of(const std::vector<int>& kept, int channel) {
    const auto found = std::ranges::find(kept, channel);
    return found == kept.end() ? -1 : int(found - kept.begin());
}

/// Measures the light of the content of PQ or HLG again, unless the samples are the ones that were read.
void update_light(Encoded& encoded, const Part& part) {
    const auto own = content_light(encoded.spec);
    const auto points = hdr_points(encoded.spec);
    if (!own || !points || encoded.type == OIIO::TypeUnknown) return;
    const Profile* profile = part.pixels.profile.get();
    const bool kept = profile && profile->points == *points && *own != ContentLight{} &&
                      part.pass_through->fingerprint == fingerprint(part.pixels);
    if (!kept) put_light(encoded.spec, measured_light(encoded, *points));
}

} // namespace

TargetEncoding target_encoding(const OIIO::ImageSpec& spec, const Part& part, const Pixels& pixels,
                               const Target& target, OIIO::TypeDesc type) {
    if (const OutputColours* colours = target.options.colours.get()) {
        const auto& profile = colours->of(pixels.colours).profile;
        return has_colours(part, pixels, *colours)
                   ? TargetEncoding{encoding_of(pixels)}
                   : TargetEncoding{{profile->transfer, profile}, colours->intent};
    }
    const bool same = part.pixels.profile && says_colours(part, target, spec, type);
    return {same ? encoding_of(part.pixels) : untagged(type)};
}

Pixels written_pixels(const Part& part, const Target& target) {
    const TargetEncoding aim =
        target_encoding(output_spec(part, target, nullptr), part, part.pixels, target, OIIO::TypeUInt8);
    return converted(part.pixels, PixelType::u8, aim.encoding, Alpha::none, Rounding::nearest, aim.intent);
}

Encoded encode_part(const Part& part, const Target& target, const OIIO::ImageSpec& spec) {
    Encoded encoded;
    encoded.spec = spec;
    if (part.pass_through && part.pass_through->native.size > 0 && target.format.any_channels)
        encode_all(encoded, part, target);
    else
        encode_plain(encoded, part, target);
    update_light(encoded, part);
    return encoded;
}

OIIO::ImageSpec written_spec(const Part& part, const OIIO::ImageSpec& spec) {
    const std::vector<int>* kept = kept_of(part, spec);
    if (!kept) return spec;
    OIIO::ImageSpec less = spec;
    const std::vector<OIIO::TypeDesc> types = channel_types(spec);
    less.channelnames.clear();
    std::vector<OIIO::TypeDesc> own;
    for (const int channel : *kept) {
        less.channelnames.push_back(spec.channelnames[std::size_t(channel)]);
        own.push_back(types[std::size_t(channel)]);
    }
    less.nchannels = int(kept->size());
    less.set_format(own.front());
    if (std::ranges::any_of(own, [&](OIIO::TypeDesc type) { return type != own.front(); }))
        less.channelformats = own;
    less.alpha_channel = place_of(*kept, spec.alpha_channel);
    less.z_channel = place_of(*kept, spec.z_channel);
    return less;
}

void keep_written(Encoded& encoded, const Part& part) {
    const std::vector<int>* kept = kept_of(part, encoded.spec);
    if (!kept) return;
    const bool own = encoded.type == OIIO::TypeUnknown;
    const std::vector<OIIO::TypeDesc> types =
        own ? channel_types(encoded.spec) : std::vector(std::size_t(encoded.spec.nchannels), encoded.type);
    std::vector<OIIO::TypeDesc> less;
    for (const int channel : *kept) less.push_back(types[std::size_t(channel)]);
    const std::vector<std::size_t> from = channel_offsets(types), to = channel_offsets(less);
    const auto width = std::size_t(encoded.spec.width);
    const Bytes& all = encoded.bytes();
    Bytes bytes(std::size_t(encoded.spec.image_pixels()) * to.back(), all.scratch);
    by_bands(encoded.spec.height, {&all, &bytes}, [&](int first, int behind) {
        for (std::size_t i = std::size_t(first) * width; i < std::size_t(behind) * width; ++i)
            for (std::size_t c = 0; c < kept->size(); ++c)
                std::memcpy(bytes.data.get() + i * to.back() + to[c],
                            all.data.get() + i * from.back() + from[std::size_t((*kept)[c])], less[c].size());
    });
    encoded.spec = written_spec(part, encoded.spec);
    encoded.own = std::move(bytes);
}

} // namespace atrous
