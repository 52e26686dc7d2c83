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

void make_folder(const std::filesystem::path& folder) {
    std::error_code bad;
    if (!folder.empty()) std::filesystem::create_directories(folder, bad);
    if (bad) throw file_error(folder.string() + ": folder cannot be made: " + bad.message());
}

} // namespace

bool write_results(const BatchRun& run, Carried& carried) {
    Frame& frame = carried.frame;
    FrameRecord& record = frame.record;
    WriteOptions options = run.batch.options.write;
    options.overwrite |= carried.replaces;
    std::vector<std::pair<std::filesystem::path, EncodedFile>> encoded;
    for (const std::size_t i : carried.wanted) {
        const std::filesystem::path& path = frame.job().outputs[i].path;
        const ImageFile& result = frame.results.at(i);
        make_folder(path.parent_path());
        if (i == carried.wanted.front()) record.compression = compression_of(result, path, options);
        if (frame.unchanged && loses_by_writing(result, path, options)) {
            if (makes(run, [&] { copy_file(frame.job().inputs.at(i).path, path, options); }))
                record.written.push_back({path, shape_as_read(result)});
        } else {
            makes(run, [&] { encoded.emplace_back(path, encode_image_file(result, path, options)); });
        }
    }
    for (const auto& [path, one] : encoded) {
        if (!makes(run, [&] { one.file->commit(); })) continue;
        record.written.push_back({path, one.shape});
        record.warnings.insert(record.warnings.end(), one.warnings.begin(), one.warnings.end());
    }
    for (const auto& companion : frame.companions) makes(run, [&] { companion->commit(); });
    return !record.written.empty();
}

} // namespace atrous
