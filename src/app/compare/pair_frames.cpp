// Pairs the frames of A and B, and refuses lists that differ.
#include "app/compare/frames.h"
#include "base/error.h"
#include "base/text.h"
#include "io/aov/frame_range.h"
#include <tuple>

namespace atrous {
namespace {

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

FrameList pair_frames(const FrameRequest& request) {
    const Frames a = find_frames(request.a), b = find_frames(request.b);
    if (a.sequence != b.sequence) {
        const auto& [sequence, file] = a.sequence ? std::tie(a, b) : std::tie(b, a);
        throw usage_error(described(sequence) + ", but " + file.operand +
                          " is one file; give two files, or two folders or patterns");
    }
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
