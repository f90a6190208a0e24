/** `loopguard tune --promise`: what it prints, and when it refuses to promise. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { countRefused, halves, type Promised, upperBound } from "../../lib/cli/tune/recommend.ts";
import { type Firing, settings, Trial, type TriedRun } from "../../lib/cli/tune/tried-run.ts";
import { readTraceFile } from "../../lib/traces/read-trace.ts";
import { runProgram, type TuneReport, tuned } from "./tune-program.ts";

const folder = mkdtempSync(join(tmpdir(), "loopguard-promise-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function save(name: string, lines: readonly unknown[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

interface Run {
  id: string;
  calls: unknown[];
}

const runOf = (id: string, results: readonly string[]): Run => ({
  id,
  calls: results.map((result, batch) => ({ name: "list", args: {}, result, batch })),
});
const times = (many: number, result: string) => Array.from({ length: many }, () => result);
const stuck = (id: string) => runOf(id, times(9, "none"));
const brief = (id: string) => runOf(id, ["none", "one"]);
/** What waits for the third time is right to wait. */
const patient = (id: string) => runOf(id, [...times(3, "none"), "one", "two", "three"]);
/** Every setting that refuses anything refuses this one too early. */
const late = (id: string) => runOf(id, [...times(20, "none"), "one"]);
const many = (kind: (id: string) => Run, count: number) =>
  Array.from({ length: count }, (_, i) => kind(`${kind.name}-${i}`));

const runs = [...many(stuck, 8), ...many(brief, 30), ...many(patient, 16)];
const traces = save("runs.jsonl", runs);
const asking = ["--promise", "30"];

async function read(path: string): Promise<TriedRun[]> {
  const found: TriedRun[] = [];
  const trial = new Trial(settings());
  await readTraceFile(path, {
    format: "auto",
    open: (run) => trial.sink(run, path, (tried) => void found.push(tried)),
    fault: () => {},
  });
  trial.close();
  return found;
}

async function refusal(args: readonly string[]): Promise<string> {
  const { code, out, err } = await runProgram(["tune", ...args]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  return err;
}

describe("loopguard tune --promise", () => {
  /** The answer that several tests look at. */
  let answer: Promise<TuneReport> | undefined;
  async function usual(): Promise<TuneReport & { promise: Promised["promise"] }> {
    answer ??= tuned([traces, ...asking]);
    const report = await answer;
    if (report.promise === undefined) throw new Error("no promise");
    return { ...report, promise: report.promise };
  }

  it("promises of the recommended setting what its tests show", async () => {
    const { promise, recommended, runs: shown } = await usual();
    expect(promise).toMatchObject({ share: 0.3, confidence: 0.95 });
    expect([promise.training + promise.calibration, shown]).toEqual([runs.length, runs.length]);
    const kept = promise.tested.filter((it) => it.kept);
    expect(kept.at(-1)).toMatchObject({ name: recommended.name, refused: 0 });
    for (const { refused, healthy, bound, kept } of promise.tested) {
      expect(bound).toBeCloseTo(upperBound(refused, healthy), 12);
      expect(kept).toBe(bound <= 0.3);
    }
    // A setting that does not wait for what patient runs wait for is a step too far.
    expect(promise.tested.at(-1)).toMatchObject({ kept: false });
  });

  it("tests on runs that nothing was chosen by", async () => {
    const { promise } = await usual();
    const { training, calibration } = halves(await read(traces));
    expect([training.length, calibration.length]).toEqual([promise.training, promise.calibration]);
    expect(promise.tested.length).toBeGreaterThan(1);
    for (const { name, ...count } of promise.tested) {
      const place = settings().findIndex((setting) => setting.name === name);
      expect(count).toMatchObject(countRefused(calibration, (run) => run.firings[place] as Firing));
    }
  });

  it("says it in words, and writes the promised setting", async () => {
    const file = join(folder, "loopguard.config.json");
    const { out, code } = await runProgram(["tune", traces, ...asking, "--out", file]);
    expect(code).toBe(0);
    const { promise, recommended } = await usual();
    const kept = promise.tested.findLast((it) => it.kept);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(recommended.options);
    for (const words of [
      "The table is of the runs that settings are chosen on.",
      `Recommended: ${recommended.name}\nPromised with 95 % confidence: it refuses at most 30 % of healthy runs like these.`,
      `Chosen on ${promise.training} runs and tested on ${promise.calibration} others: ${recommended.name} refused 0 of ${kept?.healthy} healthy runs, up to `,
      `The next stricter one: ${promise.tested.at(-1)?.name} refused `,
      "Healthy is any run but those in which no refused call gave news",
      "Of runs of other agents, models, tools and tasks nothing is promised.",
    ])
      expect(out).toContain(words);
  });

  it("says the same whatever the order and the place of the runs", async () => {
    const parts = [runs.slice(20).reverse(), runs.slice(0, 20)].map((some, i) => save(`part-${i}.jsonl`, some));
    const [first, second] = [await usual(), await tuned([...parts, ...asking])];
    expect(second.promise).toEqual(first.promise);
    expect(second.recommended).toEqual(first.recommended);
  });

  it("counts a session with its sub-agents as one run", async () => {
    const agents = many(brief, 30).map(({ id, calls }) => ({ id: `${id}/agent`, calls }));
    const { out } = await runProgram(["tune", traces, save("agents.jsonl", agents), ...asking]);
    const { promise } = await usual();
    expect(out).toContain(`Chosen on ${promise.training} runs and tested on ${promise.calibration} others`);
  });

  it("refuses with too few healthy runs, and says what they show", async () => {
    const said = await refusal([traces, "--promise", "2"]);
    const [, had, share] = / refused 0 of (\d+) healthy runs, up to ([\d.]+) % of all/.exec(said) ?? [];
    expect(said).toContain(
      "No setting can be promised with 95 % confidence to refuse at most 2 % of healthy runs like these.",
    );
    expect(Number(share)).toBe(Math.ceil(upperBound(0, Number(had)) * 1e4) / 100);
    expect(said).toContain("Bring more runs, ask for more than that");
    const once = (id: string) => runOf(id, ["one"]);
    const none = await refusal([save("once.jsonl", many(once, 3)), "--promise", "2"]);
    expect(none).toContain("refused 0 of 0 healthy runs, up to 100 % of all");
  });

  it("refuses when even the most lenient setting refuses too much, and writes nothing", async () => {
    const file = join(folder, "never.json");
    const said = await refusal([save("late.jsonl", many(late, 20)), ...asking, "--out", file]);
    expect(said).toMatch(/ refused (\d+) of \1 healthy runs, up to 100 % of all, and it is the most lenient one/);
    expect(() => readFileSync(file)).toThrow("ENOENT");
  });

  it("promises what the preset does where no run has anything to save", async () => {
    const { promise, recommended } = await tuned([save("brief.jsonl", many(brief, 30)), ...asking]);
    expect(recommended.name).toBe("recommended");
    expect(promise?.tested).toMatchObject([{ name: "recommended", refused: 0, kept: true }]);
  });

  it("takes percentages", async () => {
    for (const value of ["0", "100", "-1", "much", ""])
      expect(await refusal([traces, "--promise", value])).toContain("more than 0.0001 and less than 100");
  });
});
