// A run of `denoise`: a render's layers are read as planes, frames are prepared once, then filtered from the windows of prepared
// frames; what it costs and tells.
#pragma once
#include "batch/pipeline/command.h"
#include "batch/pipeline/role_planes.h"
#include "commands/denoise/options.h"
#include "engine/denoise/neighbours.h"
#include "supervisor/protocol/worker_protocol.h"
#include <map>
#include <set>

namespace atrous {

/// Throws a file error, as read_renders() would: for an override that names a layer which is not there, or a picture
/// that is no light.
void check_pictures(const Decoder& decoder);

/// The same of the files of roles: what cannot be read, has another format, or no layer that is the role.
void check_role_files(const Job& job, const DenoiseOptions& options);

/// The roles that a picture of the file has at most, for estimates of memory.
SvgfRoles most_roles(const Aovs& aovs, const DenoiseOptions& options);

/// A frame's files: with the picture, and with roles of their own. Refers to the files.
struct RenderFiles {
    const ImageFile& image;
    std::vector<RoleSearch::Own> own;
};
/// `files`: those of the job's inputs. Throws as check_role_files().
RenderFiles render_files(const Job& job, const std::vector<ImageFile>& files, const DenoiseOptions& options);

/// A picture of a file with its roles, and the lights that the options name. Throws a file error: a guide of another size, a pattern of a light that no layer of the picture's view layer has, and those of check_pictures().
Render read_render(const RenderFiles& files, std::size_t part, std::size_t at, const DenoiseOptions& options);
/// All pictures of a file.
std::vector<Render> read_renders(const RenderFiles& files, const DenoiseOptions& options);

/// What all frames of a run share.
struct DenoiseRun {
    const DenoiseOptions& options;
    SvgfDevice device;
    std::set<std::string> warned{};           ///< keys of what is said once
    int looked_at = 0;                        ///< pictures whose guides were looked at for noise
    std::map<std::size_t, ShotState> shots{}; ///< by the picture's place among those of a frame
};

/// Batch::prepare: finds the roles, and brings every picture to the device. Throws file errors.
void prepare(DenoiseRun& run, Frame& frame, const MemoryLimits& limits);
/// Batch::process: the window's frame becomes its result; layers that are not filtered stay as they were read.
void filter(DenoiseRun& run, const Window& window, const MemoryLimits& limits);

/// Logs what layers are for: of a run's first picture, and of those that differ from all before, with the file that they
/// are first found in.
void log_roles(DenoiseRun& run, const Frame& frame, const Render& render, const SvgfResolved& settings);

/// A warning, once a run for each key.
void warn_once(DenoiseRun& run, Frame& frame, const std::string& key, const std::string& text);
/// Warns of what would make the result better.
void warn_of_roles(DenoiseRun& run, Frame& frame, const Render& render);
/// Warns where the vectors between the frame and those next to it fit far better if they are read otherwise.
void warn_of_vectors(DenoiseRun& run, Frame& frame, BetterReading better);
/// Warns of frames whose noise is the same by `correlation`.
void warn_of_one_seed(DenoiseRun& run, Frame& frame, double correlation);

} // namespace atrous
