/**
 * The installed package in hosts with their default settings: test runners, compilers, bundlers, an early Node.js 22.
 *
 *   npm run build && node test/beside-frameworks/hosts.mjs [--tarball file] [word ...]
 *
 * `word`: only hosts that have it in their name. What needs nothing from the network is in test/package/hosts.slow.test.ts; bundlers
 * whose bundles run in a browser in test/platforms/bundlers.mjs. Prints a table, and "N passed, N failed".
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values: flags, positionals } = parseArgs({ options: { tarball: { type: "string" } }, allowPositionals: true });
const run = promisify(execFile);
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "loopguard-hosts-")));

const GUARDED = `
const guard = new LoopGuard({ maxRepeats: 2, action: "hint" });
const actions = [1, 2, 3].map(() => guard.before({ name: "read", arguments: { path: "a" } }).action).join(" ");`;
const IMPORTS = `import { backend, LoopGuard } from "loopguard";\nimport { toolLoopHooks } from "loopguard/claude";\n`;
const REQUIRES = `const { backend, LoopGuard } = require("loopguard");\nconst { toolLoopHooks } = require("loopguard/claude");\n`;
const PROGRAM = `${GUARDED}\nconsole.log(backend, typeof toolLoopHooks, actions);\n`;
const TEST = `${GUARDED}
test("a guard", () => {
  expect([backend, typeof toolLoopHooks, actions]).toEqual(["native", "function", "allow allow hint"]);
});\n`;
const MATCHERS = `
const recorded = [1, 2, 3, 4].map(() => ({ name: "read", arguments: { path: "a" }, result: "text" }));
test("matchers", () => {
  expect(recorded).toLoop({ toolName: "read", repeats: 4 });
  expect(recorded.slice(1, 2)).toBeLoopFree();
  const guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
  for (const path of ["a", "a"]) guard.before({ name: "read", arguments: { path } });
  expect(guard).toHaveRefused("read");
  expect(() => expect(recorded).toBeLoopFree()).toThrow(/read, 4 times/);
  expect(() => assertLoopFree(recorded)).toThrow(/read, 4 times/);
  assertLoops(recorded);
  assertRefused(guard);
});\n`;
const IMPORTS_MATCHERS = `${IMPORTS}import "loopguard/jest";\nimport { assertLoopFree, assertLoops, assertRefused } from "loopguard/assert";\n`;
const REQUIRES_MATCHERS = `${REQUIRES}require("loopguard/jest");\nconst { assertLoopFree, assertLoops, assertRefused } = require("loopguard/assert");\n`;
const ON_NODE = "native function allow allow hint\n";
const BUNDLED = "wasm function allow allow hint\n";
/** What `tsc --init` of TypeScript 5 and ts-jest have had for years: node10 follows from commonjs. */
const COMMONJS = JSON.stringify({
  compilerOptions: {
    target: "es2022",
    module: "commonjs",
    strict: true,
    esModuleInterop: true,
    skipLibCheck: false,
    types: ["node", "jest"],
  },
});
const BABEL = 'module.exports = { presets: [["@babel/preset-env", { targets: { node: "current" } }]] };\n';
const GLOBALS = 'import { expect, test } from "@jest/globals";\n';
const TS_JEST = {
  "jest.config.cjs": 'module.exports = { preset: "ts-jest" };\n',
  "tsconfig.json": COMMONJS,
  "a.test.ts": IMPORTS_MATCHERS + TEST + MATCHERS,
  "b.test.ts": GLOBALS + IMPORTS_MATCHERS + MATCHERS,
};
const NODE = `node-linux-${process.arch}`;
const BUN = `@oven/bun-linux-${process.arch === "arm64" ? "aarch64" : "x64"}`;

const jest = (version, types = version) => [`jest@${version}`, `@types/jest@${types}`];
const tsJest = [`ts-jest@29`, "typescript@5.9.3", "@types/node@20"];
const runsJest = { run: [["node_modules/jest/bin/jest.js", "--ci"]] };

/** The vectors that Agentium's types accept, with a compiler that a clone of the project does not have. */
function agentium(version) {
  const vectors = JSON.parse(readFileSync(join(root, "test/vectors/agentium-types.json"), "utf8"));
  const names =
    "ToolExecutor, RunContext, EventBus, defineTool, ToolLoopError, ApprovalManager, createPollResultTool, type ToolDef, type ToolCallResult, type AgentEventMap, type ApprovalRequest, type ApprovalConfig, type ToolResult";
  const head = `import { ${names} } from "loopguard";\nimport { z } from "zod";\n`;
  const accepted = vectors.filter(({ agentium }) => agentium);
  const files = Object.fromEntries(accepted.map(({ name, code }) => [`${name}.ts`, `${head}${code}\nexport {};\n`]));
  const compilerOptions = { noEmit: true, strict: true, target: "es2022", module: "nodenext", types: [] };
  return {
    packages: [`typescript@${version}`, "zod@3"],
    files: { ...files, "tsconfig.json": JSON.stringify({ compilerOptions }) },
    run: [["node_modules/typescript/bin/tsc", "-p", "."]],
    prints: "",
  };
}

