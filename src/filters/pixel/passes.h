// The first and the last pass of every filter: samples of a file <-> float planes of a space. Hides pixel types, alpha,
// colour profiles and the repair of samples that are not finite.
#pragma once
#include "filters/atrous/frame.h"
#include "image/pixels.h"

namespace atrous {

/// What the passes must know of a filter's settings.
struct PixelSettings {
    const Space& space;
    double amount = 1;        ///< out = in + amount * delta
    bool shows_delta = false; ///< the output is the delta, on middle grey
    double guard =
        0; ///< 0 to 1, of integer samples: changes weaken near black and white, so that none is clipped
    double guard_blacks = 0;   ///< 0 to 1, of integer samples: luma falls less towards black
    bool groups_apart = false; ///< luma and chroma lie in stacks of their own
    bool delta_home = false;   ///< the delta lies where pixels are, whatever AtrousFrame::columns_stay
};

/// Where the planes of an image lie: the same stack twice, but with PixelSettings::groups_apart.
struct GroupStacks {
    int luma, chroma;
};

/// What both passes share.
struct PixelPasses {
    KernelLaunch enter, leave;          ///< but for the kernel's name
    std::uint64_t file_bytes;           ///< of the image
    Traffic planes;                     ///< that one of them reads or writes
    int image, inner, replaced, tables; ///< buffers
    bool
        overwrites; ///< the result may be where the image is; of floats a pixel may want its neighbours as they were
};

/// The macros of kernels/pixel/samples.h for such samples; `light`: their colours are decoded. Throws an internal error for
/// a profile that the host must apply.
std::vector<std::string> sample_macros(const Pixels& pixels, bool light);
/// Adds the buffer of the profile's tone curves where these are tables; else gives `any`, since kernels read none.
int add_tone_curves(Plan& plan, const Pixels& pixels, bool light, int any);

/// Planes of an image in a space: one of grey, else as many as the space has.
int plane_count(const Pixels& pixels, const Space& space);
/// Those of them that are luma: the first ones.
int luma_planes(const Pixels& pixels, const Space& space);

/// Adds the ports that samples enter by: input "image", samples like the pixels' (their bytes are not read), input "inner", a
/// kernels::PixelRect where samples that are not finite count (all, if it is not bound), and the buffer of their count (32
/// bits). Throws an internal error for a profile that the host must apply.
PixelPasses pixel_passes(Plan& plan, const AtrousFrame& frame, const Pixels& pixels,
                         const PixelSettings& settings);
/// Adds the pass from the image to its planes.
void add_enter(Plan& plan, const PixelPasses& passes, const GroupStacks& planes);
/// Adds the pass that gives the output "image": the image changed by the planes of `delta`. And the output "replaced".
/// `layout`: the layout tables, where AtrousFrame::columns_stay; else -1.
void add_leave(Plan& plan, const PixelPasses& passes, const GroupStacks& delta, int layout = -1);

} // namespace atrous
