/** The rule of rooms, as `scripts/check-rooms.mjs` checks it. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "loopguard-rooms-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function check(files: Readonly<Record<string, string>>): { said: string; code: number | null } {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const ran = spawnSync(process.execPath, ["scripts/check-rooms.mjs", folder], { cwd: root, encoding: "utf8" });
  return { said: ran.stderr, code: ran.status };
}

describe("rooms of lib/", () => {
  it("may import downwards and within themselves", () => {
    const files = {
      "index.ts": 'export { run } from "./run/loop-run.ts";',
      "run/loop-run.ts": 'import type { A } from "../base/types.ts";\nimport { b } from "./other.ts";',
      "run/other.ts": "export const b = 1;",
      "base/types.ts": "export type A = 1;",
    };
    expect(check(files)).toEqual({ said: "", code: 0 });
  });

  it.each([
    'import { b } from "../run/b.ts";',
    'import type { B } from "../run/b.ts";',
    'await import("../run/b.ts");',
  ])("may not import upwards: %s", (line) => {
    const { said, code } = check({ "base/a.ts": line, "run/b.ts": "" });
    expect(said).toBe("base/a.ts: imports run/b.ts, of a room above its own\n");
    expect(code).toBe(1);
  });

  it("have no circles, those of types included", () => {
    const { said, code } = check({
      "run/a.ts": 'import type { B } from "./b.ts";',
      "run/b.ts": 'export type { C } from "./c.ts";',
      "run/c.ts": 'import type { A } from "./a.ts";',
    });
    expect(said).toBe("a circle: run/a.ts -> run/b.ts -> run/c.ts -> run/a.ts\n");
    expect(code).toBe(1);
  });

  it("are all that there is besides entry points", () => {
    expect(check({ "stray.ts": "" }).said).toMatch(/^stray\.ts: is in no room/);
    expect(check({ "cellar/a.ts": "" }).said).toMatch(/cellar\/a\.ts: is in no room/);
  });

  it("are all told of in docs/design.md", () => {
    const { stdout, status } = spawnSync(process.execPath, ["scripts/build-map.mjs", "--check"], { cwd: root });
    expect([String(stdout), status]).toEqual(["docs/design.md: ok\n", 0]);
  });
});
