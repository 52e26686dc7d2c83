// The header of a DPX (SMPTE 268M): offsets and paddings that the file can hold.
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

} // namespace

std::string check_dpx(const FileView& file) {
    const bool big_endian = file.bytes(0, 4) == "SDPX";
    const auto value = [&](std::uint64_t at) {
        const std::uint64_t read = file.number(at, 4, big_endian);
        return read == undefined ? 0 : read;
    };
    const auto refused = [&](const std::string& field, std::uint64_t number) {
        return "its header is damaged (" + field + " is " + std::to_string(number) + ", the file has " +
               std::to_string(file.size()) + " bytes)";
    };
    if (file.size() < dpx_head)
        return "is cut: a DPX has a header of " + std::to_string(dpx_head) + " bytes, it has " +
               std::to_string(file.size());
    const std::uint64_t elements = file.number(770, 2, big_endian), height = value(776);
    if (elements < 1 || elements > 8)
        return "its header is damaged (" + std::to_string(elements) + " image elements; there are 1 to 8)";
    constexpr Field fields[] = {{4, "the offset of the picture"},
                                {24, "the generic header's size"},
                                {28, "the industry header's size"}};
    for (const Field& field : fields)
        if (value(field.at) > file.size()) return refused(field.name, value(field.at));
    if (value(32) > file.size() - dpx_head) return refused("the size of the user data", value(32));
    for (std::uint64_t i = 0; i < elements; ++i) {
        const std::uint64_t element = 780 + 72 * i;
        if (value(element + 28) > file.size())
            return refused("the offset of element " + std::to_string(i + 1), value(element + 28));
        const std::uint64_t line = value(element + 32), image = value(element + 36);
        if (line > file.size() || (height > 0 && line * height > file.size()))
            return refused("the padding of lines", line);
        if (image > file.size()) return refused("the padding of the image", image);
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
    }
    return {};
}

} // namespace atrous
