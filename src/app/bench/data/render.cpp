// Makes the frame from the bench's picture.
#include "app/bench/data/render.h"
#include "app/bench/data/image.h"
#include "app/bench/data/threads.h"
#include <span>
#include <utility>

namespace atrous {

Render bench_render(Size size, int threads) {
    const auto photo = bench_image(size, threads);
    const auto pixels = std::size_t(size.pixels());
    Render r;
    for (const auto& [role, planes] :
         {std::pair{"beauty", 3}, {"albedo", 3}, {"normal", 3}, {"depth", 1}, {"previous", 2}, {"next", 2}})
        r.roles[role].resize(std::size_t(planes) * pixels);
    parallel_rows(threads, size.height, 16, [&](int from, int end) {
        for (std::size_t i = std::size_t(from) * std::size_t(size.width);
             i < std::size_t(end) * std::size_t(size.width); ++i) {
            const float* rgb = &photo[3 * i];
            const float tilt = rgb[0] - 0.5f;
            for (std::size_t k = 0; k < 3; ++k) {
                r.roles["albedo"][k * pixels + i] = 0.2f + 0.6f * rgb[k];
                r.roles["beauty"][k * pixels + i] = rgb[k] * (0.5f + rgb[(k + 1) % 3]);
            }
            r.roles["normal"][i] = tilt;
            r.roles["normal"][pixels + i] = 0.6f;
            r.roles["normal"][2 * pixels + i] = 0.8f;
            r.roles["depth"][i] = 5 + 0.002f * float(i % std::size_t(size.width)) + rgb[1];
        }
    });
    return r;
}

std::vector<Binding> samples_of(Render& render) {
    std::vector<Binding> bindings;
    for (const auto& [role, samples] : render.roles)
        bindings.push_back(bind_input(role, std::as_bytes(std::span(samples))));
    bindings.push_back(bind_output("replaced", std::as_writable_bytes(std::span(&render.replaced, 1))));
    return bindings;
}

} // namespace atrous
