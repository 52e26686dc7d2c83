// Compares the examples with plain code: kernels/teach with a filter in double precision, and data/atrous_layout.h with the
// layout of order split at every size. The layout compiles as GLSL, HLSL, CUDA, Metal's C++, C and OpenCL C.
#include "atrous/layout.h"
#include "base/file.h"
#include "data/atrous_layout.h"
#include "lab/bench/rows/rows.h"
#include "support/app_run.h"
#include "support/gpu_fixture.h"
#include "support/paths.h"
#include "support/skip.h"
#include <array>
#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

using Pixel4 = std::array<double, 4>;

/// Filters one level with the dilated taps inside the image, weighted by the difference to the centre.
std::vector<Pixel4> plain_level(const std::vector<Pixel4>& from, Size n, int level) {
    constexpr double h[] = {0.375, 0.25, 0.0625};
    std::vector<Pixel4> to(from.size());
    const auto at = [&](int x, int y) { return std::size_t(y) * std::size_t(n.width) + std::size_t(x); };
    for (int y = 0; y < n.height; ++y)
        for (int x = 0; x < n.width; ++x) {
            const Pixel4& centre = from[at(x, y)];
            Pixel4 sum{};
            double norm = 0;
            for (int j = -2; j <= 2; ++j)
                for (int i = -2; i <= 2; ++i) {
                    const int tx = x + i * (1 << level), ty = y + j * (1 << level);
                    if (tx < 0 || ty < 0 || tx >= n.width || ty >= n.height) continue;
                    const Pixel4& tap = from[at(tx, ty)];
                    double squared = 0;
                    for (std::size_t c = 0; c < 4; ++c)
                        squared += (tap[c] - centre[c]) * (tap[c] - centre[c]);
                    const double weight = h[std::abs(i)] * h[std::abs(j)] *
                                          std::exp(-squared / (2 * teach_sigma * teach_sigma));
                    for (std::size_t c = 0; c < 4; ++c) sum[c] += weight * tap[c];
                    norm += weight;
                }
            for (std::size_t c = 0; c < 4; ++c) to[at(x, y)][c] = sum[c] / norm;
        }
    return to;
}

std::vector<float> computed(Engine& engine, Size size, int levels, bool dilated,
                            const std::vector<float>& input) {
    std::vector<float> result(input.size());
    engine.run(teach_plan(size, levels, dilated),
               {bind_input("image", std::as_bytes(std::span(input))),
                bind_output("image", std::as_writable_bytes(std::span(result)))});
    return result;
}

} // namespace

TEST_CASE(
    "figure4.cl: both schedules give the same bits, within 1e-5 of double precision, also at odd sizes") {
    Engine* device = engine();
    if (!device) return;
    const Size sizes[] = {{1, 1}, {7, 5}, {33, 20}, {50, 61}};
    for (const Size size : sizes)
        for (const int levels : {1, 2, 5}) {
            CAPTURE(size.width);
            CAPTURE(levels);
            std::vector<float> input(std::size_t(size.pixels()) * 4);
            for (std::size_t i = 0; i < input.size(); ++i) input[i] = float(i * 2654435761U % 1000) / 4000;
            std::vector<Pixel4> exact(input.size() / 4);
            for (std::size_t i = 0; i < input.size(); ++i) exact[i / 4][i % 4] = double(input[i]);
            for (int l = 0; l < levels; ++l) exact = plain_level(exact, size, l);
            const auto permuted = computed(*device, size, levels, false, input);
            CHECK(permuted == computed(*device, size, levels, true, input));
            double most = 0;
            for (std::size_t i = 0; i < input.size(); ++i)
                most = std::max(most, std::abs(double(permuted[i]) - exact[i / 4][i % 4]));
            CHECK(most <= 1e-5);
        }
}

TEST_CASE("the layout to be copied is order split, for lengths 1 to 1030 and levels 0 to 8") {
    for (int n = 1; n <= 1030; ++n)
        for (int k = 0; k <= 8; ++k) {
            const kernels::Layout split{kernels::LAYOUT_SPLIT, 0, n, k};
            bool same = true;
            for (int p = 0; p < n; ++p) {
                const int x = atrous_pixel(p, n, k);
                same = same && x == kernels::layout_pixel(split, p) && atrous_position(x, n, k) == p;
                same = same && atrous_step(p, n) == kernels::layout_step(split, p);
                same = same && atrous_back(atrous_step(p, n), n) == p;
                for (const int d : {1, 2}) {
                    same =
                        same && atrous_has_tap(x, d, n, k) == (kernels::layout_taps_above(split, p, 2) >= d);
                    same =
                        same && atrous_has_tap(x, -d, n, k) == (kernels::layout_taps_below(split, p, 2) >= d);
                }
            }
            if (!same) FAIL("n " << n << " level " << k);
        }
}

TEST_CASE("the layout to be copied compiles in every language that it is for") {
    const Folder folder;
    const std::string call =
        "int x = atrous_pixel(p, 100, 3);\n"
        "if (atrous_has_tap(x, -2, 100, 3))\n"
        "    v[p] = atrous_step(atrous_back(p, 100), 100) + atrous_position(x, 100, 3);\n";
    const std::string include = "#include \"atrous_layout.h\"\n";
    const struct {
        const char *language, *file;
        std::string text, compiler;
    } all[] = {
        {"GLSL", "a.comp",
         "#version 450\n#extension GL_GOOGLE_include_directive : require\n" + include +
             "layout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer B { int v[]; };\n"
             "void main() {\nint p = int(gl_GlobalInvocationID.x);\n" +
             call + "}\n",
         "glslangValidator -V -o a.spv"},
        {"HLSL", "b.comp",
         include +
             "RWStructuredBuffer<int> v;\n[numthreads(64, 1, 1)]\n"
             "void main(uint3 id : SV_DispatchThreadID) {\nint p = int(id.x);\n" +
             call + "}\n",
         "glslangValidator -D -V -e main -o b.spv"},
        {"CUDA", "c.cu",
         "#define __host__ __attribute__((host))\n#define __device__ __attribute__((device))\n" + include +
             "__attribute__((global)) void f(int* v, int p) {\n" + call + "}\n",
         "clang -fsyntax-only -Wall -Werror -Wno-unknown-cuda-version -nocudainc -nocudalib --cuda-device-only --cuda-gpu-arch=sm_70"},
        {"Metal", "d.cpp", include + "void f(int* v, int p);\nvoid f(int* v, int p) {\n" + call + "}\n",
         "clang -fsyntax-only -Wall -Werror -std=c++14 -D__METAL_VERSION__=240"},
        {"C", "f.c", include + "void f(int* v, int p);\nvoid f(int* v, int p) {\n" + call + "}\n",
         "clang -fsyntax-only -Wall -Werror -std=c99"},
        {"OpenCL C", "e.cl",
         include + "kernel void f(global int *v) {\nint p = get_global_id(0);\n" + call + "}\n",
         "clang -fsyntax-only -Wall -Werror -cl-std=CL1.2 -Xclang -finclude-default-header"},
    };
    for (const auto& one : all) {
        CAPTURE(one.language);
        const std::string compiler = one.compiler.substr(0, one.compiler.find(' '));
        if (folder.shell("command -v " + compiler).code != 0) {
            skip(std::string(one.language) + ": " + compiler + " is not installed");
            continue;
        }
        write_text((folder.path / one.file).string(), one.text);
        const Ran ran = folder.shell(one.compiler + " -I" + source_dir() + "/data " + one.file);
        CHECK_MESSAGE(ran.code == 0, ran.out << ran.err);
    }
}
