/**
 * The include law of the C core: who may see whom.
 *
 *  - loopguard.h includes standard headers only;
 *  - native/door, native/addon, native/wasm and the programs (native/hook, native/scan) see loopguard.h and their own
 *    headers, never native/src, but for its bytes (memory/snapshot_bytes.h), which native/door/door_request.h gives to the
 *    door, its JSON (json/json.h), which native/programs/text.h gives to the programs, and its table (state/table.h), in
 *    which native/scan/run.h has the open runs; the addon and native/wasm see door.h, the
 *    programs native/programs; node_api.h and Windows are the addon's, POSIX the programs';
 *  - a file of native/src is in a room, and includes from its own room and from those below, as "room/name.h"; no headers
 *    include each other;
 *  - x.c includes x.h first;
 *  - vendored code is reached from one place each.
 */
import { basename, posix } from "node:path";
import { conclude, filesIn, lineOf, read } from "./findings.mjs";
import { CORE as CORE_ROOMS } from "./rooms.mjs";

/** Node-API, and what a late import of it takes on Windows. */
const ADDON_HEADERS = new Set(["node_api.h", "windows.h", "delayimp.h"]);
const ROOMS = Object.keys(CORE_ROOMS);
/** What of the core the door and the programs see, and the header that gives it to them. */
const GIVEN = {
  "memory/snapshot_bytes.h": "native/door/door_request.h",
  "json/json.h": "native/programs/text.h",
  "state/table.h": "native/scan/run.h",
};
const VENDORED = {
  "../../vendor/cjson/cJSON.h": "native/src/json/cjson.h",
  "../../vendor/cjson/cJSON.c": "native/src/json/cjson.c",
  "../../vendor/siphash/siphash.c": "native/src/memory/memory.c",
};

const findings = [];

function includes(path) {
  const text = read(path);
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]+(<([^>]+)>|"([^"]+)")/gm)].map((match) => ({
    name: match[2] ?? match[3],
    system: match[2] !== undefined,
    place: `${path}:${lineOf(text, match.index)}`,
  }));
}

function isStandard(name) {
  return /^(std|string|limits|float|math|ctype|errno)\w*\.h$/.test(name);
}

function isPosix(name) {
  return /^(dirent|fcntl|signal|time|unistd|sys\/(random|stat)|mach-o\/dyld)\.h$/.test(name);
}

const CORE = "native/src";
const coreFiles = new Map(filesIn(CORE, ".c", ".h").map((path) => [posix.relative(CORE, path), includes(path)]));
const roomOf = (file) => ROOMS.indexOf(file.split("/")[0]);

function checkCore(file, all) {
  const path = posix.join(CORE, file);
  const header = file.replace(/\.c$/, ".h");
  if (file.split("/").length !== 2 || roomOf(file) < 0) findings.push(`${path}: is in no room of scripts/rooms.mjs`);
  if (file.endsWith(".c") && coreFiles.has(header) && all[0]?.name !== header)
    findings.push(`${path}: must include "${header}" first`);
  for (const { name, system, place } of all) {
    if (system) {
      if (!isStandard(name)) findings.push(`${place}: <${name}> has no place in the core`);
    } else if (name in VENDORED) {
      if (VENDORED[name] !== path) findings.push(`${place}: only ${VENDORED[name]} may include "${name}"`);
    } else if (name === "loopguard.h") {
      if (file !== "memory/memory.h") findings.push(`${place}: the core sees loopguard.h through memory/memory.h`);
    } else if (!coreFiles.has(name)) {
      findings.push(`${place}: "${name}" is not a header of the core`);
    } else if (roomOf(name) > roomOf(file)) {
      findings.push(`${place}: "${name}" is in a room above ${posix.dirname(file)}`);
    }
  }
}

/** Headers that include each other. `from`: those that led here. */
function checkCircles(file, from = []) {
  if (from.includes(file)) {
    findings.push(
      `${posix.join(CORE, file)}: a circle of headers: ${[...from.slice(from.indexOf(file)), file].join(" -> ")}`,
    );
    return;
  }
  for (const { name } of coreFiles.get(file) ?? []) checkCircles(name, [...from, file]);
}

function checkGlue(path, folder, systemAllowed, ...more) {
  const own = new Set([...more, ...filesIn(folder, ".h").map((header) => basename(header))]);
  for (const { name, system, place } of includes(path)) {
    const ofCore = name === "loopguard.h" || GIVEN[name] === path;
    const allowed = system ? systemAllowed(name) : ofCore || own.has(name);
    if (!allowed) findings.push(`${place}: "${name}" must not be seen from ${folder}`);
  }
}

for (const { name, system, place } of includes("native/include/loopguard.h"))
  if (!system || !/^std\w+\.h$/.test(name)) findings.push(`${place}: the public header includes <std*.h> only`);
for (const [file, all] of coreFiles) checkCore(file, all);
for (const file of coreFiles.keys()) if (file.endsWith(".h")) checkCircles(file);
for (const path of filesIn("native/addon", ".c", ".h"))
  checkGlue(path, "native/addon", (name) => isStandard(name) || ADDON_HEADERS.has(name), "door.h");
for (const path of filesIn("native/wasm", ".c", ".h")) checkGlue(path, "native/wasm", isStandard, "door.h");
for (const path of filesIn("native/door", ".c", ".h")) checkGlue(path, "native/door", isStandard);
const SHARED = "native/programs";
const shared = filesIn(SHARED, ".h").map((header) => basename(header));
for (const folder of [SHARED, "native/hook", "native/scan"])
  for (const path of filesIn(folder, ".c", ".h"))
    checkGlue(path, folder, (name) => isStandard(name) || isPosix(name), ...shared);
conclude("include law", findings);
