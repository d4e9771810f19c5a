#!/bin/bash
# A task of an array of Slurm: does one shard of a plan, and goes back into the queue when it is stopped
# or killed. `tamerlane submit slurm` prints this with everything filled in. By hand, in a folder that
# all nodes see:
#
#   export PROGRAM=$PWD/tamerlane PLAN=$PWD/plan.jsonl RESULTS=$PWD/results SHARDS=200
#   sbatch --array=0-199%50 --cpus-per-task=16 --time=4:00:00 slurm-job.sh
#
# The same command once more does what is missing.
#SBATCH --job-name=tamerlane
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@60
: "${PROGRAM:=tamerlane}" "${PLAN:=plan.jsonl}" "${RESULTS:=results}" "${OPTIONS:=}"
: "${SHARDS:=$((SLURM_ARRAY_TASK_MAX + 1))}"

again() {
    if ((${SLURM_RESTART_COUNT:-0} < 20)); then
        scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" && sleep 60
    fi
    exit 1
}

# The end of the time limit, or somebody with more rights to the node: what is finished is written. Only
# this shell gets the signal, so the program must not run in the foreground.
trap 'kill -TERM $worker 2>/dev/null; wait $worker; again' TERM
# shellcheck disable=SC2086 # options are words
"$PROGRAM" work --plan "$PLAN" --results "$RESULTS" --shard "$SLURM_ARRAY_TASK_ID/$SHARDS" \
    -j "${SLURM_CPUS_PER_TASK:-1}" $OPTIONS &
worker=$!
wait $worker
code=$?
case $code in
    0) exit 0 ;;
    # Bad input and bad results do not get better by trying again.
    2 | 5 | 6) exit $code ;;
esac
again
