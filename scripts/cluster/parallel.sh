#!/bin/bash
# Does a plan on several machines by ssh, with GNU parallel, until no result is missing. `tamerlane submit
# parallel` prints this with everything filled in. By hand:
#
#   PLAN=plan.jsonl RESULTS=results HOSTS=8/pc1,16/pc2,4/: parallel.sh
#
# HOSTS says how many units each machine does at once; ":" is this one. The other machines need sshd,
# rsync and the program (PROGRAM says where), and nothing else; this one needs parallel and a key with
# which ssh asks for no password. The same command once more goes on where it was stopped.
set -u
: "${HERE:=tamerlane}" "${PROGRAM:=tamerlane}" "${PLAN:=plan.jsonl}" "${RESULTS:=results}" "${HOSTS:=:}"
: "${OPTIONS:=}" "${LOGIN:=ssh}" "${FOLDER:=tamerlane-work}" "${PASSES:=5}"

# Names as the other machines shall have them: in one folder, without a path.
mkdir -p "$RESULTS" && RESULTS=$(cd "$RESULTS" && pwd) && PLAN=$(realpath "$PLAN") || exit 2
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
ln -s "$PLAN" "$place/plan.jsonl"
ln -s "$RESULTS" "$place/results"
# GNU parallel prints a notice else.
mkdir -p "$place/parallel" && touch "$place/parallel/will-cite"
export PARALLEL_HOME=$place/parallel
cd "$place" || exit 2

for ((pass = 1; pass <= PASSES; pass++)); do
    "$HERE" missing --plan "$PLAN" --results "$RESULTS" --keys >todo
    code=$?
    case $code in
        0) break ;;
        4) ;;
        *) exit $code ;;
    esac
    echo "pass $pass: $(wc -l <todo) units to do" >&2
    # What parallel says of its jobs is not asked: it may call one done whose result was lost. A result
    # that is here already stays. This machine gets no copy of the plan: it works in the folder here, with
    # the program here.
    parallel --ssh "$LOGIN" -S "$HOSTS" --workdir "$FOLDER" --basefile plan.jsonl \
        --rsync-opts '-rLKDzR --ignore-existing' --return 'results/{}.ndjson' --cleanup --retries 3 \
        "program='$PROGRAM'; [ -e plan.jsonl ] || { cd '$place'; program='$HERE'; };
        \"\$program\" work --plan plan.jsonl --results results -j 1 $OPTIONS --unit {}" <todo >&2
done
"$HERE" merge --plan "$PLAN" --results "$RESULTS"
