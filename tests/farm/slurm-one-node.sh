#!/bin/bash
# A real Slurm of one node for the length of one command, for the test of the recipe: starts munged, slurmctld and
# slurmd on loopback with a key, a configuration and all state in a temporary folder, runs COMMAND with SLURM_CONF set
# (sbatch, srun, squeue, scontrol find the cluster by it), and stops and removes all of it when COMMAND ends, fails or is
# interrupted. Nothing of the system's own Slurm or munge is read, changed or started.
#
#   slurm-one-node.sh [--cpus N] [--memory MB] [--max-array N] [--logs DIR] [--wait SECONDS] -- COMMAND [ARG...]
#
# Needs (Debian 12): apt-get install --no-install-recommends slurmctld slurmd slurm-client munge
# Works as root and as an ordinary user (jobs run as the same user), several at once. Exit code: COMMAND's, or 77 if Slurm
# is not installed or the host's name is not one of loopback (a test reports SKIP), or 70 if the cluster does not come up
# (its logs are printed). Starting and stopping take about 2 seconds in all. Wait for jobs by asking squeue (sbatch
# --wait sleeps up to 10 s). A requeued job starts again after 5 to 6 s.
# shellcheck disable=SC2317 # traps call the functions
set -u
PATH=$PATH:/usr/sbin:/sbin
arguments=("$@")

cpus=$(nproc) memory=2000 max_array=1001 logs='' wait_s=30
while [ $# -gt 0 ]; do
    case $1 in
        --cpus) cpus=$2; shift 2 ;;
        --memory) memory=$2; shift 2 ;;
        --max-array) max_array=$2; shift 2 ;;   # 1001 is Slurm's default: array indices above 1000 are refused
        --logs) logs=$2; shift 2 ;;
        --wait) wait_s=$2; shift 2 ;;
        --) shift; break ;;
        *) echo "slurm-one-node.sh: unknown option $1" >&2; exit 2 ;;
    esac
done
[ $# -gt 0 ] || { echo "usage: slurm-one-node.sh [options] -- COMMAND [ARG...]" >&2; exit 2; }

for program in munged mungekey slurmctld slurmd sinfo sbatch; do
    command -v "$program" >/dev/null || { echo "slurm-one-node.sh: $program is not installed" >&2; exit 77; }
done

# The daemons listen on the address of the host's own name. Where that is not one of loopback, root takes another name, in
# a namespace of its own.
host=$(hostname -s)
if ! getent ahostsv4 "$host" | grep -q '^127\.'; then
    if [ "${SLURM_ONE_NODE_RENAMED:-}" = "" ] && unshare --uts true 2>/dev/null; then
        export SLURM_ONE_NODE_RENAMED=1
        exec unshare --uts bash -c 'hostname localhost && exec "$@"' renamed "$0" "${arguments[@]}"
    fi
    echo "slurm-one-node.sh: the name $host is not one of 127.0.0.1 (add it to /etc/hosts)" >&2
    exit 77
fi

# Names of Unix sockets have at most 107 bytes, so the name of the folder is short. Munge rejects a group-writable parent.
root=$(mktemp -d /tmp/slurm1.XXXXXX) || exit 70
chmod 755 "$root"
mkdir -m 755 "$root/munge" "$root/state" "$root/spool" "$root/log"
user=$(id -un)

running() { [ -s "$1" ] && kill -0 "$(cat "$1")" 2>/dev/null; }
end_all() { # PIDFILE...: TERM to all, up to 8 s, KILL to those that are left
    local pids=() pid file
    for file; do running "$file" && pids+=("$(cat "$file")"); done
    [ ${#pids[@]} -gt 0 ] || return 0
    kill -TERM "${pids[@]}" 2>/dev/null
    for _ in $(seq 80); do kill -0 "${pids[@]}" 2>/dev/null || break; sleep 0.1; done
    for pid in "${pids[@]}"; do kill -KILL "$pid" 2>/dev/null; done
}
child=''
stop() {
    trap - EXIT INT TERM HUP
    [ -n "$child" ] && kill -TERM "$child" 2>/dev/null
    if [ -n "${SLURM_CONF:-}" ] && running "$root/ctld.pid"; then
        scancel --full --signal=KILL --user="$user" >/dev/null 2>&1
        scancel --user="$user" >/dev/null 2>&1
        for _ in $(seq 50); do [ -z "$(squeue -h 2>/dev/null)" ] && break; sleep 0.1; done
    fi
    # A job step outlives slurmd: end only the steps of this cluster, identified by the configuration in their environment.
    for pid in $(pgrep -u "$user" slurmstepd); do
        { tr '\0' '\n' <"/proc/$pid/environ" | grep -q "^SLURM_CONF=$root/" && kill -KILL "$pid"; } 2>/dev/null
    done
    end_all "$root/slurmd.pid" "$root/ctld.pid" "$root/munge/munged.pid"
    [ -n "$logs" ] && mkdir -p "$logs" && cp "$root"/log/* "$root/slurm.conf" "$logs"/ 2>/dev/null
    rm -rf "$root"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

give_up() {
    echo "slurm-one-node.sh: $1" >&2
    for file in "$root"/log/*; do echo "--- ${file##*/}" >&2; tail -n 15 "$file" >&2; done
    exit 70
}

free_port() { # a port that nobody listens on
    local port
    for _ in $(seq 100); do
        port=$((20000 + RANDOM % 10000))
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
    done
}

mungekey --create --keyfile="$root/munge/key" || give_up "no munge key"
chmod 600 "$root/munge/key"
munged --force --key-file="$root/munge/key" --socket="$root/munge/socket" --pid-file="$root/munge/munged.pid" \
    --log-file="$root/log/munged.log" --seed-file="$root/munge/seed" --num-threads=2 || give_up "munged does not start"

ctld_port=$(free_port)
d_port=$(free_port)
while [ "$d_port" = "$ctld_port" ]; do d_port=$(free_port); done
cat >"$root/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$root/munge/socket,cred_expire=5
CredType=cred/munge
SlurmctldPort=$ctld_port
SlurmdPort=$d_port
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=$root/state
SlurmdSpoolDir=$root/spool
SlurmdParameters=config_overrides
SlurmctldPidFile=$root/ctld.pid
SlurmdPidFile=$root/slurmd.pid
SlurmctldLogFile=$root/log/slurmctld.log
SlurmdLogFile=$root/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
DefMemPerCPU=$((memory / cpus))
SchedulerType=sched/backfill
SchedulerParameters=sched_min_interval=0,sched_interval=1,batch_sched_delay=0,bf_interval=1
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
JobRequeue=1
KillWait=5
MinJobAge=300
MaxArraySize=$max_array
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus RealMemory=$memory State=UNKNOWN
PartitionName=farm Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$root/slurm.conf
slurmctld -c || give_up "slurmctld does not start"
slurmd -c || give_up "slurmd does not start"
for ((i = 0; i < 20; ++i)); do [ -s "$root/ctld.pid" ] && [ -s "$root/slurmd.pid" ] && break; sleep 0.1; done
for ((i = wait_s * 10; ; --i)); do
    [ "$(timeout 5 sinfo -h -o %T 2>/dev/null)" = idle ] && break
    running "$root/ctld.pid" || give_up "slurmctld ended"
    running "$root/slurmd.pid" || [ "$i" -gt $((wait_s * 10 - 20)) ] || give_up "slurmd ended"
    [ "$i" -gt 0 ] || give_up "the node is not idle after $wait_s s: $(sinfo -h -o '%T %E' 2>&1)"
    sleep 0.1
done

"$@" &
child=$!
wait "$child"
code=$?
child=
exit "$code"
