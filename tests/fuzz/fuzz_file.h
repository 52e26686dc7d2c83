// Puts bytes into a file in memory, under one path, for parsers that open files.
#pragma once
#include "fuzz.h"
#include <filesystem>
#include <sys/mman.h>
#include <unistd.h>

inline std::filesystem::path as_file(const std::string& bytes) {
    static const int file = ::memfd_create("fuzz", 0);
    hold(::ftruncate(file, 0) == 0 && ::pwrite(file, bytes.data(), bytes.size(), 0) == ssize_t(bytes.size()));
    return "/proc/self/fd/" + std::to_string(file);
}
