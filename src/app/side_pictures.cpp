// Makes side pictures and names them; hides that a level image is a run with special gains.
#include "app/side_pictures.h"
#include "app/run_part.h"
#include <algorithm>
#include <cstring>
#include <functional>

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// `pixels` as the part's document holds it, with its metadata and profile.
void write_beside(const SideJob& job, Pixels pixels, const fs::path& path) {
    Document document;
    document.metadata = job.document.metadata;
    document.format = job.document.format;
    document.parts.push_back({job.part.name, std::move(pixels), job.part.rest});
    if (!path.parent_path().empty()) fs::create_directories(path.parent_path());
    write_document(document, path, job.write);
}

/// Settings that change nothing: what single level images start from.
EawSettings neutral(EawSettings s) {
    const EawSettings plain;
    s.luma = s.chroma = plain.luma;
    s.luma_threshold = s.chroma_threshold = plain.luma_threshold;
    s.denoise = plain.denoise;
    s.synthesis = "fused";
    s.protect_shadows = s.limit = 0;
    s.amount = 1;
    return s;
}

/// Gains by level for all groups that the space has.
EawSettings with_gains(EawSettings s, const std::function<double(int)>& gain, bool chroma) {
    s.luma.values.clear();
    for (int l = 0; l < s.levels; ++l) s.luma.values.push_back(gain(l));
    if (chroma) s.chroma = s.luma;
    return s;
}

} // namespace

void write_comparison(const SideJob& job) {
    Pixels both = job.part.pixels.copy();
    const std::size_t pixel = std::size_t(both.channels()) * sample_bytes(both.type);
    const auto width = std::size_t(both.size.width), half = width / 2;
    for (int y = 0; y < both.size.height; ++y) {
        const std::size_t row = std::size_t(y) * width * pixel;
        std::memcpy(both.bytes.data.get() + row, job.before.bytes.data.get() + row, half * pixel);
    }
    write_beside(job, std::move(both), comparison_path(job.output));
}

fs::path comparison_path(const fs::path& output) {
    return output.parent_path() / (output.stem().string() + "_compare" + output.extension().string());
}

void write_levels(const SideJob& job, Engine& engine, const EawSettings& settings) {
    const bool chroma = find_row(spaces(), settings.space, "--space").chroma > 0;
    const EawSettings plain = neutral(settings);
    const auto write = [&](EawSettings s, const char* what, int level) {
        Pixels pixels = job.before.copy();
        run_part(engine, s, pixels);
        write_beside(job, std::move(pixels),
                     job.pictures.levels / (job.output.stem().string() + "_" + what + "_" +
                                            std::to_string(level) + job.output.extension().string()));
    };
    for (int level = 0; level < settings.levels; ++level) {
        EawSettings detail = with_gains(
            plain, [&](int l) { return l == level ? 2 : 1; }, chroma);
        detail.shows_change = true;
        write(detail, "detail", level);
        write(with_gains(
                  plain, [&](int l) { return l <= level ? 0 : 1; }, chroma),
              "coarse", level + 1);
    }
}

} // namespace atrous
