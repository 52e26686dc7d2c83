// A render's layers as planes: the beauty of each picture, and the layers that guide the filter, as renders names them.
#pragma once
#include "batch/pipeline/role_planes.h"
#include "batch/plan/job.h"
#include "commands/denoise/options.h"
#include "engine/denoise/render_picture.h"
#include "formats/read/decoder.h"
#include <vector>

namespace atrous {

/// Throws a file error, as render_pictures() would: for an override that names a layer which is not there, or a picture
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

/// The pictures of a file with their roles, and the lights that the options name. Throws a file error: a guide of another
/// size, a pattern of a light that no layer of the picture's view layer has, and those of check_pictures().
std::vector<RenderPicture> render_pictures(const RenderFiles& files, const DenoiseOptions& options);

} // namespace atrous
