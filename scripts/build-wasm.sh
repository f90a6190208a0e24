#!/usr/bin/env bash
# Builds native/wasm/loopguard.wasm: the C core without imports, for every platform that has no prebuilt addon.
# The same sources and compiler give the same bytes. `--check` builds aside and compares with the committed file.
# Needs clang and wasm-ld with wasi-libc (Debian: clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32). CLANG names another.
set -euo pipefail
cd "$(dirname "$0")/.."

clang=${CLANG:-clang-14}
target=native/wasm/loopguard.wasm
out=$(mktemp)
trap 'rm -f "$out"' EXIT

# Functions of the core whose arguments need no flattening (see native/wasm/exports.c).
plain=(
  lg_status_name lg_status_message lg_workspace_free lg_canonicalize lg_normalize_volatile lg_similarity
  lg_detector_free lg_detector_at lg_detector_reset lg_detector_snapshot lg_snapshot_key
  lg_guard_free lg_run_new lg_run_free lg_run_ticket lg_run_begin_round lg_run_begin_turn lg_run_unseen lg_run_reset
  lg_run_snapshot lg_run_record_resolve lg_run_record_detect lg_run_record_step lg_run_record_name
  lg_run_explicit_rounds lg_run_set_explicit_rounds
)
exports=("${plain[@]/#/-Wl,--export=}")

# --stack-first: a stack that overflows traps instead of running into data. 256 KiB: the core recurses 500 levels at most.
# _Thread_local: an instance has one thread, and this clang has no thread-local storage without shared memory.
# printscan-long-double: the plain printf of wasi-libc reports what it lacks on stderr, which would be an import.
"$clang" --target=wasm32-wasi -mexec-model=reactor -std=c11 -O3 -msimd128 -DNDEBUG -D_Thread_local= -mbulk-memory -msign-ext \
  -fvisibility=hidden -Wall -Wextra -Inative/include native/src/*.c native/src/detectors/*.c native/wasm/exports.c -o "$out" \
  -lc-printscan-long-double -Wl,--gc-sections -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=262144 \
  -Wl,--export=__stack_pointer "${exports[@]}"

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
