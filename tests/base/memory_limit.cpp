// Tests limits of control groups with made files of both versions, and that the machine's memory is an upper bound.
#include "platform/memory_limit.h"
#include "support/app_run.h"
#include <limits>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace atrous;

namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
constexpr const char* max_v1 = "9223372036854771712\n"; // version 1 without a limit
constexpr const char* v1 =
    "31 23 0:27 / /sys/fs/cgroup/cpu rw,relatime shared:9 - cgroup cgroup rw,cpu\n"
    "32 23 0:28 / /sys/fs/cgroup/memory rw,relatime shared:10 - cgroup cgroup rw,memory\n";
constexpr const char* v2 = "30 23 0:26 / /sys/fs/cgroup rw,relatime - cgroup2 cgroup2 rw,nsdelegate\n";

struct GroupRow {
    const char* name;
    const char* mounts; ///< /proc/self/mountinfo
    const char* groups; ///< /proc/self/cgroup
    std::vector<std::pair<const char*, const char*>> files;
    std::uint64_t limit;
};

const GroupRow group_rows[] = {
    {"no files", nullptr, nullptr, {}, none},
    {"mounts alone", v2, nullptr, {{"sys/fs/cgroup/memory.max", "1000\n"}}, none},
    {"version 2 at the root of a container", v2, "0::/\n", {{"sys/fs/cgroup/memory.max", "1000\n"}}, 1000},
    {"version 2: the group's own limit",
     v2,
     "0::/slurm/job_7/step_0\n",
     {{"sys/fs/cgroup/slurm/job_7/step_0/memory.max", "500\n"},
      {"sys/fs/cgroup/slurm/job_7/memory.max", "700\n"}},
     500},
    {"version 2: the limit of a group above it",
     v2,
     "0::/slurm/job_7/step_0\n",
     {{"sys/fs/cgroup/slurm/job_7/step_0/memory.max", "max\n"},
      {"sys/fs/cgroup/slurm/job_7/memory.max", "700\n"}},
     700},
    {"version 2: another group's limit", v2, "0::/a\n", {{"sys/fs/cgroup/b/memory.max", "5\n"}}, none},
    {"version 2: memory.high",
     v2,
     "0::/a\n",
     {{"sys/fs/cgroup/a/memory.max", "900\n"}, {"sys/fs/cgroup/a/memory.high", "800\n"}},
     800},
    {"version 2: no limits", v2, "0::/a\n", {{"sys/fs/cgroup/a/memory.max", "max\n"}}, none},
    {"version 1",
     v1,
     "5:cpu,cpuacct:/x\n4:memory:/a/b\n",
     {{"sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "400\n"},
      {"sys/fs/cgroup/memory/a/memory.limit_in_bytes", max_v1},
      {"sys/fs/cgroup/cpu/x/memory.limit_in_bytes", "1\n"}},
     400},
    {"version 1 with controllers mounted together",
     "32 23 0:28 / /mnt/all rw - cgroup cgroup rw,cpu,memory\n",
     "4:cpu,memory:/a\n",
     {{"mnt/all/a/memory.limit_in_bytes", "300\n"}},
     300},
    {"version 1 in a container that sees the path of its machine",
     "32 23 0:28 /docker/id /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n",
     "4:memory:/docker/id\n",
     {{"sys/fs/cgroup/memory/memory.limit_in_bytes", "600\n"}},
     600},
    {"a path outside of the mounted groups",
     v2,
     "0::/../../other\n",
     {{"sys/fs/cgroup/memory.max", "650\n"}, {"sys/fs/other/memory.max", "1\n"}},
     650},
    {"hybrid: memory belongs to version 1",
     "32 23 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
     "30 23 0:26 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n",
     "4:memory:/a\n0::/a\n",
     {{"sys/fs/cgroup/memory/a/memory.limit_in_bytes", "450\n"}},
     450},
    {"a mount point with a space",
     "30 23 0:26 / /mnt/my\\040groups rw - cgroup2 cgroup2 rw\n",
     "0::/a\n",
     {{"mnt/my groups/a/memory.max", "350\n"}},
     350},
    {"garbage in limits",
     v2,
     "0::/a/b/c/d\n",
     {{"sys/fs/cgroup/a/memory.max", "12x apples"},
      {"sys/fs/cgroup/a/b/memory.max", "-5\n"},
      {"sys/fs/cgroup/a/b/c/memory.max", "0x10\n"},
      {"sys/fs/cgroup/a/b/c/d/memory.max", "0\n"},
      {"sys/fs/cgroup/memory.max", ""}},
     none},
    {"garbage in the lists", "x\n- - -\n1 2 3 - cgroup2\n\n", "0\n::\n:\nnothing\n", {}, none},
};

} // namespace

TEST_CASE(
    "the least limit of a process's control groups counts, in versions 1 and 2, nested and in containers") {
    for (const GroupRow& row : group_rows) {
        CAPTURE(row.name);
        const Folder root;
        if (row.mounts) spill(root.path / "proc/self/mountinfo", row.mounts);
        if (row.groups) spill(root.path / "proc/self/cgroup", row.groups);
        for (const auto& [name, text] : row.files) spill(root.path / name, text);
        CHECK(group_memory_limit(root.path) == row.limit);
    }
}

TEST_CASE("the memory of this process is at most the memory of the machine and the limit of its groups") {
    CHECK(physical_memory() > 0);
    CHECK(physical_memory() <= group_memory_limit());
    CHECK(physical_memory() <=
          std::uint64_t(::sysconf(_SC_PHYS_PAGES)) * std::uint64_t(::sysconf(_SC_PAGE_SIZE)));
}
