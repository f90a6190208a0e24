/** Each record is complete, whatever detector it is of. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import { DETECTOR_TYPES } from "../../lib/core/layout.gen.ts";
import * as index from "../../lib/index.ts";
import { detectors } from "../../lib/index.ts";
import { custom } from "../../lib/rules/detectors/custom.ts";
import { presetOf } from "../../lib/rules/presets.ts";
import {
  DETECTOR_RECORDS,
  type Detector,
  detectorConfig,
  exampleOf,
  loopRecord,
  readDetector,
  recordNamed,
} from "../../lib/rules/table.ts";
import { ToolLoopError } from "../../lib/rules/tool-loop-error.ts";
import { isRefusalText, verdictText, withoutWarningText } from "../../lib/rules/verdict-texts.ts";
import { detectionText, facts } from "./loop-facts.ts";

const LIB = fileURLToPath(new URL("../../lib", import.meta.url));
const DOCS = fileURLToPath(new URL("../../docs/detectors", import.meta.url));

/** The fields of a detector, by name. */
const fields = (detector: Detector) => detector as unknown as Record<string, unknown>;

/** What a check says of this value; `undefined`: nothing is wrong with it. */
function complaint(detector: Record<string, unknown>): string | undefined {
  try {
    readDetector(detector, "detectors[0]");
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: "ERR_LOOPGUARD_OPTION" });
    return (error as Error).message;
  }
}

const records = [...DETECTOR_RECORDS].map(([type, record]) => ({
  type,
  record,
  example: exampleOf(type) ?? custom("mine", () => null),
}));

test("every type of the core has a record, and only the rules are no detectors", () => {
  expect(DETECTOR_TYPES.filter((type) => !DETECTOR_RECORDS.has(type))).toEqual(["poll", "stop_loop"]);
  expect([...DETECTOR_RECORDS.keys()].filter((type) => !DETECTOR_TYPES.includes(type as never))).toEqual([]);
  expect(recordNamed("toString")).toBeUndefined();
  expect(recordNamed("mine")).toBeUndefined();
});

test("every detector has a file and a page", () => {
  const pages = readdirSync(DOCS);
  const files = readdirSync(join(LIB, "rules/detectors"));
  for (const { type } of records) {
    expect(pages).toContain(`${type.replaceAll("_", "-")}.md`);
    expect(files).toContain(`${type.replaceAll("_", "-")}.ts`);
  }
});

