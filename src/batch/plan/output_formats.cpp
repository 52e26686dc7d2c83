// Determines the formats of outputs by the bytes of the inputs. Reads each input once, and leaves unreadable
// ones for later.
#include "base/error.h"
#include "base/text.h"
#include "batch/plan/frames.h"
#include "batch/plan/messages.h"
#include "batch/plan/outputs.h"
#include "formats/common/file_format.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <string_view>

namespace atrous {

namespace {

constexpr std::string_view video_extensions[] = {".mp4",  ".mov", ".m4v", ".avi", ".mkv",
                                                 ".webm", ".mpg", ".wmv", ".mxf"};

/// A file's format by its bytes.
struct Kind {
    std::string format;
    bool avif;

    /// True if the name has this format.
    bool is_as_named(const fs::path& name) const {
        return format == format_name(name) && avif == is_avif(name);
    }
    /// The usual extension of files of this kind, empty if they cannot be written.
    std::string extension() const {
        const std::string usual = usual_extension(format);
        return !usual.empty() && avif ? "avif" : usual;
    }
    /// The name in messages.
    const char* shown() const { return format.empty() ? "" : format_named(format)->shown(avif); }
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
    } catch (const Error&) { // it fails later, so its name decides here
        if (format.empty()) throw usage_error(messages::stdout_format, input);
    }
    const Kind kind = kind_of(input, format);
    if (kind.is_as_named(input) && can_write(input)) return input.extension().string().substr(1);
    const std::string usual = kind.extension();
    return usual.empty() ? extension_of_read_alone(input) : usual;
}

Message input_refusal(const Input& input) {
    if (input.frame || input.found) return {};
    const std::string name = input.path.string(), extension = lower(input.path.extension().string());
    std::error_code ec;
    if (is_standard_input(input.path) || fs::exists(input.path, ec)) {
        const bool is_video = std::ranges::count(video_extensions, extension) > 0;
        return is_video              ? message(messages::video, name, name)
               : extension == ".gpr" ? message(messages::gpr, name)
                                     : Message();
    }
    if (input.is_folder) return message(messages::no_such_folder, name + "/");
    if (const Message range = range_refusal(name); !range.empty()) return range;
    if (name.find_first_of("*?") != std::string::npos) return message(messages::glob_not_expanded, name);
    return {};
}

void keep_format(Job& job) {
    const fs::path &path = job.input(), name = job.output();
    std::string format = format_name(name);
    try {
        format = format_of_file(path);
        if (is_other_format(path, *format_named(format))) {
            job.refused = message(messages::raw_in_place, path);
            return;
        }
    } catch (const Error&) { // it fails later
    }
    const Kind kind = kind_of(path, format);
    const std::string usual = kind.extension();
    if (kind.is_as_named(name)) {
        if (can_read(name) && !can_write(name))
            job.refused = message(messages::read_only_in_place, path, kind.shown());
    } else if (usual.empty()) {
        job.refused = message(messages::read_only_in_place, path, kind.shown());
    } else {
        job.outputs.front().as = name.string() + "." + usual;
    }
}

Message renamed_format(const Job& job, const std::string& format) {
    const fs::path &input = job.input(), &output = job.outputs.front().path;
    const bool by_name = job.outputs.front().as.empty() && output.extension() == input.extension();
    if (!by_name || is_standard_output(output)) return {};
    const Kind kind = kind_of(input, format);
    if (kind.is_as_named(output)) return {};
    const std::string usual = kind.extension();
    return message(messages::other_format, input, kind.shown(), output,
                   usual.empty() ? "" : "; use --format " + usual + " to keep it");
}

} // namespace atrous
