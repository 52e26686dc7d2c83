// Companion files under their hidden names.
#include "app/run/companion.h"
#include "base/error.h"
#include "io/codec/read/decoder.h"

namespace atrous {

namespace fs = std::filesystem;

namespace {

/// Whether it is there and can be read to its end.
bool is_whole(const fs::path& path) {
    std::error_code bad;
    if (!fs::exists(path, bad)) return false;
    try {
        Decoder(path).read();
        return true;
    } catch (const Error&) {
        return false;
    }
}

} // namespace

fs::path with_ending(const fs::path& path, const std::string& ending) {
    return path.parent_path() / (path.stem().string() + ending + path.extension().string());
}

void encode_companion(const ImageFile& file, const fs::path& path, const CompanionRules& rules,
                      std::vector<HiddenFile>& encoded) {
    std::error_code bad;
    if (rules.keeps && is_whole(path)) return;
    if (const fs::path folder = path.parent_path(); !folder.empty()) fs::create_directories(folder, bad);
    if (bad) throw file_error(path.string() + ": its folder cannot be made: " + bad.message());
    encoded.push_back({path, encode_image_file(file, path, rules.write)});
}

} // namespace atrous
