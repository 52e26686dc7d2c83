// Fills in templates. Hides the source of a frame's number.
#include "base/error.h"
#include "batch/plan/messages.h"
#include "batch/plan/outputs.h"
#include "renders/sequence.h"

namespace atrous {
namespace {

/// The values for a template.
struct Filling {
    const std::string& output;
    const fs::path& path;
    const std::optional<Input::Frame>& given;
    const std::string& extension; ///< of the output, with its dot
};

constexpr const char* fields = "{dir} {stem} {ext} {inext} {frame}";

std::string without_dot(const std::string& extension) { return extension.empty() ? "" : extension.substr(1); }

Error unbalanced(const std::string& output, const char* one, const char* other) {
    return usage_error(messages::field_unbalanced, output, one, other, fields);
}

Input::Frame frame_of(const Filling& filling, const std::string& token) {
    if (filling.given) return *filling.given;
    const auto found = frame_in(filling.path.filename().string());
    if (!found) throw usage_error(messages::output_no_number, filling.output, filling.path, token);
    return {0, found->number, found->text};
}

std::string field_value(const std::string& field, const Filling& filling) {
    const fs::path& path = filling.path;
    if (field == "dir") return path.parent_path().empty() ? "." : path.parent_path().string();
    if (field == "stem") return path.stem().string();
    if (field == "ext") return without_dot(filling.extension);
    if (field == "inext") return without_dot(path.extension().string());
    if (field == "frame") return frame_of(filling, "{frame}").text;
    throw usage_error(messages::field_unknown, filling.output, "{" + field + "}", fields);
}

/// A part of the template with its fields filled in.
std::string with_fields(const std::string& part, const Filling& filling) {
    std::string out;
    for (std::size_t at = 0; at < part.size(); ++at) {
        if (part[at] == '}') throw unbalanced(filling.output, "}", "{");
        if (part[at] != '{') {
            out += part[at];
            continue;
        }
        const auto close = part.find('}', at);
        if (close == std::string::npos) throw unbalanced(filling.output, "{", "}");
        out += field_value(part.substr(at + 1, close - at - 1), filling);
        at = close;
    }
    return out;
}

/// The place of a frame that is no field.
std::optional<FramePattern> frame_place_in(const std::string& output) {
    auto pattern = pattern_in(output);
    if (pattern && pattern->style.digits == 0) pattern.reset(); // {frame}
    return pattern;
}

} // namespace

bool is_template(const std::string& output) {
    std::error_code ec;
    return (output.find_first_of("{}") != std::string::npos || frame_place_in(output)) &&
           !fs::is_directory(output, ec);
}

std::string expand_template(const std::string& output, const fs::path& path,
                            const std::optional<Input::Frame>& frame,
                            const std::optional<std::string>& extension) {
    const std::string written = extension.value_or(path.extension().string());
    const Filling filling{output, path, frame, written};
    const auto place = frame_place_in(output);
    if (!place) return with_fields(output, filling);
    const int number = frame_of(filling, place->token).number;
    return with_fields(place->before, filling) + frame_text(number, place->style) +
           with_fields(place->after, filling);
}

} // namespace atrous
