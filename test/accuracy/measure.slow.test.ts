/** `npm run accuracy` on small made-up runs: what it counts, what it prints, and that others count the same. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { compare } from "../../bench/accuracy/check.mjs";
import { readCorpus } from "../../bench/accuracy/corpus.mjs";
import { replayAll, tableOf } from "../../bench/accuracy/measure.mjs";
import { Clock, replay } from "../../bench/accuracy/replay.mjs";
import { RIVALS } from "../../bench/accuracy/rivals/list.mjs";
import type { Regret } from "../../lib/cli/tune/regret.ts";
import { detectors, LoopGuard } from "../../lib/index.ts";
import { runProgram } from "../cli/tune-program.ts";
import { size } from "../effort.ts";
import { core } from "./core.ts";

const { noProgress } = detectors;

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "loopguard-accuracy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Call = { name: string; args: unknown; result?: string; error?: boolean; batch: number };
type Run = { id: string; source?: string; no_results?: boolean; calls: Call[] };
type Row = { name: string; sample: string; runs: number; labelled: number; regret: Regret; any: { right: number } };

function save(place: string, name: string, lines: readonly unknown[]): string {
  mkdirSync(join(folder, place), { recursive: true });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const path = join(folder, place, name);
  writeFileSync(path, name.endsWith(".gz") ? gzipSync(text) : text);
  return path;
}

/** Each call in a round of its own. */
const runOf = (id: string, results: readonly string[], more: object = {}): Run => ({
  id,
  ...more,
  calls: results.map((result, batch) => ({ name: "list", args: {}, result, batch })),
});

/** As the table of run.mjs, with detectors whose refusals can be counted by hand. */
function measured(...paths: string[]): Row[] {
  const corpus = readCorpus(...paths);
  const options = { detectors: [noProgress({ ladder: { warn: 1, hint: 2, abort: 9 } })] };
  return tableOf(corpus, replayAll(corpus.runs, options, core), core) as Row[];
}

/** The command, with what was built. */
const accuracy = (...args: string[]) =>
  execFileSync(process.execPath, ["bench/accuracy/run.mjs", ...args], { cwd: root, encoding: "utf8" });

describe("what npm run accuracy counts", () => {
  it("is refused news and saved redundant calls, by file and in all, with whether the presets were tuned on it", () => {
    // Warned of at the third, refused from the fourth on.
    const known = save("a", "tau-bench.jsonl", [
      runOf("stuck", Array(8).fill("none"), { source: "tau-bench" }),
      runOf("changing", [..."none,none,none,one,none,two".split(",")], { source: "tau-bench" }),
      runOf("short", ["none"], { source: "tau-bench" }),
    ]);
    const fresh = save("b", "fresh.jsonl.gz", [runOf("other", Array(5).fill("none"), { source: "fresh" })]);
    const rows = measured(known, fresh);
    const row = (name: string) => rows.find((it) => it.name === name);
    expect(row("a/tau-bench")).toMatchObject({ sample: "in-sample", runs: 3, labelled: 0 });
    expect(row("a/tau-bench")?.regret).toEqual({
      ...{ runs: 2, refusedRuns: 2, wrongedRuns: 1, refused: 5 + 3, news: 2, first: 2, firstNews: 1 },
      ...{ redundant: 6 + 2, saved: 5 + 1 },
    });
    expect(row("b/fresh")).toMatchObject({
      sample: "not known",
      regret: { first: 1, firstNews: 0, redundant: 3, saved: 2 },
    });
    expect(row("all")).toMatchObject({ sample: "partly in-sample", regret: { runs: 3, first: 3, redundant: 11 } });
    expect(row("in-sample")?.regret).toEqual(row("a/tau-bench")?.regret);
    expect(row("not known to be in-sample")?.regret).toEqual(row("b/fresh")?.regret);
  });

  it("is nothing where results were not recorded", () => {
    const path = save("c", "blind.jsonl", [
      runOf("said", Array(6).fill("none"), { no_results: true }),
      { id: "seen", calls: runOf("", Array(6).fill("")).calls.map(({ result: _, ...call }) => call) },
    ]);
    expect(measured(path)[0]?.regret).toEqual(core.summedRegret([]));
  });

  it("keeps runs of one id apart, and labels with the runs of their folder", () => {
    for (const place of ["d", "e"]) save(place, "x.jsonl", [runOf("same", Array(6).fill("none"))]);
    save("e", "labels.jsonl", [{ id: "same", stuck: true, first_stuck_call: 2 }]);
    const rows = measured(join(folder, "d"), join(folder, "e"));
    expect(rows.map(({ name, runs, labelled }) => [name, runs, labelled])).toEqual([
      ["all", 2, 1],
      ["modern models", 2, 1],
      ["d/x", 1, 0],
      ["e/x", 1, 1],
    ]);
    expect(rows[0]?.any.right).toBe(1);
  });
});

