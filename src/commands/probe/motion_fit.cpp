// Candidates, their residuals, and the judgement.
#include "commands/probe/motion_fit.h"
#include "base/text.h"
#include "commands/probe/findings.h"
#include "commands/probe/motion_known.h"
#include "renders/motion.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

using To = MotionConvention::To;
using Unit = MotionConvention::Unit;

constexpr double clear = .9;   ///< of the next residual
constexpr double nearly = 1.5; ///< times the best residual, beyond which no test for clearness is necessary
constexpr std::size_t max_positions = 100'000; ///< at which residuals are taken

/// Vectors may be pixels, half or twice of that, or fractions of the image or its half.
struct Scale {
    Unit unit;
    double scale;
};
constexpr Scale scales[] = {{Unit::px, 1}, {Unit::px, .5}, {Unit::px, 2}, {Unit::uv, 1}, {Unit::ndc, 1}};

/// A frame that is looked at from its neighbour.
struct Side {
    const Look *here, *there;
};

/// Three planes, or one, for the comparison of images.
struct Guide {
    std::vector<float> planes;
    Size size;

    double at(std::size_t plane, int x, int y) const {
        const auto row = std::size_t(std::clamp(y, 0, size.height - 1));
        const auto column = std::size_t(std::clamp(x, 0, size.width - 1));
        return double(planes[plane * std::size_t(size.pixels()) + row * std::size_t(size.width) + column]);
    }
    std::size_t count() const { return planes.size() / std::size_t(size.pixels()); }
    /// Interpolates bilinearly. Beyond the border, takes the image's nearest pixel.
    double at(std::size_t plane, double x, double y) const {
        const double left = std::floor(x), top = std::floor(y), u = x - left, v = y - top;
        const int i = int(left), j = int(top);
        return (1 - v) * ((1 - u) * at(plane, i, j) + u * at(plane, i + 1, j)) +
               v * ((1 - u) * at(plane, i, j + 1) + u * at(plane, i + 1, j + 1));
    }
};

Guide guide_of(const Look& look, bool albedo) {
    Guide guide{albedo ? look.albedo : look.beauty, look.size};
    for (float& v : guide.planes) {
        if (!std::isfinite(v) || v < 0) v = 0;
        v = v / (1 + v); // lights, whose albedo is their radiance, must not outweigh the rest
    }
    return guide;
}

/// One side's guides, and every n-th pixel.
struct Trial {
    Guide here, there;
    const Look& look; ///< whose vectors are tried
    int step;
};

Trial trial_of(const Side& side, bool albedo) {
    const double all = double(side.here->size.pixels());
    return {guide_of(*side.here, albedo), guide_of(*side.there, albedo), *side.here,
            std::max(1, int(std::ceil(std::sqrt(all / double(max_positions)))))};
}

/// A mean square.
struct MeanSquare {
    double sum = 0;
    std::size_t count = 0;

    void add(double d) { sum += d * d, ++count; }
    double root() const { return count > 0 ? std::sqrt(sum / double(count)) : 0; }
};

bool is_inside(Size size, const std::array<double, 2>& at) {
    return at[0] >= 0 && at[0] <= size.width - 1 && at[1] >= 0 && at[1] <= size.height - 1;
}

/// Vectors as one convention reads them, or no motion if there is no pair.
struct Reading {
    const Trial& trial;
    const VectorPair* pair = nullptr;
    MotionConvention convention{};

    /// The place of pixel (x, y) in the neighbour, not finite if its vector is not.
    std::array<double, 2> target(int x, int y) const {
        if (!pair) return {double(x), double(y)};
        const Look& look = trial.look;
        const auto i = std::size_t(y) * std::size_t(look.size.width) + std::size_t(x);
        const bool premultiplied = convention.premultiplied && !look.alpha.empty();
        const auto to =
            motion_in_pixels(convention, {double(pair->stored[i]), double(pair->stored[look.pixels() + i])},
                             look.size, premultiplied ? double(look.alpha[i]) : 1);
        return {x + to[0], y + to[1]};
    }
};

