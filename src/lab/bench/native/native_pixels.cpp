// The native loops' planes, their levels, and the way into and out of space lab with the curves of kernels/pixel/colour.h.
#include "atrous/params.h"
#include "lab/bench/data/threads.h"
#include "lab/bench/native/native.h"
#include "pixel/colour.h"
#include <algorithm>
#include <chrono>
#include <limits>
#include <numbers>

namespace atrous {
namespace {

constexpr int widest = 16; // floats per vector
constexpr NativeLoop loops[] = {{"native", native_strips}, {"native-dilated", native_dilated}};

void enter(const float* colour, float* lab) {
    for (int c = 0; c < 3; ++c) lab[c] = kernels::srgb_decode(colour[c]);
    kernels::space_lab_enter(lab);
}

NativeGroup group_of(const EawLevelSettings& level, const EawGroupSettings& group) {
    return {float(std::numbers::log2e / (2 * level.sigma * level.sigma)), float(group.gain),
            float(group.threshold)};
}

} // namespace

std::span<const NativeLoop> native_loops() { return loops; }

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
    for (auto* planes : {&first_, &even_, &odd_, &delta_}) {
        planes->reset(static_cast<float*>(allocate_pages(floats * sizeof(float))));
        std::fill_n(planes->get(), floats, 0.0f);
    }
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

void NativeFilter::poison() {
    std::fill_n(delta_.get() + guard_, 3 * std::size_t(plane_), std::numeric_limits<float>::quiet_NaN());
}

std::vector<double> NativeFilter::run(const NativeLoop& loop) {
    std::vector<double> times;
    const float* coarse = first_.get();
    for (int l = 0; l < settings_.levels; ++l) {
        const EawLevelSettings& of_level = settings_.level[std::size_t(l)];
        float* out = (l % 2 ? odd_ : even_).get();
        const NativeLevel level{.coarse = coarse + guard_,
                                .coarse_out = l + 1 < settings_.levels ? out + guard_ : nullptr,
                                .delta = delta_.get() + guard_,
                                .width = size_.width,
                                .height = size_.height,
                                .pitch = pitch_,
                                .plane = plane_,
                                .dilation = 1 << l,
                                .first = l == 0,
                                .luma = group_of(of_level, of_level.luma),
                                .chroma = group_of(of_level, of_level.chroma)};
        const auto start = std::chrono::steady_clock::now();
        loop.run(level, threads_);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        times.push_back(took.count());
        coarse = out;
    }
    return times;
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
