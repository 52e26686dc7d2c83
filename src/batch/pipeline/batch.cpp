// Applies the options of a batch to a file, to existing outputs, and to errors.
#include "batch/pipeline/batch.h"
#include "engine/messages.h"
#include "files/atomic_file.h"
#include "formats/common/file_format.h"
#include "formats/dispatch/capabilities.h"
#include <algorithm>

namespace atrous {

const ReadOptions& BatchOptions::read_of(const RoleFile& input) const {
    const auto own = role_reads.find(input.role);
    return own == role_reads.end() ? read : own->second;
}

bool BatchOptions::replaces(const RoleFile& input, const RoleFile& output) const {
    return write.backup.empty() && is_one_file(input.path, output.path);
}

ReadOptions BatchOptions::read_of(const Job& job, const RoleFile& input) const {
    ReadOptions options = read_of(input);
    options.replaced =
        std::ranges::any_of(job.outputs, [&](const RoleFile& output) { return replaces(input, output); });
    return options;
}

WriteOptions BatchOptions::write_of(const Job& job, std::size_t output) const {
    const RoleFile& file = job.outputs[output];
    WriteOptions options = write;
    options.as = file.as;
    options.replaces =
        std::ranges::any_of(job.inputs, [&](const RoleFile& input) { return replaces(input, file); });
    return options;
}

Existing BatchOptions::existing() const {
    return {write.overwrite, skip_existing, newer, logged, write.backup};
}

bool BatchOptions::is_left_to_another(const Error& error) const {
    if (error.message.id == messages::kernel_wrong.id) return has_supervisor();
    return error.device != DeviceFailure::none && can_fall_back;
}

Messages format_warnings(const std::string& compression, const std::filesystem::path& path,
                         const WriteOptions& options) {
    Messages found;
    if (!options.as.empty()) {
        const char* const kind = format_title(format_by_name(options.as), options.as);
        found.push_back(message(messages::format_kept, kind, kind).about(path.string()));
    }
    if (loses_as_exr(compression))
        found.push_back(message(messages::lossy_exr, compression).about(path.string()));
    return found;
}

void check_outputs(const Batch& batch, const Frame& frame) {
    const Decoder& decoder = frame.opened.front();
    const ImageWindow place = batch.command.result_place(decoder.place(0));
    const bool has_colours = !decoder.colour_parts().empty();
    for (const RoleFile& output : frame.job().outputs) {
        check_name_length(output.path.string() + batch.options.write.backup);
        check_format(output.named());
        if (const Message reason = colourless_refusal(output.named()); !has_colours && !reason.empty())
            throw file_error(reason.about(output.path.string()));
        const bool display = batch.command.needs.crops ||
                             (shows_display(decoder.format(), output.named()) && is_windowed(place));
        const Message reason = size_refusal(output.named(), display ? place.display : place.size);
        if (!reason.empty()) throw file_error(reason.about(output.path.string()));
    }
}

} // namespace atrous
