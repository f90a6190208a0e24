/** The vectors of test/vectors, on whichever build of the core runs. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { LoopCall } from "../../lib/base/types.ts";
import {
  type Detector,
  duplicate,
  limit,
  pingPong,
  repeat,
  similarQuery,
  stall,
} from "../../lib/detectors/factories.ts";
import { LoopDetector } from "../../lib/guard/loop-detector.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { canonicalize } from "../../lib/text/identity.ts";

const vectors = new URL("../vectors/", import.meta.url);
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, vectors), "utf8")) as T;

interface CycleCase {
  options: { windowSize: number; minCycleLen: number; maxCycleLen: number; repeats: number };
  signatures: string[];
  expect: unknown[];
}

describe("cycle.json", () => {
  const cases = read<CycleCase[]>("cycle.json");
  it.each(cases.map((vector, index) => [index, vector] as const))("case %i", (_, vector) => {
    using detector = new LoopDetector(vector.options);
    expect(vector.signatures.map((signature) => detector.push(signature))).toEqual(vector.expect);
  });

  it("gives the same answer when the history is rehydrated", () => {
    for (const vector of cases) {
      using detector = new LoopDetector(vector.options);
      expect(detector.rehydrate(vector.signatures)).toEqual(vector.expect.at(-1));
    }
  });
});

interface SelectoolsCase {
  detectors: { type: string; threshold?: number; cycleLength?: number; repetitions?: number }[];
  calls: LoopCall[];
  results: string[];
  expect: ({ detector: string; message: string; details: Record<string, unknown> } | null)[];
}

describe("selectools.json", () => {
  const make = ({ type, ...options }: SelectoolsCase["detectors"][number]): Detector => {
    if (type === "repeat") return repeat(options);
    if (type === "stall") return stall(options);
    if (type === "ping_pong") return pingPong(options);
    throw new Error(`no such detector: ${type}`);
  };

  it.each(read<SelectoolsCase[]>("selectools.json").map((vector, index) => [index, vector] as const))(
    "case %i",
    (_, vector) => {
      using guard = new LoopGuard({ detectors: vector.detectors.map(make), action: "hint" });
      vector.calls.forEach((_call, i) => {
        const found = guard.check(vector.calls.slice(0, i + 1), vector.results.slice(0, i + 1));
        const expected = vector.expect[i] ?? null;
        if (expected === null) {
          expect(found).toBeNull();
          return;
        }
        const { result_hash: _hash, ...details } = expected.details;
        expect(found).toMatchObject({ detector: expected.detector, message: expected.message });
        expect(found?.details).toEqual(details);
      });
    },
  );
});

interface TrackerCase {
  limits: Record<string, number>;
  steps: { name: string; arguments: unknown; skip: boolean; reason: string }[];
}

const SEARCH_TOOLS = [
  "search_knowledge",
  "semantic_search",
  "search_codebase",
  "search_tables",
  "search_images",
  "search_formulas",
  "search_multimodal",
  "smart_query_database",
  "query_database",
];

describe("tracker.json", () => {
  it.each(read<TrackerCase[]>("tracker.json").map((vector, index) => [index, vector] as const))(
    "case %i",
    (_, vector) => {
      const { default: others = 3, ...limits } = vector.limits;
      using guard = new LoopGuard({
        detectors: [
          limit({ limits, default: others }),
          duplicate(),
          similarQuery({ tools: SEARCH_TOOLS, dangerousTokens: [] }),
        ],
        action: "hint",
      });
      for (const step of vector.steps) {
        const call = { name: step.name, arguments: step.arguments };
        guard.beginRound();
        const verdict = guard.before(call);
        expect({ skip: verdict.action !== "allow", reason: verdict.message }).toEqual({
          skip: step.skip,
          reason: step.reason,
        });
        if (!step.skip) guard.after(call, { result: "ok" });
      }
    },
  );
});

describe("jcs", () => {
  const inputs = readdirSync(new URL("jcs/", vectors)).filter((name) => name.endsWith(".input.json"));
  it.each(inputs)("%s", (name) => {
    const text = (file: string) => readFileSync(new URL(`jcs/${file}`, vectors), "utf8");
    expect(canonicalize(text(name))).toBe(text(name.replace(".input.", ".output.")));
  });

  it("has all six", () => {
    expect(inputs).toHaveLength(6);
  });
});
