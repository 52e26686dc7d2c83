// Corrects DPX (SMPTE 268M). OpenImageIO 2.4 counts orientations 3 and 4, and 7 and 8, the other way round than its reader and the
// standard do.
#include "formats/common/codec.h"
#include "formats/dpx/messages.h"
#include <algorithm>
#include <utility>

namespace atrous {
namespace {

void set_turn(OIIO::ImageSpec& spec, const Part&, const Target&) {
    const int turn = spec.get_int_attribute("Orientation", 1) - 1;
    if (turn & 2) spec["Orientation"] = (turn ^ 1) + 1;
}

/// Samples of a pixel, by the descriptor of an element of a DPX (table 1), or 1 if it is unknown.
std::uint64_t samples_per_pixel(std::uint64_t descriptor) {
    static constexpr std::pair<std::uint64_t, std::uint64_t> known[] = {{50, 3},  {51, 4},  {52, 4}, {100, 2},
                                                                        {101, 3}, {102, 3}, {103, 4}};
    if (descriptor >= 150 && descriptor <= 156) return descriptor - 148;
    const auto* found = std::ranges::find(known, descriptor, [](const auto& row) { return row.first; });
    return found == std::end(known) ? 1 : found->second;
}

/// Bytes of a row of samples: packing 1 and 2 put three of 10 bits into 4 bytes, and one of 12 into 2. Other rows of
/// 1, 10 or 12 bits fill whole words of 4 bytes.
std::uint64_t row_bytes(std::uint64_t samples, std::uint64_t bits, std::uint64_t packing) {
    const bool filled = packing == 1 || packing == 2;
    return filled && bits == 10   ? (samples + 2) / 3 * 4
           : filled && bits == 12 ? samples * 2
           : bits % 8 == 0        ? samples * bits / 8
                                  : (samples * bits + 31) / 32 * 4;
}

/// OpenImageIO 2.4 exchanges width and height of images that are turned by a quarter, does not check that all of a row was there, takes runs for samples and any other depth for
/// 64 bits, and ends the process by user data of more bytes than the file has.
Message look_at_dpx(const FileView& file, std::uint64_t* end = nullptr) {
    constexpr std::uint64_t head = 2048, element_bytes = 72, undefined = 0xFFFFFFFF;
    static constexpr std::uint64_t depths[] = {1, 8, 10, 12, 16, 32, 64};
    const bool big_endian = file.bytes(0, 4) == "SDPX";
    const auto value = [&](std::uint64_t at, int bytes = 4) {
        const std::uint64_t read = file.number(at, bytes, big_endian);
        return read == undefined ? 0 : read;
    };
    const std::uint64_t elements = value(770, 2), width = value(772), height = value(776);
    if (const std::uint64_t turn = value(768, 2); turn >= 4 && turn < 8 && width != height)
        return message(messages::dpx_turned, turn + 1);
    if (file.size() < head || elements < 1 || elements > 8 || value(32) > file.size() - head)
        return message(messages::dpx_header, elements, value(32), file.size());
    for (std::uint64_t i = 0, at = 780; i < elements; ++i, at += element_bytes) {
        const std::uint64_t bits = file.number(at + 23, 1),
                            samples = width * samples_per_pixel(file.number(at + 20, 1)),
                            begin = value(at + 28) > 0 ? value(at + 28) : value(4),
                            row = row_bytes(samples, bits, value(at + 24, 2)) + value(at + 32);
        if (std::ranges::find(depths, bits) == std::end(depths)) return message(messages::dpx_bits, bits);
        if (value(at + 26, 2) == 1) return message(messages::dpx_runs);
        if ((height > 0 && row > file.size() / height) || !file.has(begin, row * height))
            return message(messages::dpx_cut, width, height, file.size());
        if (end) *end = std::max(*end, begin + row * height);
    }
    return {};
}

std::uint64_t end_of_dpx(const FileView& file) {
    std::uint64_t end = 0;
    return look_at_dpx(file, &end), end;
}

/// One that is linear gets a profile, unless FFmpeg wrote it, which calls all of them so.
void name_colours(OpenFile& open, const std::string&) {
    OIIO::ImageSpec& spec = open.specs.front();
    const std::string transfer(spec.get_string_attribute(dpx_transfer_attribute));
    if (!open.options.assumed && (transfer == "Logarithmic" || transfer == "Printing density"))
        open.warn(message(messages::dpx_logarithmic, transfer));
    const bool by_ffmpeg = spec.get_string_attribute("Software").substr(0, 4) == "Lavc";
    if (transfer == dpx_linear && !by_ffmpeg && !spec.format.is_floating_point())
        put_profile(spec,
                    said_colours(CodePoints{1, 8}, spec.nchannels < 3 ? 1 : 3).profile); // BT.709, linear
}

} // namespace

const Codec dpx_codec{.format = dpx_format,
                      .reader = {.check = [](const FileView& file) { return look_at_dpx(file); },
                                 .end = end_of_dpx,
                                 .opened = name_colours},
                      .set_header = set_turn};

} // namespace atrous
