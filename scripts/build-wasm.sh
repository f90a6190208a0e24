#!/usr/bin/env bash
# Builds native/wasm/loopguard.wasm: the C core without imports, for every platform that has no prebuilt addon.
# The same sources and compiler give the same bytes. `--check` builds aside and compares with the committed file.
# Needs clang and wasm-ld with wasi-libc (Debian: clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32). CLANG names another.
set -euo pipefail
cd "$(dirname "$0")/.."

clang=${CLANG:-clang-14}
target=native/wasm/loopguard.wasm
out=$(mktemp)
objects=$(mktemp -d)
trap 'rm -rf "$out" "$objects"' EXIT

# Small code for what no call goes through: configurations, snapshots, and what is asked for after a detection.
level() {
  case $1 in
    configure* | cjson | guard_hash | guard_parts | run_record | run_report* | run_restore | run_snapshot | run_explain) echo -Oz ;;
    text_loop_snapshot | text_loop_messages | shell | shell_program | frames | envelope_names | empty | about | said | budgets* | run_budget | near | near_state | near_bytes | door_text_loops | door_explain | door_runs | door_texts | status | transient | numbers | number | glob) echo -Oz ;;
    text_loop | text_loop_rules | envelope | signs | stops) echo -O2 ;; # nearly as fast, and 3 KB smaller
    *) echo -O3 ;;
  esac
}

# _Thread_local: an instance has one thread, and this clang has no thread-local storage without shared memory.
for source in native/src/*.c native/src/detectors/*.c native/door/*.c native/wasm/*.c; do
  name=$(basename "$source" .c)
  "$clang" --target=wasm32-wasi -std=c11 "$(level "$name")" -msimd128 -mbulk-memory -msign-ext -mmutable-globals -DNDEBUG \
    -D_Thread_local= -fvisibility=hidden -Wall -Wextra -Inative/include -Inative/door -c "$source" -o "$objects/$name.o"
done

# --stack-first: a stack that overflows traps instead of running into data. 256 KiB: the core recurses 500 levels at most.
"$clang" --target=wasm32-wasi -mexec-model=reactor "$objects"/*.o -o "$out" \
  -Wl,--gc-sections -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=262144 \
  -Wl,--export=__stack_pointer -Wl,--export=lg_door_call

node -e '
  const module = new WebAssembly.Module(require("node:fs").readFileSync(process.argv[1]));
  const imports = WebAssembly.Module.imports(module);
  if (imports.length > 0) throw new Error(`unexpected imports: ${JSON.stringify(imports)}`);
' "$out"

if [ "${1:-}" = --check ]; then
  cmp "$out" "$target" && echo "$target is what its sources give"
else
  cp "$out" "$target"
  chmod 644 "$target"
  echo "built $target ($(wc -c < "$target") bytes)"
fi
