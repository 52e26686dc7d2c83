// JSON against a JSON Schema, of which only the keywords are known that data/log.schema.json uses; and every log that a test
// leaves, against that file.
#pragma once
#include "base/json.h"
#include <filesystem>
#include <string>

namespace atrous {

/// Where and why a value is not what the schema says, empty if it is. Stricter than a schema is elsewhere: a member that an
/// object's "properties" do not name is a flaw, unless "additionalProperties" says what others are. Throws where the schema
/// has a keyword that is not known here.
std::string flaw_in(const Json& value, const Json& schema);

/// data/log.schema.json.
const Json& log_schema();

/// Checks each whole line that a run wrote into a log in the folder or below it; returns how many there were. Logs are known
/// by how they begin, runs by their names, so that what tests write by hand is left alone.
int check_logs(const std::filesystem::path& folder);

} // namespace atrous
