/**
 * The vectors of test/vectors as plain functions, for vitest and for every runtime that has none. Nothing here is of Node.js:
 * the library comes from whoever runs them, and the vectors' texts too.
 */
import { z } from "zod";
import type * as Loopguard from "../../lib/index.ts";
import type { LoopCall, ToolCall, ToolCallResult, ToolDef } from "../../lib/index.ts";

export interface Vector {
  /** Its file. */
  readonly file: string;
  readonly name: string;
  /** Throws when it does not hold. */
  run(): void | Promise<void>;
}

/** The library, and the text of a file of test/vectors. */
export interface VectorSources {
  readonly loopguard: typeof Loopguard;
  readonly read: (file: string) => string;
}

export const JCS_NAMES: readonly string[] = ["arrays", "french", "structures", "unicode", "values", "weird"];

export function allVectors(sources: VectorSources): Vector[] {
  return [cycle, selectools, tracker, similar, jcs, executor].flatMap((make) => make(sources));
}

function casesOf<T>({ read }: VectorSources, file: string, run: (vector: T) => void | Promise<void>): Vector[] {
  const cases = JSON.parse(read(file)) as T[];
  return cases.map((vector, index) => ({ file, name: `case ${index}`, run: () => run(vector) }));
}

interface CycleCase {
  options: { windowSize: number; minCycleLen: number; maxCycleLen: number; repeats: number };
  signatures: string[];
  expect: unknown[];
}

export function cycle(sources: VectorSources): Vector[] {
  const { LoopDetector } = sources.loopguard;
  return casesOf<CycleCase>(sources, "cycle.json", (vector) => {
    const detector = new LoopDetector(vector.options);
    same(
      vector.signatures.map((signature) => detector.push(signature)),
      vector.expect,
    );
    detector.close();
    const rehydrated = new LoopDetector(vector.options);
    same(rehydrated.rehydrate(vector.signatures), vector.expect.at(-1));
    rehydrated.close();
  });
}

interface SelectoolsCase {
  detectors: { type: string; threshold?: number; cycleLength?: number; repetitions?: number }[];
  calls: LoopCall[];
  results: string[];
  expect: ({ detector: string; message: string; details: Record<string, unknown> } | null)[];
}

export function selectools(sources: VectorSources): Vector[] {
  const { LoopGuard, detectors } = sources.loopguard;
  const { pingPong, repeat, stall } = detectors;
  const factories = { repeat, stall, ping_pong: pingPong };
  return casesOf<SelectoolsCase>(sources, "selectools.json", (vector) => {
    const detectors = vector.detectors.map(({ type, ...options }) =>
      factories[type as keyof typeof factories](options),
    );
    const guard = new LoopGuard({ detectors, action: "hint" });
    for (let i = 0; i < vector.calls.length; i++) {
      const found = guard.check(vector.calls.slice(0, i + 1), vector.results.slice(0, i + 1));
      const expected = vector.expect[i] ?? null;
      if (expected === null || found === null) {
        same(found, expected);
        continue;
      }
      const { result_hash: _hash, ...details } = expected.details;
      const { detector, message } = expected;
      same(
        { detector: found.detector, message: found.message, details: found.details },
        { detector, message, details },
      );
    }
    guard.close();
  });
}

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

export function tracker(sources: VectorSources): Vector[] {
  const { LoopGuard, detectors } = sources.loopguard;
  const { duplicate, limit, similarQuery } = detectors;
  return casesOf<TrackerCase>(sources, "tracker.json", (vector) => {
    const { default: others = 3, ...limits } = vector.limits;
    const detectors = [
      limit({ limits, default: others }),
      duplicate(),
      similarQuery({ tools: SEARCH_TOOLS, dangerousTokens: [] }),
    ];
    const guard = new LoopGuard({ detectors, action: "hint" });
    for (const { name, arguments: args, skip, reason } of vector.steps) {
      const call = { name, arguments: args };
      guard.beginRound();
      const verdict = guard.before(call);
      same({ skip: verdict.action !== "allow", reason: verdict.message }, { skip, reason });
      if (!skip) guard.after(call, { result: "ok" });
    }
    guard.close();
  });
}

