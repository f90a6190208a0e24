import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { replay } from "../../bench/accuracy/replay.mjs";
import { LoopGuard } from "../../lib/index.ts";
import { named, runProgram, tuned } from "./tune-program.ts";

const folder = mkdtempSync(join(tmpdir(), "loopguard-tune-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Call = { name: string; args: unknown; result?: unknown; error?: boolean; batch: number };
type Run = { id: string; calls: Call[] };

function save(name: string, lines: readonly unknown[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

/** Calls in rounds of their own: `[name, args, result]`. */
function runOf(id: string, steps: readonly (readonly [name: string, args: unknown, result: string])[]): Run {
  return { id, calls: steps.map(([name, args, result], batch) => ({ name, args, result, batch })) };
}

/**
 * One call with one result, again and again, and seven new calls between: too many for a streak, a block, or a window
 * of six, and new enough not to be settled. Stuck from the third time on.
 */
function stuck(id: string): Run {
  const steps = Array.from({ length: 40 }, (_, i) =>
    i % 8 === 0
      ? (["list", { of: "orders" }, "none"] as const)
      : (["read", { page: i }, `page ${id} ${"x".repeat(i)}`] as const),
  );
  return runOf(id, steps);
}

/** A look at something that changes, five times; and one that does not, twice. */
function healthy(id: string): Run {
  const letters = "abcdefgh";
  const look = [...letters.slice(0, 5)].map((letter) => ["look", {}, `state ${letter}`] as const);
  return runOf(id, [
    ...look,
    ["list", { of: "users" }, "Ann"],
    ["read", { page: id }, "text"],
    ["list", { of: "users" }, "Ann"],
  ]);
}

const runs = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? stuck(`run-${i}`) : healthy(`run-${i}`)));
describe("loopguard tune", () => {
  const traces = save("runs.jsonl", runs);

  it("says what each setting would have saved", async () => {
    const report = await tuned([traces]);
    expect(named(report, "limit({ default: 5 })").callsSaved).toBeGreaterThan(0);
    expect(report).not.toHaveProperty("promise");
  });

  /** Enough of them that another setting than the preset is recommended. */
  const many = Array.from({ length: 70 }, (_, i) => stuck(`stuck-${i}`));
  const convincing = save("many.jsonl", many);

  it("writes a config that a guard takes, and that does what the table says", async () => {
    const out = join(folder, "loopguard.config.json");
    for (const _ of ["once", "again"]) // its own file it replaces
      expect(await runProgram(["tune", convincing, "--out", out])).toMatchObject({ code: 0, err: "" });
    const report = await tuned([convincing]);
    const { warned, refused, ended, family } = named(report, report.recommended.name);
    expect(family).not.toBe("preset");
    const guard = new LoopGuard(JSON.parse(readFileSync(out, "utf8")));
    const replays = many.map((run) => replay(run, guard));
    expect(replays.filter(({ any }) => any !== undefined)).toHaveLength(warned + refused + ended);
    expect(replays.filter(({ blocking }) => blocking !== undefined)).toHaveLength(refused + ended);
    guard.close();
  });

  it("every setting that it tries is one that a guard takes", async () => {
    for (const { options } of (await tuned([traces])).settings)
      expect(() => new LoopGuard(JSON.parse(JSON.stringify(options))).close()).not.toThrow();
  });

  it("says the same each time", async () => {
    expect(await tuned([traces])).toEqual(await tuned([traces]));
  });

  it("prints a table of the presets and of what no other setting beats, and the config", async () => {
    const { out } = await runProgram(["tune", convincing]);
    const { recommended, settings } = await tuned([convincing]);
    expect(out).toContain(` >   ${recommended.name} `);
    expect(out).toMatch(/recommended .*strict .*lenient /s);
    const shown = settings.filter(({ name }) => out.includes(` ${name} `));
    expect(shown.length).toBeLessThan(settings.length / 2);
    for (const { name, regret } of settings.filter((one) => one.regret.saved > 0)) {
      const better = shown.filter((it) => it.regret.saved >= regret.saved && it.regret.firstNews <= regret.firstNews);
      expect(better, name).not.toEqual([]);
    }
    for (const one of shown.filter(({ family, recommended }) => family !== "preset" && !recommended)) {
      const { saved, firstNews } = one.regret;
      const beats = settings.filter((it) => it.regret.saved > saved && it.regret.firstNews <= firstNews);
      expect(beats, one.name).toEqual([]);
    }
    expect(out).toContain(`Recommended: ${recommended.name}`);
    expect(out).toContain(JSON.stringify(recommended.options, null, 2));
  });

  it("fails plainly: no runs, no such file", async () => {
    const empty = save("empty.jsonl", []);
    expect(await runProgram(["tune", empty])).toMatchObject({ code: 2, out: "" });
    const missing = await runProgram(["tune", traces, join(folder, "missing.jsonl")]);
    expect(missing.code).toBe(2);
    expect(missing.err).toMatch(/missing\.jsonl: no such file/);
    expect(missing.out).toContain("Recommended:"); // of what could be read
  });

  it("fails plainly: wrong numbers, and files that cannot be written", async () => {
    expect((await runProgram(["tune", traces, "--format", "none"])).code).toBe(2);
    expect((await runProgram(["tune", traces, "--out", join(folder, "no", "folder")])).err).toContain(
      "cannot be written",
    );
  });
});
