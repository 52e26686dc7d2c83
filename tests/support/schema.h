// Checks JSON against a JSON Schema with the keywords that data/log.schema.json uses, and every log that a
// test leaves against that file.
#pragma once
#include "base/json.h"
#include <filesystem>
#include <string>

namespace atrous {

/// Place and kind of a value's first violation of the schema, or empty. Stricter than usual: a member that an
/// object's "properties" do not name is a flaw, unless "additionalProperties" describes it. Throws if the
/// schema has an unsupported keyword.
std::string flaw_in(const Json& value, const Json& schema);

/// data/log.schema.json.
const Json& log_schema();

/// Checks each whole line that a run wrote into a log in the folder or below it. Returns their number. Logs
/// are recognised by their beginning and runs by their names, so that logs written by tests are ignored.
int check_logs(const std::filesystem::path& folder);

} // namespace atrous
