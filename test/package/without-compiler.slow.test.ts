/**
 * A fresh machine without make, a compiler, Python and git: what needs one is named and left out, and all else runs. It is
 * made of a copy of the project without its builds, and a PATH of a folder that has little but Node.js in it.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "loopguard-bare-"));
const clone = join(scratch, "clone");
const bin = join(scratch, "bin");
const NOT_CLONED =
  /^(?:\.git|build|prebuilds|node_modules|native[/\\]build|test[/\\](?:frameworks|agents|warehouses)[/\\](?:[\w-]+[/\\])?node_modules)$/;

beforeAll(() => {
  cpSync(root, clone, { recursive: true, filter: (path) => !NOT_CLONED.test(relative(root, path)) });
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  symlinkSync("/bin/sh", join(bin, "sh"));
});
afterAll(() => rmSync(scratch, { recursive: true }));

function node(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: clone,
    env: { PATH: bin, HOME: scratch, NO_COLOR: "1", ...env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** Of each kind: the core on both builds, the hook in both programs, a file that compiles C, one that needs nothing. */
const FILES = [
  "core/exit",
  "core/each-build",
  "guard/loop-detector",
  "hook/sessions-gemini",
  "config/configure.once",
  "docs/demo-runs",
];
const vitest = (...args: string[]) => ["node_modules/vitest/vitest.mjs", "run", "--project", "!*-slow", ...args];
const SKIPPED = "native build skipped: no C compiler: make is not there. Not run:";

describe.skipIf(process.platform === "win32")("without a compiler", () => {
  it("the build says that WebAssembly serves, and the C tests that they are skipped", () => {
    expect(node(["scripts/build-native.mjs"])).toMatchObject({ status: 0, stdout: "" });
    const said = { stdout: "", stderr: "C tests skipped (test/native): make is not there\n" };
    expect(node(["scripts/test-c.mjs"])).toEqual({ status: 0, ...said });
    expect(node(["scripts/test-c.mjs"], { LOOPGUARD_BUILD: "required" })).toEqual({ status: 1, ...said });
  });

  it("the tests that need one are named once, and all others pass", { timeout: 600_000 }, () => {
    const { status, stdout, stderr } = node(vitest(...FILES.map((file) => `test/${file}`)));
    const all = stdout + stderr;
    expect([status, all.split(SKIPPED).length], all).toEqual([0, 2]);
    expect(all).toContain('\n  project "native": its tests run in project "wasm"\n');
    for (const file of ["test/core/each-build.test.ts", "test/rules/configure.once.test.ts"])
      expect(all).toContain(`\n  ${file}\n`);
    expect(all).toMatch(/Test Files {2}4 passed \(4\)/);
    expect(all).toMatch(/✓ \|wasm\| test\/guard\/loop-detector/);
  });

  it("all of them fail where a build is required", { timeout: 600_000 }, () => {
    const { status, stdout, stderr } = node(vitest("test/core/exit"), { LOOPGUARD_BUILD: "required" });
    expect(status, stdout + stderr).toBe(1);
    expect(stdout + stderr).not.toContain("skipped:");
    expect(stdout + stderr).toContain("No native build of loopguard could be loaded");
  });

  it("the demo runs on WebAssembly", () => {
    const { status, stdout, stderr } = node(["examples/demo.mjs", "examples/runs"]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^all +144 +3,896 /m);
  });
});
