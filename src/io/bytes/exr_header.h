// What the headers of an OpenEXR file say, also of files that OpenImageIO does not open: deep and subsampled ones.
#pragma once
#include "base/size.h"
#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace atrous {

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
    std::map<std::string, std::string> strings{}; ///< attributes that are text
    std::map<std::string, std::string> types{};   ///< of all attributes: their types

    bool subsampled() const;
};

/// What the value of the attribute "channels" lists.
std::vector<ExrChannelHeader> exr_channels(const std::string& list);

/// The headers of all parts; none of a file that is no OpenEXR. Throws a file error where they are damaged.
std::vector<ExrPartHeader> exr_headers(const std::filesystem::path& path);

} // namespace atrous
