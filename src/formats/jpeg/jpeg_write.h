// JPEGs in memory.
#pragma once
#include "platform/bytes.h"
#include <OpenImageIO/imageio.h>

namespace atrous {

/// A picture encoded by OpenImageIO; empty where it cannot be.
std::string jpeg_in_memory(const OIIO::ImageSpec& spec, OIIO::TypeDesc type, const Bytes& samples);

} // namespace atrous
