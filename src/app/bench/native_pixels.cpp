// Planes of the native loop, and the way into and out of space lab with the curves of kernels/pixel/colour.h.
#include "app/bench/native.h"
#include "app/bench/threads.h"
#include "atrous/params.h"
#include "pixel/colour.h"

namespace atrous {
namespace {

constexpr int widest = 16; // floats per vector

void enter(const float* colour, float* lab) {
    for (int c = 0; c < 3; ++c) lab[c] = kernels::srgb_decode(colour[c]);
    kernels::space_lab_enter(lab);
}

} // namespace

bool native_can(const EawResolved& s) {
    return &s.space == &find_row(spaces(), "lab", "--space") && s.border.code == kernels::BORDER_DROP &&
           s.radius == 2 && !s.kernel.macro && s.amount == 1 &&
           std::ranges::all_of(s.level, [](const EawLevelSettings& level) { return level.sigma > 0; });
}

NativeFilter::NativeFilter(const EawResolved& settings, Size size, const std::vector<float>& source,
                           int threads)
    : settings_(settings), size_(size), source_(source), threads_(threads),
      pitch_(round_up(size.width, widest)), plane_(pitch_ * size.height),
      guard_(round_up((2 << (settings.levels - 1)) + widest, widest)) {
    const std::size_t floats = 3 * std::size_t(plane_) + 2 * std::size_t(guard_);
    for (auto* planes : {&first_, &even_, &odd_, &delta_}) planes->resize(floats);
    parallel_rows(threads_, size.height, 16, [&](int from, int end) {
        for (int y = from; y < end; ++y)
            for (int x = 0; x < size.width; ++x) {
                float lab[3];
                enter(&source[3 * (std::size_t(y) * std::size_t(size.width) + std::size_t(x))], lab);
                for (int c = 0; c < 3; ++c)
                    first_[std::size_t(guard_) + std::size_t(c) * std::size_t(plane_) +
                           std::size_t(y) * std::size_t(pitch_) + std::size_t(x)] = lab[c];
            }
    });
}

std::vector<float> NativeFilter::result() const {
    std::vector<float> out(source_.size());
    parallel_rows(threads_, size_.height, 16, [&](int from, int end) {
        for (int y = from; y < end; ++y)
            for (int x = 0; x < size_.width; ++x) {
                const std::size_t pixel = 3 * (std::size_t(y) * std::size_t(size_.width) + std::size_t(x));
                float lab[3];
                enter(&source_[pixel], lab);
                for (int c = 0; c < 3; ++c)
                    lab[c] += delta_[std::size_t(guard_) + std::size_t(c) * std::size_t(plane_) +
                                     std::size_t(y) * std::size_t(pitch_) + std::size_t(x)];
                kernels::space_lab_leave(lab);
                for (std::size_t c = 0; c < 3; ++c) out[pixel + c] = kernels::srgb_encode(lab[c]);
            }
    });
    return out;
}

} // namespace atrous
