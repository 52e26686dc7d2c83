// The last step of a frame: encoded files get their names.
#include "app/batch/outputs.h"
#include "app/batch/steps.h"
#include "app/watch/watch.h"
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

/// The input as it is, where encoding it again would lose something.
bool copy(const BatchRun& run, const Carried& carried, std::size_t output, const WriteOptions& options) {
    const Job& job = carried.frame.job();
    const std::filesystem::path& path = job.outputs[output].path;
    report_commit(carried.index, frame_json(carried.frame.record).dump(), {}, path);
    return makes(run, [&] { copy_file(job.inputs.at(output).path, path, options); });
}

/// Gives the encoded outputs their names; false where all of them were there already.
bool commit(const BatchRun& run, Carried& carried, const std::vector<EncodedFile>& encoded) {
    FrameRecord& record = carried.frame.record;
    bool written = false;
    if (!encoded.empty())
        report_commit(carried.index, frame_json(record).dump(), encoded.back().file->temporary(),
                      record.job.outputs[carried.wanted.back()].path);
    for (const EncodedFile& one : encoded) {
        if (!makes(run, [&] { one.file->commit(); })) continue;
        written = true;
        record.warnings.insert(record.warnings.end(), one.warnings.begin(), one.warnings.end());
    }
    return written;
}

} // namespace

bool write_results(const BatchRun& run, Carried& carried) {
    Frame& frame = carried.frame;
    const InStep step(carried.index, Step::writing, frame.job().output());
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
            written |= copy(run, carried, i, options);
        else
            makes(run, [&] { encoded.push_back(encode_image_file(frame.results.at(i), path, options)); });
    }
    written |= commit(run, carried, encoded);
    for (const auto& companion : frame.companions) makes(run, [&] { companion->commit(); });
    return written;
}

} // namespace atrous
