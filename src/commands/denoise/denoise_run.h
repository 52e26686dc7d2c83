// Runs `denoise`: reads a render's layers as planes, prepares each frame once, then filters windows of
// prepared frames. Also estimates memory and logs.
#pragma once
#include "batch/pipeline/command.h"
#include "batch/pipeline/role_planes.h"
#include "commands/denoise/options.h"
#include "engine/denoise/neighbours.h"
#include "supervisor/protocol/worker_protocol.h"
#include <map>
#include <optional>
#include <set>

namespace atrous {

/// True if the file has an image to filter.
bool has_picture(const ImageFile& file);

/// Throws a file error, as renders_of() would, for an override that names a missing layer, overrides that leave no
/// image, or an image that is not linear light.
void check_pictures(const Decoder& decoder, const DenoiseOptions& options);

/// Returns the roles that an image of the file has at most, for estimates of memory.
SvgfRoles max_roles(const Aovs& aovs, const DenoiseOptions& options);

/// Adds the lights in the options to the render: planes, layers and roles. Throws a file error for a pattern that matches no layer
/// of the image's view layer.
void read_lights(const RoleSearch& search, const DenoiseOptions& options, Render& render);

/// A frame's files: the file with the image, and separate files for roles. Refers to the files.
struct RenderFiles {
    const ImageFile& image;
    std::vector<RoleSearch::SeparateFile> own;
    const ImageFile* half = nullptr; ///< the second half of the image, or null
    std::string half_path{};
};
/// `files`: the files of the job's inputs. Throws a file error for other formats and files without a layer for the role.
RenderFiles render_files(const Job& job, const std::vector<ImageFile>& files, const DenoiseOptions& options);

/// Returns an image of a file with its roles, and the lights in the options. Throws a file error for a guide
/// of another size, a light pattern that matches no layer of the image's view layer, and the errors of
/// check_pictures().
Render read_render(const RenderFiles& files, std::size_t part, std::size_t at, const DenoiseOptions& options);
/// Throws the errors of read_render() that headers show: a half of other layers or another place, guides and pilots of another
/// size. Returns its doubts about them.
Messages check_places(const RenderFiles& files);
/// Returns all images of a frame.
std::vector<Render> renders_of(const RenderFiles& files, const DenoiseOptions& options);

/// The layer and view of an image, and its place among layers with the same ones. Empty for the only image of a frame.
using ShotKey = std::pair<std::string, std::ptrdiff_t>;

/// What all frames of a run share.
struct DenoiseRun {
    const DenoiseOptions& options;
    SvgfDevice device;
    std::set<std::string> warned{};         ///< keys of warnings that are reported once
    static constexpr int max_looked_at = 3; ///< since it takes time
    int looked_at = 0;                      ///< images whose guides were checked for noise
    std::map<ShotKey, ShotState> shots{};
};

/// The files of a frame, and its images: as they were read, until they are on the device.
struct FrameRenders {
    std::optional<RenderFiles> files{};
    std::vector<Render> renders{};
    std::vector<PreparedPicture> prepared{};
};
using RenderCommand = FileCommandOf<FrameRenders>;

/// FileCommand::prepare(): brings every image of renders_of() to the device.
void prepare(DenoiseRun& run, Frame& frame);
/// FileCommand::process(): turns the window's frame into its result. Other layers stay as they were read.
void filter(DenoiseRun& run, const Window& window);

/// Logs the roles of layers for a run's first image, and for later images whose roles are new, with the first
/// file.
void log_roles(DenoiseRun& run, const Frame& frame, const Render& render, const SvgfResolved& settings);

/// A warning, once a run for each key.
void warn_once(DenoiseRun& run, Frame& frame, const std::string& key, const Message& warning);
/// Warns of missing layers that would improve the result.
void warn_of_roles(DenoiseRun& run, Frame& frame, const Render& render, const SvgfResolved& settings);
/// Warns if the vectors between the frame and its neighbours fit far better when they are read differently.
void warn_of_vectors(DenoiseRun& run, Frame& frame, BetterReading better);
/// Warns of frames whose noise is the same by `correlation`.
void warn_of_one_seed(DenoiseRun& run, Frame& frame, double correlation);

} // namespace atrous
