// What the options of a batch mean for a file, for outputs that exist, and for errors.
#include "app/run/batch.h"

namespace atrous {

const ReadOptions& BatchOptions::read_of(const RoleFile& input) const {
    const auto own = role_reads.find(input.role);
    return own == role_reads.end() ? read : own->second;
}

Existing BatchOptions::existing() const { return {write.overwrite, skip_existing, newer, logged}; }

bool BatchOptions::is_left_to_another(const Error& error) const {
    if (error.device == DeviceFailure::no_room && can_compile_elsewhere) return true;
    return error.device != DeviceFailure::none && can_fall_back;
}

WriteOptions companion_options(const SessionOptions& options) {
    WriteOptions write = options.batch.write;
    write.overwrite = options.overwrite_given || options.batch.newer;
    return write;
}

OutputOptions output_options(const SessionOptions& options) {
    return {options.output,
            options.batch.write.overwrite,
            options.format,
            options.batch.write.depth,
            options.batch.write.colours,
            options.in_place,
            options.proxy ? std::optional(options.proxy->folder) : std::nullopt};
}

} // namespace atrous
