/** Hosts that need nothing from the network; the others are in test/beside-frameworks/hosts.mjs. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { ENTRIES } from "../../scripts/entries.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "loopguard-hosts-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "loopguard"), "junction");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** What a program prints that is in a file of this name. */
function prints(name: string, code: string): string {
  writeFileSync(join(folder, name), code);
  return ran(name);
}

function ran(name: string): string {
  const env = { ...process.env };
  delete env["LOOPGUARD_BACKEND"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [name], { cwd: folder, env, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return stdout;
}

/** The third of equal calls is refused. */
const USE = `
const guard = new LoopGuard({ maxRepeats: 2, action: "hint" });
console.log(backend, [1, 2, 3].map(() => guard.before({ name: "read", arguments: { path: "a" } }).action).join(" "));
`;

it("package.json has what scripts/entries.mjs gives", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build-manifest.mjs", "--check"], { cwd: root });
  expect([status, String(stderr)]).toEqual([0, ""]);
});

describe("in one process", () => {
  it("require and import give one copy of everything", () => {
    const code = `
      const required = require("loopguard");
      const adapter = require("loopguard/openai-agents");
      import("loopguard").then(async (imported) => {
        const names = Object.keys(required).filter((name) => required[name] !== imported[name]);
        const sameAdapter = (await import("loopguard/openai-agents")).withLoopGuard === adapter.withLoopGuard;
        const heard = [];
        require("node:diagnostics_channel").subscribe("loopguard:detection", ({ detection }) => heard.push(detection.repeats));
        const guard = new imported.LoopGuard({ maxRepeats: 1, action: "abort", scope: "run" });
        const search = required.guardFunction("search", () => "none", guard);
        let error;
        try {
          imported.runScope("user", () => { search("a"); search("a"); });
        } catch (thrown) { error = thrown; }
        required.runScope("other", () => search("a"));
        console.log(JSON.stringify({ names, sameAdapter, heard, isOne: error instanceof required.ToolLoopError && error instanceof imported.ToolLoopError }));
      });
    `;
    expect(JSON.parse(prints("one.cjs", code))).toEqual({ names: [], sameAdapter: true, heard: [2], isOne: true });
  });

  it("the modules may be of another realm than Node.js, which has no structuredClone, as under jsdom in Jest", () => {
    const code = `
      const vm = require("node:vm"), fs = require("node:fs"), { wrap, createRequire } = require("node:module");
      const { process, Buffer, URL, TextDecoder, TextEncoder, performance, crypto, setTimeout, clearTimeout } = globalThis;
      const given = { process, Buffer, URL, TextDecoder, TextEncoder, performance, crypto, setTimeout, clearTimeout };
      const realm = vm.createContext(given), loaded = new Map();
      function load(file) {
        if (!loaded.has(file)) {
          const module = { exports: {} }, own = createRequire(file);
          const ask = (name) => (/^[.].*js$/.test(name) ? load(own.resolve(name)) : own(name));
          loaded.set(file, module);
          const run = vm.runInContext(wrap(fs.readFileSync(file, "utf8")), realm);
          run(module.exports, Object.assign(ask, own), module, file, require("node:path").dirname(file));
        }
        return loaded.get(file).exports;
      }
      process.env.LOOPGUARD_BACKEND = "wasm";
      const { LoopGuard, backend, fingerprint } = load(require.resolve("loopguard"));
      const guard = new LoopGuard({ maxRepeats: 2, action: "hint" });
      const actions = [1, 2, 3].map(() => guard.before({ name: "read", arguments: { path: "a" } }).action);
      const again = LoopGuard.restore(Buffer.from(guard.snapshot()));
      const { length } = fingerprint("read", {}, { key: Buffer.alloc(16) });
      console.log(backend, ...actions, guard.stats().refused, again instanceof LoopGuard, length);
    `;
    expect(prints("realm.cjs", code)).toMatch(/^wasm allow allow hint 1 true 32\n$/);
  });

  it("an entry point with an ES module of its own is the same in both module systems, and shares the guard", () => {
    const code = `
      import { createRequire } from "node:module";
      import { LoopGuard } from "loopguard";
      import plugin, { toolLoopPlugin } from "loopguard/opencode";
      const required = createRequire(import.meta.url)("loopguard/opencode");
      console.log(plugin.id === required.default.id, toolLoopPlugin === required.toolLoopPlugin);
      console.log(createRequire(import.meta.url)("loopguard").LoopGuard === LoopGuard);
    `;
    expect(prints("own.mjs", code)).toBe("true true\ntrue\n");
  });

  it("loading it is a matter of few files, and of no module of Node.js that is slow", () => {
    const code = `
      const before = new Set(process.moduleLoadList);
      require("loopguard");
      const files = Object.keys(require.cache).filter((path) => path !== __filename).map((path) => path.split(/[\\\\/]/).at(-1));
      const slow = process.moduleLoadList.filter((name) => !before.has(name) && / (?:crypto|child_process|net|http|worker_threads)$/.test(name));
      console.log(files.sort().join(), slow.join());
    `;
    expect(prints("files.cjs", code)).toBe("index.cjs,loopguard.node,plain.cjs,shared.cjs \n");
  });

  it("the modules have the same names", () => {
    const frameworks = ["./vitest", "./jest", "./langchain", "./strands", "./adk"];
    const names = ENTRIES.map(({ name }) => name).filter((name) => !frameworks.includes(name));
    const code = `
      (async () => {
        for (const name of ${JSON.stringify(names)}) {
          const given = Object.keys(require("loopguard" + name.slice(1))).sort();
          const imported = Object.keys(await import("loopguard" + name.slice(1))).sort();
          const both = imported.filter((key) => !["default", "module.exports", "__esModule"].includes(key) || given.includes(key));
          if (given.join() !== both.join() && given.join() !== both.filter((key) => key !== "default").join()) console.log(name, given, both);
        }
      })();
    `;
    expect(prints("names.cjs", code)).toBe("");
  });
});

describe("esbuild", () => {
  it.each([
    ["esm", "node", "mjs"],
    ["cjs", "node", "cjs"],
    ["esm", "neutral", "mjs"],
  ] as const)("with a condition of its own, in %s for %s", async (format, platform, extension) => {
    const stdin = { contents: `import { backend, LoopGuard } from "loopguard";${USE}`, resolveDir: folder };
    const outfile = join(folder, "out", `app.${extension}`);
    const options = { format, platform, bundle: true, logLevel: "silent" } as const;
    // Under "neutral" there are no main fields, and no modules of Node.js.
    await build({
      stdin,
      outfile,
      ...options,
      conditions: ["foo"],
      external: platform === "neutral" ? ["node:*"] : [],
    });
    rmSync(join(folder, "node_modules"), { recursive: true });
    expect(ran(`out/app.${extension}`)).toBe("wasm allow allow hint\n");
  });
});

describe("TypeScript", () => {
  const PROGRAM = `
    import { backend, LoopGuard, type LoopGuardOptions } from "loopguard";
    import { withLoopGuard } from "loopguard/claude-or-another";
    const options: LoopGuardOptions = { maxRepeats: 2, action: "hint" };
    const guard = new LoopGuard(options);
    void withLoopGuard;
    // @ts-expect-error: a number
    void (() => new LoopGuard({ maxRepeats: "2" }));
    console.log(backend, [1, 2, 3].map(() => guard.before({ name: "read", arguments: { path: "a" } }).action).join(" "));
  `.replace("claude-or-another", "mastra");
  /** TypeScript 6 is the last that has node10. */
  const compilers = { 6: "@typescript/typescript6/bin/tsc6", 7: "typescript/bin/tsc" } as const;

  it.each([
    [
      "node10, commonjs",
      6,
      "program.ts",
      { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" },
    ],
    ["a CommonJS file under node16", 7, "program.cts", { module: "node16" }],
    ["an ES module under node16", 7, "program.mts", { module: "node16" }],
    ["a CommonJS file under nodenext", 7, "program.cts", { module: "nodenext" }],
    ["a bundler's resolution", 7, "program.mts", { module: "esnext", moduleResolution: "bundler" }],
  ] as const)("%s", (_, version, name, settings) => {
    const all = {
      strict: true,
      skipLibCheck: false,
      target: "es2022",
      lib: ["es2023", "dom"],
      types: [],
      outDir: "out",
      rootDir: ".",
    };
    writeFileSync(join(folder, name), PROGRAM);
    writeFileSync(join(folder, "package.json"), "{}");
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...all, ...settings }, files: [name] }),
    );
    const tsc = join(root, "node_modules", compilers[version]);
    expect(existsSync(tsc), tsc).toBe(true);
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
    expect(stdout).toBe("");
    const out = join("out", name.replace(/ts$/, "js"));
    expect(readFileSync(join(folder, out), "utf8")).toContain("loopguard");
    expect(ran(out)).toBe("native allow allow hint\n");
  });
});
