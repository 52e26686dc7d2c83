// One part of an image through its plan, whatever its colour profile needs.
#pragma once
#include "base/json.h"
#include "filters/eaw.h"
#include "gpu/engine.h"

namespace atrous {

/// Runs resolved settings; the result replaces the pixels. Where the host must apply the profile, the device
/// gets light.
RunReport run_part(Engine& engine, const EawSettings& settings, Pixels& pixels);

/// Which profile the pixels are in: name, origin (embedded, exif, gamma, assumed, default) and the transfer
/// that applies it.
Json profile_json(const Pixels& pixels);

} // namespace atrous
