// Reads the headers of an OpenEXR file: all attributes and their values, also of files that OpenImageIO does not open (deep and
// subsampled ones).
#pragma once
#include "base/message.h"
#include "base/size.h"
#include "files/file_view.h"
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace atrous {

/// A packing of chunks, by the number that a file has for it: OpenImageIO's name, and the rows of a chunk
/// that is no tile (ImfCompressor.cpp: numLinesInBuffer).
struct ExrPacking {
    std::string_view name;
    int rows;
};
constexpr ExrPacking exr_packings[] = {{"none", 1},   {"rle", 1},  {"zips", 1},  {"zip", 16},  {"piz", 32},
                                       {"pxr24", 16}, {"b44", 32}, {"b44a", 32}, {"dwaa", 32}, {"dwab", 256}};

struct ExrChannelHeader {
    std::string name;
    std::string type; ///< "uint", "half" or "float"
    int sampling = 1; ///< the larger one of x and y
};

/// A window in pixels: its upper left corner and its size.
struct ExrWindow {
    std::array<int, 2> corner{};
    Size size{};
};

struct ExrPartHeader {
    std::string name;
    std::vector<ExrChannelHeader> channels; ///< in the file's order
    std::string compression;                ///< "zip"
    ExrWindow data{}, display{};
    bool deep = false, tiled = false;
    std::uint64_t tile_width = 0, tile_height = 0; ///< 0: there is no attribute for them
    std::uint64_t chunks = 0;                      ///< of all levels, in files of several parts, otherwise 0
    int line_order = 0;                            ///< 0: from the top down
    std::uint64_t end = 0;                         ///< of the part's attributes in the file
    std::map<std::string, std::string> strings{};  ///< attributes that are text
    std::map<std::string, std::string> types{};    ///< of all attributes: their types
    std::map<std::string, std::uint64_t> sizes{};  ///< ... and bytes

    bool subsampled() const;
};

/// The headers of all parts, or none if the file is no OpenEXR. Throws a file error if they are damaged,
/// without the name of an open file.
std::vector<ExrPartHeader> exr_headers(const FileView& file);
std::vector<ExrPartHeader> exr_headers(const std::filesystem::path& path);

/// The reason to refuse a file by its headers: a size, or a number of channels, beyond the limits.
Message check_exr(const std::vector<ExrPartHeader>& parts);
} // namespace atrous
