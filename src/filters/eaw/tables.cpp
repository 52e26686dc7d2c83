// Holds the rows of the EAW filter's own tables.
#include "filters/eaw/settings.h"
#include <array>

namespace atrous {
namespace {

constexpr std::array denoising_rows = {
    Denoising{"off", false, false},
    Denoising{"auto", true, false},
    Denoising{"bayes", false, true},
};
constexpr std::array noise_model_rows = {
    NoiseModel{"starlet", true},
    NoiseModel{"halving", false},
};
constexpr std::array shrink_rows = {
    Shrink{"soft", false},
    Shrink{"unbiased", true},
};

} // namespace

std::span<const Denoising> denoisings() { return denoising_rows; }
std::span<const NoiseModel> noise_models() { return noise_model_rows; }
std::span<const Shrink> shrinks() { return shrink_rows; }

} // namespace atrous
