// The last step of a frame: encoded files get their names.
#include "app/batch/outputs/outputs.h"
#include "app/batch/steps.h"
#include "app/watch/watch.h"
#include "base/error.h"

namespace atrous {
namespace {

struct Encoded {
    std::filesystem::path path;
    EncodedFile file;
};

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

/// The record as it will be when these outputs have their names.
std::string record_with(FrameRecord record, const std::vector<WrittenFile>& more) {
    record.written.insert(record.written.end(), more.begin(), more.end());
    return frame_json(record).dump();
}

/// An output under its hidden name; the input as it is, where encoding it again would lose something.
EncodedFile made_of(const Frame& frame, std::size_t output, const WriteOptions& options) {
    const std::filesystem::path& path = frame.job().outputs[output].path;
    const ImageFile& result = frame.results.at(output);
    if (frame.unchanged && loses_by_writing(result, path, options))
        return copied_file(result, frame.job().inputs.at(output).path, path, options);
    return encode_image_file(result, path, options);
}

/// What a file that is replaced had, and the one in its place has not, is said once.
void take_warning(const AtomicFile& file, FrameRecord& record) {
    if (const std::string lost = file.not_kept(); !lost.empty())
        record.warnings.push_back(lost + " (said once)");
}

/// Gives the encoded outputs their names.
void commit(const BatchRun& run, Carried& carried, const std::vector<Encoded>& encoded) {
    if (encoded.empty()) return;
    FrameRecord& record = carried.frame.record;
    std::vector<WrittenFile> all;
    for (const Encoded& one : encoded) all.push_back({one.path, one.file.shape});
    report_commit(carried.index, record_with(record, all), encoded.back().file.file->temporary(),
                  encoded.back().path);
    for (const Encoded& one : encoded) {
        if (!makes(run, [&] { one.file.file->commit(); })) continue;
        record.written.push_back({one.path, one.file.shape});
        record.warnings.insert(record.warnings.end(), one.file.warnings.begin(), one.file.warnings.end());
        take_warning(*one.file.file, record);
    }
}

} // namespace

bool write_results(const BatchRun& run, Carried& carried) {
    Frame& frame = carried.frame;
    const InStep step(carried.index, Step::writing, frame.job().output());
    WriteOptions options = run.batch.options.write;
    options.overwrite |= carried.replaces;
    std::vector<Encoded> encoded;
    for (const std::size_t i : carried.wanted) {
        const std::filesystem::path& path = frame.job().outputs[i].path;
        make_folder(path.parent_path());
        if (i == carried.wanted.front())
            frame.record.compression = compression_of(frame.results.at(i), path, options);
        makes(run, [&] { encoded.push_back({path, made_of(frame, i, options)}); });
        if (encoded.empty() || encoded.back().path != path) continue;
        AtomicFile& file = *encoded.back().file.file;
        file.keep_old(options.backup);
        if (run.batch.options.keep_times) file.take_times(frame.job().inputs.at(i).path);
    }
    // The output comes last: where it is, all that belongs to it is.
    for (const auto& companion : frame.companions) {
        makes(run, [&] { companion->commit(); });
        take_warning(*companion, frame.record);
    }
    commit(run, carried, encoded);
    return !frame.record.written.empty();
}

} // namespace atrous
