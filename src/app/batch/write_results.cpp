// The last step of a frame: encoded files get their names.
#include "app/batch/steps.h"
#include "app/watch/watch.h"
#include "base/error.h"

namespace atrous {

void write_results(const BatchRun& run, Carried& carried) {
    Frame& frame = carried.frame;
    if (carried.wanted.empty()) return;
    const InStep step(carried.index, Step::writing, frame.job().output());
    WriteOptions options = run.batch.options.write;
    options.overwrite |= carried.replaces;
    std::vector<EncodedFile> encoded;
    for (const std::size_t i : carried.wanted) {
        const std::filesystem::path& path = frame.job().outputs[i].path;
        const std::filesystem::path folder = path.parent_path();
        std::error_code bad;
        if (!folder.empty()) std::filesystem::create_directories(folder, bad);
        if (bad) throw file_error(folder.string() + ": folder cannot be made: " + bad.message());
        if (i == carried.wanted.front())
            frame.record.compression = compression_of(frame.results.at(i), path, options);
        if (frame.unchanged && loses_by_writing(frame.results.at(i), path, options)) {
            report_commit(carried.index, frame_json(frame.record).dump(), {}, path);
            copy_file(frame.job().inputs.at(i).path, path, options);
            continue;
        }
        encoded.push_back(encode_image_file(frame.results.at(i), path, options));
    }
    if (!encoded.empty())
        report_commit(carried.index, frame_json(frame.record).dump(), encoded.back().file->temporary(),
                      frame.job().outputs[carried.wanted.back()].path);
    for (const EncodedFile& one : encoded) {
        one.file->commit();
        frame.record.warnings.insert(frame.record.warnings.end(), one.warnings.begin(), one.warnings.end());
    }
    for (const auto& companion : frame.companions) companion->commit();
}

} // namespace atrous
