// What a damaged file loses: said, or an error where it would be lost for good.
#include "base/error.h"
#include "io/check/check.h"
#include "io/codec/decoder.h"
#include "io/codec/jpeg_reduced.h"
#include "io/metadata/jpeg.h"

namespace atrous {

namespace {

Error lost_for_good(const std::filesystem::path& path, const std::string& what) {
    return file_error(
        path.string() + ": " + what +
        "; replaced, the file would lose it for good: name another output (-o), or keep a backup "
        "(--in-place=SUFFIX)");
}

} // namespace

/// What is left out is lost for good where the result replaces the file.
void Decoder::State::note_damage() {
    const Damage found = damage_in(path, format);
    for (const std::string& note : found.notes.list()) warnings.push_back(path.string() + ": " + note);
    damage = found.lost.list();
    for (const std::string& what : damage) {
        if (options.replaced) throw lost_for_good(path, what);
        warnings.push_back(path.string() + ": " + what + "; what is damaged is left out");
    }
}

/// Of JPEG and PNG metadata go byte for byte into files of their kind, with what Exiv2 does not like of them. Of BigTIFF and of
/// some HEIF it knows nothing.
void Decoder::State::note_metadata(ImageFile& file) {
    const std::string& problem = file.metadata->problem;
    if (problem.empty()) return;
    const bool unknown = problem.find("unknown image type") != std::string::npos ||
                         problem.find("does not look like") != std::string::npos;
    const std::string what =
        unknown ? "its metadata cannot be read (" + problem + "): what OpenImageIO knows of it is kept"
                : "its metadata is damaged in part (" + problem + ")";
    if (options.replaced && !unknown && format != "jpeg" && format != "png") throw lost_for_good(path, what);
    file.warnings.push_back(path.string() + ": " + what);
}

/// A JPEG of several scans is decoded when it is opened, and of one that is cut the library only says so; of bytes between
/// its segments, too, which are damage where they lie between scans: segments before them are looked at by damage_in().
void Decoder::State::check_scans() {
    if (format != "jpeg" || !in->has_error()) return;
    const std::string message = message_of(*in);
    const auto header = read_jpeg_header(path);
    const bool in_scans = header && header->several_scans && warnings.empty() &&
                          message.find("extraneous") != std::string::npos;
    if (is_damage(message) || in_scans)
        throw file_error(path.string() + ": truncated or damaged: " + message);
}

} // namespace atrous
