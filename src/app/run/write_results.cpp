// The last step of a frame: encoded files get their names.
#include "app/plan/outputs.h"
#include "app/run/steps.h"
#include "app/watch/worker_protocol.h"
#include "base/error.h"
#include "system/standard_streams.h"

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

/// As it must be found again; what leaves through the standard output is not.
WrittenFile written(const HiddenFile& one) {
    WrittenFile file{one.path, one.file.shape};
    if (!is_standard_output(one.path)) file.checksum = file_checksum(*one.file.file);
    return file;
}

/// Gives the companions their names.
void commit_companions(const BatchRun& run, Frame& frame) {
    for (const HiddenFile& one : frame.companions) {
        WrittenFile file = written(one);
        if (makes(run, [&] { one.file.file->commit(); })) frame.record.companions.push_back(std::move(file));
        take_warning(*one.file.file, frame.record);
    }
}

/// Gives the encoded outputs theirs.
void commit(const BatchRun& run, Carried& carried, const std::vector<HiddenFile>& encoded) {
    if (encoded.empty()) return;
    FrameRecord& record = carried.frame.record;
    std::vector<WrittenFile> all;
    for (const HiddenFile& one : encoded) all.push_back(written(one));
    report_commit(carried.index, record_with(record, all), encoded.back().file.file->temporary(),
                  encoded.back().path);
    for (std::size_t i = 0; i < encoded.size(); ++i) {
        const EncodedFile& file = encoded[i].file;
        if (!makes(run, [&] { file.file->commit(); })) continue;
        record.written.push_back(std::move(all[i]));
        record.warnings.insert(record.warnings.end(), file.warnings.begin(), file.warnings.end());
        take_warning(*file.file, record);
    }
}

} // namespace

bool write_results(const BatchRun& run, Carried& carried) {
    Frame& frame = carried.frame;
    const InStep step(carried.index, Step::writing, frame.job().output());
    WriteOptions options = run.batch.options.write;
    options.overwrite |= carried.replaces;
    std::vector<HiddenFile> encoded;
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
    commit_companions(run, frame);
    commit(run, carried, encoded);
    return !frame.record.written.empty();
}

} // namespace atrous
