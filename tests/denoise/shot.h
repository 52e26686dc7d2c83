// Makes a shot as a renderer writes it: a camera pans over a slope, a ball rolls the other way, sky above. It
// has noise that differs from frame to frame, and the other contents of a file of layers.
#pragma once
#include "denoise/exr_file.h"
#include "support/called.h"
#include "support/files/io_files.h"
#include <functional>
#include <set>

namespace denoise_test {

using namespace atrous;

/// Properties of a shot's files.
struct Look {
    Size size{48, 40};
    int left = 0, top = 0;           ///< of the data window, if `display` is larger
    Size display{};                  ///< empty: the size
    std::string samples = "4";       ///< per pixel, as the file says. Empty: it does not
    std::set<std::string> without{}; ///< omitted layers: "Normal"
    std::set<std::string> zero{};    ///< layers whose samples are all 0
    bool several = false;            ///< each layer has its own part
    int alpha = 1;                   ///< 0: no channel A
    int bad = 0;                     ///< number of pixels with NaN in their light
    int seed = 0;                    ///< of the noise
    /// Change of a sample before it is written: (layer, component, x, y, sample). Empty: none.
    std::function<float(const std::string&, char, int, int, float)> spoil{};
};

/// Layers of light that add up to the beauty.
const std::vector<std::string>& light_names();

/// Frame `number` as an EXR without compression.
std::string frame_exr(int number, const Look& look = {});
/// The beauty without noise: planes R, G, B.
std::vector<float> truth(int number, Size size);

/// Frames first .. last of a shot in a folder: "in/s.0001.exr".
struct Shot : Folder {
    explicit Shot(int last, const Look& look = {}, int first = 1);
};
/// "s.0007.exr".
std::string name_of(int frame);

/// Runs `atrous denoise ARGUMENTS` in the folder, without a log unless they name one.
Ran denoise(const Folder& folder, const std::string& arguments);
/// The same, but checks code 0 and that there is no warning.
void denoise_well(const Folder& folder, const std::string& arguments);

/// The parts of a file in the folder.
std::vector<ExrPartBytes> parts_of(const Folder& folder, const std::string& name);
/// R, G, B of a layer of a file, as planes.
std::vector<float> planes_of(const std::vector<ExrPartBytes>& parts, const std::string& layer);
/// The sum of all lights of a file, as planes.
std::vector<float> sum_of_lights(const std::vector<ExrPartBytes>& parts);
/// Checks that these frames have the same bytes in two folders.
void check_same_frames(const Folder& folder, const std::string& a, const std::string& b, int first, int last);
double rms(const std::vector<float>& a, const std::vector<float>& b);

} // namespace denoise_test
