// Folders and patterns to numbered files, those of A and B in pairs; lists that differ are refused.
#include "app/compare/frames.h"
#include "app/plan/inputs.h"
#include "app/plan/job.h"
#include "base/error.h"
#include "base/text.h"
#include "io/aov/frame_range.h"
#include "io/aov/sequence.h"
#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace atrous {
namespace {

namespace fs = std::filesystem;

std::optional<std::int64_t> number_of(const fs::path& path) {
    const auto found = frame_in(path.filename().string());
    return found ? std::optional<std::int64_t>(found->number) : std::nullopt;
}

/// Files and their numbers; by their whole names, where one has no number or two have the same.
Frames numbered(const std::string& operand, const std::vector<fs::path>& paths) {
    Frames frames{operand, true, {}, {}}, named = frames;
    bool all = true;
    for (const fs::path& path : paths) {
        named.files.emplace(FrameName{0, path.filename().string()}, path);
        const auto number = number_of(path);
        all &= number.has_value();
        if (!number) continue;
        const auto [at, fresh] = frames.files.emplace(FrameName{*number}, path);
        if (!fresh && named.twice.empty())
            named.twice = operand + ": " + at->second.filename().string() + " and " +
                          path.filename().string() + " are both frame " + std::to_string(*number) +
                          "; a pattern like 'beauty.####.exr' chooses";
    }
    if (all && named.twice.empty()) return frames;
    if (!all) named.twice.clear();
    return named;
}

std::vector<fs::path> images_in(const std::string& folder) {
    std::vector<fs::path> paths;
    InputOptions inputs;
    inputs.operands = {folder};
    for (const Input& input : find_inputs(inputs).files) paths.push_back(input.path);
    return paths;
}

Frames matching(const std::string& operand, const FramePattern& pattern) {
    Frames frames{operand, true, {}, {}};
    const fs::path folder = fs::path(operand).parent_path();
    for (const fs::path& path : images_in(folder.empty() ? "." : folder.string()))
        if (const auto number = pattern.frame_of((folder / path.filename()).string()))
            frames.files.emplace(FrameName{*number}, path);
    if (frames.files.empty()) throw Error(Exit::nothing, operand + ": no file matches the pattern");
    return frames;
}

std::vector<FrameName> frame_names(const Frames& frames) {
    std::vector<FrameName> names;
    for (const auto& [name, path] : frames.files) names.push_back(name);
    return names;
}

std::vector<FrameName> without(const std::vector<FrameName>& names, const Frames& others) {
    std::vector<FrameName> left;
    for (const FrameName& name : names)
        if (!others.files.contains(name)) left.push_back(name);
    return left;
}

std::string described(const Frames& frames) {
    const std::string count = std::to_string(frames.files.size());
    return frames.operand + " has " + count + (frames.files.size() == 1 ? " frame (" : " frames (") +
           frames_text(frame_names(frames)) + ")";
}

/// The error for lists that differ; names what both have.
Error different(const Frames& a, const Frames& b) {
    for (const Frames* frames : {&a, &b})
        if (!frames->twice.empty()) return usage_error(frames->twice);
    const std::vector<FrameName> only_a = without(frame_names(a), b), only_b = without(frame_names(b), a);
    std::vector<FrameName> both;
    for (const FrameName& name : frame_names(a))
        if (b.files.contains(name)) both.push_back(name);
    std::string message = "the frames differ: " + described(a) + ", " + described(b);
    if (!only_a.empty()) message += "; only in the first: " + frames_text(only_a);
    if (!only_b.empty()) message += "; only in the second: " + frames_text(only_b);
    if (!both.empty() && both[0].name.empty()) {
        std::string list = frames_text(both);
        std::erase(list, ' ');
        message += "; --frames " + list + " compares those that both have";
    }
    return usage_error(message);
}

void check_has(const Frames& frames, const std::vector<FrameName>& wanted, const char* why) {
    const std::vector<FrameName> missing = without(wanted, frames);
    if (!missing.empty() && !frames.twice.empty()) throw usage_error(frames.twice);
    if (!missing.empty())
        throw usage_error(described(frames) + ", but not " + frames_text(missing) + ", " + why);
}

/// The frames that are compared.
std::vector<FrameName> chosen(const Frames& a, const Frames& b, const std::string& list) {
    if (list.empty()) {
        if (frame_names(a) != frame_names(b)) throw different(a, b);
        return frame_names(a);
    }
    std::vector<FrameName> names;
    for (const int number : parse_frames(list, "--frames")) names.push_back({number});
    check_has(a, names, "which --frames names");
    check_has(b, names, "which --frames names");
    return names;
}

/// The files of one folder beside those of another one.
struct Beside {
    std::set<std::string> own{}, others{};
    std::set<std::string> own_alone{}, others_alone{}; ///< without those of a name that both have

