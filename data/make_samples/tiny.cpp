// The smallest images that still have every kind of pixel: for checks that run on a slow simulator.
#include "samples.h"
#include <limits>

namespace atrous::samples {

/// Noise and one edge.
static Picture patch(Size size) {
    Picture picture{size, std::vector<Colour>(std::size_t(size.pixels()))};
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const float base = 3 * x + 2 * y > 2 * size.width ? 0.7f : 0.15f;
            picture.at(x, y) = {Vec3{base, 0.8f * base, 0.5f} * (0.8f + 0.4f * hash(x, y, 1)),
                                0.3f + 0.7f * hash(x, y, 2)};
        }
    return picture;
}

void tiny(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    const Picture picture = patch({23, 17});
    const Film film;
    save(to_integers(picture, film, PixelType::u8, 1, Alpha::none), folder / "grey8.png");
    save(to_integers(picture, film, PixelType::u8, 3, Alpha::none), folder / "rgb8.png");
    save(to_integers(picture, film, PixelType::u16, 3, Alpha::straight), folder / "rgba16.png");
    save(to_integers(patch({1, 1}), film, PixelType::u8, 3, Alpha::none), folder / "one.png");
    Picture bad = picture;
    bad.at(11, 8).rgb.y = std::numeric_limits<float>::quiet_NaN();
    bad.at(0, 16).rgb.x = std::numeric_limits<float>::infinity();
    save(to_half(bad, 10), folder / "half.exr");
}

} // namespace atrous::samples
