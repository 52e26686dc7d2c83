// Folders and patterns to numbered files.
#include "app/compare/frames.h"
#include "app/plan/inputs.h"
#include "base/error.h"
#include "base/text.h"
#include "io/aov/sequence.h"
#include <algorithm>
#include <optional>

namespace atrous {
namespace {

namespace fs = std::filesystem;

std::optional<std::int64_t> number_of(const fs::path& path) {
    const auto found = frame_in(path.filename().string());
    return found ? std::optional<std::int64_t>(found->number) : std::nullopt;
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

Frames matching(const std::string& operand, const FramePattern& pattern) {
    Frames frames{operand, true, {}};
    const fs::path folder = fs::path(operand).parent_path();
    for (const fs::path& path : images_in(folder.empty() ? "." : folder.string()))
        if (const auto number = pattern.frame_of((folder / path.filename()).string()))
            frames.files.emplace(FrameName{*number}, path);
    if (frames.files.empty()) throw Error(Exit::nothing, operand + ": no file matches the pattern");
    return frames;
}

} // namespace

std::string to_string(const FrameName& frame) {
    return frame.name.empty() ? std::to_string(frame.number) : frame.name;
}

Frames find_frames(const std::string& operand) {
    std::error_code bad;
    if (fs::is_directory(operand, bad)) return numbered(operand, images_in(operand));
    if (fs::exists(operand, bad)) return {operand, false, {{FrameName{}, operand}}};
    if (const auto pattern = pattern_in(operand)) return matching(operand, *pattern);
    return {operand, false, {{FrameName{}, operand}}};
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