    Beside(const Frames& frames, const Frames& other) {
        for (const auto& [name, path] : frames.files) own.insert(path.filename().string());
        for (const auto& [name, path] : other.files) others.insert(path.filename().string());
        std::ranges::set_difference(own, others, std::inserter(own_alone, own_alone.end()));
        std::ranges::set_difference(others, own, std::inserter(others_alone, others_alone.end()));
    }
};

std::ptrdiff_t count_of(const std::set<std::string>& files, const std::string& stem) {
    return std::ranges::count(files, stem, [](const fs::path& file) { return file.stem().string(); });
}

/// What pairs a file, as outputs are called (keep_apart): IMG_1.psd and IMG_1.psd.tif have the name IMG_1.psd; others have theirs
/// without the extension, where that tells apart those of one folder that are not in both.
std::string paired_name(const std::string& file, const Beside& beside) {
    const std::string stem = fs::path(file).stem().string();
    const auto alone = [&](const auto& own, const auto& others) {
        return count_of(own, stem) == 1 && count_of(others, stem) <= 1;
    };
    if (beside.others.contains(file)) return alone(beside.own, beside.others) ? stem : file;
    if (beside.others_alone.contains(stem)) return stem;
    if (count_of(beside.others_alone, file) > 0) return file;
    return alone(beside.own_alone, beside.others_alone) ? stem : file;
}

/// The same files by the names that pair them with the others.
Frames by_name(const Frames& frames, const Frames& others) {
    Frames named{frames.operand, true, {}, frames.twice};
    const Beside beside(frames, others);
    for (const auto& [was, path] : frames.files) {
        const FrameName name{0, paired_name(path.filename().string(), beside)};
        const auto [at, fresh] = named.files.emplace(name, path);
        if (!fresh)
            throw usage_error(frames.operand + ": " + at->second.filename().string() + " and " +
                              path.filename().string() + " are both named " + name.name + " beside " +
                              others.operand);
    }
    return named;
}

bool has_names(const Frames& frames) {
    return frames.sequence && !frames.files.empty() && !frames.files.begin()->first.name.empty();
}

/// Those whose predecessor is compared, too: where motion vectors are needed.
std::vector<FrameName> with_predecessor(const std::vector<FrameName>& names) {
    std::vector<FrameName> found;
    for (std::size_t i = 1; i < names.size(); ++i)
        if (names[i].follows(names[i - 1])) found.push_back(names[i]);
    return found;
}

void add_motion(const std::string& operand, const std::vector<FrameName>& names, FrameList& list) {
    if (operand.empty()) return;
    const Frames motion = find_frames(operand);
    if (!list.sequence || !motion.sequence)
        throw usage_error("--motion-from " + operand +
                          ": motion vectors are for sequences; give folders or patterns of frames");
    check_has(motion, with_predecessor(names), "which --motion-from is asked for");
    for (ComparedFrame& frame : list.frames)
        if (const auto at = motion.files.find(frame.frame); at != motion.files.end())
            frame.motion = at->second;
}

} // namespace

std::string to_string(const FrameName& frame) {
    return frame.name.empty() ? std::to_string(frame.number) : frame.name;
}

Frames find_frames(const std::string& operand) {
    std::error_code bad;
    if (fs::is_directory(operand, bad)) return numbered(operand, images_in(operand));
    if (fs::exists(operand, bad)) return {operand, false, {{FrameName{}, operand}}, {}};
    if (const auto pattern = pattern_in(operand)) return matching(operand, *pattern);
    return {operand, false, {{FrameName{}, operand}}, {}};
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

FrameList pair_frames(const FrameRequest& request) {
    Frames a = find_frames(request.a), b = find_frames(request.b);
    if (a.sequence != b.sequence) {
        const auto& [sequence, file] = a.sequence ? std::tie(a, b) : std::tie(b, a);
        std::error_code bad;
        if (!fs::exists(file.operand, bad)) throw file_error(file.operand + ": no such file or folder");
        throw usage_error(described(sequence) + ", but " + file.operand +
                          " is one file; give two files, or two folders or patterns");
    }
    if (has_names(a) || has_names(b)) std::tie(a, b) = std::pair(by_name(a, b), by_name(b, a));
    FrameList list{{}, a.sequence};
    if (!list.sequence && !request.frames.empty())
        throw usage_error("--frames " + request.frames + ": is for sequences, but " + request.a + " and " +
                          request.b + " are files");
    const std::vector<FrameName> names = chosen(a, b, request.frames);
    for (const FrameName& name : names) list.frames.push_back({name, a.files.at(name), b.files.at(name), {}});
    add_motion(request.motion, names, list);
    return list;
}

} // namespace atrous
