// Describes an uncompressed OpenEXR by its bytes, to compare outputs without the program's own codec.
#pragma once
#include "base/size.h"
#include <map>
#include <string>
#include <vector>

namespace denoise_test {

struct ExrChannelBytes {
    int type = 0;      ///< 0 whole number, 1 half, 2 float
    std::string bytes; ///< row by row
    bool operator==(const ExrChannelBytes&) const = default;
};

struct ExrPartBytes {
    std::map<std::string, std::string> attributes; ///< "type:value"
    std::map<std::string, ExrChannelBytes> channels;
    atrous::Size size;

    /// Samples of a channel of floats.
    std::vector<float> floats(const std::string& channel) const;
};

/// The parts of a file of scan lines without compression. Fails the test for other files.
std::vector<ExrPartBytes> read_exr(const std::string& bytes);

/// Names of the channels that differ in type or in a bit, and of parts "PART:" whose lists of channels differ.
std::vector<std::string> changed_channels(const std::vector<ExrPartBytes>& a,
                                          const std::vector<ExrPartBytes>& b);

} // namespace denoise_test
