// What a damaged file loses: said, or an error where it would be lost for good.
#include "io/codec/read/damage.h"
#include "base/error.h"
#include "io/check/check.h"
#include "io/metadata/metadata.h"

namespace atrous {

namespace {

Error lost_for_good(const std::filesystem::path& path, const std::string& what) {
    return file_error(
        path.string() + ": " + what +
        "; replaced, the file would lose it for good: name another output (-o), or keep a backup "
        "(--in-place=SUFFIX)");
}

} // namespace

void note_damage(OpenFile& open) {
    const Damage found = damage_in(open.path, open.format);
    for (const std::string& note : found.notes.list())
        open.warnings.push_back(open.path.string() + ": " + note);
    open.damage = found.lost.list();
    for (const std::string& what : open.damage) {
        if (open.options.replaced) throw lost_for_good(open.path, what);
        open.warnings.push_back(open.path.string() + ": " + what + "; what is damaged is left out");
    }
}

void note_metadata(const OpenFile& open, ImageFile& file) {
    const std::string& problem = file.metadata->problem;
    if (problem.empty()) return;
    const bool unknown = problem.find("unknown image type") != std::string::npos ||
                         problem.find("does not look like") != std::string::npos;
    const std::string what =
        unknown ? "its metadata cannot be read (" + problem + "): what OpenImageIO knows of it is kept"
                : "its metadata is damaged in part (" + problem + ")";
    if (open.options.replaced && !unknown && open.format != "jpeg" && open.format != "png")
        throw lost_for_good(open.path, what);
    file.warnings.push_back(open.path.string() + ": " + what);
}

} // namespace atrous
