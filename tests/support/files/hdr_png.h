// Makes and reads PNGs of PQ and HLG with light levels.
#pragma once
#include "formats/common/light_levels.h"
#include "support/files/io_files.h"
#include "support/files/png_file.h"
#include <algorithm>

namespace files {

using namespace atrous;

inline Chunk cicp(const CodePoints& points, int full = 1) {
    return {"cICP", {char(points.primaries), char(points.transfer), 0, char(full)}};
}
inline Chunk clli(std::uint32_t top, std::uint32_t mean) { return {"cLLI", big(top) + big(mean)}; }
inline const DisplayLight display{34000, 16000, 13250, 34500, 7500, 3000, 15635, 16450, 10000000, 50};
inline Chunk mdcv(const DisplayLight& light) {
    Chunk chunk{"mDCV", ""};
    for (std::size_t i = 0; i < light.size(); ++i) chunk.data += big(light[i], i < 8 ? 2 : 4);
    return chunk;
}

inline const Pixels& pixels_of(const ImageFile& file) { return file.parts[0].pixels; }
inline const OIIO::ImageSpec& spec_of(const ImageFile& file) { return file.parts[0].pass_through->spec; }

inline std::string data_of(const std::string& png, const std::string& name) {
    const auto chunks = chunks_of(png);
    const auto found = std::ranges::find(chunks, name, &Chunk::name);
    return found == chunks.end() ? "none" : found->data;
}

inline ImageFile read_png(const Folder& folder, const std::vector<Chunk>& chunks, int type = 2,
                          int depth = 16) {
    write_all(folder / "in.png", png({type, depth, chunks}));
    return load(folder / "in.png");
}

} // namespace files