/// Residual of a reading on pixels that stay in the image, also by `other`, if there is one.
struct Residual {
    double value = 0;
    bool most = false; ///< those are at least half of the pixels that have vectors
};
Residual residual_of(const Reading& reading, const Reading* other = nullptr) {
    const Trial& trial = reading.trial;
    const Size size = trial.look.size;
    MeanSquare inside;
    std::size_t all = 0;
    for (int y = 0; y < size.height; y += trial.step)
        for (int x = 0; x < size.width; x += trial.step) {
            const std::array<double, 2> to = reading.target(x, y);
            if (!std::isfinite(to[0]) || !std::isfinite(to[1])) continue;
            all += trial.here.count();
            if (!is_inside(size, to) || (other && !is_inside(size, other->target(x, y)))) continue;
            for (std::size_t plane = 0; plane < trial.here.count(); ++plane)
                inside.add(trial.here.at(plane, x, y) - trial.there.at(plane, to[0], to[1]));
        }
    return {inside.root(), 2 * inside.count >= all};
}

/// True if a reading is clearly better than another, on the pixels that both lead into the image.
bool is_clear(const Reading& best, const Reading& other) {
    if (!residual_of(best).most) return false;
    if (!residual_of(other).most) return true;
    return residual_of(best, &other).value < clear * residual_of(other, &best).value;
}

/// All readings of a pair that lead to one side.
std::vector<MotionConvention> readings(const Look& look, const VectorPair& pair, To to) {
    MotionConvention base = pair.convention;
    base.to = to;
    base.premultiplied |= vectors_premultiplied(pair, look.alpha, look.size);
    if (vectors_centred(pair.stored)) base.centre = .5;
    std::vector<MotionConvention> all;
    for (const Scale& scale : scales)
        for (const bool from : {false, true})
            for (const bool up : {true, false}) {
                base.from_other = from;
                base.up = up;
                base.unit = scale.unit;
                base.scale = scale.scale;
                all.push_back(base);
            }
    return all;
}

std::size_t side_of(const MotionConvention& convention) { return convention.to == To::next ? 1 : 0; }

std::string differing_options(MotionConvention is, const MotionConvention& read, bool direction) {
    if (!direction && read.to != To::ask) is = towards(is, read.to);
    std::vector<std::string> words;
    const auto [to, sign, y, unit] = words_of(is);
    if (is.to != read.to) words.push_back(std::string("to ") + to);
    if (is.from_other != read.from_other) words.push_back(std::string("sign ") + sign);
    if (is.up != read.up) words.push_back(std::string("y ") + y);
    if (is.unit != read.unit) words.emplace_back(unit);
    if (is.scale != read.scale) words.push_back("scale " + exact(is.scale));
    if (is.premultiplied && !read.premultiplied) words.emplace_back("premultiplied");
    return words.empty() ? "" : "--motion-stored '" + joined(words) + "'";
}

/// The candidates of one pair, ascending.
std::vector<MotionCandidate> of_pair(const MotionFit& fit, std::size_t pair) {
    std::vector<MotionCandidate> own;
    std::ranges::copy_if(fit.candidates, std::back_inserter(own),
                         [&](const MotionCandidate& c) { return c.pair == pair; });
    return own;
}

/// The sides by side_of().
using Trials = std::array<Trial, 2>;

/// Adds the common facts if several readings fit.
void print_part(PairFit& result, const KnownMotion& known, const MotionConvention& read) {
    result.sure = known.sure;
    result.open = known.open;
    result.options = known.sure.empty() || known.is_read_so
                         ? ""
                         : differing_options(known.convention, read, known.convention.to != read.to);
    result.reason = known.sure.empty() ? "cannot tell: several different readings fit"
                                       : "in part: " + joined(known.sure) + "; open: " + joined(known.open);
    result.reason += std::string("; as it is read ") + (known.is_read_best ? "fits best"
                                                        : known.is_read_so ? "fits, too"
                                                                           : "does not fit");
}

