/**
 * What loading each entry point of the package costs: the CPU time of a whole process that does nothing else, against one that does
 * nothing, in turns. The package is laid out as npm does it. An entry point that cannot be loaded alone, since it imports its
 * framework, is left out.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ENTRIES } from "../../scripts/entries.mjs";
import { finish, timing } from "../lib/row.mjs";

const RUNS = 21;
/** The last thing that a process does. */
const TELL = `
  process.once("exit", () => {
    const { user, system } = process.cpuUsage();
    process.getBuiltinModule("node:fs").writeSync(1, String(user + system));
  });
`;

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "loopguard-bench-"));
const installed = join(folder, "node_modules", "loopguard");
mkdirSync(installed, { recursive: true });
for (const part of ["package.json", "dist", "prebuilds"])
  cpSync(join(root, part), join(installed, part), { recursive: true });
const { LOOPGUARD_BACKEND: _, NODE_CHANNEL_FD: __, ...env } = process.env;

/** A program, and how to take the nanoseconds of one run of it; `undefined`: it failed. */
function program(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text + TELL);
  return () => {
    const { status, stdout } = spawnSync(process.execPath, [path], { env, encoding: "utf8" });
    return status === 0 ? Number(stdout) * 1000 : undefined;
  };
}

const programs = new Map([
  ["nothing", program("nothing.cjs", "")],
  ["an empty ES module", program("nothing.mjs", "")],
]);
for (const [index, { name }] of ENTRIES.entries()) {
  const specifier = JSON.stringify(`loopguard${name.slice(1)}`);
  programs.set(`require(${specifier})`, program(`${index}.cjs`, `require(${specifier});`));
  programs.set(`import ${specifier}`, program(`${index}.mjs`, `import * as all from ${specifier};`));
}
for (const [name, run] of programs) if (run() === undefined) programs.delete(name);

const samples = Object.fromEntries([...programs.keys()].map((name) => [name, []]));
for (let trial = 0; trial < RUNS; trial++) {
  const order = [...programs];
  for (const [name, run] of trial % 2 === 0 ? order : order.reverse()) samples[name].push(run());
}
rmSync(folder, { recursive: true, force: true });
const { nothing, ...others } = samples;
for (const [name, ours] of Object.entries(others))
  timing(name, { ours, rival: nothing, target: name.includes("loopguard") ? 1.5 : undefined });
finish();
