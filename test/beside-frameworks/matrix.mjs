/**
 * Installs the package beside each framework, without a flag, and uses it there: the tarball after the framework or before it;
 * both module systems; types with `skipLibCheck: false`; one guarded run.
 *
 *   npm run build && node test/beside-frameworks/matrix.mjs [--quick] [--tarball file] [word ...]
 *
 * `word`: only rows that have it. `--quick`: those that CI runs. Prints a table, and "N passed, N failed". Errors in the types of
 * a framework itself are counted, not ours to mend.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { Installer } from "../package-managers/installers.mjs";
import { ROWS } from "./rows.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const AT_ONCE = 2;
const { values: flags, positionals } = parseArgs({
  options: { quick: { type: "boolean" }, tarball: { type: "string" } },
  allowPositionals: true,
});
const titleOf = ({ installer = "npm 11", packages, first }) =>
  `${installer}: ${first === undefined ? `${packages.join(" ")}, then loopguard` : `loopguard, then ${packages.join(" ")}`}`;
const wanted = ROWS.filter(
  (row) =>
    (!flags.quick || row.quick) &&
    (positionals.length === 0 || positionals.some((word) => titleOf(row).includes(word))),
);
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "loopguard-matrix-")));
const run = promisify(execFile);

/** Prints what a run of the guard without a framework does. */
const USE = `
const guard = new LoopGuard({ maxRepeats: 2, action: "hint" });
console.log([1, 2, 3].map(() => guard.before({ name: "read", arguments: { path: "a" } }).action).join(" "));
`;
const PRINTED = "allow allow hint\n";

const compilerOptions = {
  ...{ noEmit: true, strict: true, skipLibCheck: false, target: "es2022", module: "nodenext" },
  ...{ lib: ["es2023", "dom", "esnext.disposable"], types: [] },
};