test("nobody but the detectors lists them", () => {
  const own = [...DETECTOR_RECORDS.keys(), "stop_loop"].map((name) => `detectors/${name}`);
  const theirs = new Set(["table", "why-text", ...own].map((name) => `rules/${name.replaceAll("_", "-")}.ts`));
  const sources = readdirSync(LIB, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !theirs.has(path) && !path.endsWith(".gen.ts"),
  );
  const names = DETECTOR_TYPES.join("|");
  const listed = new RegExp(`(?:case|[!=]==|\\[|,) ?"(?:${names})"|"(?:${names})"(?:\\]|,| [!=]==)`);
  const unmistakable = new RegExp(`"(?:${DETECTOR_TYPES.filter((type) => type.includes("_")).join("|")})"`);
  const found = sources.filter((path) => {
    const code = readFileSync(join(LIB, path), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/ .*/g, "");
    return listed.test(code) || unmistakable.test(code);
  });
  expect(sources.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

describe.each(records)("$type", ({ type, record, example }) => {
  it("is made with its defaults, which pass its checks", () => {
    expect(example.type).toBe(type);
    expect(Object.isFrozen(example)).toBe(true);
    expect(complaint({ ...example })).toBeUndefined();
    expect(new Set(Object.keys(example))).toEqual(new Set(["name", "type", ...Object.keys(record.parameters)]));
    // A budget needs a limit, whichever.
    const required = Object.entries(record.parameters).filter(
      ([key, { fallback }]) => fallback === undefined || (type === "budget" && key === "calls"),
    );
    const given = Object.fromEntries(required.map(([key]) => [key, fields(example)[key]]));
    expect(readDetector({ name: example.name, type, ...given }, "it")).toEqual(example);
  });

  it("refuses what it does not know, and suggests what it does", () => {
    for (const key of Object.keys(record.parameters))
      expect(complaint({ ...example, [`${key}s`]: 1 })).toContain(`(did you mean "${key}"?)`);
  });

  it.each(Object.keys(record.parameters))("takes %s up to the ends of its range, and not one beyond", (key) => {
    const path = `Option "detectors[0].${key}"`;
    const set = (value: unknown) => complaint({ ...example, [key]: value });
    // A symbol is no value of any parameter.
    const said = set(Symbol.iterator);
    expect(said).toMatch(new RegExp(`^${path.replace(/[[\]]/g, "\\$&")} must be .+, got symbol$`));
    const range = /(an integer|a number) from (\d+) to ([\d,]*\d)/.exec(said as string);
    const fallback = record.parameters[key]?.fallback;
    expect(range !== null).toBe(typeof fallback === "number");
    if (range === null) return;
    const [min, max] = [range[2], range[3]].map((text) => Number(text?.replaceAll(",", ""))) as [number, number];
    const step = range[1] === "a number" ? max * 1e-6 : 1;
    const beyond = (value: number) => `${path} must be ${range[0]}, got ${value} (number)`;
    // Beside the defaults of others, the ends of a range may make no sense.
    for (const end of [min, max]) expect(set(end) ?? "").not.toContain(range[0]);
    expect(set(min - step)).toBe(beyond(min - step));
    expect(set(max + step)).toBe(beyond(max + step));
    expect(set(Number.NaN)).toBe(beyond(Number.NaN));
    if (step === 1) expect(set(min + 0.5)).toBe(beyond(min + 0.5));
  });

  it("can be told to the core as JSON", () => {
    const config = detectorConfig(example);
    expect(JSON.parse(JSON.stringify(config))).toEqual(config);
    expect(Object.keys(config)[0]).toBe("type");
    for (const [key, { local, ofTools }] of Object.entries(record.parameters))
      expect(key in config).toBe(local !== true || ofTools === true);
  });

  it("is tried by tune with parameters that it takes", () => {
    for (const one of record.tried?.() ?? []) expect(complaint({ ...one })).toBeUndefined();
    for (const key of record.varied ?? []) expect(record.parameters[key]?.fallback).toBeTypeOf("number");
  });
});

test("the package has a factory for each, in detectors alone", () => {
  const camelCased = (type: string) => type.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  expect(Object.keys(detectors).sort()).toEqual([...DETECTOR_RECORDS.keys()].map(camelCased).sort());
  expect(index.detectors).toEqual(detectors);
  for (const name of Object.keys(detectors)) expect(index).not.toHaveProperty(name);
});

test("a factory makes nothing of another type: of the parameters that two share, none would say which is meant", () => {
  const { noProgress, stall } = detectors;
  const given: object = { ...stall({ threshold: 4 }) };
  expect(() => noProgress(given)).toThrow('Option "no_progress.type" must be no_progress, got "stall" (string)');
  expect(stall(given)).toEqual(stall({ threshold: 4 }));
});

describe.each(DETECTOR_TYPES)("the texts of %s", (type) => {
  const record = loopRecord(type);
  const shapes = [facts(type), facts(type, { names: ["X", "Y"] }), facts(type, { waitMs: 1500 })];

  it.skipIf(record.ofRun)("name the tool, and are told from what a tool gave", () => {
    for (const shape of shapes) {
      const text = detectionText(shape);
      expect(text).toContain(type === "stop_loop" ? "The agent" : "X");
      expect(withoutWarningText(`what a tool gave\n\n${verdictText("warn", type, text, false)}`)).toBe(
        "what a tool gave",
      );
    }
  });

  it("are known for refusals where they say so, and for the error of an abort", () => {
    const text = detectionText(facts(type));
    const refused = record.advice !== undefined || record.refusalStart !== undefined;
    expect(isRefusalText(verdictText("hint", type, text, false))).toBe(refused);
    const { advice = "" } = record;
    const goesOn = advice.startsWith(",") ? `${text.slice(0, -1)}${advice}` : `${text} ${advice}`;
    if (advice !== "") expect(verdictText("hint", type, text, false)).toBe(goesOn);
    if (record.refusalStart !== undefined) expect(text.startsWith(record.refusalStart)).toBe(true);
    const detection = { detector: type, toolName: "X", repeats: 5, message: text } as never;
    expect(isRefusalText(new ToolLoopError(detection).message)).toBe(true);
  });

  it("come with details", () => {
    const details = record.details({ ...facts(type), cycleLength: 1, differing: 1 });
    expect(Object.values(details).every((value) => value !== undefined)).toBe(true);
    expect("tool" in details || "cycle" in details).toBe(record.ofRun !== true);
  });
});

describe("a detector as JSON for the core", () => {
  it("has no limit as null, and a ladder as one writes it", () => {
    const { config } = configOf("count", { maxRepeats: Number.POSITIVE_INFINITY, ladder: { abort: 2 } });
    expect(config).toEqual({ type: "count", maxRepeats: null, canonical: false, ladder: { abort: 2 } });
  });

  it("has an action as the rung that it is", () => {
    expect(configOf("count", { action: "abort" }).config["ladder"]).toEqual({ abort: 1 });
    // The core refuses, and the function decides.
    expect(configOf("count", { action: () => "warn" }).config["ladder"]).toEqual({ hint: 1 });
  });

  it("has all of the presets' detectors", () => {
    expect(presetOf("strict").detectors.map(detectorConfig)[0]).toEqual({
      type: "no_news",
      times: 2,
      ackTimes: 6,
      transientTimes: 6,
      settled: true,
      maxWaitMs: 1_800_000,
      ladder: { hint: 1, abort: 3 },
    });
  });
});

function configOf(type: string, options: object): { config: Record<string, unknown> } {
  return { config: detectorConfig(readDetector({ type, ...options }, type)) };
}
