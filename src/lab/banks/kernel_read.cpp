// Reads kernels from JSON. Every error names the line and the field.
#include "base/error.h"
#include "base/text.h"
#include "lab/banks/kernel.h"
#include "lab/banks/messages.h"
#include <algorithm>
#include <optional>

namespace atrous {
namespace {

constexpr std::int64_t max_factor = std::int64_t(1) << 32;

/// A value with its place in the file.
struct Field {
    const Json& value;
    std::string path;
    const std::string& file;

    Error error(const std::string& what) const {
        return usage_error(messages::kernel_field, file, path.empty() ? "" : path + ": ", what);
    }
    bool has(const std::string& name) const { return value.find(name) != nullptr; }
    Field at(const std::string& name) const {
        const auto* member = value.find(name);
        if (!value.object()) throw error("must be an object");
        if (!member) throw error("'" + name + "' is missing");
        return {*member, path.empty() ? name : path + "." + name, file};
    }
    std::vector<Field> items() const {
        if (!value.array()) throw error("must be an array");
        std::vector<Field> all;
        for (const auto& item : *value.array())
            all.push_back({item, path + "[" + std::to_string(all.size()) + "]", file});
        return all;
    }
    std::int64_t integer(std::int64_t least, std::int64_t most) const {
        const auto* whole = value.integer();
        if (whole && *whole >= least && *whole <= most) return *whole;
        throw error(value.dump() + " is not an integer from " + std::to_string(least) + " to " +
                    std::to_string(most));
    }
    const std::string& string() const {
        if (!value.string() || value.string()->empty()) throw error("must be a text that is not empty");
        return *value.string();
    }
    void allow_only(const std::vector<std::string>& names) const {
        if (!value.object()) throw error("must be an object");
        for (const auto& [name, member] : *value.object())
            if (std::ranges::find(names, name) == names.end())
                throw at(name).error("is unknown, allowed: " + joined(names));
    }
};

/// "tx", "ty", "txd8" (tx / 8), "tym4" (ty mod 4).
std::optional<ThreadIndex> thread_index(const std::string& name) {
    if (name.size() < 2 || name[0] != 't' || (name[1] != 'x' && name[1] != 'y')) return std::nullopt;
    ThreadIndex index{name[1] == 'x' ? 0 : 1, 1, 0};
    if (name.size() == 2) return index;
    const auto digits = name.substr(3);
    const bool is_count = !digits.empty() && digits.size() < 7 && digits[0] != '0' &&
                          std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_count || (name[2] != 'd' && name[2] != 'm')) return std::nullopt;
    (name[2] == 'd' ? index.divide : index.modulo) = std::stoi(digits);
    return index;
}

Affine read_affine(const Field& field, const std::vector<KernelLoop>& loops, bool threads_allowed) {
    Affine affine;
    if (field.value.integer()) {
        affine.constant = field.integer(-max_factor, max_factor);
        return affine;
    }
    if (!field.value.object())
        throw field.error("must be an integer or an object such as {\"tx\": 1, \"1\": 4}");
    for (const auto& [name, member] : *field.value.object()) {
        const auto factor = field.at(name).integer(-max_factor, max_factor);
        const auto loop = std::ranges::find(loops, name, &KernelLoop::name);
        const auto index = thread_index(name);
        if (name == "1")
            affine.constant = factor;
        else if (loop != loops.end())
            affine.loops.emplace_back(int(loop - loops.begin()), factor);
        else if (index && threads_allowed)
            affine.threads.emplace_back(*index, factor);
        else if (index)
            throw field.error("'" + name + "' must not be in the bound of a loop: use a guard");
        else
            throw field.error("'" + name + "' is not a thread index or loop variable");
    }
    return affine;
}

KernelLoop read_loop(const Field& field, const std::vector<KernelLoop>& outer) {
    const auto parts = field.items();
    if (parts.size() != 3) throw field.error("must be [name, from, to]");
    const auto& name = parts[0].string();
    if (name == "1" || thread_index(name)) throw field.error("'" + name + "' cannot name a loop variable");
    if (std::ranges::find(outer, name, &KernelLoop::name) != outer.end())
        throw field.error("'" + name + "' is the variable of an outer loop already");
    return {name, read_affine(parts[1], outer, false), read_affine(parts[2], outer, false)};
}

KernelAccess read_access(const Field& field, const std::vector<KernelArray>& arrays) {
    field.allow_only({"array", "row", "col", "loops", "guards"});
    KernelAccess access;
    const auto& name = field.at("array").string();
    const auto array = std::ranges::find(arrays, name, &KernelArray::name);
    if (array == arrays.end()) throw field.at("array").error("'" + name + "' is not one of the arrays");
    access.array = int(array - arrays.begin());
    if (field.has("loops"))
        for (const auto& loop : field.at("loops").items())
            access.loops.push_back(read_loop(loop, access.loops));
    access.row = read_affine(field.at("row"), access.loops, true);
    access.col = read_affine(field.at("col"), access.loops, true);
    if (field.has("guards"))
        for (const auto& guard : field.at("guards").items())
            access.guards.push_back(read_affine(guard, access.loops, true));
    return access;
}

BankKernel read_kernel(const Field& field) {
    // Results in tests/vectors/padding.json are allowed, so that its kernels can be read unchanged.
    field.allow_only({"kernel", "note", "block", "elem_bytes", "arrays", "accesses", "warp_accesses",
                      "before", "bytes_before", "curve", "search_box", "optimum"});
    BankKernel kernel;
    kernel.name = field.at("kernel").string();
    const auto block = field.at("block").items();
    if (block.size() != 2) throw field.at("block").error("must be [x, y]");
    kernel.block_x = int(block[0].integer(1, 1024));
    kernel.block_y = int(block[1].integer(1, 1024));
    if (kernel.block_x * kernel.block_y > 4096)
        throw field.at("block").error(std::to_string(kernel.block_x * kernel.block_y) +
                                      " threads, allowed: 1 to 4096");
    if (field.has("elem_bytes")) {
        kernel.elem_bytes = int(field.at("elem_bytes").integer(4, 8));
        if (kernel.elem_bytes != 4 && kernel.elem_bytes != 8)
            throw field.at("elem_bytes").error("must be 4 or 8, is " + std::to_string(kernel.elem_bytes));
    }
    for (const auto& array : field.at("arrays").items()) {
        array.allow_only({"name", "height", "width"});
        const auto& name = array.at("name").string();
        if (std::ranges::find(kernel.arrays, name, &KernelArray::name) != kernel.arrays.end())
            throw array.at("name").error("'" + name + "' is the name of two arrays");
        kernel.arrays.push_back(
            {name, int(array.at("height").integer(1, 65536)), int(array.at("width").integer(1, 65536))});
    }
    if (kernel.arrays.empty()) throw field.at("arrays").error("must hold at least one array");
    for (const auto& access : field.at("accesses").items())
        kernel.accesses.push_back(read_access(access, kernel.arrays));
    return kernel;
}

} // namespace

std::int64_t Affine::factor_of(int loop) const {
    std::int64_t factor = 0;
    for (const auto& [at, by] : loops) factor += at == loop ? by : 0;
    return factor;
}

std::vector<BankKernel> read_kernels(const std::string& text, const std::string& name) {
    const auto json = parse_json(text, name);
    const Field top{json, "", name};
    if (!json.find("kernels")) return {read_kernel(top)};
    top.allow_only({"kernels"});
    std::vector<BankKernel> kernels;
    for (const auto& kernel : top.at("kernels").items()) kernels.push_back(read_kernel(kernel));
    return kernels;
}

} // namespace atrous
