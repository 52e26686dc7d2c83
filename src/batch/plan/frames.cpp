// Finds the files of a pattern and reads the folder only once.
#include "batch/plan/frames.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/plan/messages.h"
#include "renders/sequence.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace atrous {
namespace {

/// The files that are there by their frames.
std::map<int, std::string> files_of(const FramePattern& pattern) {
    const std::string folder = pattern.before.substr(0, pattern.before.find_last_of('/') + 1);
    std::map<int, std::string> files;
    std::error_code ec;
    for (fs::directory_iterator entry(folder.empty() ? "." : folder, ec), end; !ec && entry != end;
         entry.increment(ec)) {
        const std::string path = folder + entry->path().filename().string();
        const auto frame = pattern.frame_of(path);
        if (!frame) continue;
        const auto [other, fresh] = files.emplace(*frame, path);
        if (!fresh)
            throw usage_error(messages::frame_twice, pattern.text(), *frame, std::min(other->second, path),
                              std::max(other->second, path));
    }
    return files;
}

/// Files that exist, but are not inputs, are not missing.
template <class Files>
void report_holes(const FramePattern& pattern, const Files& files) {
    std::vector<int> frames;
    for (const auto& [frame, path] : files) frames.push_back(frame);
    auto holes = holes_of(frames);
    std::error_code ec;
    std::erase_if(holes, [&](int hole) { return fs::exists(pattern.file(hole), ec); });
    if (!holes.empty()) report_warning(message(messages::frame_holes, pattern.text(), frames_text(holes)));
}

/// The frame that puts a file into a shot: before the extension or between dots. A single number elsewhere in
/// a name belongs to a take or a camera.
std::optional<FrameInName> frame_of_shot(const std::filesystem::path& file) {
    auto frame = frame_in(file.filename().string());
    if (!frame) return {};
    const bool in_front = frame->after == file.extension().string();
    const bool alone =
        frame->after.starts_with('.') && (frame->before.empty() || frame->before.ends_with('.'));
    if (!in_front && !alone) frame.reset();
    return frame;
}

/// Roles, and the words for them in names of files.
constexpr std::pair<const char*, std::string_view> guide_words[] = {
    {"albedo", " albedo alb diffcol "},
    {"normal", " normal normals nrm n "},
    {"depth", " depth z "},
    {"motion", " motion mv vector vectors velocity motionvector motionvectors "}};

/// The role that the last such word of a name stands for, or an empty text.
std::string role_in(const std::string& name) {
    std::string words = lower(name), role;
    for (char& c : words) c = c < 'a' || c > 'z' ? ' ' : c;
    for (const std::string& word : split(words, ' '))
        for (const auto& [known, all] : guide_words)
            if (!word.empty() && all.find(" " + word + " ") != std::string_view::npos) role = known;
    return role;
}

/// The frames of `files` around the wanted ones (ascending), without these.
std::set<int> handles_of(const std::map<int, std::string>& files, const std::vector<int>& wanted,
                         const NeighbourRange& around) {
    std::set<int> found;
    for (const int frame : wanted)
        for (int k = -around.before; k <= around.after; ++k)
            if (files.contains(frame + k) && !std::ranges::binary_search(wanted, frame + k))
                found.insert(frame + k);
    return found;
}

/// The end of a range, for example 1001-1010, that begins at `at`, or `at` if there is none.
std::size_t end_of_range(const std::string& text, std::size_t at) {
    constexpr const char* digits = "0123456789";
    const std::size_t dash = text.find_first_not_of(digits, at);
    if (dash == at || dash == std::string::npos || text[dash] != '-') return at;
    const std::size_t end = std::min(text.find_first_not_of(digits, dash + 1), text.size());
    return end == dash + 1 ? at : end;
}

} // namespace

std::vector<int> holes_of(const std::vector<int>& frames) {
    constexpr std::size_t enough = 1000;
    int step = 0;
    for (const int frame : frames) step = std::gcd(step, frame - frames.front());
    if (frames.size() == 2 && step <= int(enough)) step = 1; // two frames have no common distance
    std::vector<int> holes;
    for (std::size_t i = 1; i < frames.size() && step > 0; ++i)
        for (int hole = frames[i - 1] + step; hole < frames[i] && holes.size() < enough; hole += step)
            holes.push_back(hole);
    return holes;
}

