// Makes ICC profiles with LittleCMS, and image files that carry them, for the tests of colour.
#pragma once
#include "image/pixels.h"
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tagged {

/// A profile as bytes, and the way to apply it.
struct Made {
    std::string name; ///< its description
    std::string bytes;
    int colours;
    atrous::Transfer transfer;
    double curve_step; ///< step of its curves or tables, of 1
};

/// Profiles of every kind: formulas of all types, samples, curves that differ per channel, tables, grey.
const std::vector<Made>& all();
const Made& named(const char* name);

std::string cmyk();
std::string
press(); ///< four inks with a table: each channel of a space like Adobe RGB, of gamma 2.4, is (1 - ink) (1 - black)
std::string of_lab_colours();
std::string device_link();
std::string without_curves(); ///< RGB, with only a description
std::string one_way();        ///< tables from RGB to Lab, not back
std::string falling_curve();  ///< a negative's: 1 at 0, 0 at 1

/// Colours of `made` (as many doubles as it has, per pixel) to linear sRGB and back, by LittleCMS in doubles.
std::vector<double> to_light(const Made& made, const std::vector<double>& colours);
std::vector<double> from_light(const Made& made, const std::vector<double>& light);
/// Linear sRGB to L* a* b*, by LittleCMS.
std::vector<double> to_lab(const std::vector<double>& light);

/// Writes a file by OpenImageIO only, with the least loss. No profile if `icc` is empty. An attribute, if one is named.
void write(const std::filesystem::path& path, const atrous::Pixels& pixels, const std::string& icc,
           const std::string& attribute = "", int value = 0);
/// Writes an EXR of only a depth channel.
void write_depth(const std::filesystem::path& path, atrous::Size size);
/// The profile that a file carries, or "".
std::string profile_in(const std::filesystem::path& path);

/// Value of a sample, 0 to 1. Alpha is the channel after the colours.
using Samples = std::function<double(int x, int y, int channel)>;
/// An image of these samples.
atrous::Pixels picture(atrous::Size size, atrous::PixelType type, int colours, const Samples& value,
                       atrous::Alpha alpha = atrous::Alpha::none);
/// 48 x 32, every channel another slope.
atrous::Pixels gradient(atrous::PixelType type, int colours);
/// Value of sample i (integers 0 to 1).
double sample(const atrous::Pixels& pixels, std::size_t i);
void set_sample(atrous::Pixels& pixels, std::size_t i, double value);

} // namespace tagged
