// Windows: the frame at an offset. Companions: those that are whole are kept where they may be.
#include "batch/pipeline/frame.h"
#include "base/error.h"
#include <cstdlib>

namespace atrous {

const Frame* Window::at(int offset) const {
    if (std::abs(offset) > reach())
        throw Error(Exit::internal, "frame " + std::to_string(offset) +
                                        " away was asked for, the window reaches " + std::to_string(reach()));
    return frames_[std::size_t(offset + reach())];
}

ImageFile copy_of(const ImageFile& source) {
    ImageFile file{{},          source.metadata, source.format,  source.warnings,
                   source.aovs, source.appended, source.left_out};
    for (const Part& part : source.parts) {
        file.parts.push_back(
            {part.name, part.pixels.copy(), part.pass_through, part.channels, {}, part.written, part.notes});
        for (const Picture& picture : part.more)
            file.parts.back().more.push_back({picture.channels, picture.pixels.copy()});
    }
    return file;
}

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
