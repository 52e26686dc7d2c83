#include "app/run/session_options.h"

namespace atrous {

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