describe("npm run accuracy", () => {
  const labelled = save("labelled", "tau-bench.jsonl", [
    runOf("stuck", Array(9).fill("none"), { source: "tau-bench" }),
  ]);
  save("labelled", "labels.jsonl", [{ id: "stuck", stuck: true, first_stuck_call: 2, why: "the same" }]);
  const bare = save("bare", "fresh.jsonl", [runOf("other", Array(9).fill("none"), { source: "fresh" })]);

  it("prints regret and savings for all runs, and recall and precision where there are labels", () => {
    const out = accuracy(join(folder, "labelled"), bare, "--no-list");
    expect(out).toMatch(/^labelled\/tau-bench +in-sample /m);
    expect(out).toMatch(/^bare\/fresh +not known /m);
    expect(out).toMatch(/recall +precision/);
    expect(accuracy(bare)).not.toContain("recall");
    expect(accuracy(bare)).toMatch(/first refusals +that were news/);
  });

  it("writes its tables between two marks, as often as it is asked", () => {
    const file = save("doc", "accuracy.md", []);
    writeFileSync(file, "before\n<!-- npm run accuracy: begin -->\nold\n<!-- npm run accuracy: end -->\nafter\n");
    accuracy(labelled, bare, "--write", file);
    const once = readFileSync(file, "utf8");
    expect(once).toMatch(/^before\n.*\| labelled\/tau-bench \(1\) \| in-sample \|.*\nafter\n$/s);
    expect(once).not.toContain("old");
    accuracy(labelled, bare, "--write", file);
    expect(readFileSync(file, "utf8")).toBe(once);
    expect(spawnSync(process.execPath, ["bench/accuracy/run.mjs", bare, "--write", bare], { cwd: root }).status).toBe(
      1,
    );
  });

  it("measures without a clock, at 8 s a round, and at other paces", () => {
    const out = accuracy(bare, "--pace", "20");
    expect(out.match(/^[^:\n]+(?=: refusals)/gm)).toEqual(["no clock", "8 s a round", "20 s a round"]);
  });

  it("--rivals prints one row for each rule, and writes three of them for the README", () => {
    const readme = save("doc", "readme.md", []);
    writeFileSync(readme, "<!-- npm run accuracy -- --rivals: begin -->\n<!-- npm run accuracy -- --rivals: end -->\n");
    const out = accuracy(bare, "--rivals", "--readme", readme);
    const rows = (text: string) => text.split("\n").filter((line) => /^\| (?!rule|at )/.test(line));
    expect(rows(out)).toHaveLength(RIVALS.length);
    // Nine equal calls with one result: refused from the third on, which is what a counter does too.
    expect(rows(out)[0]).toContain("| 0.0 % (0 of 1)");
    expect(rows(out).find((row) => row.includes("three equal calls"))).toContain(
      "| 0.0 % (0 of 1) | 0.0 % | 100.0 % |",
    );
    expect(readFileSync(readme, "utf8").match(/^- .*: \d+\.\d % \(\d+ of \d+\), \d+\.\d %$/gm)).toHaveLength(3);
  });

  it("uses the times that a run has, instead of a pace", () => {
    const calls = Array.from({ length: 9 }, (_, n) => ({
      ...runOf("", ["none"]).calls[0],
      batch: n,
      time: `2026-01-01T00:00:0${n}Z`,
    }));
    const path = save("timed", "fresh.jsonl", [{ id: "timed", calls }]);
    const { runs } = readCorpus(path);
    const asked: number[] = [];
    const clock = new Clock(8);
    const guard = new LoopGuard({ now: () => (asked.push(clock.now()), clock.now()) });
    replay(runs.get("timed"), guard, { clock });
    guard.close();
    expect([...new Set(asked)]).toEqual(calls.map(({ time }) => Date.parse(time)));
  });

  it("--check fails if a figure is worse than the accepted one", () => {
    const place = join(root, "bench/accuracy/thresholds.json");
    const known = JSON.parse(readFileSync(place, "utf8")) as Record<string, Record<string, { saved: number }>>;
    expect(Object.keys(known["examples/runs"] ?? {})).toEqual(["no clock", "8 s a round"]);
    const { status, stderr } = spawnSync(process.execPath, ["bench/accuracy/run.mjs", "--check", bare], { cwd: root });
    expect([status, `${stderr}`]).toEqual([1, expect.stringContaining("bare/fresh: no thresholds")]);
    const worse = compare("x", "no clock", { "no clock": { saved: 3 } }, { "no clock": { saved: 4 } });
    expect(worse).toBe(false);
    expect(compare("x", "no clock", { "no clock": { firstNews: 1 } }, { "no clock": { firstNews: 1 } })).toBe(true);
  });

  it("says what is wrong with its arguments", () => {
    const { status, stderr } = spawnSync(process.execPath, ["bench/accuracy/run.mjs", join(folder, "nowhere")], {
      cwd: root,
      encoding: "utf8",
    });
    expect(status).toBe(2);
    expect(stderr).toContain("No runs at");
  });
});

