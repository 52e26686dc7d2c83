// Windows: the frame at an offset.
#include "app/batch/frame.h"
#include "base/error.h"
#include <cstdlib>

namespace atrous {

const Frame* Window::at(int offset) const {
    if (std::abs(offset) > reach())
        throw Error(Exit::internal, "frame " + std::to_string(offset) +
                                        " away was asked for, the window reaches " + std::to_string(reach()));
    return frames_[std::size_t(offset + reach())];
}

} // namespace atrous