void number_by_names(std::vector<Job>& jobs, std::size_t patterns) {
    std::map<std::string, int> shots;
    std::set<std::pair<int, int>> taken;
    int next = int(patterns) + 1;
    for (Job& job : jobs) {
        if (job.shot != 0) continue;
        const auto frame = frame_of_shot(job.input());
        if (frame) {
            // The path without the frame. File names hardly ever contain a line end.
            const std::string name =
                (job.input().parent_path() / frame->before).string() + '\n' + frame->after;
            const auto [shot, fresh] = shots.emplace(name, next);
            if (fresh) ++next;
            job.shot = shot->second;
            job.number = frame->number;
        }
        if (!frame || !taken.emplace(job.shot, job.number).second) {
            job.shot = next++;
            job.number = 0;
        }
    }
}

FramePattern shot_pattern(const fs::path& file) {
    const auto frame = frame_in(file.filename().string());
    if (!frame) return {file.string(), "", ""};
    const std::string number = frame->text.substr(frame->text.starts_with('-') ? 1 : 0);
    constexpr std::size_t usual = 4; // digits: 1001 is written as 0101 is
    const bool is_padded = number.size() > 1 && number.starts_with('0');
    const std::string token = is_padded || number.size() >= usual ? std::string(number.size(), '#') : "@";
    return {
        (file.parent_path() / frame->before).string(), token, frame->after, {is_padded ? number.size() : 1}};
}

void warn_of_holes(const std::vector<Job>& jobs, std::size_t patterns) {
    std::map<int, std::map<int, fs::path>> shots;
    for (const Job& job : jobs)
        if (job.shot > int(patterns)) shots[job.shot].emplace(job.number, job.input());
    for (const auto& [shot, files] : shots)
        if (files.size() > 1) report_holes(shot_pattern(files.begin()->second), files);
}

void warn_of_guides(const std::vector<Job>& jobs) {
    std::map<std::string, std::set<int>> frames; // of each sequence
    for (const Job& job : jobs)
        if (const auto frame = frame_in(job.input().filename().string()))
            frames[shot_pattern(job.input()).text()].insert(frame->number);
    std::map<std::pair<fs::path, std::set<int>>, std::map<std::string, std::string>> groups; // by role
    for (const auto& [name, numbers] : frames) {
        const fs::path path = name;
        groups[{path.parent_path(), numbers}].emplace(role_in(path.stem().string()), name);
    }
    for (auto& [place, guides] : groups) {
        const auto images = guides.extract("");
        if (images.empty() || guides.empty()) continue;
        std::string options;
        for (const auto& [role, pattern] : guides) options += " --from '" + role + "=" + pattern + "'";
        log_warning(message(messages::guides_as_images, images.mapped(), options));
    }
}

Message range_refusal(const std::string& name) {
    const auto is_digit = [&](std::size_t at) { return name[at] >= '0' && name[at] <= '9'; };
    for (std::size_t at = 0; at < name.size(); ++at) { // [1001-1010], or 1001-1010####
        const bool bracket = name[at] == '[';
        if (!bracket && (!is_digit(at) || (at > 0 && is_digit(at - 1)))) continue;
        const std::size_t first = at + (bracket ? 1 : 0), end = end_of_range(name, first);
        if (end == first || end == name.size() || name[end] != (bracket ? ']' : '#')) continue;
        const std::size_t rest = bracket ? end + 1 : std::min(name.find_first_not_of('#', end), name.size());
        return message(messages::range_in_name, name, name.substr(0, at) + "####" + name.substr(rest),
                       name.substr(first, end - first));
    }
    return {};
}

Message add_frames(const FramePattern& pattern, const std::vector<int>& frames, const NeighbourRange& handles,
                   Inputs& inputs) {
    const auto files = files_of(pattern);
    if (frames.empty() && files.empty()) {
        const Message range = range_refusal(pattern.text());
        return range.empty() ? message(messages::frames_none, pattern.text()) : range;
    }
    if (pattern.token == "#" && !resumed().begun) log_info(message(messages::single_hash, pattern.text()));
    std::vector<int> wanted = frames;
    if (frames.empty()) {
        for (const auto& [frame, path] : files) wanted.push_back(frame);
        report_holes(pattern, files);
    }
    const std::size_t index = inputs.patterns.size();
    inputs.patterns.push_back(pattern.text());
    const auto add = [&](int frame, bool beside) {
        const auto file = files.find(frame);
        const bool missing = file == files.end();
        const std::string path = missing ? pattern.file(frame) : file->second;
        const std::size_t length = path.size() - pattern.before.size() - pattern.after.size();
        const std::string text = path.substr(pattern.before.size(), length);
        inputs.files.push_back({path, {}, Input::Frame{index, frame, text, missing, beside}});
    };
    for (const int frame : wanted) add(frame, false);
    if (!frames.empty())
        for (const int frame : handles_of(files, frames, handles)) add(frame, true);
    return {};
}

} // namespace atrous
