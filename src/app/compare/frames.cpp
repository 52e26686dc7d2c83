// Folders and patterns to numbered files, and lists of frames as people write them.
#include "app/compare/frames.h"
#include "app/batch/inputs.h"
#include "base/error.h"
#include "base/text.h"
#include <algorithm>
#include <optional>
#include <regex>
#include <set>

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_frames = 1'000'000;

/// The number in front of the extension, or the only one between dots: 5 of "a.0005.exr", "a5.exr", "a.0005.v3.exr".
std::optional<std::int64_t> number_of(const fs::path& path) {
    // A dash joins in "take-5", and is a sign at the beginning and behind a dot.
    static const std::regex at_end("(?:.*\\.)?(-[0-9]{1,18})|.*?([0-9]{1,18})");
    static const std::regex between("\\.(-?[0-9]{1,18})(?=\\.)");
    const std::string stem = path.stem().string();
    std::smatch match;
    if (std::regex_match(stem, match, at_end)) return std::stoll(match[match[1].matched ? 1 : 2]);
    std::vector<std::int64_t> found;
    for (std::sregex_iterator at(stem.begin(), stem.end(), between), end; at != end; ++at)
        found.push_back(std::stoll((*at)[1]));
    return found.size() == 1 ? std::optional(found[0]) : std::nullopt;
}

/// Files and their numbers; where one has none, their names are what pairs them.
Frames numbered(const std::string& operand, const std::vector<fs::path>& paths) {
    Frames frames{operand, true, {}};
    const bool all =
        std::ranges::all_of(paths, [](const fs::path& path) { return number_of(path).has_value(); });
    for (const fs::path& path : paths) {
        const FrameName name = all ? FrameName{*number_of(path)} : FrameName{0, path.stem().string()};
        const auto [at, fresh] = frames.files.emplace(name, path);
        if (!fresh)
            throw usage_error(operand + ": " + at->second.filename().string() + " and " +
                              path.filename().string() + " are both " + (all ? "frame " : "named ") +
                              to_string(name) + "; a pattern like 'beauty.####.exr' chooses");
    }
    return frames;
}

std::vector<fs::path> images_in(const std::string& folder) {
    std::vector<fs::path> paths;
    InputOptions inputs;
    inputs.operands = {folder};
    for (const Input& input : find_inputs(inputs).files) paths.push_back(input.path);
    return paths;
}

/// A pattern's files. The first run of # in the file name stands for the number.
Frames matching(const std::string& operand) {
    const fs::path pattern = operand;
    const std::string name = pattern.filename().string();
    const std::size_t begin = name.find('#'), end = std::min(name.find_first_not_of('#', begin), name.size());
    Frames frames{operand, true, {}};
    const std::string head = name.substr(0, begin), tail = name.substr(end);
    const std::string folder = pattern.has_parent_path() ? pattern.parent_path().string() : ".";
    const std::regex digits("-?[0-9]{" + std::to_string(end - begin) + ",18}");
    for (const fs::path& path : images_in(folder)) {
        const std::string file = path.filename().string();
        if (file.size() <= head.size() + tail.size() || !file.starts_with(head) || !file.ends_with(tail))
            continue;
        const std::string middle = file.substr(head.size(), file.size() - head.size() - tail.size());
        if (std::regex_match(middle, digits)) frames.files.emplace(FrameName{std::stoll(middle)}, path);
    }
    if (frames.files.empty()) throw Error(Exit::nothing, operand + ": no file matches the pattern");
    return frames;
}

Error not_frames(const std::string& text, const std::string& why) {
    return usage_error("--frames " + text + ": " + why +
                       "; frames are numbers and ranges like '1-100', '1-100x2' or '1-5,9'");
}

/// One number or range of the list.
void add_range(const std::string& range, const std::string& text, std::set<std::int64_t>& frames) {
    static const std::regex form("(-?[0-9]{1,12})(?:-(-?[0-9]{1,12})(?:x([0-9]{1,12}))?)?");
    std::smatch match;
    if (!std::regex_match(range, match, form)) throw not_frames(text, "'" + range + "' is no frame or range");
    const std::int64_t from = std::stoll(match[1]);
    const std::int64_t to = match[2].matched ? std::stoll(match[2]) : from;
    const std::int64_t step = match[3].matched ? std::stoll(match[3]) : 1;
    if (step == 0) throw not_frames(text, "a step of 0 never ends");
    if (std::abs(to - from) / step >= most_frames)
        throw not_frames(text, "more than " + std::to_string(most_frames) + " frames");
    for (std::int64_t i = 0; i <= std::abs(to - from) / step; ++i)
        frames.insert(from + (to < from ? -i : i) * step);
}

} // namespace

std::string to_string(const FrameName& frame) {
    return frame.name.empty() ? std::to_string(frame.number) : frame.name;
}

Frames find_frames(const std::string& operand) {
    std::error_code bad;
    if (fs::is_directory(operand, bad)) return numbered(operand, images_in(operand));
    if (fs::path(operand).filename().string().find('#') != std::string::npos && !fs::exists(operand, bad))
        return matching(operand);
    return {operand, false, {{FrameName{}, operand}}};
}

std::vector<std::int64_t> parse_frames(const std::string& text) {
    std::set<std::int64_t> frames;
    for (const std::string& range : split(text, ',')) add_range(range, text, frames);
    return {frames.begin(), frames.end()};
}

std::string frames_text(const std::vector<FrameName>& frames) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < frames.size();) {
        std::size_t last = i;
        while (last + 1 < frames.size() && frames[last + 1].follows(frames[last])) ++last;
        words.push_back(to_string(frames[i]) + (last > i ? "-" + to_string(frames[last]) : ""));
        i = last + 1;
    }
    return joined(words);
}

} // namespace atrous
