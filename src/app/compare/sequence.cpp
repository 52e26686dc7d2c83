// Walks over the frames of a sequence and keeps the one before.
#include "app/compare/sequence.h"
#include "app/compare/picture.h"
#include "base/error.h"
#include "base/log.h"
#include <algorithm>

namespace atrous {
namespace {

void warn_of_samples(const NotFinite& count, const std::filesystem::path& path) {
    if (count.any())
        log_warning(path.string() + ": " + std::to_string(count.nan) + " samples are NaN and " +
                    std::to_string(count.infinite) + " infinite; they are left out");
}

/// The frames so far, and the one before the next.
class Walk {
  public:
    explicit Walk(const CompareOptions& options) : options_(options) {}

    FrameResult measure_next(const ComparedFrame& frame) {
        const bool pair = has_before_ && frame.frame.follows(before_name_);
        ComparedPictures now = read_pair(frame, options_, pair && frame.motion.empty());
        FrameResult result{frame, measure(now.a, now.b, options_.scale), now.a.names};
        warn_of_samples(result.measured.a, frame.a);
        warn_of_samples(result.measured.b, frame.b);
        if (pair && fits(now)) add_pair(frame, now, result.measured.scores);
        before_ = std::move(now);
        before_name_ = frame.frame;
        has_before_ = true;
        return result;
    }
    /// Why there is no flicker; empty where there is.
    std::string no_flicker() const {
        if (measured_) return {};
        return !pairs_     ? "no two frames follow each other"
               : !vectors_ ? "no motion vectors"
                           : "the pictures are too small";
    }

  private:
    const CompareOptions& options_;
    ComparedPictures before_;
    FrameName before_name_;
    bool has_before_ = false, pairs_ = false, vectors_ = false, measured_ = false;

    bool fits(const ComparedPictures& now) const {
        return now.a.size == before_.a.size && now.a.planes.size() == before_.a.planes.size();
    }
    void add_pair(const ComparedFrame& frame, const ComparedPictures& now, Scores& scores) {
        pairs_ = true;
        const FramePair x{before_.a, now.a}, r{before_.b, now.b};
        scores.tpsnr = psnr_of(change_error(x, r, options_.scale), options_.scale.peak);
        const std::optional<Motion> motion =
            frame.motion.empty() ? now.motion : std::optional(read_motion(frame.motion));
        if (!motion) return;
        vectors_ = true;
        if (motion->size != now.a.size)
            throw usage_error("the sizes differ: the motion vectors of " +
                              (frame.motion.empty() ? frame.b : frame.motion).string() + " are " +
                              to_string(motion->size) + ", the picture " + frame.a.string() + " is " +
                              to_string(now.a.size));
        scores.flicker = std::sqrt(flicker_error(x, r, *motion));
        measured_ |= !std::isnan(scores.flicker);
    }
};

/// Adds up one score over frames.
double mean_of(const std::vector<FrameResult>& frames, double Scores::*score) {
    double sum = 0, any = Scores::none;
    std::size_t count = 0;
    for (const FrameResult& frame : frames) {
        const double value = frame.measured.scores.*score;
        if (std::isinf(value)) any = value;
        if (!std::isfinite(value)) continue;
        sum += value;
        ++count;
    }
    return count > 0 ? sum / double(count) : any;
}

double root_mean_square_of(const std::vector<FrameResult>& frames, double Scores::*score) {
    double sum = 0;
    std::size_t count = 0;
    for (const FrameResult& frame : frames) {
        const double value = frame.measured.scores.*score;
        if (std::isnan(value)) continue;
        sum += value * value;
        ++count;
    }
    return count > 0 ? std::sqrt(sum / double(count)) : Scores::none;
}

} // namespace

Comparison compare_frames(const FrameList& list, const CompareOptions& options) {
    Comparison comparison;
    comparison.sequence = list.sequence;
    Walk walk(options);
    for (const ComparedFrame& frame : list.frames) comparison.frames.push_back(walk.measure_next(frame));
    comparison.overall = overall_of(comparison.frames);
    comparison.identical = std::size_t(std::ranges::count_if(
        comparison.frames, [](const FrameResult& frame) { return frame.measured.identical(); }));
    if (list.sequence) comparison.no_flicker = walk.no_flicker();
    return comparison;
}

Scores overall_of(const std::vector<FrameResult>& frames) {
    Scores overall;
    for (double Scores::*score : {&Scores::psnr, &Scores::relmse, &Scores::relmse_trimmed, &Scores::smape,
                                  &Scores::ssim, &Scores::tpsnr})
        overall.*score = mean_of(frames, score);
    overall.flicker = root_mean_square_of(frames, &Scores::flicker);
    return overall;
}

const FrameResult& worst_frame(const Comparison& comparison) {
    return *std::ranges::min_element(comparison.frames, std::less{}, [](const FrameResult& frame) {
        const double psnr = frame.measured.scores.psnr;
        return std::isnan(psnr) ? std::numeric_limits<double>::infinity() : psnr;
    });
}

} // namespace atrous
