// Headers whose numbers a reader trusts: of BMP, DPX (SMPTE 268M), JPEG 2000 (its profile), PSD or PSB (Adobe Photoshop File Formats
// Specification); where the first picture of a PNM ends, and what moves in a HEIF.
#include "image/icc.h"
#include "io/bytes/file_pieces.h"
#include "io/bytes/heif_boxes.h"
#include "io/bytes/pnm.h"
#include "io/bytes/psd.h"
#include "io/check/check.h"

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
        // OpenImageIO 2.4 does not ask whether all of a row was there. Fillers between samples come on top of this.
        const std::uint64_t bits = file.number(element + 23, 1),
                            packed = file.number(element + 26, 2, big_endian);
        if (!is_depth(bits)) return refused("the bits of a sample", bits);
        const std::uint64_t samples = value(772) * samples_of(file.number(element + 20, 1));
        const std::uint64_t begin = value(element + 28) > 0 ? value(element + 28) : value(4);
        if (packed == 0 && !file.has(begin, (samples * bits / 8 + line) * height))
            return "truncated or damaged: its picture of " + std::to_string(value(772)) + "x" +
                   std::to_string(height) + " pixels does not lie in its " + std::to_string(file.size()) +
                   " bytes";
        return {};
    }
};

/// Modes whose numbers are no RGB, grey or CMYK; of a palette OpenImageIO 2.4 reads pixels of three samples as such of four.
struct Mode {
    std::uint64_t number;
    const char* colours;
};
constexpr Mode refused[] = {{2, "indexed"}, {7, "multichannel"}, {8, "duotone"}, {9, "Lab"}};

} // namespace

// There are several headers of BMPs: of one that is cut, or of a size that it does not know, OpenImageIO 2.4 takes the picture's
// size from memory that nobody filled.
std::string check_bmp(const FileView& file) {
    constexpr std::uint64_t file_header = 14;
    const std::uint64_t header = file.number(file_header, 4, false), picture = file.number(10, 4, false);
    if (header != 12 && header != 40 && header != 108 && header != 124)
        return "damaged or not supported: its header has " + std::to_string(header) +
               " bytes; BMPs with 12, 40, 108 and 124 are read";
    if (file.has(file_header, header) && picture <= file.size()) return {};
    return "truncated or damaged: its headers take " + std::to_string(file_header + header) +
           " bytes and its picture begins at byte " + std::to_string(picture) + "; it has " +
           std::to_string(file.size()) + " bytes";
}

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
    std::string why;
    const auto look = [&](const Box& box) {
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
    for (const PsdSection& section : psd_sections(file))
        if (!file.has(section.inside(), section.length))
            return std::string("is cut or damaged: its ") + section.name + " are said to take " +
                   std::to_string(section.length) + " bytes, the file has " + std::to_string(file.size());
    return {};
}

} // namespace atrous
