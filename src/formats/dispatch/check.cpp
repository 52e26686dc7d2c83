// Which formats are looked at, and how a refusal is worded.
#include "formats/common/check.h"
#include "base/error.h"

namespace atrous {
namespace {

struct Row {
    std::string_view format;
    std::string (*check)(const FileView&);
    Damage (*damage)(const FileView&) = nullptr;
};
constexpr Row checks[] = {{"jpeg", check_jpeg, damage_in_jpeg},
                          {"tiff", check_tiff},
                          {"png", check_png, damage_in_png},
                          {"webp", check_riff, damage_in_riff},
                          {"jpeg2000", check_jp2},
                          {"dpx", check_dpx},
                          {"openexr", check_exr},
                          {"psd", check_psd},
                          {"gif", check_gif},
                          {"bmp", check_bmp},
                          {"targa", check_targa},
                          {"pnm", check_pnm, damage_in_pnm},
                          {"hdr", nullptr, damage_in_hdr},
                          {"heif", nullptr, damage_in_heif}};

} // namespace

Error lost_for_good(const std::filesystem::path& path, const std::string& what) {
    return {Exit::some_failed,
            path.string() + ": " + what +
                "; replaced, the file would lose it for good: name another output (-o), or keep a backup "
                "(--in-place=SUFFIX)",
            DeviceFailure::none, true};
}

void Sentences::add(const std::string& sentence) {
    constexpr std::size_t most = 20;
    if (first_.size() < most)
        first_.push_back(sentence);
    else
        ++more_;
}

std::vector<std::string> Sentences::list() const {
    std::vector<std::string> sentences = first_;
    if (more_ > 0) sentences.back() += ", and " + std::to_string(more_) + " more";
    return sentences;
}

void check_file(const std::filesystem::path& path, std::string_view format) {
    for (const Row& row : checks) {
        if (row.format != format || !row.check) continue;
        if (const std::string why = row.check(FileView(path)); !why.empty())
            throw file_error(path.string() + ": " + why);
    }
}

Damage damage_in(const std::filesystem::path& path, std::string_view format) {
    for (const Row& row : checks)
        if (row.format == format && row.damage)
            return with_context(path.string(), [&] { return row.damage(FileView(path)); });
    return {};
}

} // namespace atrous
