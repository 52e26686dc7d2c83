// Simulates a disk that is nearly full, for this process.
#pragma once
#include <csignal>
#include <sys/resource.h>

namespace atrous::test {

/// While it lives, no file may exceed `limit` bytes. Further writes fail (EFBIG).
struct FullDisk {
    rlimit before{};
    explicit FullDisk(rlim_t limit) {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before);
        const rlimit now{limit, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &now);
    }
    ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before); }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;
};

} // namespace atrous::test
