// OpenEXR's compressions by OpenImageIO's names.
#include "io/codec/compression.h"
#include "base/error.h"
#include "base/text.h"
#include <algorithm>
#include <array>

namespace atrous {
namespace {

struct CompressionRow {
    const char* name;
    double least, most; ///< of the level; both 0: there is none
    bool loses;
};
constexpr std::array compression_rows{
    CompressionRow{"none", 0, 0, false},      CompressionRow{"rle", 0, 0, false},
    CompressionRow{"zip", 1, 9, false},       CompressionRow{"zips", 1, 9, false},
    CompressionRow{"piz", 0, 0, false},       CompressionRow{"pxr24", 0, 0, true},
    CompressionRow{"b44", 0, 0, true},        CompressionRow{"b44a", 0, 0, true},
    CompressionRow{"dwaa", 1, 100'000, true}, CompressionRow{"dwab", 1, 100'000, true},
};

const CompressionRow* compression_named(const std::string& value) {
    const auto row =
        std::ranges::find(compression_rows, value.substr(0, value.find(':')), &CompressionRow::name);
    return row == compression_rows.end() ? nullptr : &*row;
}

std::string compressions_text() {
    std::vector<std::string> names;
    for (const CompressionRow& row : compression_rows)
        names.push_back(std::string(row.name) +
                        (row.most > 0 ? "[:" + exact(row.least) + "-" + exact(row.most) + "]" : ""));
    return joined(names);
}

} // namespace

void check_exr_compression(const std::string& value) {
    const CompressionRow* row = compression_named(value);
    const auto colon = value.find(':');
    bool fine = row != nullptr;
    if (row && colon != std::string::npos) {
        const auto level = read_number(value.substr(colon + 1));
        fine = level && *level >= row->least && *level <= row->most && *level == double(int(*level));
    }
    if (!fine)
        throw usage_error("--compression " + value + ": there is no such one of OpenEXR; give " +
                          compressions_text());
}

bool loses_as_exr(const std::string& compression) {
    const CompressionRow* row = compression_named(compression);
    return row && row->loses;
}

} // namespace atrous
