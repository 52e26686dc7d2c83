// Makes the input of the benches: an image with the statistics of a photograph, equal on all machines, and a frame of a
// render.
#pragma once
#include "base/size.h"
#include "opencl/binding.h"
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace atrous {

/// Interleaved RGB, multiples of 1/255 in [0, 1] with sRGB's curve: 1/f texture, hard edges, sensor noise.
std::vector<float> bench_image(Size size, int threads);

/// Samples of a still shot by role, planes in sequence; smooth motion would take the same time.
struct BenchRender {
    std::map<std::string, std::vector<float>> roles;
    std::uint32_t replaced = 0;
};

BenchRender bench_render(Size size, int threads);

/// The bindings of svgf_prepare_plan(), except the frame. The render has to outlive them.
std::vector<Binding> samples_of(BenchRender& render);

/// Calls work(first, end) for bands of `band` rows of 0 to rows - 1 on `threads` threads. They take bands in
/// turn.
template <class Work>
void parallel_rows(int threads, int rows, int band, const Work& work) {
    std::atomic<int> next{0};
    const auto run = [&] {
        for (int y; (y = next.fetch_add(band)) < rows;) work(y, std::min(y + band, rows));
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(run);
    run();
}

} // namespace atrous
