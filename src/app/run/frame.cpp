// Windows: the frame at an offset.
#include "app/run/frame.h"
#include "base/error.h"
#include <cstdlib>

namespace atrous {

const Frame* Window::at(int offset) const {
    if (std::abs(offset) > reach())
        throw Error(Exit::internal, "frame " + std::to_string(offset) +
                                        " away was asked for, the window reaches " + std::to_string(reach()));
    return frames_[std::size_t(offset + reach())];
}

ImageFile copy_of(const ImageFile& source) {
    ImageFile file{{}, source.metadata, source.format, source.warnings, source.aovs, source.appended};
    for (const Part& part : source.parts) {
        file.parts.push_back(
            {part.name, part.pixels.copy(), part.pass_through, part.channels, {}, part.written, part.notes});
        for (const Picture& picture : part.more)
            file.parts.back().more.push_back({picture.channels, picture.pixels.copy()});
    }
    return file;
}

} // namespace atrous
