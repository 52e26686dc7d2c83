// The picture of a file to write, through OpenImageIO; hides how it appends parts and reports errors.
#pragma once
#include "formats/common/codec.h"

namespace atrous {

struct Writing {
    const std::filesystem::path& path; ///< for messages
    std::string name;                  ///< of the file that the bytes are for
    const Target& target;
    const Metadata& metadata; ///< what is put in while a file is encoded: PngFacts, all of a HEIC's
    ScratchPtr scratch;       ///< where samples of the parts lie; null: in memory
    std::vector<std::string>& warnings;
};

/// Encodes the parts; `specs` as output_spec() makes them. Throws a file error.
void write_encoded(const Writing& writing, const std::vector<const Part*>& parts,
                   const std::vector<OIIO::ImageSpec>& specs, OutputBytes& bytes);

} // namespace atrous
