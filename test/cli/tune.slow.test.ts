import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { replay } from "../../bench/accuracy/replay.mjs";
import { parseLabels } from "../../lib/cli/tune/measured.ts";
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
const labels = runs.map(({ id }, i) =>
  i % 2 === 0 ? { id, stuck: true, first_stuck_call: 16 } : { id, stuck: false },
);

describe("loopguard tune", () => {
  const traces = save("runs.jsonl", runs);
  const labelled = save("labels.jsonl", labels);

  it("recommends the setting that fits the labels, and says how it does on runs that it was not chosen by", async () => {
    const report = await tuned([traces, "--labels", labelled]);
    expect(report).toMatchObject({ version: 3, runs: 12, unjudged: 0, labelled: 12, errors: [], unknownLabels: [] });
    expect(report.recommended?.name).toBe("noProgress()");
    const chosen = named(report, "noProgress()");
    expect(chosen).toMatchObject({ recommended: true, pareto: true });
    expect(chosen.any).toMatchObject({ stuck: 6, right: 6, wrong: 0, recall: 1, precision: 1, f1: 1, delay: 0 });
    expect(report.why).toContain("chosen on half of the labels and tested on the other half, it has an F1 of 1.00");
  });

  it("takes a firing before the first wasted call for a wrong one, and one in a healthy run", async () => {
    const report = await tuned([traces, "--labels", labelled]);
    // At the second time: too early in six runs, and wrong in the six others.
    expect(named(report, "noProgress({ threshold: 2 })").any).toMatchObject({
      right: 0,
      wrong: 12,
      recall: 0,
      precision: 0,
    });
    expect(named(report, "repeat()").any).toMatchObject({ right: 0, wrong: 6 });
    expect(named(report, "duplicate()").any).toMatchObject({ right: 0, wrong: 12 });
  });

  it("says what each setting would have saved, and what that would have cost", async () => {
    const report = await tuned([traces, "--price", "4"]);
    for (const { name, tokensSaved, costSaved } of report.settings)
      expect(costSaved, name).toBe((tokensSaved * 4) / 1e6);
    expect(named(report, "limit({ default: 5 })").callsSaved).toBeGreaterThan(0);
    const plain = await tuned([traces]);
    expect(plain.settings.every((it) => !("costSaved" in it))).toBe(true);
    expect(plain).not.toHaveProperty("promise");
  });

  it("writes a config that a guard takes, and that does what the table says", async () => {
    const out = join(folder, "loopguard.config.json");
    const { code } = await runProgram(["tune", traces, "--labels", labelled, "--out", out]);
    expect(code).toBe(0);
    const guard = new LoopGuard(JSON.parse(readFileSync(out, "utf8")));
    for (const run of runs) {
      const { any } = replay(run, guard);
      expect(any?.index).toBe(run.id === "run-0" || labels.some((it) => it.id === run.id && it.stuck) ? 16 : undefined);
    }
    guard.close();
  });

  it("every setting that it tries is one that a guard takes", async () => {
    for (const { options } of (await tuned([traces])).settings)
      expect(() => new LoopGuard(JSON.parse(JSON.stringify(options))).close()).not.toThrow();
  });

  it("says the same each time", async () => {
    expect(await tuned([traces, "--labels", labelled])).toEqual(await tuned([traces, "--labels", labelled]));
  });

  it("prints a table of the presets and of what no other setting beats, and the config", async () => {
    const { out } = await runProgram(["tune", traces, "--labels", labelled]);
    expect(out).toMatch(/│ > │ noProgress\(\) /);
    expect(out).toMatch(/recommended .*strict .*lenient /s);
    expect(out).toMatch(/\d+ more: --all/);
    expect(out.match(/^│ (?:>|\*| ) │ \S/gm)?.length).toBeLessThanOrEqual(10);
    expect(out).toContain("Recommended: noProgress()");
    expect(out).toContain('"type": "no_progress"');
    expect((await runProgram(["tune", traces, "--all"])).out).not.toContain("--all");
  });

  it("leaves out the labels that lie among the traces, names labels without a run, and takes few labels for few", async () => {
    const few = save("few-labels.jsonl", [
      ...labels.slice(0, 4),
      { id: "nobody", stuck: true, first_stuck_call: 0 },
      { id: "run-9", stuck: "unclear" },
    ]);
    const report = await tuned([traces, few, "--labels", few]);
    expect(report).toMatchObject({ labelled: 4, unknownLabels: ["nobody"] });
    expect(report.recommended).toEqual({ name: "recommended", options: { preset: "recommended" } });
    const { out } = await runProgram(["tune", traces, "--labels", few]);
    expect(out).toContain('1 label names no run of these traces, the first "nobody".');
    expect(out).toContain("Too few labels");
  });

  it("fails plainly: no runs, no such file, wrong labels, wrong numbers", async () => {
    const empty = save("empty.jsonl", []);
    expect(await runProgram(["tune", empty])).toMatchObject({ code: 2, out: "" });
    const missing = await runProgram(["tune", traces, join(folder, "missing.jsonl")]);
    expect(missing.code).toBe(2);
    expect(missing.err).toMatch(/missing\.jsonl: no such file/);
    expect(missing.out).toContain("Recommended:"); // of what could be read
    const odd = save("odd-labels.jsonl", [{ id: "a", stuck: true }]);
    const wrong = await runProgram(["tune", traces, "--labels", odd]);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain(`${odd}:1: "first_stuck_call" must be the index of the first wasted call, from 0`);
    expect((await runProgram(["tune", traces, "--labels", join(folder, "nope")])).err).toContain("cannot be read");
  });

  it("refuses labels that say nothing of these runs, and names their file", async () => {
    const said = async (lines: readonly unknown[]) => {
      const file = save("no-labels.jsonl", lines);
      const { code, out, err } = await runProgram(["tune", traces, "--labels", file]);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain(file);
      return err;
    };
    expect(await said([])).toContain("is empty");
    expect(await said([{ id: "run-0", stuck: "unclear" }])).toContain('holds no label but "unclear"');
    expect(await said([{ id: "nobody", stuck: false }])).toContain("none of its labels names a run");
  });

  it("fails plainly: wrong numbers, and files that cannot be written", async () => {
    expect((await runProgram(["tune", traces, "--format", "none"])).code).toBe(2);
    expect((await runProgram(["tune", traces, "--price", "much"])).code).toBe(2);
    expect((await runProgram(["tune", traces, "--out", join(folder, "no", "folder")])).err).toContain(
      "cannot be written",
    );
  });
});

describe("labels", () => {
  it("are read with unclear ones left out, and what is wrong is told with its line", () => {
    const text =
      '{"id":"a","stuck":true,"first_stuck_call":0}\n\n{"id":"b","stuck":false}\n{"id":"c","stuck":"unclear"}\n';
    expect([...parseLabels(text, "l")]).toEqual([
      ["a", { stuck: true, firstStuckCall: 0 }],
      ["b", { stuck: false, firstStuckCall: Infinity }],
    ]);
    expect(() => parseLabels("{}", "l")).toThrow('l:1: "id" must be the id of a run, got undefined');
    expect(() => parseLabels('\n{"id":"a","stuck":1}', "l")).toThrow(
      'l:2: "stuck" must be true, false or "unclear", got 1',
    );
    expect(() => parseLabels("{", "l")).toThrow("l:1: not JSON");
    expect(() => parseLabels("null", "l")).toThrow('l:1: "id" must be');
  });
});
