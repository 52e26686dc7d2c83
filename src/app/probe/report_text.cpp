// The tables.
#include "app/probe/report.h"
#include "base/table.h"
#include "base/text.h"
#include "io/aov/frame_range.h"

namespace atrous {
namespace {

constexpr std::size_t shown_candidates = 8;

std::string part_text(const ListedPart& part, std::size_t index, std::size_t parts) {
    std::string text = "  " + (parts > 1 ? "part " + std::to_string(index) + " " : std::string());
    if (!part.name.empty()) text += "'" + part.name + "' ";
    if (!part.view.empty()) text += "view " + part.view + " ";
    text += window_text(part.data);
    if (part.display.size != part.data.size || part.display.corner != part.data.corner)
        text += " of " + window_text(part.display);
    if (!part.compression.empty()) text += ", " + part.compression;
    if (!part.kind.empty()) text += ", " + part.kind + ": listed by its header, not read";
    Table table;
    table.add({"layer", "channels", "types", "role", "why"});
    for (const ListedLayer& layer : part.layers)
        table.add({layer.name, layer.channels, layer.types, layer.role.empty() ? "-" : layer.role,
                   layer.why + (layer.used ? "" : ", not used: another one is preferred")});
    return text + "\n" + table.text("  ");
}

std::string listing_text(const Listing& listing) {
    std::string text = one_line(listing.path.string()) + ": " + listing.format +
                       (listing.table.empty() ? "" : ", table " + listing.table) + "\n";
    for (std::size_t i = 0; i < listing.parts.size(); ++i)
        text += part_text(listing.parts[i], i, listing.parts.size());
    if (!listing.pictures.empty())
        text +=
            "  picture: " + joined(listing.pictures) + (listing.readable ? "" : " (cannot be read)") + "\n";
    return text;
}

std::string sequence_text(const ProbedShot& shot) {
    if (!shot.sequence) return "";
    std::string text = one_line(shot.name) + ": " + std::to_string(shot.frames.size()) + " frames" +
                       (shot.frames.empty() ? "" : ", " + frames_text(shot.frames));
    if (!shot.holes.empty()) text += "; missing: " + frames_text(shot.holes);
    text += "\n";
    for (const Change& change : shot.changes)
        text += "  from frame " + std::to_string(change.frame) + " on: " + change.what + "\n";
    if (!shot.looked_at.empty()) text += "  samples looked at: frames " + frames_text(shot.looked_at) + "\n";
    return text;
}

std::string motion_text(const ProbedShot& shot, const MotionFit& fit) {
    if (fit.candidates.empty()) return "";
    Table table;
    table.add({"residual", "vectors", "convention"});
    for (std::size_t i = 0; i < fit.candidates.size() && i < shown_candidates; ++i) {
        const MotionCandidate& one = fit.candidates[i];
        table.add({fixed(one.residual, 4), fit.pairs[one.pair].title, convention_text(one.convention)});
    }
    constexpr const char* sides[] = {"frame before", "frame after"};
    for (std::size_t side = 0; side < 2; ++side)
        table.add({fixed(fit.still[side], 4), "none", std::string("no motion, ") + sides[side]});
    std::string text = "motion at frame " + std::to_string(shot.motion_frame) + ": residual of the " +
                       fit.guide + ", best first\n" + table.text("  ");
    for (const PairFit& pair : fit.pairs) text += "  " + pair.title + ": " + pair.why + "\n";
    return text;
}

} // namespace

std::string probe_text(const std::vector<ProbedShot>& shots) {
    std::string text;
    for (const ProbedShot& shot : shots) {
        if (!text.empty()) text += "\n";
        text += sequence_text(shot);
        for (const Listing& listing : shot.listings) text += listing_text(listing);
        text += motion_text(shot, shot.motion);
    }
    return text;
}

} // namespace atrous
