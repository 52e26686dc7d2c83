// Files that several inputs name: each is worked on once.
#pragma once
#include "batch/plan/job.h"

namespace atrous {

/// Leaves out inputs that are a file which another one names, too: by another spelling, or by a symbolic link. The one that
/// is no link stays, of others the one that was found in a folder, which its output mirrors. A link to another frame of its
/// own sequence (a frame that is held) is a picture of its own, and so are hard links: none of them is the file's first name,
/// and programs that save room make them of pictures that belong to different places. Says once what was left out.
void leave_out_repeated(Inputs& inputs);

} // namespace atrous
