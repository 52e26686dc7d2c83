// Makes companion files. Hides that a level image is a run with special gains.
#include "commands/enhance/companion_files.h"
#include "base/error.h"
#include "batch/pipeline/filter_pixels.h"
#include "batch/plan/job.h"
#include "commands/enhance/crop.h"
#include "commands/enhance/messages.h"
#include "engine/enhance/eaw_filter.h"
#include "files/atomic_file.h"
#include "filters/eaw/settings.h"
#include "formats/read/decoder.h"
#include "image/place.h"
#include "image/sample.h"
#include "opencl/device.h"
#include "platform/standard_streams.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <cstring>
#include <functional>
#include <map>

namespace atrous {

namespace {

/// `path` with more at the end of its stem.
fs::path with_ending(const fs::path& path, const std::string& ending) {
    return path.parent_path() / (path.stem().string() + ending + path.extension().string());
}

/// Returns the path from which an image's companion files get their names.
fs::path named_after(const fs::path& output, std::size_t part, std::size_t parts, std::size_t picture) {
    const fs::path name = parts > 1 ? with_ending(output, "_part" + std::to_string(part)) : output;
    return picture > 0 ? with_ending(name, "_picture" + std::to_string(picture)) : name;
}

fs::path comparison_path(const fs::path& part) { return with_ending(part, comparison_ending); }

/// The folder of an output's level images. `root`: the folder that outputs mirror, or empty.
fs::path levels_folder(const CompanionOptions& pictures, const fs::path& output, const fs::path& root) {
    return root.empty() ? pictures.levels : pictures.levels / fs::relative(output.parent_path(), root);
}

/// `what`: "coarse" or "detail".
fs::path level_path(const fs::path& folder, const fs::path& part, const std::string& what, int level) {
    return folder / with_ending(part.filename(), "_" + what + "_" + std::to_string(level));
}

struct Companion {
    fs::path path;
    const char* option; ///< that requests it
};

/// All that a part may have: how many levels it gets is known when it is read.
void add_companions(const CompanionOptions& pictures, const fs::path& part, const fs::path& folder,
                    std::vector<Companion>& all) {
    if (pictures.compare) all.push_back({comparison_path(part), "--compare"});
    if (pictures.levels.empty()) return;
    for (int level = 0; level < max_levels; ++level) {
        all.push_back({level_path(folder, part, "detail", level), "--dump-levels"});
        all.push_back({level_path(folder, part, "coarse", level + 1), "--dump-levels"});
    }
}

std::vector<Companion> companions_of(const CompanionOptions& pictures, const Job& job, const fs::path& root,
                                     const ReadOptions& read) {
    std::vector<Companion> all;
    const fs::path folder = levels_folder(pictures, job.output(), root);
    try {
        const Decoder decoder(job.input(), read);
        for (const auto& part : decoder.colour_parts())
            add_companions(pictures, named_after(job.output(), part.index, decoder.parts(), part.picture),
                           folder, all);
    } catch (const Error& error) {
        if (error.kind != Exit::some_failed && error.kind != Exit::out_of_memory)
            throw; // it is reported later
    }
    return all;
}

/// True if it is there and can be read to its end.
bool is_whole(const fs::path& path) {
    std::error_code ec;
    if (!fs::exists(path, ec)) return false;
    try {
        Decoder(path).read();
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// Encodes `pixels` like the part's image file, with its metadata and profile.
void write_beside(const CompanionJob& job, Pixels pixels, const fs::path& path) {
    const SessionOptions& options = job.options;
    // Complete existing files come from a run, or a worker, that ended before the output had its name.
    const bool keeps = options.batch.skip_existing || (resumed().begun && !options.overwrite);
    if (keeps && is_whole(path)) return;
    const ImageFile& result = job.frame.files.front();
    const Part& part = result.parts[job.part];
    ImageFile file;
    file.metadata = result.metadata;
    file.format = result.format;
    file.parts.push_back({part.name, std::move(pixels), part.pass_through, job.picture.channels});
    std::error_code ec;
    if (const fs::path folder = path.parent_path(); !folder.empty()) fs::create_directories(folder, ec);
    if (ec) throw file_error(messages::companion_folder, path, ec.message());
    WriteOptions write = options.batch.write;
    write.overwrite = options.replaces_companions();
    job.frame.companions.push_back({path, encode_image_file(file, path, write)});
}

/// The sample of diffuse white.
float white_of(const Pixels& pixels) {
    if (!is_hdr(pixels.transfer)) return 1;
    return pixels.transfer == Transfer::pq ? 0.58F : 0.75F; // ITU-R BT.2408, table 1
}

/// Sets black or white, without changing alpha.
void set_colour(Pixels& pixels, int x, int y, bool white) {
    const std::size_t sample = sample_bytes(pixels.type);
    for (int c = 0; c < pixels.colours; ++c)
        write_sample(white ? white_of(pixels) : 0, pixels.at(x, y) + std::size_t(c) * sample, pixels.type);
}

/// Gains by level for all groups that the space has.
EawSettings with_gains(EawSettings s, const std::function<double(int)>& gain, bool chroma) {
    s.luma.values.clear();
    for (int l = 0; l < s.levels; ++l) s.luma.values.push_back(gain(l));
    if (chroma) s.chroma = s.luma;
    return s;
}

fs::path named_after(const CompanionJob& job) {
    return named_after(job.frame.job().output(), job.part, job.frame.files.front().parts.size(), job.index);
}

void write_comparison(const CompanionJob& job) {
    Pixels both = job.picture.pixels.copy();
    const OrientationTransform turn = orientation_transform(
        orientation_in(job.frame.files.front().parts[job.part], job.frame.job().output()));
    const bool mirrored = turn.swapped ? turn.mirrored_y : turn.mirrored_x; // its left half is at an end
    const int length = turn.swapped ? both.size.height : both.size.width, middle = length / 2;
    const auto& [before, denoised, shown, whole] = job.stages;
    const int line = length < 8 ? 0 : std::max(1, std::max(both.size.width, both.size.height) / 2000);
    for (int y = 0; y < both.size.height; ++y)
        for (int x = 0; x < both.size.width; ++x) {
            const int at = turn.swapped ? y : x;
            const int left = mirrored ? length - 1 - at : at; // as it is seen
            if (left < middle)
                std::memcpy(both.at(x, y), before.at(shown.x + x, shown.y + y), both.pixel_bytes());
            if (left >= middle - line && left < middle) set_colour(both, x, y, false);
            if (left >= middle && left < middle + line) set_colour(both, x, y, true);
        }
    write_beside(job, std::move(both), comparison_path(named_after(job)));
}

void write_levels(const CompanionJob& job, Engine& engine, const EawResolved& settings) {
    const DeviceTraits traits = traits_of(engine.device());
    const bool chroma = settings.space.chroma > 0;
    const EawSettings plain = neutralised(settings.asked);
    const Stages& stages = job.stages;
    const fs::path folder = levels_folder(job.wanted, job.frame.job().output(), job.root);
    const auto write = [&](const EawSettings& s, const char* what, int level) {
        Pixels pixels = (stages.denoised.bytes.data ? stages.denoised : stages.before).copy();
        filter_pixels(engine, EawFilter(resolve(s, shape_of(pixels, stages.whole), traits), traits), pixels,
                      job.frame.limits);
        if (stages.shown.size() != pixels.size) pixels = cut(pixels, stages.shown);
        write_beside(job, std::move(pixels), level_path(folder, named_after(job), what, level));
    };
    for (int level = 0; level < settings.levels; ++level) {
        EawSettings detail = with_gains(
            plain, [&](int l) { return l == level ? 2 : 1; }, chroma);
        detail.shows_delta = true;
        write(detail, "detail", level);
        write(with_gains(
                  plain, [&](int l) { return l <= level ? 0 : 1; }, chroma),
              "coarse", level + 1);
    }
}

} // namespace

void check_companions(const CompanionOptions& pictures, const OutputPlan& plan, const ReadOptions& read) {
    for (const Job& job : plan.jobs)
        if (pictures.compare && is_standard_output(job.output()))
            throw usage_error(messages::compare_to_stdout);
    if (!pictures.any()) return;
    Identities identity;
    std::map<std::string, std::string> taken; // file -> its description
    for (const auto& job : plan.jobs) {
        taken.emplace(identity(job.input()), "the input " + job.input().string());
        taken.emplace(identity(job.output()), "the output of " + job.input().string());
    }
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        const Job& job = plan.jobs[i];
        if (resumed().kind(i) == JobState::Kind::failed) continue; // by being opened here
        const StepScope step(i, Step::opening, job.input());
        for (const auto& [path, option] : companions_of(pictures, job, plan.folder, read)) {
            const std::string what = std::string(option) + " of " + job.input().string();
            const auto [at, is_new] = taken.emplace(identity(path), what);
            if (!is_new) throw usage_error(messages::companion_collides, what, path, at->second);
        }
    }
}

void check_companion_names(const CompanionOptions& pictures, const Job& job, const fs::path& root,
                           const ReadOptions& read) {
    if (!pictures.any()) return;
    for (const Companion& one : companions_of(pictures, job, root, read)) check_name_length(one.path);
}

void write_companions(const CompanionJob& job, Engine& engine, const EawResolved& settings) {
    if (job.wanted.compare) write_comparison(job);
    if (!job.wanted.levels.empty()) write_levels(job, engine, settings);
}

} // namespace atrous
