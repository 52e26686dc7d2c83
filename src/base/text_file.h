// Texts that options name: files, or what comes through a pipe, which can be read once, while several processes may want it.
#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace atrous {

/// Whether read_text() may find a text there: something that is no folder.
bool is_text_file(const std::filesystem::path& path);

/// Reads what comes through a pipe of this name, so that read_text() has it from now on; nothing of what is no pipe. Throws usage
/// errors: nobody writes into it, or it has more than read_text() allows.
void hold_pipe(const std::filesystem::path& path);
/// What was read so, by names; for another process, or another copy of this room, to be given to hold_texts().
using HeldTexts = std::map<std::string, std::string>;
const HeldTexts& held_texts();
void hold_texts(const HeldTexts& texts);

} // namespace atrous
