// The last step of a frame: encoded files get their names.
#include "app/batch/outputs.h"
#include "app/batch/steps.h"
#include "base/error.h"

namespace atrous {
namespace {

/// Does what makes a file; false where it is there already and that is no error.
template <class Make>
bool makes(const BatchRun& run, Make make) {
    try {
        make();
        return true;
    } catch (const AlreadyThere&) {
        if (!run.batch.options.skip_existing) throw;
        return false; // another process was faster
    }
}

} // namespace

bool write_results(const BatchRun& run, Carried& carried) {
    Frame& frame = carried.frame;
    WriteOptions options = run.batch.options.write;
    options.overwrite |= carried.replaces;
    std::vector<EncodedFile> encoded;
    bool written = false;
    for (const std::size_t i : carried.wanted) {
        const std::filesystem::path& path = frame.job().outputs[i].path;
        const std::filesystem::path folder = path.parent_path();
        std::error_code bad;
        if (!folder.empty()) std::filesystem::create_directories(folder, bad);
        if (bad) throw file_error(folder.string() + ": folder cannot be made: " + bad.message());
        if (i == carried.wanted.front())
            frame.record.compression = compression_of(frame.results.at(i), path, options);
        if (frame.unchanged && loses_by_writing(frame.results.at(i), path, options))
            written |= makes(run, [&] { copy_file(frame.job().inputs.at(i).path, path, options); });
        else
            makes(run, [&] { encoded.push_back(encode_image_file(frame.results.at(i), path, options)); });
    }
    for (const EncodedFile& one : encoded) {
        if (!makes(run, [&] { one.file->commit(); })) continue;
        written = true;
        frame.record.warnings.insert(frame.record.warnings.end(), one.warnings.begin(), one.warnings.end());
    }
    for (const auto& companion : frame.companions) makes(run, [&] { companion->commit(); });
    return written;
}

} // namespace atrous
