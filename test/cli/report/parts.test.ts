/** The page's reasoning, apart from any browser. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timelineOf } from "../../../lib/cli/report/page/buckets.ts";
import { Links } from "../../../lib/cli/report/page/links.ts";
import { entriesOf, type RunEntry } from "../../../lib/cli/report/page/run-entry.ts";
import { type RunQuery, SORTS, selectRuns } from "../../../lib/cli/report/page/run-query.ts";
import { columnsOf, HUES, stripOf } from "../../../lib/cli/report/page/strip.ts";
import type { PageRun } from "../../../lib/cli/report/page-data.ts";
import type { ScanDetection, StripCall } from "../../../lib/cli/scan-types.ts";

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
  const calls = (sames: number[]): StripCall[] =>
    sames.map((same, round) => ({ name: "t", args: "", result: "", error: false, same, round }));

  test("gives equal calls one letter and one colour, others another letter, and single ones none", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 150 }), (sames) => {
        const { equal } = stripOf(calls(sames), []);
        for (const [a, same] of sames.entries()) {
          const twins = sames.flatMap((other, index) => (other === same ? [index] : []));
          expect(equal[a]?.calls).toEqual(twins.length > 1 ? twins : undefined);
          for (const [b, other] of sames.entries())
            if (equal[a] && equal[b]) expect(equal[a]?.letter === equal[b]?.letter).toBe(same === other);
        }
        for (const set of equal) if (set) expect(set.hue).toBeLessThan(HUES);
      }),
    );
  });

  test("goes on after Z as a spreadsheet does", () => {
    const many = Array.from({ length: 703 }, (_, same) => [same, same]).flat();
    const letters = [...new Set(stripOf(calls(many), []).equal.map((set) => set?.letter))];
    expect([0, 1, 25, 26, 51, 52, 701, 702].map((at) => letters[at])).toEqual(
      ["A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA"], //
    );
  });

  test("marks the calls that a loop names, and none that the run does not have", () => {
    const loop = detection({ calls: [1, 2, 99] });
    expect(stripOf(calls([1, 2, 3]), [loop]).loops).toEqual([[], [loop], [loop]]);
  });

  test("drawn small, no loop disappears and no line is too long", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 40 }), fc.nat(299), (size, most, at) => {
        const strip = stripOf(calls(Array.from({ length: size }, (_, same) => same % 7)), [detection({ calls: [at] })]);
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