/** In a program of ours, in our declarations as the installers place them, or in no file. */
const OWN_TYPES = /^program\.|[\\/](?:node_modules|cache)[\\/](?:\.pnpm[\\/])?loopguard[\\/@-][^(]*\(|^error/;

class Project {
  constructor(row, index) {
    const { installer = "npm 11" } = row;
    this.row = row;
    this.installer = installers.get(installer);
    this.folder = join(scratch, `project-${index}`);
    mkdirSync(this.folder);
    const add = { npm: ["install"], pnpm: ["add"], yarn: ["add"] }[installer.split(" ")[0]];
    const dev = this.installer.tsc === undefined ? [] : [`typescript@${this.installer.tsc}`];
    this.loopguard = [...add, installer.startsWith("yarn 4") ? `loopguard@file:${tarball}` : `file:${tarball}`];
    this.frameworks = [...add, ...row.packages, ...dev];
    this.write({
      ...this.installer.files,
      "package.json": JSON.stringify({ name: "app", version: "1.0.0", private: true, license: "MIT" }),
      ".npmrc": "audit=false\nfund=false\nupdate-notifier=false\n",
    });
  }

  write(files) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text);
  }

  async install() {
    const steps = [this.frameworks, this.loopguard];
    if (this.row.first === "loopguard") steps.reverse();
    for (const args of steps) {
      const { stdout, stderr } = await run(...this.installer.command(this.folder, args));
      const warnings = `${stdout}${stderr}`
        .split("\n")
        .filter((line) => /warn/i.test(line) && line.includes("loopguard"));
      if (warnings.length > 0) throw new Error(warnings.join("\n"));
    }
  }

  async node(...args) {
    const env = { ...process.env, NODE_OPTIONS: "", LOOPGUARD_BACKEND: "" };
    return await run(process.execPath, [...(this.installer.flags ?? []), ...args], {
      cwd: this.folder,
      env,
      timeout: 120_000,
    });
  }

  /** With `import` and `require` in one process: there is one ToolLoopError. */
  async modules() {
    const { entry } = this.row;
    this.write({
      "import.mjs": `import { LoopGuard } from "loopguard";\nimport * as entry from "loopguard/${entry}";\nif (Object.keys(entry).length === 0) throw new Error("empty");${USE}`,
      "require.cjs": `const { LoopGuard, ToolLoopError } = require("loopguard");\nrequire("loopguard/file");
import("loopguard").then((it) => { if (it.ToolLoopError !== ToolLoopError) throw new Error("two copies"); ${USE} });`,
    });
    for (const name of ["import.mjs", "require.cjs"]) {
      const { stdout } = await this.node(name);
      if (stdout !== PRINTED) throw new Error(`${name} printed ${stdout}`);
    }
  }

  /** Of the entry point as ES module; a framework may have no types for CommonJS. */
  async types() {
    const { entry } = this.row;
    this.write({
      "program.mts": `import { LoopGuard } from "loopguard";\nimport * as entry from "loopguard/${entry}";\nexport const guard: LoopGuard = new LoopGuard();\nvoid entry;\n`,
      "program.cts": `import { LoopGuard } from "loopguard";\nexport const guard: LoopGuard = new LoopGuard();\n`,
      "tsconfig.json": JSON.stringify({ compilerOptions, files: ["program.mts", "program.cts"] }),
    });
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const command =
      this.installer.tsc === undefined
        ? [process.execPath, [tsc, "-p", this.folder], { cwd: this.folder }]
        : this.installer.command(this.folder, ["run", "tsc", "-p", this.folder]);
    const { stdout } = await run(...command).catch((error) => error);
    const errors = (stdout ?? "").split("\n").filter((line) => /error TS\d+/.test(line));
    const own = errors.filter((line) => OWN_TYPES.test(line));
    if (own.length > 0) throw new Error(own.join("\n"));
    return errors.length === 0 ? "ok" : `ok (${errors.length} of others)`;
  }

  async guarded() {
    const { example, edits = [], tells } = this.row;
    if (example === undefined && tells === undefined) return "";
    let code = "import { withLoopGuard } from 'loopguard/ai-sdk'; withLoopGuard({ model: {}, tools: {} });";
    if (example !== undefined) code = readFileSync(join(root, "examples", "frameworks", `${example}.mjs`), "utf8");
    for (const [from, to] of edits) code = code.replaceAll(from, to);
    this.write({ "guarded.mjs": code });
    const { stdout, stderr } = await this.node("guarded.mjs");
    if (tells !== undefined && !stderr.includes(`loopguard knows ${tells} `))
      throw new Error(`It does not tell: ${stderr}`);
    if (tells === undefined && stderr.includes("LOOPGUARD_UNKNOWN_VERSION")) throw new Error(stderr);
    if (example !== undefined && !/loop|called \d+ times|refused|calls/i.test(stdout))
      throw new Error(`It printed: ${stdout}`);
    return tells === undefined ? "ok" : "told";
  }
}

function pack() {
  const told = execFileSync(process.execPath, ["scripts/pack.mjs", "--out", scratch], { cwd: root, encoding: "utf8" });
  return told.trim().split("\n").at(-1);
}

const rows = [];
let passed = 0;
let failed = 0;

async function cell(what, check) {
  try {
    const text = (await check()) ?? "ok";
    if (text !== "") passed++;
    return text;
  } catch (error) {
    failed++;
    console.log(`${what}: ${error.message}\n${error.stdout ?? ""}`.trim());
    return "FAILED";
  }
}

async function tryRow(row, index) {
  const title = titleOf(row);
  const begin = Date.now();
  const cells = [title];
  const project = new Project(row, index);
  cells.push(await cell(`${title}, install`, () => project.install()));
  if (cells[1] === "ok")
    for (const part of ["modules", "types", "guarded"])
      cells.push(await cell(`${title}, ${part}`, () => project[part]()));
  cells.push(`${Math.round((Date.now() - begin) / 1000)} s`);
  rows[index] = cells;
  console.log(cells.join(" | "));
  rmSync(project.folder, { recursive: true, force: true, maxRetries: 5 });
}

const tarball = flags.tarball === undefined ? pack() : resolve(flags.tarball);
const names = new Set(wanted.map(({ installer = "npm 11" }) => installer));
const installers = new Map([...names].map((name) => [name, new Installer(name, scratch)]));
try {
  const queue = [...wanted.entries()];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await tryRow(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
console.log("\n| installed | install | import, require | types | guarded run | took |\n|---|---|---|---|---|---|");
for (const row of rows) console.log(`| ${row.join(" | ")} |`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
