/**
 * No mutable static data in the core: state lives in handles. Looks at the symbols of native/build/libloopguard.a, which
 * `make -C native` builds. Constant tables are fine, also those that the linker relocates.
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

const library = join(root, "native/build/libloopguard.a");
if (!existsSync(library)) {
  console.error("native/build/libloopguard.a is not there: run make -C native");
  process.exit(1);
}
const { status, stdout, stderr } = spawnSync("nm", ["--format=sysv", library], { encoding: "utf8" });
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
  const base = name.replace(/\.\d+$/, ""); // a static of a function gets a number
  if (mutable && ALLOWED[object]?.[base] === undefined)
    findings.push(`${object}.c: ${name} is mutable static data (${section})`);
}
if (symbols < 100) findings.push(`only ${symbols} symbols found: nm's output was not understood`);
conclude("static data", findings);
