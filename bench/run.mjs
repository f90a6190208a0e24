/**
 * Runs the benches, each in a process of its own, and prints their rows with the targets beside them.
 *
 *   node bench/run.mjs [--only name] [--json out.json]
 *
 * `--only` takes a part of a bench's name, several with commas. A missed target is printed and is no failure; a bench
 * whose contenders disagree about their output is one.
 */
import { fork } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { table } from "./lib/table.mjs";

const BOTH = ["native", "wasm"];
/** So that a million calls need no collection. */
const LARGE_YOUNG_GENERATION = ["--max-semi-space-size=512", "--min-semi-space-size=512"];
/** The young generation grows to many megabytes when it likes, which is no growth of what is kept. */
const SMALL_YOUNG_GENERATION = ["--max-semi-space-size=1"];

const BENCHES = [
  { name: "exact-keying", backends: BOTH },
  { name: "kept-memory", backends: ["native"] },
  { name: "canonical-identity", backends: BOTH },
  { name: "detector-push", backends: BOTH },
  { name: "executor", backends: ["native"] },
  { name: "full-preset", backends: ["native"] },
  { name: "results", backends: BOTH },
  { name: "allow-allocation", backends: ["native"], flags: LARGE_YOUNG_GENERATION },
  { name: "detectors", backends: ["native"] },
  { name: "long-run", backends: ["native"], flags: SMALL_YOUNG_GENERATION },
  { name: "similarity", backends: ["native"] },
  { name: "text-push", backends: BOTH },
  { name: "snapshot", backends: BOTH },
  { name: "redis", backends: ["native"] },
  { name: "file-store", backends: ["native"] },
  { name: "loading", backends: ["native"] },
  { name: "scan", backends: ["native"] },
  { name: "hook", backends: ["native"] },
];

/** The rows of one bench on one backend. */
function runBench({ name, flags = [] }, backend) {
  return new Promise((resolve, reject) => {
    const script = fileURLToPath(new URL(`rows/${name}.mjs`, import.meta.url));
    const child = fork(script, {
      execArgv: ["--expose-gc", ...flags],
      env: { ...process.env, LOOPGUARD_BACKEND: backend },
    });
    let rows;
    child.on("message", (message) => {
      rows = message;
    });
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0 && rows !== undefined) resolve(rows);
      else reject(new Error(`bench ${name} on ${backend} failed (exit code ${code})`));
    });
  });
}

function chosen(only) {
  const parts = only?.split(",") ?? [];
  const benches = BENCHES.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
  if (benches.length > 0) return benches;
  console.error(`No bench has "${only}" in its name. There are: ${BENCHES.map(({ name }) => name).join(", ")}`);
  return process.exit(2);
}

const { values } = parseArgs({ options: { only: { type: "string" }, json: { type: "string" } } });
if (!existsSync(new URL("../dist/node/index.cjs", import.meta.url))) {
  console.error("There is no build yet: npm run build");
  process.exit(2);
}
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const machine = {
  loopguard: version,
  node: process.version,
  platform: `${process.platform}-${process.arch}`,
  cpu: cpus()[0].model,
  cores: cpus().length,
  date: new Date().toISOString().slice(0, 10),
};
console.log(
  `loopguard ${version}, Node ${process.version}, ${machine.platform}, ${machine.cores} × ${machine.cpu}, ${machine.date}`,
);
console.log("median (least to most) of the trials; the ratio is that of trials made side by side");

const results = [];
let failed = false;
for (const bench of chosen(values.only)) {
  for (const backend of bench.backends) {
    console.log(`\n${bench.name} (${backend})\n`);
    try {
      const rows = await runBench(bench, backend);
      console.log(table(rows));
      results.push({ bench: bench.name, backend, rows });
    } catch (error) {
      failed = true;
      console.error(error.message);
    }
  }
}
const all = results.flatMap(({ rows }) => rows).filter(({ met }) => met !== null);
console.log(`\n${all.filter(({ met }) => met).length} of ${all.length} targets met`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ machine, results }, null, 2)}\n`);
process.exitCode = failed ? 1 : 0;
