// The attributes in the headers of an OpenEXR file, one after the other; hides how headers lie in the file.
#pragma once
#include "io/bytes/file_view.h"
#include <functional>
#include <string>
#include <string_view>

namespace atrous {

struct ExrAttribute {
    int part = 0;
    std::string name, type;
    std::uint64_t at = 0, size = 0; ///< of its value; it lies in the file
};

/// How chunks are packed, by the number that a file has for it: OpenImageIO's name, and the rows of a chunk that is no tile
/// (ImfCompressor.cpp: numLinesInBuffer).
struct ExrPacking {
    std::string_view name;
    int rows;
};
constexpr ExrPacking exr_packings[] = {{"none", 1},   {"rle", 1},  {"zips", 1},  {"zip", 16},  {"piz", 32},
                                       {"pxr24", 16}, {"b44", 32}, {"b44a", 32}, {"dwaa", 32}, {"dwab", 256}};

/// Calls visit for each attribute of all parts until it returns a text. Returns that text, or what is wrong with the headers:
/// a value or a name beyond all bounds; empty where neither is. `cut` says whether the file ends within its headers.
std::string visit_exr(const FileView& file, const std::function<std::string(const ExrAttribute&)>& visit,
                      bool& cut);
/// Parts whose headers are there.
std::size_t count_exr_parts(const FileView& file);

} // namespace atrous
