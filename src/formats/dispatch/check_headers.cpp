// Headers whose numbers a reader trusts: of DPX (SMPTE 268M), JPEG 2000 (its profile), PSD or PSB (Adobe Photoshop File Formats
// Specification); where the first picture of a PNM ends, and what moves in a HEIF.
#include "files/file_pieces.h"
#include "formats/common/check.h"
#include "formats/heif/heif_boxes.h"
#include "formats/pnm/pnm.h"
#include "image/icc.h"
#include <algorithm>
#include <utility>

namespace atrous {
namespace {

/// Samples of a pixel, by what an element of a DPX describes (table 1); 1 where it is not known.
std::uint64_t samples_of(std::uint64_t descriptor) {
    static constexpr std::pair<std::uint64_t, std::uint64_t> known[] = {{50, 3},  {51, 4},  {52, 4}, {100, 2},
                                                                        {101, 3}, {102, 3}, {103, 4}};
    if (descriptor >= 150 && descriptor <= 156) return descriptor - 148;
    const auto* found = std::ranges::find(known, descriptor, [](const auto& row) { return row.first; });
    return found == std::end(known) ? 1 : found->second;
}

/// Bytes of a row of samples: packing 1 and 2 put three of 10 bits into 4 bytes, and one of 12 into 2.
std::uint64_t row_bytes(std::uint64_t samples, std::uint64_t bits, std::uint64_t packing) {
    const bool filled = packing == 1 || packing == 2;
    return filled && bits == 10   ? (samples + 2) / 3 * 4
           : filled && bits == 12 ? samples * 2
                                  : samples * bits / 8;
}

/// Modes whose numbers are no RGB or grey; of a palette OpenImageIO 2.4 reads pixels of three samples as such of four.
struct Mode {
    std::uint64_t number;
    const char* colours;
};
constexpr Mode refused[] = {{2, "indexed"}, {4, "CMYK"}, {7, "multichannel"}, {8, "duotone"}, {9, "Lab"}};

// Components (ISO 15444-1, A.5.1) that OpenImageIO 2.4 reads from another zero, or beyond their end.
std::string check_components(const FileView& file) {
    const auto begin = find_codestream(file);
    for (std::uint64_t i = 0, count = begin ? file.number(*begin + 40, 2) : 0; i < 2 * count; ++i) {
        const std::uint64_t at = *begin + 42 + i / 2 * 3, step = file.number(at + 1 + i % 2, 1),
                            side = file.number(*begin + 8 + 4 * (i % 2), 4),
                            origin = file.number(*begin + 16 + 4 * (i % 2), 4);
        if (file.number(at, 1) > 127 || (step > 1 && (side % step > 0 || origin > 0)))
            return "not supported: its component " + std::to_string(i / 2 + 1) +
                   " is signed, or has a sample for " + std::to_string(step) + " of " + std::to_string(side) +
                   " pixels; save it again without subsampling";
    }
    return {};
}

} // namespace

// OpenImageIO 2.4 does not ask whether all of a row was there, takes runs for samples and any other depth for 64 bits, and ends the
// process by user data of more bytes than the file has.
std::string check_dpx(const FileView& file) {
    constexpr std::uint64_t head = 2048, element_bytes = 72, undefined = 0xFFFFFFFF;
    static constexpr std::uint64_t depths[] = {1, 8, 10, 12, 16, 32, 64};
    const bool big_endian = file.bytes(0, 4) == "SDPX";
    const auto value = [&](std::uint64_t at, int bytes = 4) {
        const std::uint64_t read = file.number(at, bytes, big_endian);
        return read == undefined ? 0 : read;
    };
    const std::uint64_t elements = value(770, 2), width = value(772), height = value(776);
    if (file.size() < head || elements < 1 || elements > 8 || value(32) > file.size() - head)
        return "truncated or damaged: its header specifies " + std::to_string(elements) +
               " image elements (of 1 to 8) and " + std::to_string(value(32)) +
               " bytes of user data, it has " + std::to_string(file.size()) + " bytes";
    for (std::uint64_t i = 0, at = 780; i < elements; ++i, at += element_bytes) {
        const std::uint64_t bits = file.number(at + 23, 1),
                            samples = width * samples_of(file.number(at + 20, 1)),
                            begin = value(at + 28) > 0 ? value(at + 28) : value(4),
                            row = row_bytes(samples, bits, value(at + 24, 2)) + value(at + 32);
        if (std::ranges::find(depths, bits) == std::end(depths))
            return "its header is damaged: a sample of " + std::to_string(bits) + " bits";
        if (value(at + 26, 2) == 1)
            return "is compressed (run lengths), which is not supported; save it again without compression";
        if ((height > 0 && row > file.size() / height) || !file.has(begin, row * height))
            return "truncated or damaged: its picture of " + std::to_string(width) + "x" +
                   std::to_string(height) + " pixels does not lie in its " + std::to_string(file.size()) +
                   " bytes";
    }
    return {};
}

Damage damage_in_pnm(const FileView& file) {
    Damage found;
    const auto header = pnm_header(file);
    if (!header || header->is_text()) return found;
    const std::uint64_t end = header->samples + header->bytes();
    if (end < file.size() && file.number(end, 1) == 'P')
        found.unread.add("holds other pictures behind the first, which alone is read");
    return found;
}

Damage damage_in_heif(const FileView& file) {
    Damage found;
    if (const int tracks = heif_tracks(file); tracks > 0)
        found.unread.add("is an image sequence or holds a video (" + std::to_string(tracks) +
                         (tracks == 1 ? " track" : " tracks") + "), of which only the still picture is read");
    return found;
}

std::string check_jp2(const FileView& file) {
    std::string why = check_components(file);
    if (!why.empty()) return why;
    const auto look = [&](const Box& box) {
        // Method 1: sRGB (16), greys (17) and sYCC (18) are read right, others as if they were these.
        if (const std::uint64_t space = file.number(box.at + 3, 4);
            box.name == "colr" && file.number(box.at, 1) == 1)
            if (space < 16 || space > 18)
                why = "not supported: its colours are of space " + std::to_string(space) +
                      "; convert it to sRGB first";
        // Method 2 (3): a restricted (any) profile behind method, precedence and approximation.
        if (box.name == "colr" && box.length > 3 && file.number(box.at, 1) >= 2)
            why = check_icc(file.bytes(box.at + 3, std::min(box.length - 3, most_profile_bytes + 1)));
        return why.empty();
    };
    walk_boxes(file, 0, file.size(), [&](const Box& box) {
        if (box.name == "jp2h") walk_boxes(file, box.at, box.at + box.length, look);
        return why.empty() && look(box);
    });
    return why;
}

// Its colours, and the lengths of its sections.
std::string check_psd(const FileView& file) {
    constexpr std::uint64_t mode_at = 24;
    const std::uint64_t mode = file.number(mode_at, 2);
    for (const Mode& row : refused)
        if (row.number == mode)
            return std::string("is a PSD of ") + row.colours +
                   " colours, which is not supported; convert it to RGB first";
    std::uint64_t at = 26; // after the header
    for (const char* name : {"colour table", "resources", "layers"}) {
        constexpr std::uint64_t version_at = 4, psb = 2;
        const bool wide = *name == 'l' && file.number(version_at, 2) == psb;
        const std::uint64_t begin = at + (wide ? 8 : 4), length = file.number(at, wide ? 8 : 4);
        if (!file.has(begin, length))
            return std::string("is cut or damaged: its ") + name + " are said to take " +
                   std::to_string(length) + " bytes, the file has " + std::to_string(file.size());
        at = begin + length;
    }
    return {};
}

} // namespace atrous
