// Turns folders and patterns into numbered files and pairs the files of A and B. Refuses lists that differ.
#include "commands/compare/frames.h"
#include "base/error.h"
#include "base/text.h"
#include "batch/plan/inputs.h"
#include "batch/plan/job.h"
#include "commands/compare/by_name.h"
#include "commands/compare/messages.h"
#include "renders/sequence.h"
#include <algorithm>
#include <tuple>
#include <utility>

namespace atrous {
namespace {

/// Returns files and their numbers, or their whole names if one has no number or two have the same.
Frames numbered(const std::string& operand, const std::vector<fs::path>& paths) {
    Frames frames{operand, true, {}, {}}, named = frames;
    bool all = true;
    for (const fs::path& path : paths) {
        named.files.emplace(FrameName{0, path.filename().string()}, path);
        const auto found = frame_in(path.filename().string());
        all &= found.has_value();
        if (!found) continue;
        const auto [at, fresh] = frames.files.emplace(FrameName{found->number}, path);
        if (!fresh && named.twice.empty())
            named.twice = operand + ": " + at->second.filename().string() + " and " +
                          path.filename().string() + " are both frame " + std::to_string(found->number) +
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
    if (frames.files.empty()) throw Error(Exit::nothing, message(messages::pattern_matches_nothing, operand));
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

/// Returns the error for lists that differ. It names the frames of both.
Error different(const Frames& a, const Frames& b) {
    for (const Frames* frames : {&a, &b})
        if (!frames->twice.empty()) return usage_error(frames->twice);
    const std::vector<FrameName> only_a = without(frame_names(a), b), only_b = without(frame_names(b), a);
    std::vector<FrameName> both;
    for (const FrameName& name : frame_names(a))
        if (b.files.contains(name)) both.push_back(name);
    std::string hints;
    if (!only_a.empty()) hints += "; only in the first: " + frames_text(only_a);
    if (!only_b.empty()) hints += "; only in the second: " + frames_text(only_b);
    const bool unclear = !only_a.empty() && !only_b.empty() && !only_a[0].name.empty();
    if (unclear) hints += "; their names do not match";
    if (!both.empty() && both[0].name.empty()) {
        std::string list = frames_text(both);
        std::erase(list, ' ');
        hints += "; --frames " + list + " compares the frames that both have";
    }
    return usage_error(messages::frames_differ, described(a), described(b), hints);
}

void check_has(const Frames& frames, const std::vector<FrameName>& wanted, const char* reason) {
    const std::vector<FrameName> missing = without(wanted, frames);
    if (!missing.empty() && !frames.twice.empty()) throw usage_error(frames.twice);
    if (!missing.empty())
        throw usage_error(messages::frames_lacking, described(frames), frames_text(missing), reason);
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

bool has_names(const Frames& frames) {
    return frames.sequence && !frames.files.empty() && !frames.files.begin()->first.name.empty();
}

/// Returns the frames whose predecessor is compared, too, which need motion vectors.
std::vector<FrameName> with_predecessor(const std::vector<FrameName>& names) {
    std::vector<FrameName> found;
    for (std::size_t i = 1; i < names.size(); ++i)
        if (names[i].follows(names[i - 1])) found.push_back(names[i]);
    return found;
}

Paths paths_of(const Frames& frames) {
    Paths paths;
    for (const auto& [name, path] : frames.files) paths.push_back(path);
    return paths;
}

void rename(Frames& frames, const std::vector<std::string>& names) {
    std::map<FrameName, fs::path> files;
    auto name = names.begin();
    for (const auto& [was, path] : frames.files) files.emplace(FrameName{0, *name++}, path);
    frames.files = std::move(files);
}

/// Returns the reason for pairing files by their names instead of numbers.
std::string reason_named(const Frames& a, const Frames& b) {
    const std::string& twice = a.twice.empty() ? b.twice : a.twice;
    return twice.empty() ? "the files of " + a.operand + " and " + b.operand + " do not all have one" : twice;
}

void add_motion(const std::string& operand, const std::vector<FrameName>& names, FrameList& list) {
    if (operand.empty()) return;
    if (!list.no_numbers.empty()) throw usage_error(messages::motion_of_names, operand, list.no_numbers);
    const Frames motion = find_frames(operand);
    if (!list.sequence || !motion.sequence) throw usage_error(messages::motion_of_files, operand);
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
    std::error_code ec;
    if (fs::is_directory(operand, ec)) return numbered(operand, images_in(operand));
    if (fs::exists(operand, ec)) return {operand, false, {{FrameName{}, operand}}, {}};
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

FrameList pair_frames(const CompareOptions& request) {
    Frames a = find_frames(request.a), b = find_frames(request.b);
    if (a.sequence != b.sequence) {
        const auto& [sequence, file] = a.sequence ? std::tie(a, b) : std::tie(b, a);
        std::error_code ec;
        if (!fs::exists(file.operand, ec)) throw file_error(messages::operand_missing, file.operand);
        throw usage_error(messages::operands_differ, described(sequence), file.operand);
    }
    FrameList list{{}, a.sequence};
    if (has_names(a) || has_names(b)) {
        const auto [of_a, of_b] = paired_names(paths_of(a), paths_of(b));
        rename(a, of_a), rename(b, of_b);
        list.no_numbers = reason_named(a, b);
    }
    if (!list.sequence && !request.frames.empty())
        throw usage_error(messages::frames_of_files, request.frames, request.a, request.b);
    const std::vector<FrameName> names = chosen(a, b, request.frames);
    for (const FrameName& name : names) list.frames.push_back({name, a.files.at(name), b.files.at(name), {}});
    add_motion(request.motion, names, list);
    return list;
}

} // namespace atrous
