// Compares signatures in a fixed order, since a camera's RAW file may begin like another format.
#include "base/signatures.h"
#include <algorithm>
#include <vector>

namespace atrous {
namespace {

using namespace std::string_view_literals;

struct FileSignature {
    std::string_view format;
    std::vector<std::string_view> signatures; ///< '?' matches any byte
};

const std::vector<FileSignature>& file_signatures() {
    static const std::vector<FileSignature> all{
        {"jpeg", {"\xff\xd8\xff"sv}},
        {"png", {"\x89PNG\r\n\x1a\n"sv}},
        {"tiff", {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv}},
        {"openexr", {"\x76\x2f\x31\x01"sv}},
        {"webp", {"RIFF????WEBP"sv}},
        {"hdr", {"#?"sv}},
        {"bmp", {"BM"sv}},
        {"pnm", {"P1"sv, "P2"sv, "P3"sv, "P4"sv, "P5"sv, "P6"sv, "PF"sv, "Pf"sv}},
        {"dpx", {"SDPX"sv, "XPDS"sv}},
        {"jpegxl", {"\xff\x0a"sv, "\0\0\0\x0cJXL \r\n\x87\n"sv}},
        {"jpeg2000", {"\0\0\0\x0cjP  "sv, "\xff\x4f\xff\x51"sv}},
        {"raw", // of cameras; many have a TIFF's first bytes
         {"FUJIFILMCCD-RAW"sv, "IIRO"sv, "IIRS"sv, "MMOR"sv, "IIU\0"sv, "\0MRM"sv, "FOVb"sv,
          "II\x1a\0\0\0HEAPCCDR"sv, "????ftypcrx"sv}},
        {"gif", {"GIF87a"sv, "GIF89a"sv}},
        {"psd", {"8BPS"sv}},
        {"heif", {"????ftyp"sv}},
    };
    return all;
}

bool matches(std::string_view head, std::string_view signature) {
    if (head.size() < signature.size()) return false;
    for (std::size_t i = 0; i < signature.size(); ++i)
        if (signature[i] != '?' && signature[i] != head[i]) return false;
    return true;
}

} // namespace

std::string_view format_with_signature(std::string_view head) {
    const auto fits = [&](std::string_view signature) { return matches(head, signature); };
    for (const FileSignature& row : file_signatures())
        if (std::ranges::any_of(row.signatures, fits)) return row.format;
    return {};
}

bool has_signature(std::string_view format) {
    return std::ranges::find(file_signatures(), format, &FileSignature::format) != file_signatures().end();
}

} // namespace atrous
