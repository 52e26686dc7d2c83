// Lists every file of a shot, looks at the samples of a few, tries their motion.
#include "commands/probe/shots.h"
#include "base/error.h"
#include "base/text.h"
#include "batch/plan/frames.h"
#include "batch/plan/job.h"
#include "commands/probe/findings.h"
#include "commands/probe/messages.h"
#include "renders/render_noise.h"
#include <algorithm>
#include <set>

namespace atrous {
namespace {

using Jobs = std::vector<Job>;

/// The inputs by their shots, frames ascending.
std::map<int, Jobs> shots_of(const Inputs& inputs) {
    Jobs jobs;
    for (const Input& input : inputs.files) {
        Job job{.inputs = {{input.path}}};
        if (input.frame) {
            job.shot = int(input.frame->pattern) + 1;
            job.number = input.frame->number;
            job.missing = input.frame->missing;
        }
        jobs.push_back(job);
    }
    number_by_names(jobs, inputs.patterns.size());
    std::map<int, Jobs> shots;
    for (const Job& job : jobs) shots[job.shot].push_back(job);
    for (auto& [shot, own] : shots) std::ranges::stable_sort(own, {}, &Job::number);
    return shots;
}

std::vector<std::string> layer_names(const Listing& listing) {
    std::vector<std::string> names;
    for (const ListedPart& part : listing.parts)
        for (const ListedLayer& layer : part.layers)
            names.push_back(layer.name + " (" + layer.channels + ")");
    return names;
}

std::vector<std::string> without(std::vector<std::string> names, const std::vector<std::string>& others) {
    std::erase_if(names, [&](const std::string& name) { return std::ranges::count(others, name) > 0; });
    return names;
}

std::string change_text(const Listing& before, const Listing& now) {
    std::vector<std::string> what;
    const auto compare = [&](const char* name, const ExrWindow ListedPart::*window) {
        const std::string a = before.parts.empty() ? "none" : window_text(before.parts[0].*window);
        const std::string b = now.parts.empty() ? "none" : window_text(now.parts[0].*window);
        if (a != b) what.push_back(std::string(name) + " " + b + ", was " + a);
    };
    compare("data window", &ListedPart::data);
    compare("display window", &ListedPart::display);
    const auto gone = without(layer_names(before), layer_names(now));
    const auto come = without(layer_names(now), layer_names(before));
    if (!gone.empty()) what.push_back("without " + joined(gone));
    if (!come.empty()) what.push_back("with " + joined(come));
    if (what.empty()) what.emplace_back("channel types, or other parts");
    return joined(what, "; ");
}

void add_error(ProbedShot& shot, int frame, const std::string& path, const Message& error) {
    shot.errors.emplace(frame, error.text.starts_with(path) ? error : error.about(path));
}

/// Adds the file's headers if they differ from the last ones.
void add_listing(ProbedShot& shot, Listing listing, int frame) {
    for (const Message& error : listing.errors) add_error(shot, frame, listing.path.string(), error);
    if (listing.readable && listing.pictures.empty())
        shot.errors.emplace(frame, message(messages::probe_no_picture, listing.path));
    if (!shot.listings.empty()) {
        if (shot.listings.back().signature() == listing.signature()) return;
        shot.changes.push_back({frame, change_text(shot.listings.back(), listing)});
    }
    shot.listings.push_back(std::move(listing));
}

void add_findings(ProbedShot& shot, const std::string& path, const std::vector<Finding>& findings) {
    for (const Finding& finding : findings)
        if (std::ranges::none_of(shot.findings, [&](const Finding& f) { return f.what == finding.what; }))
            shot.findings.push_back({finding.what, finding.text.about(path), finding.option});
}

/// Frames, and the looks at their images.
using Looks = std::map<int, std::vector<Look>>;

const Look* look_of(const Looks& looks, int frame) {
    const auto found = looks.find(frame);
    return found == looks.end() || found->second.empty() ? nullptr : &found->second.front();
}

/// Returns the middle frame of all that have neighbours, best on both sides, otherwise on one.
int motion_frame_of(const std::vector<int>& frames) {
    const std::set<int> all(frames.begin(), frames.end());
    const auto sides = [&](int f) { return int(all.contains(f - 1)) + int(all.contains(f + 1)); };
    int best = frames[frames.size() / 2];
    const auto distance = [&](int f) { return std::abs(f - frames[frames.size() / 2]); };
    for (const int f : frames)
        if (sides(f) > sides(best) || (sides(f) == sides(best) && distance(f) < distance(best))) best = f;
    return best;
}

void add_motion(ProbedShot& shot) {
    for (const PairFit& pair : shot.motion.pairs)
        if (!pair.options.empty())
            shot.findings.push_back(
                {"motion-convention",
                 message(messages::motion_convention, pair.title, pair.reason).about(shot.name),
                 pair.options});
}

/// Frames whose noise is the same.
void add_one_seed(ProbedShot& shot, const Look& frame, const Look& neighbour) {
    const auto trace = [](const Look& look) {
        LightTrace made = light_trace(look.size, look.beauty, look.emission, look.albedo, look.depth);
        made.solid = solid_pixels(look.size, look.alpha);
        return made;
    };
    const double correlation = noise_correlation(trace(frame), trace(neighbour));
    if (correlation >= one_seed)
        shot.findings.push_back(
            {"one-seed",
             message(messages::same_noise, fixed(correlation, 2), how_to_animate_the_seed).about(shot.name),
             ""});
}

/// The parts of all findings, for another process of this program.
std::string pack(const std::vector<Finding>& findings) {
    std::vector<std::string> parts;
    for (const Finding& finding : findings)
        parts.insert(parts.end(), {finding.what, finding.text.id, finding.text.text, finding.option});
    return joined(parts, std::string(1, '\0'));
}

std::vector<Finding> unpack_findings(const std::string& packed) {
    const std::vector<std::string> parts = split(packed, '\0');
    std::vector<Finding> findings;
    for (std::size_t i = 0; i + 3 < parts.size(); i += 4) {
        Message text = parts[i + 2];
        text.id = parts[i + 1];
        findings.push_back({parts[i], std::move(text), parts[i + 3]});
    }
    return findings;
}

/// Returns the findings in the samples of a file. If an earlier worker has found them, reads the file once
/// more only if `looks` are requested.
std::vector<Finding> look_at_file(const std::filesystem::path& path, const ProbeOptions& options,
                                  IsolatedReading& reading, std::vector<Look>* looks) {
    const std::string* const packed = reading.found_earlier(Step::decoding, path);
    if (packed && !looks) return unpack_findings(*packed);
    std::vector<Finding> findings;
    reading.in_step(Step::decoding, path, [&] {
        std::vector<Look> own = look_at(path, options);
        for (const Look& look : own) {
            const std::vector<Finding> more = findings_in(look);
            findings.insert(findings.end(), more.begin(), more.end());
        }
        if (looks) *looks = std::move(own);
    });
    reading.keep(Step::decoding, path, pack(findings));
    return findings;
}

void try_motion(ProbedShot& shot, const Looks& looks, const std::filesystem::path& file,
                IsolatedReading& reading) {
    const int at = shot.motion_frame;
    const Look* const middle = look_of(looks, at);
    if (!middle) return;
    reading.in_step(Step::comparing, file, [&] {
        shot.motion = fit_motion({look_of(looks, at - 1), middle, look_of(looks, at + 1)});
    });
    add_motion(shot);
    for (const int side : {-1, 1})
        if (const Look* const neighbour = look_of(looks, at + side))
            return add_one_seed(shot, *middle, *neighbour);
}

/// Reads the frames whose samples are looked at.
void look_at_shot(ProbedShot& shot, const Jobs& jobs, const std::set<int>& unreadable,
                  const ProbeOptions& options, IsolatedReading& reading) {
    if (shot.frames.empty()) return;
    shot.motion_frame = motion_frame_of(shot.frames);
    Looks looks;
    std::filesystem::path middle;
    for (const Job& job : jobs) {
        const int distance = std::abs(job.number - shot.motion_frame);
        if (job.missing || unreadable.contains(job.number) || (distance > 1 && !options.every_frame))
            continue;
        const std::string path = job.input().string();
        try {
            std::vector<Look>* const own = distance <= 1 ? &looks[job.number] : nullptr;
            add_findings(shot, path, look_at_file(job.input(), options, reading, own));
            shot.looked_at.push_back(job.number);
            if (job.number == shot.motion_frame) middle = job.input();
        } catch (const Error& error) {
            add_error(shot, job.number, path, error.message);
        }
    }
    try {
        try_motion(shot, looks, middle, reading);
    } catch (const Error& error) {
        add_error(shot, shot.motion_frame, middle.string(), error.message);
    }
}

ProbedShot probe_shot(const std::string& name, const Jobs& jobs, const ProbeOptions& options,
                      IsolatedReading& reading) {
    ProbedShot shot{.name = name, .sequence = jobs.size() > 1};
    std::set<int> unreadable;
    for (const Job& job : jobs) {
        if (job.missing) continue;
        try {
            Listing listing =
                reading.in_step(Step::opening, job.input(), [&] { return list_file(job.input(), options); });
            shot.frames.push_back(job.number);
            if (!listing.readable || listing.pictures.empty()) unreadable.insert(job.number);
            add_findings(shot, job.input().string(), listing.findings);
            add_listing(shot, std::move(listing), job.number);
        } catch (const Error& error) {
            unreadable.insert(job.number);
            add_error(shot, job.number, job.input().string(), error.message);
        }
    }
    std::vector<int> missing;
    for (const Job& job : jobs)
        if (job.missing) missing.push_back(job.number);
    shot.holes = missing.empty() ? holes_of(shot.frames) : missing;
    look_at_shot(shot, jobs, unreadable, options, reading);
    return shot;
}

} // namespace

std::vector<ProbedShot> probe_shots(const Inputs& inputs, const ProbeOptions& options,
                                    IsolatedReading& reading) {
    std::vector<ProbedShot> shots;
    for (const auto& [shot, jobs] : shots_of(inputs)) {
        const bool pattern = shot <= int(inputs.patterns.size());
        const std::string first = jobs.front().input().string();
        const std::string found = jobs.size() > 1 ? shot_pattern(first).text() : first;
        shots.push_back(
            probe_shot(pattern ? inputs.patterns[std::size_t(shot) - 1] : found, jobs, options, reading));
        shots.back().sequence |= pattern;
    }
    return shots;
}

} // namespace atrous
