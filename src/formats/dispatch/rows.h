// A picture's samples, a part of its rows at a time: as many as the file keeps together, and the memory for them.
#pragma once
#include "platform/bytes.h"
#include <OpenImageIO/imageio.h>
#include <filesystem>
#include <string>
#include <vector>

namespace atrous {

/// Reads a part's samples, all channels packed, up to the first error: the library would gather one for each row of a
/// damaged file, and ends the process where they have 16 MiB. False where there was one. A buffer with less room than they
/// take (band_room() at least) is used again and again.
bool read_rows(OIIO::ImageInput& in, int part, const OIIO::ImageSpec& spec, Bytes& to);
/// Rows that a file of this format keeps together, and that are best read together: of tiles, strips, blocks.
int rows_together(const OIIO::ImageSpec& spec, const std::string& format);
/// Room for the rows that are read at once.
std::size_t band_room(const OIIO::ImageSpec& spec, const std::string& format);
/// Memory that reading such rows takes, of the part that takes most.
std::size_t rows_bytes(const std::vector<OIIO::ImageSpec>& specs, const std::string& format);
/// As Decoder::whole_only().
std::string why_read_whole(const std::filesystem::path& path, const OIIO::ImageSpec& spec,
                           const std::string& format);

} // namespace atrous
