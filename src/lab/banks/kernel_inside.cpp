// Follows the lanes of a kernel's accesses through the ends of their loops.
#include "base/error.h"
#include "lab/banks/kernel.h"
#include "lab/banks/messages.h"

namespace atrous {
namespace {

using Int = std::int64_t;
constexpr Int ends = 8; // iterations at each end of a loop

struct Inside {
    const BankKernel& kernel;
    const KernelAccess& access;
    std::vector<Int> variables{};

    Int value(const Affine& affine, int thread) const {
        Int sum = affine.constant;
        for (const auto& [loop, factor] : affine.loops) sum += factor * variables[std::size_t(loop)];
        for (const auto& [index, factor] : affine.threads) {
            const int id = (index.axis ? thread / kernel.block_x : thread % kernel.block_x) / index.divide;
            sum += factor * (index.modulo ? id % index.modulo : id);
        }
        return sum;
    }

    Error outside(int thread, Int row, Int col) const {
        const auto& array = kernel.arrays[std::size_t(access.array)];
        const auto text = [](Int number) { return std::to_string(number); };
        std::string where =
            "thread (" + text(thread % kernel.block_x) + ", " + text(thread / kernel.block_x) + ")";
        for (std::size_t i = 0; i < variables.size(); ++i)
            where += ", " + access.loops[i].name + " = " + text(variables[i]);
        return usage_error(messages::kernel_outside, kernel.name, &access - kernel.accesses.data(), where,
                           array.name, row, col, array.name, array.height, array.width);
    }

    void check_lanes() const {
        const auto& array = kernel.arrays[std::size_t(access.array)];
        for (int thread = 0; thread < kernel.block_x * kernel.block_y; ++thread) {
            bool active = true;
            for (const auto& guard : access.guards) active = active && value(guard, thread) >= 0;
            if (!active) continue;
            const Int row = value(access.row, thread), col = value(access.col, thread);
            if (row < 0 || row >= array.height || col < 0 || col >= array.width)
                throw outside(thread, row, col);
        }
    }

    void loop(std::size_t depth) {
        if (depth == access.loops.size()) return check_lanes();
        const Int from = value(access.loops[depth].from, 0), to = value(access.loops[depth].to, 0);
        for (Int i = from; i < to; ++i) {
            if (i == from + ends && to - ends > i) i = to - ends;
            variables.push_back(i);
            loop(depth + 1);
            variables.pop_back();
        }
    }
};

} // namespace

void check_inside(const BankKernel& kernel) {
    for (const auto& access : kernel.accesses) Inside{kernel, access}.loop(0);
}

} // namespace atrous
