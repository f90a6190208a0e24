/**
 * The include law of the C core: who may see whom.
 *
 *  - loopguard.h includes standard headers only;
 *  - native/door, native/addon, native/wasm and the programs (native/hook, native/scan) see loopguard.h and their own
 *    headers, never native/src; the addon and native/wasm see door.h, the programs native/programs; node_api.h and Windows
 *    are the addon's, POSIX the programs';
 *  - a header of native/src includes only headers of lower layers, so nothing is circular;
 *  - x.c includes x.h first, and headers of its own layer and below; a detector has no header and sees all of them;
 *  - vendored code is reached from one place each.
 */
import { basename, dirname, posix } from "node:path";
import { conclude, filesIn, lineOf, read } from "./findings.mjs";

/** Node-API, and what a late import of it takes on Windows. */
const ADDON_HEADERS = new Set(["node_api.h", "windows.h", "delayimp.h"]);
/** Headers of native/src, lowest layer first. Add new headers here. */
const LAYERS = [
  ["internal"],
  ["chars"],
  [
    "alloc",
    "budgets",
    "empty",
    "envelope_names",
    "glob",
    "json_chars",
    "loops",
    "polls",
    "shell",
    "signs",
    "spans",
    "transient",
  ],
  ["buf", "envelope", "history", "table", "tickets", "window"],
  ["workspace", "writer", "names", "news", "texts", "detectors/detectors"],
  ["bytes", "packed", "number", "cjson", "tools", "volatile"],
  ["about", "guard", "queries", "news_bytes", "members", "text_loop", "near"],
  ["arrange", "config", "json_read", "json_print"],
  ["project"],
  ["args"],
  ["run"],
  ["budgets_bytes", "patterns"],
];
const VENDORED = {
  "../vendor/cjson/cJSON.h": "native/src/cjson.h",
  "../vendor/cjson/cJSON.c": "native/src/cjson.c",
  "../vendor/siphash/siphash.c": "native/src/hash.c",
};

const layerOf = new Map(LAYERS.flatMap((names, layer) => names.map((name) => [`${name}.h`, layer])));
layerOf.set("presets.gen.h", 0); // texts, made from lib/
layerOf.set("transient.gen.h", layerOf.get("transient.h")); // a table, made from lib/
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

function checkCore(path) {
  const file = posix.relative(CORE, path);
  const header = file.replace(/\.c$/, ".h");
  // run_before.c and the like, which share a header, may see all of them, and so may detectors.
  const own = layerOf.get(header) ?? LAYERS.length;
  const all = includes(path).map((include) => ({
    ...include,
    target: posix.relative(CORE, posix.join(dirname(path), include.name)),
  }));
  if (file.endsWith(".h") && !layerOf.has(file)) findings.push(`${path}: is in no layer of scripts/check-includes.mjs`);
  if (file.endsWith(".c") && layerOf.has(header) && all[0]?.target !== header)
    findings.push(`${path}: must include "${basename(header)}" first`);
  for (const { name, target, system, place } of all) {
    if (system) {
      if (!isStandard(name)) findings.push(`${place}: <${name}> has no place in the core`);
    } else if (name in VENDORED) {
      if (VENDORED[name] !== path) findings.push(`${place}: only ${VENDORED[name]} may include "${name}"`);
    } else if (name === "loopguard.h") {
      if (file !== "internal.h") findings.push(`${place}: the core sees loopguard.h through internal.h`);
    } else if (!layerOf.has(target)) {
      findings.push(`${place}: "${name}" is not a header of the core`);
    } else {
      const top = file.endsWith(".c") ? own : own - 1;
      if (layerOf.get(target) > top) findings.push(`${place}: "${name}" is of a higher layer`);
    }
  }
}

function checkGlue(path, folder, systemAllowed, ...more) {
  const own = new Set([...more, ...filesIn(folder, ".h").map((header) => basename(header))]);
  for (const { name, system, place } of includes(path)) {
    const allowed = system ? systemAllowed(name) : name === "loopguard.h" || own.has(name);
    if (!allowed) findings.push(`${place}: "${name}" must not be seen from ${folder}`);
  }
}

for (const { name, system, place } of includes("native/include/loopguard.h"))
  if (!system || !/^std\w+\.h$/.test(name)) findings.push(`${place}: the public header includes <std*.h> only`);
for (const path of filesIn("native/src", ".c", ".h")) checkCore(path);
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
