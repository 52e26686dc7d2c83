// What the bytes of inputs say of the formats of outputs: each is looked at once, and what cannot be read is left to its turn.
#include "batch/plan/output_formats.h"
#include "base/error.h"
#include "formats/dispatch/file_format.h"
#include "platform/standard_streams.h"

namespace atrous {

namespace fs = std::filesystem;

namespace {

/// A file's format by its bytes.
struct Kind {
    std::string format;
    bool avif;

    /// Whether that is what a name says.
    bool is_as_named(const fs::path& name) const {
        return format == format_name(name) && avif == is_avif(name);
    }
    /// The usual extension of such a file, empty where it cannot be written.
    std::string extension() const {
        const std::string usual = usual_extension(format);
        return !usual.empty() && avif ? "avif" : usual;
    }
};
Kind kind_of(const fs::path& path, const std::string& format) { return {format, holds_avif(path, format)}; }

} // namespace

std::string written_extension(const fs::path& input, const std::string& format) {
    if (!format.empty()) return "." + format;
    const bool becomes = !can_write(input) && can_read(input);
    return becomes ? "." + extension_of_read_alone(input) : input.extension().string();
}

std::string extension_of_input(const fs::path& input) {
    std::string format = format_name(input);
    try {
        format = format_of_file(input);
    } catch (
        const Error&) { // when its turn comes, it fails as such; what can be said of it here is in its name
        if (format.empty())
            throw usage_error("-o -: the standard output has the format of the input, which " +
                              input.string() + " does not show; give one, like --format png");
    }
    const Kind kind = kind_of(input, format);
    if (kind.is_as_named(input) && can_write(input)) return input.extension().string().substr(1);
    const std::string usual = kind.extension();
    return usual.empty() ? extension_of_read_alone(input) : usual;
}

void say_format(Job& job) {
    const fs::path &path = job.input(), name = job.output();
    const auto refuse = [&](const std::string& why) {
        job.refused = path.string() + ": cannot be replaced, since " + why;
    };
    std::string format = format_name(name);
    try {
        format = format_of_file(path);
        if (format == "tiff" && is_camera_raw(FileView(path)))
            return refuse(
                "it is a camera's RAW file by its bytes, which is only read; rename it, or give -o");
    } catch (const Error&) { // when its turn comes, it fails as such
    }
    const Kind kind = kind_of(path, format);
    const std::string usual = kind.extension();
    if (kind.is_as_named(name)) {
        if (can_read(name) && !can_write(name)) refuse("files of this format are only read; give -o");
    } else if (usual.empty()) {
        refuse("it is " + format + " by its bytes, which is only read; give -o");
    } else {
        job.outputs.front().as = name.string() + "." + usual;
    }
}

std::string renamed_format(const Job& job, const std::string& format) {
    const fs::path &input = job.input(), &output = job.outputs.front().path;
    const bool by_name = job.outputs.front().as.empty() && output.extension() == input.extension();
    if (!by_name || is_standard_output(output)) return {};
    const Kind kind = kind_of(input, format);
    if (kind.is_as_named(output)) return {};
    const std::string usual = kind.extension();
    return input.string() + ": is " + (usual.empty() ? format : usual) +
           " by its bytes, whatever its name says; " + output.string() + " is what its name says" +
           (usual.empty() ? "" : " (--format " + usual + " keeps it)");
}

} // namespace atrous