interface SimilarCase {
  a: string;
  b: string;
  normA: string;
  normB: string;
  ratio: number;
  similar: boolean;
}

export function similar(sources: VectorSources): Vector[] {
  const { normalizeQuery, queriesAreSimilar, similarity } = sources.loopguard;
  return casesOf<SimilarCase>(sources, "similarity.json", ({ a, b, normA, normB, ratio, similar: expected }) => {
    same([normalizeQuery(a), normalizeQuery(b)], [normA, normB]);
    const close = Math.abs(similarity(normA, normB) - ratio) < 1e-12;
    same([close, queriesAreSimilar(a, b, { dangerousTokens: [] })], [true, expected]);
  });
}

export function jcs({ loopguard, read }: VectorSources): Vector[] {
  return JCS_NAMES.map((name) => ({
    file: "jcs",
    name,
    run: () => same(loopguard.canonicalize(read(`jcs/${name}.input.json`)), read(`jcs/${name}.output.json`)),
  }));
}

interface ExecutorStep {
  calls: ToolCall[];
  results?: ToolCallResult[];
  thrown?: { name: string; toolName: string; repeats: number; message: string };
  events?: [name: string, payload: Record<string, unknown>][];
}

interface ExecutorCase {
  loopDetection: { maxRepeats: number; action: "abort" | "hint" } | null;
  concurrency: number;
  steps: ExecutorStep[];
}

const anyObject = z.object({}).passthrough();
const tool = (name: string, execute: ToolDef["execute"], parameters: ToolDef["parameters"] = anyObject): ToolDef => ({
  name,
  description: name,
  parameters,
  execute,
});
const TOOLS = [
  tool("fetchData", async () => "fetched"),
  tool("fetch::Data", async () => "f2"),
  tool("fetch", async () => ({ content: "obj" })),
  tool("poll", async () => "pending"),
  tool("boom", async () => {
    throw new Error("kaboom");
  }),
  tool("bad", async () => "never", z.object({ must: z.string() })),
];

/** The shorthand { maxRepeats, action } of the executor, events included. */
export function executor(sources: VectorSources): Vector[] {
  const { EventBus, RunContext, ToolExecutor, ToolLoopError } = sources.loopguard;

  async function runStep(guarded: InstanceType<typeof ToolExecutor>, calls: ToolCall[]): Promise<object> {
    const eventBus = new EventBus();
    const events: unknown[] = [];
    for (const name of ["tool.call", "tool.result"] as const)
      eventBus.on(name, (payload) => events.push([name, schemaTextCut(payload)]));
    const ctx = new RunContext({ runId: "run-1", sessionId: "s", eventBus });
    try {
      return { results: (await guarded.executeAll(calls, ctx)).map(schemaTextCut), events };
    } catch (error) {
      if (!(error instanceof ToolLoopError)) throw error;
      const { name, toolName, repeats, message } = error;
      return { thrown: { name, toolName, repeats, message }, events };
    }
  }

  return casesOf<ExecutorCase>(sources, "executor.json", async ({ loopDetection, concurrency, steps }) => {
    const guarded = new ToolExecutor(TOOLS, { concurrency, ...(loopDetection && { loopDetection }) });
    for (const { calls, results, thrown, events } of steps) {
      const actual = (await runStep(guarded, calls)) as { events: unknown };
      same(actual, {
        ...(results !== undefined && { results }),
        ...(thrown !== undefined && { thrown }),
        events: events ?? actual.events,
      });
    }
    guarded.loopGuard?.close();
  });
}

/** Schema texts belong to the schema library; the vectors keep only their beginning. */
function schemaTextCut<T extends object>(payload: T): T {
  const cut = (value: unknown) =>
    typeof value === "string" && value.startsWith("Invalid arguments: ") ? "Invalid arguments" : value;
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, cut(value)])) as T;
}

/** Compares what JSON can say, whatever the order of members; `undefined` is as absent. */
function same(actual: unknown, expected: unknown): void {
  const [was, should] = [sortedText(actual), sortedText(expected)];
  if (was !== should) throw new Error(`Expected ${should}, got ${was}`);
}

function sortedText(value: unknown): string {
  const sorted = (_key: string, member: unknown): unknown =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member;
  return JSON.stringify(value, sorted) ?? "undefined";
}
