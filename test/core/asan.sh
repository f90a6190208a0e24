#!/usr/bin/env bash
# Builds the addon with AddressSanitizer and UndefinedBehaviorSanitizer in a temporary folder, and lets the hostile
# children loose on it. Linux with gcc (CC names another). Leaks are not looked for: Node.js itself keeps memory at exit.
set -euo pipefail
cd "$(dirname "$0")/../.."

cc=${CC:-gcc}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
headers=$(node -p 'require("node-api-headers").include_dir')

"$cc" -std=c11 -O1 -g -fPIC -shared -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer \
  -DNAPI_VERSION=8 -I"$headers" -Inative/include -Inative/src -Inative/door native/src/*/*.c native/door/*.c native/addon/*.c \
  -o "$folder/loopguard.node"

for child in hostile hostile-client; do
  LD_PRELOAD=$("$cc" -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 \
    node --expose-gc "test/core/children/$child.mjs" "$folder/loopguard.node" "${1:-300}"
done
