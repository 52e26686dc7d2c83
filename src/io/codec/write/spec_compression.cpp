// Rows of formats say what they can; options win over what the file had.
#include "io/codec/write/spec_compression.h"
#include "io/codec/compression.h"
#include "io/codec/pass_through.h"
#include "io/codec/write/spec_colours.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

/// zlib's level: a tenth larger than its default 6, and two to three times as fast.
constexpr int deflate_level = 4;

/// The level that --compression asks of this format; 0: none.
int asked_level(const Target& target) {
    const bool has = format_has_compression(target.format.name, target.options.compression, target.avif);
    return has ? std::max(compression_level(target.options.compression), 0) : 0;
}

/// Whether a WebP is to lose nothing: as it is asked for, or as the one that was read did.
bool stays_lossless(const OIIO::ImageSpec& spec, const Target& target, bool same) {
    const std::string& asked = target.options.compression;
    if (format_has_compression(target.format.name, asked)) return asked == "lossless";
    return same && target.options.quality == 0 && spec.get_int_attribute(lossless_attribute);
}

/// The format's compression with the quality that is asked for, or that of the file of the same format which was read.
std::string lossy_compression(const OIIO::ImageSpec& spec, const Target& target, bool same) {
    const std::string compression = target.avif ? target.format.avif : target.format.compression;
    const auto colon = compression.find(':');
    if (colon == std::string::npos) return compression;
    int quality = target.options.quality;
    if (quality == 0) quality = asked_level(target);
    for (const char* own : {quality_attribute, webp_quality_attribute}) // of one format only
        if (quality == 0 && same) quality = spec.get_int_attribute(own);
    return quality == 0 ? compression : compression.substr(0, colon + 1) + std::to_string(quality);
}

/// libjpeg's default is 4:2:0, with which a picture that had full colour would lose some.
void set_subsampling(OIIO::ImageSpec& spec, const Target& target) {
    if (target.format.place != ExifPlace::segment) return;
    if (!target.options.subsampling.empty())
        spec[subsampling_attribute] = target.options.subsampling;
    else if (spec.nchannels == 3 && !spec.find_attribute(subsampling_attribute))
        spec[subsampling_attribute] = "4:4:4";
    if (spec.nchannels != 3) spec.erase_attribute(subsampling_attribute);
}

constexpr const char* dwa_level = "openexr:dwaCompressionLevel";

/// OpenImageIO reads DWA's level as an attribute of its own, and writes it only as "dwab:87".
void keep_level(OIIO::ImageSpec& spec, const std::string& compression) {
    const float level = spec.get_float_attribute(dwa_level);
    if (compression.starts_with("dwa") && level > 0)
        spec["compression"] = compression + ":" + std::to_string(std::lround(level));
    spec.erase_attribute(dwa_level);
}

} // namespace

void set_compression(OIIO::ImageSpec& spec, const Part& part, const Target& target) {
    const Format& format = target.format;
    static constexpr std::string_view tiff_kept[] = {"none", "lzw", "zip", "packbits"};
    const std::string own(spec.get_string_attribute("compression"));
    const bool same = was_read_from(part, format.name);
    const bool kept =
        same && !own.empty() &&
        (format.own_types || (format.parts && std::ranges::find(tiff_kept, own) != std::end(tiff_kept)));
    const std::string& asked = target.options.compression;
    const bool has = format_has_compression(format.name, asked);
    if (format.deflate) {
        const int level = asked_level(target);
        spec[format.deflate] = has && asked == "none" ? 0 : level > 0 ? level : deflate_level;
    }
    if (has && (format.own_types || format.parts)) { // the level of a TIFF is set above
        spec.erase_attribute(dwa_level);
        spec["compression"] = format.own_types ? asked : asked.substr(0, asked.find(':'));
        return;
    }
    if (kept) return keep_level(spec, own);
    spec.erase_attribute("compression");
    if (format.compression)
        spec["compression"] =
            stays_lossless(spec, target, same) ? "lossless" : lossy_compression(spec, target, same);
    set_subsampling(spec, target);
    for (const char* name : {quality_attribute, webp_quality_attribute, lossless_attribute})
        spec.erase_attribute(name);
}

} // namespace atrous