/** `run`: command lines of Node.js; the last one prints `prints`. `alone`: before that, the package is taken away. */
const HOSTS = {
  "Jest 29": { packages: jest(29), files: { "a.test.js": REQUIRES_MATCHERS + TEST + MATCHERS }, ...runsJest },
  "Jest 30": { packages: jest(30), files: { "a.test.js": REQUIRES_MATCHERS + TEST + MATCHERS }, ...runsJest },
  "Jest 29, Babel": {
    packages: [...jest(29), "@babel/core@7", "@babel/preset-env@7"],
    files: { "babel.config.cjs": BABEL, "a.test.js": IMPORTS_MATCHERS + TEST + MATCHERS },
    ...runsJest,
  },
  "Jest 30, Babel": {
    packages: [...jest(30), "@babel/core@7", "@babel/preset-env@7"],
    files: { "babel.config.cjs": BABEL, "a.test.js": IMPORTS_MATCHERS + TEST + MATCHERS },
    ...runsJest,
  },
  "Jest 29, ts-jest": {
    packages: [...jest(29), ...tsJest],
    files: TS_JEST,
    ...runsJest,
  },
  "Jest 30, ts-jest": {
    packages: [...jest(30), ...tsJest],
    files: TS_JEST,
    ...runsJest,
  },
  "Jest 30, jsdom": {
    packages: [...jest(30), "jest-environment-jsdom@30"],
    files: { "jest.config.cjs": 'module.exports = { testEnvironment: "jsdom" };', "a.test.js": REQUIRES + TEST },
    ...runsJest,
  },
  "Jest 30, ES modules": {
    packages: jest(30),
    files: { "a.test.mjs": IMPORTS_MATCHERS + TEST + MATCHERS },
    run: [["--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--ci"]],
  },
  "ts-node, commonjs": {
    packages: ["ts-node@10", "typescript@5.9.3", "@types/node@20", "@types/jest@30"],
    files: { "tsconfig.json": COMMONJS, "a.ts": IMPORTS + PROGRAM },
    run: [["node_modules/ts-node/dist/bin.js", "a.ts"]],
    prints: ON_NODE,
  },
  "TypeScript 5, commonjs and node10": {
    packages: ["typescript@5.9.3", "@types/node@20", "@types/jest@30"],
    files: { "tsconfig.json": COMMONJS, "a.ts": IMPORTS + PROGRAM },
    run: [["node_modules/typescript/bin/tsc", "-p", "."], ["a.js"]],
    prints: ON_NODE,
  },
  "Agentium's types, TypeScript 5.4": agentium("5.4"),
  "Agentium's types, TypeScript 5.9": agentium("5.9"),
  "Node.js 22.0": {
    packages: [`${NODE}@22.0.0`],
    files: { "a.cjs": REQUIRES + PROGRAM, "a.mjs": IMPORTS + PROGRAM },
    run: [
      [`!node_modules/${NODE}/bin/node`, "a.mjs"],
      [`!node_modules/${NODE}/bin/node`, "a.cjs"],
    ],
    prints: ON_NODE,
  },
  "bun build, for Node.js": bun(["--target=node", "--outfile=out/a.js"], [["out/a.js"]]),
  "bun build, for Node.js in CommonJS": bun(["--target=node", "--format=cjs", "--outfile=out/a.cjs"], [["out/a.cjs"]]),
  "bun build, for Bun": bun(["--target=bun", "--outfile=out/a.js"], [[`!${BUN}`, "out/a.js"]]),
  "bun build --compile": bun(["--compile", "--outfile=out/a"], [["!out/a"]]),
  "esbuild --conditions=foo": {
    packages: ["esbuild@0.28"],
    files: { "a.mjs": IMPORTS + PROGRAM },
    run: [
      [
        "!node_modules/esbuild/bin/esbuild",
        "a.mjs",
        "--bundle",
        "--platform=node",
        "--conditions=foo",
        "--outfile=out/a.cjs",
      ],
      ["out/a.cjs"],
    ],
    alone: true,
    prints: BUNDLED,
  },
  "webpack, for Node.js": {
    packages: ["webpack@5"],
    files: {
      "a.mjs": IMPORTS + PROGRAM,
      "b.cjs":
        'require("webpack")({ mode: "production", target: "node", entry: "./a.mjs", output: { path: __dirname + "/out", filename: "a.cjs" } }, (e, s) => { if (e || s.hasErrors() || s.hasWarnings()) { console.error(e ?? s.toString()); process.exit(1); } });',
    },
    run: [["b.cjs"], ["out/a.cjs"]],
    alone: true,
    prints: BUNDLED,
  },
  "Vite, for Node.js": {
    packages: ["vite@8"],
    files: { "a.mjs": IMPORTS + PROGRAM, "vite.config.mjs": "export default { ssr: { noExternal: true } };\n" },
    run: [["node_modules/vite/bin/vite.js", "build", "--ssr", "a.mjs", "--outDir", "out"], ["out/a.mjs"]],
    alone: true,
    prints: BUNDLED,
  },
  Parcel: {
    packages: ["parcel@2"],
    files: {
      "a.js":
        IMPORTS.replace(/import \{ toolLoopHooks.*\n/, "") + PROGRAM.replace("typeof toolLoopHooks", '"function"'),
      "package.json": JSON.stringify({
        name: "app",
        private: true,
        targets: {
          main: false,
          out: {
            source: "a.js",
            context: "node",
            outputFormat: "commonjs",
            includeNodeModules: true,
            distDir: "out",
            engines: { node: ">=20" },
          },
        },
      }),
    },
    run: [["node_modules/parcel/lib/bin.js", "build", "--no-cache", "--target", "out"], ["out/a.js"]],
    alone: true,
    prints: BUNDLED,
  },
  "eslint-plugin-import": {
    packages: ["eslint@9", "eslint-plugin-import@2"],
    files: {
      "eslint.config.mjs":
        'import plugin from "eslint-plugin-import";\nexport default [{ files: ["a.mjs"], plugins: { import: plugin }, rules: { "import/no-unresolved": "error", "import/named": "error" } }];\n',
      "a.mjs": 'import { LoopGuard } from "loopguard";\nexport const guard = new LoopGuard();\n',
    },
    run: [["node_modules/eslint/bin/eslint.js", "a.mjs"]],
    prints: "",
  },
};

/** Its binary is of another package, since the one of npm fetches it in a script. */
function bun(args, after) {
  return {
    packages: [`${BUN}@1.4.5`],
    files: { "a.mjs": IMPORTS + PROGRAM },
    run: [[`!${BUN}`, "build", "a.mjs", ...args], ...after],
    alone: true,
    prints: BUNDLED,
  };
}

async function tryHost(name, index) {
  const { packages, files, run: lines, alone, prints } = HOSTS[name];
  const folder = join(scratch, `host-${index}`);
  mkdirSync(folder);
  const manifest = { name: "app", version: "1.0.0", private: true };
  const all = { "package.json": JSON.stringify(manifest), ".npmrc": "audit=false\nfund=false\n", ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  await run("npm", ["install", "--silent", tarball, ...packages], { cwd: folder });
  const env = { ...process.env, NODE_OPTIONS: "", LOOPGUARD_BACKEND: "", NO_COLOR: "1", CI: "1", NODE_ENV: "" };
  let stdout = "";
  for (const [i, [file, ...args]] of lines.entries()) {
    if (alone && i > 0) rmSync(join(folder, "node_modules", "loopguard"), { recursive: true, force: true });
    const isProgram = file.startsWith("!");
    const program = file === `!${BUN}` ? join(folder, "node_modules", BUN, "bin", "bun") : join(folder, file.slice(1));
    const command = isProgram ? [program, args] : [process.execPath, [file, ...args]];
    ({ stdout } = await run(...command, { cwd: folder, env, timeout: 180_000 }));
  }
  if (prints !== undefined && stdout !== prints) throw new Error(`It printed ${JSON.stringify(stdout)}`);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function pack() {
  const told = execFileSync(process.execPath, ["scripts/pack.mjs", "--out", scratch], { cwd: root, encoding: "utf8" });
  return told.trim().split("\n").at(-1);
}

const names = Object.keys(HOSTS).filter(
  (name) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
);
const tarball = flags.tarball === undefined ? pack() : resolve(flags.tarball);
const rows = new Map();
let failed = 0;
try {
  const queue = [...names.entries()];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, name] = next;
      const begin = Date.now();
      try {
        await tryHost(name, index);
        rows.set(name, `ok | ${Math.round((Date.now() - begin) / 1000)} s`);
      } catch (error) {
        failed++;
        console.log(`${name}: ${error.message}\n${error.stdout ?? ""}${error.stderr ?? ""}`);
        rows.set(name, "FAILED");
      }
      console.log(`${name}: ${rows.get(name)}`);
    }
  };
  await Promise.all([work(), work()]);
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
console.log("\n| host | | took |\n|---|---|---|");
for (const name of names) console.log(`| ${name} | ${rows.get(name)} |`);
console.log(`${names.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
