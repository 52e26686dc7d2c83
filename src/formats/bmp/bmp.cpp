// Refuses BMPs with rarely used sample layouts: OpenImageIO 2.4 shows other samples for them, or takes samples from
// uninitialised memory.
#include "formats/bmp/messages.h"
#include "formats/common/codec.h"
#include "image/profile.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr std::uint64_t bmp_masked = 3;
/// Sample layouts that are read correctly. OpenImageIO takes other layouts for these.
constexpr StoredWay bmp_stored[] = {{1, 0},  {4, 0}, {8, 0}, {16, 0}, {24, 0},
                                    {32, 0}, {4, 2}, {8, 1}, {16, 3}, {32, bmp_masked}};

/// The profile of a header of version 5, and its end. A profile of type LINK is a path to another file, and is not read.
std::string bmp_profile(const FileView& file, std::uint64_t& end) {
    if (file.number(14, 4, false) < 124 || file.bytes(70, 4) != "DEBM") return {}; // MBED, from the last byte
    const std::uint64_t at = 14 + file.number(126, 4, false), length = file.number(130, 4, false);
    end = std::max(end, at + length);
    return file.bytes(at, std::min(length, max_profile_bytes + 1));
}

/// There are several headers of BMPs. If a header is cut, or has an unsupported size, OpenImageIO 2.4 takes
/// the image's size from uninitialised memory.
Message check_bmp(const FileView& file) {
    constexpr std::uint64_t file_header = 14, masks[] = {0xff0000, 0xff00, 0xff}, masks_at = 54;
    const std::uint64_t header = file.number(file_header, 4, false), picture = file.number(10, 4, false);
    if (header != 12 && header != 40 && header != 108 && header != 124)
        return message(messages::bmp_header, header);
    if (!file.has(file_header, header) || picture > file.size())
        return message(messages::bmp_cut, file_header + header, picture, file.size());
    const StoredWay own{file.number(28, 2, false), file.number(30, 4, false)};
    if (header > 12 && std::ranges::find(bmp_stored, own) == std::end(bmp_stored)) return not_stored(own);
    for (std::uint64_t i = 0; own == StoredWay{32, bmp_masked} && i < 3; ++i)
        if (file.number(masks_at + 4 * i, 4, false) != masks[i]) return message(messages::bmp_order);
    std::uint64_t end = 0;
    const std::string profile = bmp_profile(file, end);
    return profile.empty() ? Message() : check_icc(profile);
}

/// A profile that the file does not have whole.
Damage damage_in_bmp(const FileView& file) {
    Damage found;
    std::uint64_t end = 0;
    bmp_profile(file, end);
    if (end > file.size()) found.unread.add(message(messages::bmp_profile_cut, end, file.size()));
    return found;
}

/// Runs have a length in the header, which may be 0.
std::uint64_t end_of_bmp(const FileView& file) {
    const auto number = [&](std::uint64_t at, int bytes) { return file.number(at, bytes, false); };
    const bool old = number(14, 4) == 12, runs = !old && (number(30, 4) == 1 || number(30, 4) == 2);
    const std::uint64_t width = number(18, old ? 2 : 4), bits = number(old ? 24 : 28, 2);
    const auto height =
        std::uint64_t(std::abs(std::int64_t(std::int32_t(number(old ? 20 : 22, old ? 2 : 4)))));
    std::uint64_t end = number(10, 4) + (runs ? number(34, 4) : (width * bits + 31) / 32 * 4 * height);
    bmp_profile(file, end);
    return runs && number(34, 4) == 0 ? 0 : end;
}

/// True if a BMP of 32 bits has alpha: by its header, or, for old headers that reserve the fourth byte, if
/// the byte is not 0 everywhere (many tools, including OpenImageIO 2.4, write alpha there).
bool has_bmp_alpha(const FileView& file) {
    constexpr std::uint64_t with_masks = 108;
    if (file.number(14, 4, false) >= with_masks) return file.number(66, 4, false) != 0;
    for (std::uint64_t at = file.number(10, 4, false) + 3; file.has(at, 1); at += 4)
        if (file.number(at, 1) != 0) return true;
    return false;
}

constexpr const char* resolutions[] = {"XResolution", "YResolution"};

/// OpenImageIO reads and writes whole pixels per metre, which other formats do not have.
void set_metres(OIIO::ImageSpec& spec, const Part&, const Target&) {
    const std::string unit(spec.get_string_attribute("ResolutionUnit"));
    if (unit != "in" && unit != "cm") return;
    for (const char* name : resolutions)
        spec[name] = int(std::lround(spec.get_float_attribute(name) * (unit == "in" ? 1 / 0.0254 : 100)));
    spec["ResolutionUnit"] = "m";
}

void patch_header(OpenFile& open, OIIO::ImageSpec& spec) {
    std::uint64_t end = 0;
    put_profile(spec, bmp_profile(FileView(open.path), end));
    if (spec.get_string_attribute("ResolutionUnit") == "m") {
        for (const char* name : resolutions) spec[name] = float(spec.get_int_attribute(name)) / 100;
        spec["ResolutionUnit"] = "cm";
    }
    if (spec.nchannels != 4 || has_bmp_alpha(FileView(open.path))) return;
    spec.nchannels = 3, spec.alpha_channel = -1;
    spec.channelnames.resize(3);
}

} // namespace

const Codec bmp_codec{
    .format = bmp_format,
    .reader = {.check = check_bmp, .damage = damage_in_bmp, .end = end_of_bmp, .patch_header = patch_header},
    .set_header = set_metres};

} // namespace atrous
