/** The page's reasoning, apart from any browser. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnsOf, HUES, lettered, timelineOfCalls } from "../../../lib/cli/report/page/call-timeline.ts";
import { headlineOf, wasteBy } from "../../../lib/cli/report/page/overview.ts";
import { tellApart } from "../../../lib/cli/report/page/run-detail.ts";
import { entriesOf, Links, type RunEntry } from "../../../lib/cli/report/page/run-entry.ts";
import { type RunQuery, SORTS, selectRuns } from "../../../lib/cli/report/page/run-list.ts";
import { timelineOf } from "../../../lib/cli/report/page/timeline.ts";
import { meaningOf } from "../../../lib/cli/scan/totals-text.ts";
import type { PageReport, PageRun, ScanDetection, ScanTotals, TimelineCall } from "../../../lib/cli/scan-types.ts";
import { DETECTOR_TYPES } from "../../../lib/core/layout.gen.ts";

function detection(change: Partial<ScanDetection> = {}): ScanDetection {
  return {
    detector: "cycle",
    toolName: "read",
    callIndex: 0,
    repeats: 3,
    cycleLength: 1,
    evidence: "strong",
    action: "warn",
    wastedCalls: 0,
    wastedTokens: 0,
    pattern: ["read"],
    message: "",
    fingerprint: "",
    calls: [],
    ...change,
  };
}

function run(change: Partial<PageRun> = {}): PageRun {
  return { id: "a", file: "f", line: 1, calls: 10, tokens: 100, detections: [], tools: [], ...change };
}

const anyRun = fc
  .record({
    id: fc.constantFrom("a", "b", "Search", "\ud800", ""),
    file: fc.constantFrom("one.jsonl", "TWO.json"),
    calls: fc.nat(20),
    tokens: fc.nat(500),
    wasted: fc.array(fc.tuple(fc.constantFrom("cycle", "stall"), fc.nat(20), fc.nat(500)), { maxLength: 3 }),
    startedAt: fc.option(
      fc.oneof(
        fc.constant("yesterday"),
        fc
          .date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true })
          .map((date) => date.toISOString()),
      ),
      { nil: undefined },
    ),
    tools: fc.subarray(["search", "read", "write"]),
  })
  .map(({ wasted, startedAt, ...rest }) =>
    run({
      ...rest,
      ...(startedAt !== undefined && { startedAt }),
      detections: wasted.map(([detector, wastedCalls, wastedTokens]) =>
        detection({ detector, wastedCalls, wastedTokens }),
      ),
    }),
  );
const anyRuns = fc.array(anyRun, { maxLength: 30 }).map(entriesOf);

describe("entriesOf", () => {
  test("adds up what the loops of a run wasted", () => {
    const loops = [detection({ wastedCalls: 4, wastedTokens: 30 }), detection({ wastedCalls: 5, wastedTokens: 40 })];
    expect(entriesOf([run({ detections: loops })])).toMatchObject([{ wastedCalls: 9, wastedTokens: 70 }]);
  });

  test.each([
    ["2026-03-01T10:00:00Z", Date.UTC(2026, 2, 1, 10)],
    ["2026-03-01T10:00:00+02:00", Date.UTC(2026, 2, 1, 8)],
    ["yesterday", undefined],
    ["-271820-01-01T00:00:00Z", undefined],
    ["+099999-01-01T00:00:00Z", undefined],
  ])("reads the time %s", (startedAt, time) => {
    expect(entriesOf([run({ startedAt })])[0]?.time).toBe(time);
  });
});

describe("selectRuns", () => {
  const anyQuery = fc.record({
    text: fc.constantFrom("", "search", "READ one", "  two", "nothing of the kind"),
    detector: fc.constantFrom("", "cycle", "stall", "repeat"),
    onlyLoops: fc.boolean(),
    sort: fc.constantFrom(...(Object.keys(SORTS) as RunQuery["sort"][])),
  });

  /** Whether `a` may stand above `b`, said once more and slowly. */
  function inOrder(sort: RunQuery["sort"], a: RunEntry, b: RunEntry): boolean {
    const keys: Record<RunQuery["sort"], (entry: RunEntry) => number> = {
      tokens: (entry) => -entry.wastedTokens,
      waste: (entry) => -entry.wastedCalls,
      calls: (entry) => -entry.run.calls,
      newest: (entry) => (entry.time === undefined ? Infinity : -entry.time),
      oldest: (entry) => entry.time ?? Infinity,
      read: (entry) => entry.index,
    };
    const [above, below] = [keys[sort](a), keys[sort](b)];
    return above < below || (above === below && a.index < b.index);
  }

  test("gives those and only those that were asked for, in order", () => {
    fc.assert(
      fc.property(anyRuns, anyQuery, (entries, query) => {
        const chosen = selectRuns(entries, query);
        for (const entry of entries) {
          const { id, file, tools, detections } = entry.run;
          const texts = [id, file, ...tools].map((text) => text.toLowerCase());
          const words = query.text
            .toLowerCase()
            .split(" ")
            .filter((word) => word !== "");
          const wanted =
            words.every((word) => texts.some((text) => text.includes(word))) &&
            (query.detector === "" || detections.filter((loop) => loop.detector === query.detector).length > 0) &&
            !(query.onlyLoops && detections.length === 0);
          expect(chosen.includes(entry)).toBe(wanted);
        }
        for (let at = 1; at < chosen.length; at++)
          expect(inOrder(query.sort, chosen[at - 1] as RunEntry, chosen[at] as RunEntry)).toBe(true);
      }),
    );
  });
});