PairFit judge(const MotionFit& fit, std::size_t index, const Trials& trials) {
    const VectorPair& pair = trials[0].look.pairs[index];
    PairFit result{.title = pair.title, .reason = "", .options = ""};
    const std::vector<MotionCandidate> own = of_pair(fit, index);
    const MotionCandidate& best = own.front();
    const auto reading = [&](const MotionCandidate& c) {
        const Trial& trial = trials[side_of(c.convention)];
        return Reading{trial, &trial.look.pairs[index], c.convention};
    };
    const auto same = [&](const MotionCandidate& c) { return same_motion(c.convention, best.convention); };
    const auto second = std::ranges::find_if_not(own, same);
    const double still = fit.still[side_of(best.convention)];
    result.convention = best.convention;
    const std::string which = convention_text(best.convention) + " leaves " + significant(best.residual, 3);
    if (!is_clear(reading(best), {trials[side_of(best.convention)]})) {
        result.reason = "cannot tell: " + which + ", no motion at all " + significant(still, 3);
        return result;
    }
    if (!is_clear(reading(best), reading(*second))) {
        std::vector<MotionConvention> fitting;
        for (const MotionCandidate& one : own)
            if (same(one) ||
                (one.residual <= nearly * best.residual && !is_clear(reading(best), reading(one))))
                fitting.push_back(one.convention);
        print_part(result, known_motion(fitting, pair.convention), pair.convention);
        result.reason += " (" + which + ", " + convention_text(second->convention) + " " +
                         significant(second->residual, 3) + ", no motion " + significant(still, 3) + ")";
        return result;
    }
    result.found = true;
    const auto other = std::find_if(own.begin() + 1, own.end(), same);
    result.direction = other != own.end() && is_clear(reading(best), reading(*other));
    if (!result.direction && other != own.end() && other->convention.to == pair.convention.to)
        result.convention = other->convention;
    result.options = differing_options(result.convention, pair.convention, result.direction);
    result.reason =
        convention_text(result.convention) +
        (result.direction
             ? ""
             : "; to previous or, turned, to next is undecided, because the motion is too uniform") +
        " (" + significant(best.residual, 3) + "; next reading " + significant(second->residual, 3) +
        ", no motion " + significant(still, 3) + ")";
    return result;
}

void try_side(MotionFit& fit, const Trial& trial, To to) {
    const double still = residual_of({trial}).value;
    fit.still[to == To::next ? 1 : 0] = still;
    for (std::size_t p = 0; p < trial.look.pairs.size(); ++p)
        for (const MotionConvention& convention : readings(trial.look, trial.look.pairs[p], to)) {
            const Residual own = residual_of({trial, &trial.look.pairs[p], convention});
            // A reading that leads most pixels out of the image is as bad as no motion.
            fit.candidates.push_back({p, convention, own.most ? own.value : still});
        }
}

/// Puts the table's direction before its twin with the same motion, if the direction is unknown.
void prefer_read_direction(MotionFit& fit, const std::vector<VectorPair>& pairs) {
    auto& all = fit.candidates;
    for (auto first = all.begin(); first != all.end(); ++first) {
        const To read = pairs[first->pair].convention.to;
        if (fit.pairs[first->pair].direction || first->convention.to == read) continue;
        const auto twin = std::find_if(first, all.end(), [&](const MotionCandidate& other) {
            return other.pair == first->pair && other.convention.to == read &&
                   same_motion(other.convention, first->convention);
        });
        if (twin != all.end()) std::rotate(first, twin, twin + 1);
    }
}

bool fits(const Look* a, const Look* b) {
    return a && b && a->size == b->size && a->pairs.size() == b->pairs.size();
}

} // namespace

MotionFit fit_motion(const FrameTrio& frames) {
    MotionFit fit;
    const Look& middle = *frames.middle;
    const Side previous = fits(&middle, frames.before)  ? Side{&middle, frames.before}
                          : fits(frames.after, &middle) ? Side{frames.after, &middle}
                                                        : Side{};
    const Side next = fits(&middle, frames.after)    ? Side{&middle, frames.after}
                      : fits(frames.before, &middle) ? Side{frames.before, &middle}
                                                     : Side{};
    if (!previous.here || middle.pairs.empty()) return fit;
    const auto has_albedo = [](const Look* look) {
        return !look || look->albedo.size() == 3 * look->pixels();
    };
    const bool albedo = has_albedo(frames.before) && has_albedo(&middle) && has_albedo(frames.after);
    fit.guide = albedo ? "albedo" : "beauty";
    const Trials trials{trial_of(previous, albedo), trial_of(next, albedo)};
    try_side(fit, trials[0], To::previous);
    try_side(fit, trials[1], To::next);
    std::ranges::stable_sort(fit.candidates, {}, &MotionCandidate::residual);
    for (std::size_t p = 0; p < middle.pairs.size(); ++p) fit.pairs.push_back(judge(fit, p, trials));
    prefer_read_direction(fit, middle.pairs);
    return fit;
}

} // namespace atrous
