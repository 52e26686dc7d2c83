#!/bin/bash
# Runs the tasks of the recipes in data/farm without farms, and compares their bytes with one run. `verify` reads their logs.
# Flamenco's recipe needs node, and is skipped without it.
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

# same NAME: checks that the outputs in this folder equal the outputs of one run, and that its logs agree.
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

# Runs the submitted tasks one by one.
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
// Of Flamenco's manager what its documentation gives job types: JOB_TYPE's members, author, frameChunker. What that does not
// name is an error.
const fs = require("fs"), vm = require("vm"), run = require("child_process").execFileSync;
const check = (right, what) => { if (!right) throw new Error("not in Flamenco's documentation: " + what); };
const members = ["key", "type", "subtype", "choices", "propargs", "description", "default", "eval", "evalInfo", "visible",
                 "required", "editable", "label"];
const types = {string: "string", int32: "number", float: "number", bool: "boolean"};
const tasks = [];
const author = {
    Task(name, type) {
        check(typeof name == "string" && ["blender", "ffmpeg", "file-management", "misc"].includes(type), "a task " + type);
        const task = {name, commands: [], needs: []};
        task.addCommand = command => { check(command.parameters, "addCommand of no command"); task.commands.push(command); };
        task.addDependency = other => { check(other.addCommand, "addDependency of no task"); task.needs.push(other); };
        return Object.freeze(task);
    },
    Command(name, parameters) {
        check(name == "exec", "a command " + name);
        check(Object.keys(parameters).sort().join() == "args,exe" && typeof parameters.exe == "string" &&
              parameters.args.every(one => typeof one == "string"), "parameters of exec " + JSON.stringify(parameters));
        return Object.freeze({name, parameters});
    }
};
// "1-3,7" in chunks of so many frames, each again such a text.
const frameChunker = (text, size) => {
    const frames = text.split(",").flatMap(part => {
        const [first, last = first] = part.split("-").map(Number);
        return Array.from({length: last - first + 1}, (_, i) => first + i);
    });
    const chunks = [];
    for (let i = 0; i < frames.length; i += size) {
        const ranges = [];
        for (const frame of frames.slice(i, i + size)) {
            const range = ranges[ranges.length - 1];
            if (range && frame == range[1] + 1) range[1] = frame; else ranges.push([frame, frame]);
        }
        chunks.push(ranges.map(([from, to]) => from == to ? "" + from : from + "-" + to).join());
    }
    return chunks;
};
const context = vm.createContext({author, frameChunker});
vm.runInContext(fs.readFileSync(process.argv[2], "utf8") + "\n;this.type = JOB_TYPE; this.compile = compileJob;", context);
check(Object.keys(context.type).join() == "label,settings", "JOB_TYPE's " + Object.keys(context.type));
const settings = {};
for (const one of context.type.settings) {
    for (const member of Object.keys(one)) check(members.includes(member), "a setting's " + member);
    check(types[one.type], "the type " + one.type);
    check(one.required || typeof one.default == types[one.type], "the default of " + one.key);
    settings[one.key] = one.default;
}
Object.assign(settings, JSON.parse(process.argv[3]));
context.compile(Object.freeze({settings: Object.freeze(settings), addTask: task => tasks.push(task)}));
if (process.argv[4] != tasks.map(task => task.name).join(" ")) throw new Error("tasks: " + tasks.map(task => task.name));
for (const task of tasks)
    for (const command of task.commands) run(command.parameters.exe, command.parameters.args, {stdio: "ignore"});
MANAGER
node manager.js "$farm/flamenco.js" '{"frames": "1-5", "chunk_size": 2, "input": "in/b.####.ppm",
    "output": "flamenco/b.####.ppm", "command": "enhance", "options": "--space log --levels 2", "exe": "'"$ATROUS"'"}' 'atrous-1-2 atrous-3-4 atrous-5'
same flamenco
node manager.js "$farm/flamenco.js" '{"frames": "1-2,4-5", "chunk_size": 3, "input": "in/b.####.ppm", "output": "holes/b.####.ppm",
    "command": "enhance", "options": "--space log --levels 2", "exe": "'"$ATROUS"'"}' 'atrous-1-2,4 atrous-5'
for frame in 1 2 4 5; do cmp "whole/b.000$frame.ppm" "holes/b.000$frame.ppm"; done
[ "$(find holes -name '*.ppm' | wc -l)" = 4 ] || { echo "a frame that no task was asked for was made" >&2; exit 1; }
