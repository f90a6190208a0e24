/**
 * No mutable static data in the core and its door: state lives in handles. Looks at the symbols of the libraries that
 * `make -C native` builds in native/build. Constant tables are fine, also those that the linker relocates.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { conclude, root } from "./findings.mjs";

/** What may be there, by object file, and why. */
const ALLOWED = {
  cjson: {
    global_error: "cJSON's own; the parser entry that we call does not write it",
    global_hooks: "cJSON's own; never changed",
    version: "of cJSON_Version, which nobody calls",
  },
};

const libraries = ["libloopguard.a", "libdoor.a"].map((name) => join(root, "native/build", name));
for (const library of libraries) {
  if (existsSync(library)) continue;
  console.error(`${library} is not there: run make -C native`);
  process.exit(1);
}
const { status, stdout, stderr } = spawnSync("nm", ["--format=sysv", ...libraries], { encoding: "utf8" });
if (status !== 0) {
  console.error(`nm failed: ${stderr}`);
  process.exit(1);
}

const findings = [];
let object = "";
let symbols = 0;
for (const line of stdout.split("\n")) {
  const member = /^Symbols from .*\[(\w+)\.o\]:/.exec(line);
  if (member) object = member[1];
  const cells = line.split("|").map((cell) => cell.trim());
  if (cells.length < 7) continue;
  const [name, , , , , , section] = cells;
  symbols++;
  const mutable = /^(\.t?data|\.t?bss|\*COM\*)/.test(section) && !section.startsWith(".data.rel.ro");
  const base = name.replace(/\.\d+$/, "").replace(/^.*\./, ""); // gcc gives a static of a function a number, clang its name
  if (mutable && ALLOWED[object]?.[base] === undefined)
    findings.push(`${object}.c: ${name} is mutable static data (${section})`);
}
if (symbols < 100) findings.push(`only ${symbols} symbols found: nm's output was not understood`);
conclude("static data", findings);
