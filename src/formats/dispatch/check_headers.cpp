// Headers whose numbers a reader trusts: of DPX (SMPTE 268M), JPEG 2000 (its profile), PSD or PSB (Adobe Photoshop File Formats
// Specification); where the first picture of a PNM ends, and what moves in a HEIF.
#include "files/file_pieces.h"
#include "formats/common/check.h"
#include "formats/heif/heif_boxes.h"
#include "formats/pnm/pnm.h"
#include "image/icc.h"

namespace atrous {
namespace {

constexpr std::uint64_t undefined = 0xFFFFFFFF;
constexpr std::uint64_t dpx_head = 2048; ///< bytes of generic and industry header

/// Samples of a pixel, by what an element describes (table 1); 1 where it is not known.
std::uint64_t samples_of(std::uint64_t descriptor) {
    if (descriptor >= 150 && descriptor <= 156) return descriptor - 148;
    switch (descriptor) {
    case 100:
        return 2;
    case 50:
    case 101:
    case 102:
        return 3;
    case 51:
    case 52:
    case 103:
        return 4;
    default:
        return 1;
    }
}

/// OpenImageIO 2.4 takes any other for 64, which the file then does not have.
bool is_depth(std::uint64_t bits) {
    return bits == 1 || bits == 8 || bits == 10 || bits == 12 || bits == 16 || bits == 32 || bits == 64;
}

/// Bytes of a row of samples: packing 1 and 2 put three of 10 bits into 4 bytes, and one of 12 into 2.
std::uint64_t row_bytes(std::uint64_t samples, std::uint64_t bits, std::uint64_t packing) {
    const bool filled = packing == 1 || packing == 2;
    return filled && bits == 10   ? (samples + 2) / 3 * 4
           : filled && bits == 12 ? samples * 2
                                  : samples * bits / 8;
}

/// A field of 32 bits that may not be above the file's size.
struct Field {
    std::uint64_t at;
    const char* name;
};

/// A DPX, its numbers in their byte order.
struct Dpx {
    const FileView& file;
    bool big_endian = file.bytes(0, 4) == "SDPX";

    std::uint64_t value(std::uint64_t at) const {
        const std::uint64_t read = file.number(at, 4, big_endian);
        return read == undefined ? 0 : read;
    }
    std::string refused(const std::string& field, std::uint64_t number) const {
        return "its header is damaged (" + field + " is " + std::to_string(number) + ", the file has " +
               std::to_string(file.size()) + " bytes)";
    }
    /// Why element i of the picture is refused.
    std::string check_element(std::uint64_t i) const {
        const std::uint64_t height = value(776);
        const std::uint64_t element = 780 + 72 * i;
        if (value(element + 28) > file.size())
            return refused("the offset of element " + std::to_string(i + 1), value(element + 28));
        const std::uint64_t line = value(element + 32), padding = value(element + 36);
        if (line > file.size() || (height > 0 && line * height > file.size()))
            return refused("the padding of lines", line);
        if (padding > file.size()) return refused("the padding of the image", padding);
        // OpenImageIO 2.4 does not ask whether all of a row was there, and takes runs for samples.
        const std::uint64_t bits = file.number(element + 23, 1),
                            packing = file.number(element + 24, 2, big_endian);
        if (!is_depth(bits)) return refused("the bits of a sample", bits);
        if (file.number(element + 26, 2, big_endian) == 1)
            return "is compressed (run lengths), which is not supported; save it again without compression";
        const std::uint64_t samples = value(772) * samples_of(file.number(element + 20, 1));
        const std::uint64_t begin = value(element + 28) > 0 ? value(element + 28) : value(4);
        if (!file.has(begin, (row_bytes(samples, bits, packing) + line) * height))
            return "truncated or damaged: its picture of " + std::to_string(value(772)) + "x" +
                   std::to_string(height) + " pixels does not lie in its " + std::to_string(file.size()) +
                   " bytes";
        return {};
    }
};

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

// Offsets and paddings that the file can hold.
std::string check_dpx(const FileView& file) {
    if (file.size() < dpx_head)
        return "is cut: a DPX has a header of " + std::to_string(dpx_head) + " bytes, it has " +
               std::to_string(file.size());
    const Dpx dpx{file};
    const std::uint64_t elements = file.number(770, 2, dpx.big_endian);
    if (elements < 1 || elements > 8)
        return "its header is damaged (" + std::to_string(elements) + " image elements; there are 1 to 8)";
    constexpr Field fields[] = {{4, "the offset of the picture"},
                                {24, "the generic header's size"},
                                {28, "the industry header's size"}};
    for (const Field& field : fields)
        if (dpx.value(field.at) > file.size()) return dpx.refused(field.name, dpx.value(field.at));
    if (dpx.value(32) > file.size() - dpx_head)
        return dpx.refused("the size of the user data", dpx.value(32));
    for (std::uint64_t i = 0; i < elements; ++i)
        if (std::string why = dpx.check_element(i); !why.empty()) return why;
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
