// Iterates over the frames of a sequence. Keeps the previous frame, and stores measurements for later
// workers.
#include "commands/compare/sequence.h"
#include "base/error.h"
#include "base/text.h"
#include "commands/compare/messages.h"
#include "commands/compare/picture.h"
#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace atrous {
namespace {

void warn_of_samples(const NotFinite& count, const std::filesystem::path& path) {
    if (count.any()) report_warning(message(messages::compare_not_finite, path, count.nan, count.infinite));
}

static_assert(std::is_trivially_copyable_v<Measured>);

/// Packs the measurements of a frame for another process of this program.
std::string pack(const FrameResult& result) {
    std::string packed(sizeof(Measured), '\0');
    std::memcpy(packed.data(), &result.measured, sizeof(Measured));
    packed += char(result.flicker);
    packed += char(result.display);
    return packed + joined(result.channels, std::string(1, '\0'));
}

FrameResult unpack_result(const ComparedFrame& frame, const std::string& packed) {
    FrameResult result{frame};
    std::memcpy(&result.measured, packed.data(), sizeof(Measured));
    result.flicker = Flicker(packed[sizeof(Measured)]);
    result.display = packed[sizeof(Measured) + 1] != 0;
    result.channels = split(packed.substr(sizeof(Measured) + 2), '\0');
    return result;
}

/// The frames so far, and the one before the next.
class Walk {
  public:
    Walk(const CompareOptions& options, IsolatedReading& reading) : options_(options), reading_(reading) {}

    /// Returns the measurements of an earlier worker, or measures now.
    FrameResult next(const ComparedFrame& frame) {
        if (const std::string* const packed = reading_.found_earlier(Step::comparing, frame.a)) {
            before_ = {frame, {}};
            return unpack_result(frame, *packed);
        }
        std::optional<Before> before = std::exchange(before_, std::nullopt);
        const bool pair = before && frame.frame.follows(before->files.frame);
        ComparedPictures now = read_pair(frame, options_, pair && frame.motion.empty(), reading_);
        FrameResult result{frame};
        result.channels = now.a.names;
        result.display = now.display;
        reading_.in_step(Step::comparing, frame.a,
                         [&] { result.measured = measure(now.a, now.b, scale_of(options_, now), slow_); });
        warn_of_samples(result.measured.a, frame.a);
        warn_of_samples(result.measured.b, frame.b);
        if (pair) add_pair(*before, now, result);
        reading_.keep(Step::comparing, frame.a, pack(result));
        before_ = {frame, std::move(now)};
        return result;
    }

  private:
    /// The previous frame, without images if an earlier worker has read them.
    struct Before {
        ComparedFrame files;
        std::optional<ComparedPictures> pictures;
    };
    const CompareOptions& options_;
    SlowScores slow_{options_.prints("ssim"), options_.prints("flip") || options_.max_flip};
    IsolatedReading& reading_;
    std::optional<Before> before_{};

    void add_pair(Before& known, const ComparedPictures& now, FrameResult& result) {
        const ComparedFrame& frame = result.files;
        if (!known.pictures) known.pictures = read_pair(known.files, options_, false, reading_);
        const ComparedPictures& before = *known.pictures;
        if (now.a.size != before.a.size || now.a.planes.size() != before.a.planes.size()) return;
        const FramePair x{before.a, now.a}, r{before.b, now.b};
        const std::optional<Motion> motion =
            frame.motion.empty() ? now.motion
                                 : std::optional(reading_.in_step(Step::decoding, frame.motion, [&] {
                                       return read_motion(frame.motion, reading_);
                                   }));
        if (motion && motion->size != now.a.size)
            throw usage_error(messages::motion_size_differs, frame.motion.empty() ? frame.b : frame.motion,
                              to_string(motion->size), frame.a, to_string(now.a.size));
        reading_.in_step(Step::comparing, frame.a, [&] {
            Scores& scores = result.measured.scores;
            const PsnrScale scale = scale_of(options_, now);
            scores.tpsnr = psnr_of(change_error(x, r, scale), scale.peak);
            if (motion) scores.flicker = std::sqrt(flicker_error(x, r, *motion, scale));
            result.flicker = !motion                      ? Flicker::no_vectors
                             : std::isnan(scores.flicker) ? Flicker::too_small
                                                          : Flicker::measured;
        });
    }
};

/// Returns the reason why there is no flicker, or an empty message.
Message reason_no_flicker(const std::vector<FrameResult>& frames, const std::string& name) {
    Flicker most = Flicker::no_frame_before;
    for (const FrameResult& frame : frames) most = std::max(most, frame.flicker);
    return most == Flicker::no_frame_before ? message(messages::flicker_no_frames)
           : most == Flicker::no_vectors    ? message(messages::flicker_no_motion, name)
           : most == Flicker::too_small     ? message(messages::flicker_too_small)
                                            : Message();
}

/// Measures a frame of a sequence, or for a program's output. A read error affects only this frame.
FrameResult next_of_sequence(Walk& walk, const ComparedFrame& frame) {
    try {
        return walk.next(frame);
    } catch (const RequestError&) {
        throw;
    } catch (const Error& error) {
        if (error.kind != Exit::some_failed && error.kind != Exit::out_of_memory) throw;
        FrameResult failed{frame};
        failed.error = error.message;
        return failed;
    }
}

/// The mean of one score over frames, or of its square.
double mean_of(const std::vector<FrameResult>& frames, double Scores::*score, bool squared = false) {
    double sum = 0, any = Scores::none;
    std::size_t count = 0;
    for (const FrameResult& frame : frames) {
        const double value = frame.measured.scores.*score;
        if (std::isinf(value)) any = value;
        if (!std::isfinite(value)) continue;
        sum += squared ? value * value : value;
        ++count;
    }
    return count > 0 ? sum / double(count) : any;
}

/// Returns means over the frames that have a score. Infinite PSNRs count only if all are infinite. Flicker is
/// the root of the mean square over all pairs.
Scores overall_of(const std::vector<FrameResult>& frames) {
    Scores overall;
    for (double Scores::*score : {&Scores::psnr, &Scores::relmse, &Scores::relmse_trimmed, &Scores::smape,
                                  &Scores::ssim, &Scores::flip, &Scores::tpsnr})
        overall.*score = mean_of(frames, score);
    overall.flicker = std::sqrt(mean_of(frames, &Scores::flicker, true));
    return overall;
}

} // namespace

bool Comparison::has_failed() const {
    return std::ranges::any_of(frames, [](const FrameResult& frame) { return !frame.error.empty(); });
}

Comparison compare_frames(const FrameList& list, const CompareOptions& options, IsolatedReading& reading) {
    Comparison comparison;
    comparison.sequence = list.sequence;
    Walk walk(options, reading);
    for (const ComparedFrame& frame : list.frames)
        comparison.frames.push_back(list.sequence || options.json ? next_of_sequence(walk, frame)
                                                                  : walk.next(frame));
    comparison.overall = overall_of(comparison.frames);
    comparison.identical = std::size_t(std::ranges::count_if(
        comparison.frames, [](const FrameResult& frame) { return frame.measured.identical(); }));
    if (list.sequence) comparison.no_flicker = reason_no_flicker(comparison.frames, options.b);
    return comparison;
}

const FrameResult& worst_frame(const Comparison& comparison, bool by_flip) {
    return *std::ranges::min_element(comparison.frames, std::less{}, [&](const FrameResult& frame) {
        const Scores& scores = frame.measured.scores;
        const double good = by_flip ? -scores.flip : scores.psnr;
        return std::isnan(good) ? std::numeric_limits<double>::infinity() : good;
    });
}

} // namespace atrous