/** Blocks of calls that come again, whose results change now and then. */
function someRuns(seed: number, alone: boolean): Run[] {
  const call = fc.record({
    name: fc.constantFrom("list", "read"),
    args: fc.constantFrom({ n: 1 }, { n: 2 }),
    result: fc.constantFrom("none", "none", "none", "4 left", "5 left", "boom at 10:04:05", "done in 3 ms", ""),
    error: fc.constantFrom(false, false, false, true),
    gap: fc.constantFrom(...(alone ? [1, 1, 1, 1, 2] : [0, 0, 1, 1, 1, 2])),
  });
  const block = fc.tuple(fc.array(call, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 9 }));
  const calls = fc
    .array(block, { minLength: 1, maxLength: 4 })
    .map((blocks) => blocks.flatMap(([steps, times]) => Array.from({ length: times }, () => steps).flat()));
  return fc.sample(calls, { seed, numRuns: 50 + size(100) }).map((steps, index) => {
    let batch = 0;
    return {
      id: `run ${index}`,
      calls: steps.map(({ gap, ...step }) => {
        batch += gap;
        return { ...step, batch };
      }),
    };
  });
}

const presets = ["recommended", "strict", "lenient"];
/** Without a clock, and at 8 seconds a round. */
const builtRegret = (...args: string[]) =>
  (JSON.parse(accuracy(...args, "--json")) as { table: [Row] }[]).map(({ table }) => table[0].regret);

describe("the same regret", () => {
  it("is what tune counts, parallel calls and turns included", async () => {
    const path = save("both", "runs.jsonl", someRuns(7, false));
    const { out } = await runProgram(["tune", path, "--json"]);
    const { settings } = JSON.parse(out) as { settings: { name: string; regret: Regret }[] };
    const corpus = readCorpus(path);
    for (const preset of presets) {
      const [all] = tableOf(corpus, replayAll(corpus.runs, { preset }, core), core) as [Row];
      expect(all.regret.refused, preset).toBeGreaterThan(preset === "lenient" ? 0 : 10);
      expect(settings.find(({ name }) => name === preset)?.regret, preset).toEqual(all.regret);
    }
  });

  // The tool lies beside the project, as the corpus does.
  const tool = fileURLToPath(new URL("../../../shared/tools/regret.mjs", import.meta.url));
  if (!existsSync(tool)) console.warn(`comparison skipped: no ${tool}`);

  it.skipIf(!existsSync(tool))("is what the tool that the measure comes from counts", () => {
    // It asks about the calls of a round one after the other, so there is one in each.
    const path = save("tool", "runs.jsonl.gz", someRuns(8, true));
    for (const turns of [true, false])
      for (const preset of presets) {
        const all = builtRegret(path, "--preset", preset, ...(turns ? [] : ["--no-turns"]));
        for (const [place, r] of all.entries()) agree(path, preset, turns, place === 0 ? undefined : "8", r);
      }
  });

  function agree(path: string, preset: string, turns: boolean, pace: string | undefined, r: Regret) {
    const env = { ...process.env, TURNS: turns ? "1" : "", ...(pace === undefined ? {} : { PACE: pace }) };
    const args = [tool, path, JSON.stringify({ preset })];
    const said = execFileSync(process.execPath, args, { cwd: root, env }).toString();
    const percent = (part: number, whole: number) => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`);
    if (pace === undefined) expect(r.refused).toBeGreaterThan(0);
    expect(said).toMatch(new RegExp(`^${r.runs} runs`));
    expect(said).toContain(`refused ${r.refused}, of them new ${percent(r.news, r.refused)} `);
    expect(said).toContain(`first refusal of a loop: ${percent(r.firstNews, r.first)} of ${r.first};`);
    expect(said).toContain(
      `runs wronged ${percent(r.wrongedRuns, r.runs)} of all, ${percent(r.wrongedRuns, r.refusedRuns)} of`,
    );
    expect(said).toContain(`saved ${percent(r.saved, r.redundant)} of ${r.redundant} redundant`);
  }
});
