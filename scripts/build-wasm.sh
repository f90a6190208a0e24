#!/usr/bin/env bash
# Builds native/wasm/loopguard.wasm, the C core without imports, for every platform that has no prebuilt addon; and
# native/wasm/hook.wasm, the logic of the hook for CLI agents, which asks Node.js about the run.
# The same sources and compiler give the same bytes. `--check` builds aside and compares with the committed files.
# Needs clang and wasm-ld with wasi-libc (Debian: clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32). CLANG names another.
set -euo pipefail
cd "$(dirname "$0")/.."

clang=${CLANG:-clang-14}
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

# Small code for what no call goes through: configurations, snapshots, what is asked for after a detection, and detectors
# that no preset has.
level() {
  case $1 in
    budget | count | cycle | duplicate | error_streak | guard | limit | near | near_repeat | patterns | similarity | ping_pong | stop_loop | configure* | cjson | run_record | run_report | run_snapshot) echo -Oz ;;
    snapshot_bytes | record | queries | shell_wait | shell_wait_programs | frames | envelope_names | ignored_members | ladder | run_budget | door_runs | failure_family | result_words | decimal | number | not_yet | state_table | spans_time | spans_id | call_signs | tools) echo -Oz ;;
    *) echo -O2 ;;
  esac
}

# _Thread_local: an instance has one thread, and this clang has no thread-local storage without shared memory.
# compile TARGET LEVEL SOURCE...
compile() {
  local target=$1 chosen=$2 source name
  shift 2
  mkdir "$made/$target"
  for source; do
    name=$(basename "$source" .c)
    "$clang" --target=wasm32-wasi -std=c11 "${chosen:-$(level "$name")}" -msimd128 -mbulk-memory -msign-ext -mmutable-globals \
      -DNDEBUG -D_Thread_local= -fvisibility=hidden -Wall -Wextra -Inative/include -Inative/src -Inative/door -Inative/programs \
      -Inative/hook -c "$source" -o "$made/$target/$name.o"
  done
}

# link TARGET IMPORTS OPTION...
# --stack-first: a stack that overflows traps instead of running into data. 256 KiB: the core recurses 500 levels at most.
link() {
  local target=$1 imports=$2 out="$made/$1.wasm"
  shift 2
  "$clang" --target=wasm32-wasi -mexec-model=reactor "$made/$target"/*.o -o "$out" \
    -Wl,--gc-sections -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=262144 "$@"
  node -e '
    const module = new WebAssembly.Module(require("node:fs").readFileSync(process.argv[1]));
    const imports = WebAssembly.Module.imports(module).map(({ module, name }) => `${module}.${name}`).join();
    if (imports !== process.argv[2]) throw new Error(`unexpected imports: ${imports}`);
  ' "$out" "$imports"
}

core=(native/src/*/*.c)
compile loopguard "" "${core[@]}" native/door/*.c native/wasm/*.c
link loopguard "" -Wl,--export=__stack_pointer -Wl,--export=lg_door_call
compile hook -Oz "${core[@]}" native/hook/wasm/hook.c native/programs/text.c \
  native/hook/{answer,event,session}.c
link hook host.ask

for name in loopguard hook; do
  target=native/wasm/$name.wasm
  if [ "${1:-}" = --check ]; then
    cmp "$made/$name.wasm" "$target"
    echo "$target is what its sources give"
  else
    cp "$made/$name.wasm" "$target"
    chmod 644 "$target"
    echo "built $target ($(wc -c < "$target") bytes)"
  fi
done
