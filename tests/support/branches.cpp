// Reads the branches of plans from their kernels, and the kernels from the files in the program.
#include "support/branches.h"
#include "base/embedded.h"
#include "support/gpu_fixture.h"
#include <regex>

namespace atrous::test {

Engine& keeping_engine() {
    static Engine one(engine()->device());
    return one;
}

std::string value_of(const KernelLaunch& launch, const std::string& macro) {
    for (const std::string& define : launch.defines) {
        if (define == macro) return "1";
        if (define.starts_with(macro + "=")) return define.substr(macro.size() + 1);
    }
    return "0";
}

void add_branches(const Plan& plan, const std::vector<std::string>& macros, Branches& taken) {
    for (const Pass& pass : plan.passes) {
        std::string branch = name_of(pass);
        if (const auto* launch = std::get_if<KernelLaunch>(&pass.operation))
            for (const std::string& macro : macros) branch += " " + macro + "=" + value_of(*launch, macro);
        taken.insert(std::move(branch));
    }
}

std::set<std::string> kernels_in(const std::string& name) {
    std::set<std::string> kernels;
    const std::regex kernel(R"(kernel\s+(?:__attribute__\(\(.*\)\)\s+)?void\s+(\w+)\()");
    for (const Embedded& file : embedded_files()) {
        if (!file.name.starts_with(name + "/") || !file.name.ends_with(".cl")) continue;
        for (std::sregex_iterator at(file.text.begin(), file.text.end(), kernel), end; at != end; ++at)
            kernels.insert((*at)[1]);
    }
    return kernels;
}

std::string never_taken(const std::set<std::string>& kernels, const Branches& taken) {
    std::string text;
    for (const auto& kernel : kernels)
        if (std::ranges::none_of(taken,
                                 [&](const std::string& branch) { return branch.starts_with(kernel + " "); }))
            text += "never taken: " + kernel + "\n";
    return text;
}

std::string differences(const Branches& wanted, const Branches& taken) {
    std::string text;
    for (const auto& branch : wanted)
        if (!taken.contains(branch)) text += "never taken: " + branch + "\n";
    for (const auto& branch : taken)
        if (!wanted.contains(branch)) text += "not in the table: " + branch + "\n";
    return text;
}

} // namespace atrous::test
