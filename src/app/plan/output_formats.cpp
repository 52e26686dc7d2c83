// What the bytes of inputs say of the formats of outputs: each is looked at once, and what cannot be read is left to its turn.
#include "app/plan/output_formats.h"
#include "base/error.h"
#include "io/check/check.h"
#include "io/codec/extensions.h"
#include "io/codec/read/decoder.h"

namespace atrous {

namespace fs = std::filesystem;

namespace {

/// What files become that are only read: PNG, of a GIF of one frame, which has no more colours than that holds; else TIFF.
std::string extension_of_read_alone(const fs::path& input) {
    try {
        return format_of_file(input) == "gif" && is_still_gif(FileView(input)) ? "png" : "tif";
    } catch (const Error&) { // when its turn comes, it fails as such
        return "tif";
    }
}

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
    if (format_name(input) == format && can_write(input)) return input.extension().string().substr(1);
    const std::string usual = usual_extension(format);
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
    const std::string usual = usual_extension(format);
    if (format == format_name(name)) {
        if (can_read(name) && !can_write(name)) refuse("files of this format are only read; give -o");
    } else if (usual.empty()) {
        refuse("it is " + format + " by its bytes, which is only read; give -o");
    } else if (format == "heif") { // HEIC and AVIF, which the bytes do not tell apart here
        refuse("it is " + format + " by its bytes, not what its name says; rename it, or give -o");
    } else {
        job.outputs.front().as = name.string() + "." + usual;
    }
}

} // namespace atrous