describe("wasteBy", () => {
  test("adds up loops and tokens by name, the most first, and the shares make a whole", () => {
    fc.assert(
      fc.property(anyRuns, (entries) => {
        const loops = entries.flatMap(({ run }) => run.detections);
        const wastes = wasteBy(entries, (loop) => loop.detector);
        expect(wastes.map(({ name }) => name).sort()).toEqual([...new Set(loops.map((loop) => loop.detector))].sort());
        for (const { name, loops: many, wastedTokens } of wastes) {
          const own = loops.filter((loop) => loop.detector === name);
          expect(many).toBe(own.length);
          expect(wastedTokens).toBe(own.reduce((sum, loop) => sum + loop.wastedTokens, 0));
        }
        expect(wastes.map((waste) => waste.share)).toEqual(wastes.map((waste) => waste.share).sort((a, b) => b - a));
        if (wastes.length > 0) expect(wastes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
      }),
    );
  });
});

describe("headlineOf", () => {
  const GUARD = 'new LoopGuard({ preset: "recommended" })';
  function said(runs: PageRun[], totals: Partial<ScanTotals> = {}, errors: PageReport["errors"] = []): string {
    const entries = entriesOf(runs);
    const sum = (of: (entry: RunEntry) => number) => entries.reduce((total, entry) => total + of(entry), 0);
    const counted: ScanTotals = {
      files: 1,
      runs: runs.length,
      runsWithLoops: runs.filter(({ detections }) => detections.length > 0).length,
      calls: sum(({ run }) => run.calls),
      tokens: sum(({ run }) => run.tokens),
      wastedCalls: sum((entry) => entry.wastedCalls),
      wastedTokens: sum((entry) => entry.wastedTokens),
    };
    const report: PageReport = {
      version: 1,
      errors,
      totals: { ...counted, ...totals },
      madeAt: "",
      settings: "",
      guard: GUARD,
    };
    const { lost, set } = headlineOf(report, entries);
    return [...lost, ...set].map((words) => (typeof words === "string" ? words : Object.values(words).join())).join("");
  }
  const looping = (change: Partial<ScanDetection>) =>
    run({ detections: [detection({ calls: [3, 4], wastedCalls: 2, wastedTokens: 25, ...change })] });

  test("says what was wasted, where most of it, and what the guard would have done", () => {
    const refused = { ...looping({ action: "hint" }), saved: { from: 3, calls: 2, tokens: 25 } };
    const runs = [refused, looping({ toolName: "search", calls: [7], wastedTokens: 75 }), run()];
    const would = { warnedRuns: 1, refusedRuns: 1, savedCalls: 2, savedTokens: 25 };
    expect(said(runs, would)).toBe(
      `2 of 3 runs looped: 4 calls and 100 tokens (33 %) wasted, most (75 %) in search.${GUARD} ` +
        "would have warned in 1 run and refused calls in 1 run, and saved 2 calls and 25 tokens, from call #4 on.",
    );
  });

  test("says what recover would have pruned, if somebody asked", () => {
    const runs = [looping({ action: "hint" }), looping({ action: "hint" }), run()];
    expect(said(runs, { recoveredRuns: 1, prunedCalls: 4, prunedTokens: 1234 })).toContain(
      ". recover would have changed requests of 1 of 2 runs with loops: about 1.23K tokens pruned.",
    );
    expect(said(runs)).not.toContain("recover");
  });

  test("claims no majority where no tool has one", () => {
    const runs = ["a", "b", "c"].map((toolName, at) =>
      looping({ toolName, action: "abort", wastedTokens: 30 + 10 * at }),
    );
    expect(said(runs, { endedRuns: 3 })).toBe(
      `All 3 runs looped: 6 calls and 120 tokens (40 %) wasted, the largest part (42 %) in c.${GUARD} ` +
        "would have ended 3 runs, and saved nothing.",
    );
  });

  test("says what a guard without a clock would have saved, where the record has times", () => {
    const saved = { from: 3, calls: 2, tokens: 25 };
    const timed = (savedWithoutClock: PageRun["savedWithoutClock"]) => [
      { ...looping({ action: "hint" }), saved, ...(savedWithoutClock !== undefined && { savedWithoutClock }) },
    ];
    const would = { refusedRuns: 1, savedCalls: 2, savedTokens: 25 };
    expect(said(timed(undefined), would)).toMatch(/from call #4 on\.$/);
    expect(said(timed(saved), would)).toMatch(/With the times of the record and without them, .* the same calls\.$/);
    expect(said(timed(null), would)).toMatch(
      /without a clock it would have saved 0 calls in these runs, instead of 2\.$/,
    );
  });

  test("says about of what is an estimate, and counts what was sent again", () => {
    const loop = looping({ action: "warn", wastedResentTokens: 975 });
    const would = {
      warnedRuns: 1,
      wastedTokens: 25,
      wastedResentTokens: 975,
      resentTokens: 1900,
      unbilledRuns: 1,
      wastedCost: 1.5,
    };
    expect(said([loop], would)).toContain("2 calls and about 1K tokens (50 %, about 1.50 USD) wasted");
  });

  test.each([
    [
      "one run, with a price",
      [looping({ action: "warn" })],
      { wastedCost: 1.5, currency: "EUR", warnedRuns: 1 },
      `The run looped: 2 calls and 25 tokens (25 %, 1.50 EUR) wasted, all in read.${GUARD} would have warned, and saved nothing.`,
    ],
    [
      "a loop in the model's text, which wastes no call",
      [looping({ calls: [], wastedCalls: 0, toolName: "(text)", action: "abort" })],
      { wastedCost: 1.5, endedRuns: 1, savedTokens: 25 },
      `The run looped: 25 tokens (25 %, 1.50 USD) wasted, all in (text).${GUARD} would have ended the run, and saved 25 tokens.`,
    ],
    [
      "a cost that is next to nothing",
      [looping({ action: "warn" })],
      { wastedCost: 0.001, currency: "EUR", warnedRuns: 1 },
      `The run looped: 2 calls and 25 tokens (25 %, 0.001 EUR) wasted, all in read.${GUARD} would have warned, and saved nothing.`,
    ],
    [
      "loops that are only noticed",
      [looping({ action: "allow", calls: [] })],
      {},
      `The run looped: 2 calls and 25 tokens (25 %) wasted, all in read.${GUARD} would have noticed it, and done nothing.`,
    ],
    ["no loops", [run(), run()], {}, "No loops: none of 2 runs repeated itself without progress."],
    ["no loop in one run", [run()], {}, "No loops: the run did not repeat itself without progress."],
    [
      "nothing recorded but names",
      [run(), run()],
      { unrecordedRuns: 1, runsWithoutResults: 1 },
      "Loops cannot be seen: no run was recorded with the results of its calls.",
    ],
    ["no runs", [], {}, "No runs: no tool calls were found."],
  ])("%s", (_what, runs, totals, text) => {
    expect(said(runs, totals)).toBe(text);
  });

  test("leads to the errors where nothing could be read", () => {
    expect(said([], {}, [{ file: "a", line: 1, reason: "not JSON" }])).toBe(
      "No run could be read: the errors are below.",
    );
  });
});

describe("tellApart", () => {
  const room = { most: 40, sure: 10 };

  test("different texts stay different, equal ones equal", () => {
    const text = fc.tuple(fc.constantFrom("", "a".repeat(30), "ab".repeat(60)), fc.string({ maxLength: 60 }));
    const texts = fc.array(
      text.map(([start, end]) => start + end),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(texts, (texts) => {
        const cut = tellApart(texts, room);
        for (const [a, one] of texts.entries())
          for (const [b, other] of texts.entries()) expect(cut[a] === cut[b]).toBe(one === other);
      }),
    );
  });

  test("shows where texts that begin alike part, and leaves others as they are", () => {
    const path = "/a/very/long/path/of/one/folder/";
    const [one, two] = tellApart([`${path}cart.ts`, `${path}mailer.ts`], room);
    expect([one, two]).toEqual(["…/folder/cart.ts", "…/folder/mailer.ts"]);
    expect(tellApart(["cart.ts", "mailer.ts"], room)).toEqual(["cart.ts", "mailer.ts"]);
  });
});

test("every detector has words that say what its name means; a user's own has none", () => {
  const types = DETECTOR_TYPES.filter((type) => type !== "custom");
  expect(types.filter((type) => meaningOf(type) === "")).toEqual([]);
  expect(["my_own", "__proto__", "toString"].map(meaningOf)).toEqual(["", "", ""]);
});

describe("timelineOf", () => {
  test("has at most sixty buckets, each run that can be placed in one of them, and no token lost", () => {
    fc.assert(
      fc.property(anyRuns, (entries) => {
        const { by, buckets, step, untimed } = timelineOf(entries);
        const placed = by === "time" ? entries.filter((entry) => entry.time !== undefined) : entries;
        expect(untimed).toBe(entries.length - placed.length);
        expect(by === "order").toBe(entries.every((entry) => entry.time === undefined));
        expect(buckets.length).toBeLessThanOrEqual(60);
        for (const [index, bucket] of buckets.entries()) {
          const inside = placed.filter((entry) => {
            const at = by === "time" ? Math.floor((entry.time as number) / 1000) : entry.index + 1;
            return at >= bucket.from && at < bucket.from + step;
          });
          expect(bucket.runs).toBe(inside.length);
          expect(bucket.wastedTokens).toBe(inside.reduce((sum, entry) => sum + entry.wastedTokens, 0));
          expect(bucket.from).toBe((buckets[0]?.from as number) + index * step);
        }
        expect(buckets.reduce((sum, bucket) => sum + bucket.runs, 0)).toBe(placed.length);
      }),
    );
  });

  test("names what it counts", () => {
    const at = (startedAt: string) => run({ startedAt });
    const labels = (runs: PageRun[]) => timelineOf(entriesOf(runs)).buckets.map((bucket) => bucket.label);
    expect(labels([at("2026-03-01T10:00:10Z"), at("2026-03-01T10:01:50Z")])).toEqual([
      "2026-03-01 10:00",
      "2026-03-01 10:01",
    ]);
    expect(labels([at("2026-02-27T10:00Z"), at("2026-03-31T10:00Z")]).slice(0, 2)).toEqual([
      "2026-02-27",
      "2026-02-28",
    ]);
    expect(labels([run(), run()])).toEqual(["run 1", "run 2"]);
    expect(labels(Array.from({ length: 61 }, () => run())).at(-2)).toBe("runs 59 to 60");
  });
});

describe("stripOf", () => {
  const calls = (sames: number[]): TimelineCall[] =>
    sames.map((same, round) => ({ name: "t", args: "", result: "", error: false, same, round }));

  test("puts equal calls into one set of one colour, others into another, and single ones into none", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 150 }), (sames) => {
        const { equal } = timelineOfCalls(calls(sames), []);
        for (const [a, same] of sames.entries()) {
          const twins = sames.flatMap((other, index) => (other === same ? [index] : []));
          expect(equal[a]?.calls).toEqual(twins.length > 1 ? twins : undefined);
          for (const [b, other] of sames.entries())
            if (equal[a] && equal[b]) expect(equal[a] === equal[b]).toBe(same === other);
        }
        for (const set of equal) if (set) expect(set.hue).toBeLessThan(HUES);
      }),
    );
  });

  test("gives each of several loops a letter, and after Z goes on as a spreadsheet does", () => {
    const letters = lettered(Array.from({ length: 703 }, () => detection())).map(({ letter }) => letter);
    expect([0, 1, 25, 26, 51, 52, 701, 702].map((at) => letters[at])).toEqual(
      ["A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA"], //
    );
    expect(lettered([detection()]).map(({ letter }) => letter)).toEqual([""]);
  });

  test("marks the calls that a loop names, and none that the run does not have", () => {
    const [one, two] = [detection({ calls: [1, 2, 99] }), detection({ calls: [2] })];
    const { loops, all } = timelineOfCalls(calls([1, 2, 3]), [one, two]);
    expect(all.map(({ loop }) => loop)).toEqual([one, two]);
    expect(loops.map((of) => of.map(({ letter }) => letter))).toEqual([[], ["A"], ["A", "B"]]);
  });

  test("drawn small, no loop disappears and no line is too long", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 40 }), fc.nat(299), (size, most, at) => {
        const strip = timelineOfCalls(calls(Array.from({ length: size }, (_, same) => same % 7)), [
          detection({ calls: [at] }),
        ]);
        const columns = columnsOf(strip, most);
        expect(columns.length).toBeLessThanOrEqual(most);
        expect(columns.filter((column) => column.loop)).toHaveLength(at < size ? 1 : 0);
      }),
    );
  });
});

describe("Links", () => {
  test("lead back to the run and the call that they were made for, whatever it is called", () => {
    const ids = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("a", "a b&c=d#%", "\ud800", ""));
    fc.assert(
      fc.property(fc.array(ids, { minLength: 1, maxLength: 8 }), fc.nat(9), (names, call) => {
        const entries = entriesOf(names.map((id) => run({ id })));
        const links = new Links(entries);
        for (const entry of entries) {
          expect(links.find(links.hash(entry))).toEqual({ entry, call: undefined });
          expect(links.find(links.hash(entry, call))).toEqual({ entry, call });
        }
      }),
    );
  });

  test.each(["", "#", "#runs-title", "#run=b", "#run=a&nth=2", "#run=a&nth=x", "#run=%"])(
    "%s leads nowhere",
    (hash) => {
      const links = new Links(entriesOf([run({ id: "a" }), run({ id: "" })]));
      expect(links.find(hash)).toBeUndefined();
    },
  );

  test.each(["0", "11", "x", "1.5"])("a call %s that the run does not have leads to the run", (call) => {
    const links = new Links(entriesOf([run({ id: "a" })]));
    expect(links.find(`#run=a&call=${call}`)).toMatchObject({ call: undefined });
  });
});
