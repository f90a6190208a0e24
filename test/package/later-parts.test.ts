/** Parts of dist/node that are compiled at first use (scripts/later-parts.mjs). */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MODULES } from "../../scripts/entries.mjs";

/** What a process of its own prints, with `files()`: the names of the files of the package that it has loaded. */
function prints(code: string, env: Record<string, string> = {}): string {
  const head = `
    const place = ${JSON.stringify(new URL("../../dist/node/", import.meta.url).pathname)};
    const files = () => Object.keys(require.cache).filter((path) => path.startsWith(place)).map((path) => path.slice(place.length)).sort().join();
    const load = () => require(place + "index.cjs");
    const ask = (guard) => guard.before({ name: "read", arguments: { path: "a" } }).allowed;
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", head + code], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  expect(stderr).toBe("");
  return stdout.trim();
}

test("loading takes none; a guard takes one", () => {
  expect(prints("load(); console.log(files());")).toBe("index.cjs,plain.cjs,shared.cjs");
  expect(prints("ask(new (load().LoopGuard)()); console.log(files());")).toBe(
    "index.cjs,part-guard.cjs,plain.cjs,shared.cjs",
  );
});

/** Entry points that import nothing but built-in modules and files of the package. */
const ALONE = MODULES.filter(({ module }) => {
  const text = readFileSync(new URL(`../../dist/node/${module}.cjs`, import.meta.url), "utf8");
  return !/require\("(?!node:|\.)/.test(text) && !["jest", "vitest"].includes(module);
}).map(({ module, ofItsOwn }) => ({ path: `${module}.cjs`, own: `${module}.${ofItsOwn ? "js" : "cjs"}` }));

/** Of its own file and of what entry points share, without the addon. What it was, and a little. */
const BYTES_MAX = 100e3;
/** What Node.js has loaded by then, or not: each takes as long as a tenth of an empty process, or more. */
const SLOW = ["assert", "child_process", "crypto", "http", "net", "stream", "worker_threads", "zlib"];

// What makes loading slow. How long it takes is a row of `npm run bench`.
test.each(["require", "import"])(
  "%s of an entry point reads its own file and shared ones, and makes nothing",
  (how) => {
    const code = `
    const { statSync } = require("node:fs");
    const made = [];
    for (const name of ["Instance", "Module"])
      WebAssembly[name] = new Proxy(WebAssembly[name], { construct: (...given) => (made.push(name), Reflect.construct(...given)) });
    let reports = 0;
    const { getReport } = process.report;
    process.report.getReport = (...given) => (reports++, getReport.apply(process.report, given));
    const loaded = () => process.moduleLoadList.map((name) => name.replace("NativeModule ", ""));
    (async () => {
      const before = loaded();
      const entries = [];
      for (const { path, own } of ${JSON.stringify(ALONE)}) {
        for (const known of Object.keys(require.cache)) delete require.cache[known];
        await (${how}(place + (${how === "import"} ? own : path)));
        const bytes = files().split(",").reduce((sum, file) => sum + statSync(place + file).size, 0);
        entries.push({ path, files: files(), bytes });
      }
      const added = loaded().filter((name) => !before.includes(name));
      console.log(JSON.stringify({ entries, made: load().backend === "native" ? made : [], reports, added }));
    })();
  `;
    const { entries, made, reports, added } = JSON.parse(prints(code, { LOOPGUARD_BACKEND: "" }));
    for (const { path, files, bytes } of entries) {
      const shared = [path, "part-more.cjs", "plain.cjs", "shared.cjs"];
      expect([path, files.split(",").filter((file: string) => !shared.includes(file))]).toEqual([path, []]);
      expect([path, bytes > 80e3 && bytes <= BYTES_MAX]).toEqual([path, true]);
    }
    expect(entries.length).toBeGreaterThan(20);
    expect([made, reports, added.filter((name: string) => SLOW.includes(name))]).toEqual([[], 0, []]);
  },
);

test("WebAssembly, which is loaded at once, needs none", () => {
  const env = { LOOPGUARD_BACKEND: "wasm" };
  expect(prints("const { backend } = load(); console.log(backend, files());", env)).toBe(
    "wasm index.cjs,plain.cjs,shared.cjs",
  );
});

// As Jest's `resetModules` does between tests.
test("a part belongs to the copy that takes it, though modules are loaded anew in between", () => {
  const code = `
    const { LoopGuard, checkMessages, ToolLoopError } = load();
    for (const path of Object.keys(require.cache)) if (path.startsWith(place)) delete require.cache[path];
    const other = load();
    const guard = new LoopGuard({ maxRepeats: 1, action: "abort" });
    const allowed = [ask(guard), ask(guard), ask(new other.LoopGuard())];
    console.log(guard instanceof LoopGuard, allowed.join(), checkMessages([], guard).allowed, LoopGuard === other.LoopGuard);
  `;
  expect(prints(code)).toBe("true true,false,true true false");
});
