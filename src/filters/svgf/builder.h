// Holds a plan of the SVGF filter under construction, for the files of this folder only.
#pragma once
#include "filters/atrous/frame.h"
#include "filters/svgf/settings.h"
#include "graph/plan.h"
#include "svgf/params.h"

namespace atrous {

struct SvgfBuilder {
    const SvgfResolved& settings;
    SvgfRoles roles;
    AtrousContext frame;
    bool filters_lights = true;
    SvgfWindow window{}; ///< of the result
    Plan plan{};
    int place = -1; ///< see add_place()

    double own() const { return settings.own(window.before > 0 && window.after > 0); }
    int lights() const { return filters_lights ? 3 * roles.lights : 0; } ///< planes of the signal
    int linear() const { return 3 + lights(); } ///< planes of the signal that are filtered
    int signal_planes() const { return linear() + int(!settings.is_gaussian()); } ///< with the variance
    int variance() const { return kernels::FRAME_EXTRA + roles.extras(); }        ///< its plane in a frame
    int pilot() const { return variance() + int(roles.variance); }                ///< the first of its planes
    int frame_planes() const { return pilot() + 3 * int(roles.pilot); }
    int history_planes() const { return kernels::HISTORY_LIGHT + linear(); }
    int means_planes() const { return kernels::GATHERED_EXTRA + roles.extras(); }
};

/// True if kernels run in the form of GPUs, whose memory per work-item is slow: sums are kept in registers.
/// CPUs have fewer registers. There, taps stay in the L1 cache.
inline bool is_on_gpu(const AtrousContext& frame) { return !frame.device.is_cpu && frame.vector == 1; }

SvgfBuilder svgf_builder(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                         const DeviceTraits& device);

/// Values of a tap (kernels/svgf/taps.h) that form tile keeps in local memory, for a model of order `fit`.
/// Normals of length 1 (UNIT_NORMALS) need no value for it.
int tile_planes(const SvgfResolved& settings, int fit, bool has_unit_normals = false);

/// Adds a buffer of planes that a port may bind to an array: without margins.
int add_planes(SvgfBuilder& b, const std::string& name, int count);
/// The buffer of input "place" (kernels::SvgfPlace). Without a binding, the region is the image.
int add_place(SvgfBuilder& b);
/// Returns the macros of all kernels, so that the kernels of a file form one program.
std::vector<std::string> image_defines(const SvgfBuilder& b);
/// A launch over the image.
KernelLaunch image_launch(const SvgfBuilder& b, const char* file, const char* kernel,
                          std::vector<std::byte> parameters);

/// The input of the levels: a frame and means over other frames, or the frame itself.
struct SvgfSource {
    int frame, means;
    int kept = -1; ///< the data that a frame leaves to the next one, for a history
    bool has_means() const { return frame != means; }
    int variance_over() const {
        return kept >= 0     ? kernels::VARIANCE_HISTORY
               : has_means() ? kernels::VARIANCE_WINDOW
                             : kernels::VARIANCE_ALONE;
    }
    /// The plane of the means at which emission and lights begin.
    int extra() const { return has_means() ? int(kernels::GATHERED_EXTRA) : int(kernels::FRAME_EXTRA); }
};
void add_enter(SvgfBuilder& b, int frame);
/// Adds the filter of noisy guides, from an entered frame to the one that is prepared.
void add_guides(SvgfBuilder& b, int entered, int frame);
/// Adds the gathering of "before 1", ... to `frame` and returns the buffer of means, or of the data that a pilot needs.
int add_gather(SvgfBuilder& b, const SvgfWindow& window, int frame, bool of_pilots = false);
/// Adds the reprojection of "before" and "history", if there are any. Returns the means and the buffer
/// "kept".
SvgfSource add_reproject(SvgfBuilder& b, int frame, bool has_before);
/// Adds the copy of the signal after the first level to "kept". `tables`: the layout tables.
void add_keep(SvgfBuilder& b, int signal, int tables, int kept);
void add_counts(SvgfBuilder& b, int means);
/// Adds the passes of svgf_invert_plan().
void add_invert(SvgfBuilder& b, int from, int frame, const SvgfInversion& how);
/// The stack of the filtered signal, and others that the levels leave free: of 4 planes and more, and for moments, -1 if there
/// is none.
struct SvgfSignal {
    int signal, spare, guide, other;
};
/// Adds all from the source to the last level.
SvgfSignal add_levels(SvgfBuilder& b, const SvgfSource& source);
void add_summary(SvgfBuilder& b, int signal, int frame);
/// The parameter of svgf_leave and svgf_residual: 0 if nothing is given back, otherwise the number of residuals.
int residuals_of(const SvgfBuilder& b, const SvgfSource& source);
/// Adds the passes from the filtered signal to the shares of the residuals, and returns their stack.
int add_residual(SvgfBuilder& b, const SvgfSignal& filtered, const SvgfSource& source);
void add_leave(SvgfBuilder& b, const SvgfSignal& filtered, const SvgfSource& source);

/// A pass of the residual or the pilot, `kernel` of frame.cl unless it is in another file.
void add_pass(SvgfBuilder& b, const char* kernel, std::vector<std::byte> parameters, std::vector<int> reads,
              std::vector<int> writes, Traffic moves, const char* file = "svgf/frame.cl");
struct BlurBuffers {
    int from, to;
};
/// Local means of the first planes of `at.from`, which they replace. `at.to`: for rows.
void add_blur(SvgfBuilder& b, const BlurBuffers& at, int planes, int step);
/// Adds the passes of svgf_pilot_plan().
void add_pilot(SvgfBuilder& b, int frame, int others);

} // namespace atrous
