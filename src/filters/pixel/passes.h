// Adds the first and the last pass of every filter: samples of a file <-> float planes of a space. Hides pixel types,
// alpha, colour profiles and the repair of samples that are not finite.
#pragma once
#include "filters/atrous/frame.h"
#include "image/pixels.h"

namespace atrous {

/// The filter settings that the passes use.
struct PixelSettings {
    const Space& space;
    double amount = 1;        ///< out = in + amount * delta
    bool shows_delta = false; ///< the output is the delta, on middle grey
    double guard =
        0; ///< 0 to 1, of integer samples: changes weaken near black and white, so that none is clipped
    double guard_blacks = 0;   ///< 0 to 1, of integer samples: luma falls less towards black
    bool groups_apart = false; ///< luma and chroma lie in stacks of their own
    bool delta_home = false;   ///< the delta lies where pixels are, whatever AtrousContext::columns_stay
};

/// The place of an image's planes: the same stack twice, except with PixelSettings::groups_apart.
struct GroupStacks {
    int luma, chroma;
};

/// Data of both passes.
struct PixelPasses {
    KernelLaunch enter, leave;          ///< but for the kernel's name
    std::uint64_t file_bytes;           ///< of the image
    Traffic planes;                     ///< that one of them reads or writes
    int image, inner, replaced, tables; ///< buffers
    bool
        /// The result may replace the image. A float pixel may need the original values of its neighbours
        overwrites;
};

/// The macros of kernels/pixel/samples.h for such samples. `light`: their colours are decoded. Throws an
/// internal error for a profile that the host must apply.
std::vector<std::string> sample_macros(const Pixels& pixels, bool light);
/// Adds the buffer of the profile's tone curves if these are tables, otherwise returns `any`, because kernels
/// do not read it.
int add_tone_curves(Plan& plan, const Pixels& pixels, bool light, int any);

/// Returns the planes of an image in a space: one for grey, otherwise all planes of the space.
int plane_count(const Pixels& pixels, const Space& space);
/// The planes of luma among them: the first ones.
int luma_planes(const Pixels& pixels, const Space& space);

/// Adds the ports that samples enter by: input "image", samples like the pixels' (their bytes are not read), input "inner", a
/// kernels::PixelRect where samples that are not finite count (all, if it is not bound), and the buffer of their count (32
/// bits). Throws an internal error for a profile that the host must apply.
PixelPasses pixel_passes(Plan& plan, const AtrousContext& frame, const Pixels& pixels,
                         const PixelSettings& settings);
/// Adds the pass from the image to its planes.
void add_enter(Plan& plan, const PixelPasses& passes, const GroupStacks& planes);
/// Adds the pass to the output "image" (the image changed by the planes of `delta`), and the output "replaced".
/// `layout`: the layout tables, with AtrousContext::columns_stay, otherwise -1.
void add_leave(Plan& plan, const PixelPasses& passes, const GroupStacks& delta, int layout = -1);

} // namespace atrous
