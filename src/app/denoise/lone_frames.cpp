// The sequence is what --frames names, or what is there.
#include "app/denoise/lone_frames.h"
#include "io/aov/frame_range.h"
#include <algorithm>
#include <set>

namespace atrous {

std::vector<std::string> lone_sequences(const OutputPlan& plan) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < plan.patterns.size(); ++i) {
        std::set<int> there;
        for (const Job& job : plan.jobs)
            if (job.shot == int(i) + 1 && !job.missing) there.insert(job.number);
        const bool some = std::ranges::any_of(there, [&](int frame) { return there.contains(frame + 1); });
        if (there.empty() || some) continue;
        lines.push_back(plan.patterns[i] + ": " + (there.size() == 1 ? "frame " : "frames ") +
                        frames_text({there.begin(), there.end()}) + (there.size() == 1 ? " has" : " have") +
                        " no neighbour in this sequence, which is what --frames names: each is filtered by "
                        "itself; name the whole sequence, and what is to be written by --chunk I/N");
    }
    return lines;
}

} // namespace atrous
