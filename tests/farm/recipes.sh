#!/bin/bash
# Recipes of data/farm without their farms: what they would have tasks do is done here, and makes the bytes of one run; verify
# reads the logs beside the outputs. Flamenco's needs node, and is left out without it.
#
#   recipes.sh ATROUS
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
farm=$here/../../data/farm
ATROUS=$(realpath "${1:?usage: recipes.sh ATROUS}")
export ATROUS
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_RUNTIME_DIR=$folder
mkdir "$folder/in"
for frame in 1 2 3 4 5; do
    { printf 'P6\n60 40\n255\n'; head -c 7200 /dev/urandom; } >"$folder/in/b.000$frame.ppm"
done
cd "$folder"
"$ATROUS" enhance --space log --levels 2 -q --log none --frames 1-5 'in/b.####.ppm' -o 'whole/b.####.ppm'

# same NAME: the outputs in the folder of this name are those of one run, and its logs say so.
same() {
    diff -r --exclude='*.jsonl' whole "$1"
    "$ATROUS" verify "$1" >/dev/null
    echo "$1: the bytes of one run, in $(find "$1" -name '*.jsonl' | wc -l) logs"
}

for task in 1 2; do
    SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=2 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_ID=$task \
        "$farm/slurm-array.sh" 1-5 'in/b.####.ppm' 'slurm/b.####.ppm' --levels 2 -q
done
same slurm
marks=("$folder"/atrous-warm.*/*.lock)
[ ${#marks[@]} = 1 ] && [ -e "${marks[0]%.lock}" ] || { echo "kernels were not compiled before, once" >&2; exit 1; }

# What is submitted, done task by task.
cat >deadlinecommand <<'SUBMIT'
#!/bin/bash
last=$(sed -n 's/^Frames=0-//p' "$1")
for task in $(seq 0 "$last"); do
    line=$(sed -n 's/^Arguments=//p' "$2" | sed "s/<STARTFRAME>/$task/g; s/<QUOTE>/'/g")
    eval "\"$(sed -n 's/^Executable=//p' "$2")\" $line" >/dev/null
done
SUBMIT
chmod +x deadlinecommand
DEADLINE=./deadlinecommand COMMAND='enhance --space log --levels 2 -q' \
    "$farm/deadline.sh" 3 1-5 'in/b.####.ppm' 'deadline/b.####.ppm'
same deadline

if ! command -v node >/dev/null; then echo "[SKIP] Flamenco's recipe: node is not installed"; exit 0; fi
cat >manager.js <<'MANAGER'
// As much of Flamenco's manager as the recipe asks for.
const fs = require("fs"), vm = require("vm"), run = require("child_process").execFileSync;
const tasks = [];
const author = {
    Task: (name, type) => ({name, type, commands: [], addCommand(command) { this.commands.push(command); }}),
    Command: (name, parameters) => ({name, parameters})
};
const frameChunker = (frames, size) => {
    const [first, last] = frames.split("-").map(Number), chunks = [];
    for (let from = first; from <= last; from += size) chunks.push(from + "-" + Math.min(last, from + size - 1));
    return chunks;
};
const context = vm.createContext({author, frameChunker});
vm.runInContext(fs.readFileSync(process.argv[2], "utf8") + "\n;this.type = JOB_TYPE; this.compile = compileJob;", context);
const settings = {};
for (const one of context.type.settings) settings[one.key] = one.default;
Object.assign(settings, JSON.parse(process.argv[3]));
context.compile({settings, addTask: task => tasks.push(task)});
for (const task of tasks)
    for (const command of task.commands) run(command.parameters.exe, command.parameters.args, {stdio: "ignore"});
MANAGER
node manager.js "$farm/flamenco.js" '{"frames": "1-5", "chunk_size": 2, "input": "in/b.####.ppm",
    "output": "flamenco/b.####.ppm", "command": "enhance", "options": "--space log --levels 2", "exe": "'"$ATROUS"'"}'
same flamenco
