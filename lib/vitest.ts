/**
 * Matchers for vitest: `import "loopguard/vitest"` in a test or a set-up file, then
 * `expect(calls).toBeLoopFree()` and `expect(calls).toLoop({ detector: "cycle" })`.
 */
import "vitest"; // stays in the declarations, so that TypeScript finds the module that they add matchers to
import { expect } from "vitest";
import { describeValue } from "./base/errors.ts";
import { property } from "./base/property.ts";
import type { LoopOutcome } from "./base/types.ts";
import type { LoopGuardOptions } from "./config/guard-options.ts";
import { DETECTOR_RECORDS, type DetectorName } from "./detectors/table.ts";
import type { ToolExecutor } from "./executor/tool-executor.ts";
import type { ToolCallResult } from "./executor/tool-types.ts";
import { describeFound, drawLoop, type FoundLoop, findLoops, type LoopSearch, REFUSED } from "./guard/loop-search.ts";
import type { RecordedCall } from "./history/transcripts.ts";
import { toolLoopErrorOf } from "./wrap/find-tool-loop-error.ts";

export type { DetectorName } from "./detectors/table.ts";
export type { RecordedCall } from "./history/transcripts.ts";

/** The loop that `toLoop` expects; absent fields match any loop. */
export interface ExpectedLoop {
  /** The name of a detector, or of one in the options. `"refused"`: calls that a guard refused while they were recorded. */
  detector?: DetectorName | typeof REFUSED | (string & {});
  toolName?: string;
  /** At least so many repetitions. */
  repeats?: number;
}

export interface LoopMatchers<R> {
  /**
   * No detector finds a loop in these calls, and no guard refused one of them. Accepts `LoopCall`s with their `result` or
   * `error`, steps of the AI SDK, and messages of OpenAI or Anthropic. Throws a `TypeError` if there are no calls, also
   * with `.not`. `options`: a guard's options. Default: the recommended preset.
   */
  toBeLoopFree(options?: LoopGuardOptions): R;
  /**
   * A detector finds a loop like `expected` in these calls. Default of `options`: only the detector that `expected`
   * names, with its defaults; if it names none, the recommended preset. Throws a `TypeError` for an unknown detector.
   */
  toLoop(expected?: ExpectedLoop, options?: LoopGuardOptions): R;
}

declare module "vitest" {
  interface Assertion<T> extends LoopMatchers<T> {}
  interface AsymmetricMatchersContaining extends LoopMatchers<unknown> {}
}

interface MatcherResult {
  pass: boolean;
  message: () => string;
}

function toBeLoopFree(received: unknown, options?: LoopGuardOptions): MatcherResult {
  const search = searchIn(received, "toBeLoopFree", options);
  const loop = search.loops[0];
  return {
    pass: loop === undefined,
    message: () =>
      loop === undefined
        ? `Expected a loop in ${search.calls.length} calls, found none.`
        : `Expected no loop in ${search.calls.length} calls, found ${drawn(search, loop)}`,
  };
}

function toLoop(received: unknown, expected: ExpectedLoop = {}, options?: LoopGuardOptions): MatcherResult {
  checkName(expected.detector, options);
  const search = searchIn(received, "toLoop", options ?? optionsFor(expected.detector));
  const loop = search.loops.find((found) => isLike(found, expected));
  return {
    pass: loop !== undefined,
    message: () => {
      if (loop !== undefined) return `Expected no ${wanted(expected)}, found ${drawn(search, loop)}`;
      const others = search.loops.map((found) => drawn(search, found));
      const found = others.length === 0 ? "none" : `only ${others.join("\n\nand ")}`;
      return `Expected a ${wanted(expected)} in ${search.calls.length} calls, found ${found}`;
    },
  };
}

expect.extend({ toBeLoopFree, toLoop });

/** Throws if there are no calls, because then the test could not fail. */
function searchIn(received: unknown, matcher: string, options: LoopGuardOptions | undefined): LoopSearch {
  const isList = typeof received === "object" && received !== null && Symbol.iterator in received;
  const search = isList ? findLoops(received as Iterable<unknown>, options) : undefined;
  if (search !== undefined && search.calls.length > 0) return search;
  const given = Array.isArray(received) && received.length > 0 ? "a list without tool calls" : describeValue(received);
  throw new TypeError(
    `${matcher}() was given ${given}; give it a list with tool calls: { name, arguments, result } objects, ` +
      "recordToolCalls(executor).calls after a run, steps of the AI SDK, or messages of a chat",
  );
}

/** Throws for the name of an unknown detector, because its loops would never be found. */
function checkName(name: string | undefined, options: LoopGuardOptions | undefined): void {
  const known = [...NAMES, ...(options?.detectors ?? []).map((detector) => detector.name)];
  if (name === undefined || known.includes(name)) return;
  const list = [...new Set(known)].join(", ");
  throw new TypeError(
    `toLoop({ detector: ${JSON.stringify(name)} }): there is no such detector. Known here: ${list}. ` +
      "Give custom detectors in the options, as the second argument",
  );
}

/** The names that need no options: those of detectors with defaults, and `refused`. */
const NAMES: readonly string[] = [
  ...[...DETECTOR_RECORDS].flatMap(([name, { example }]) => (example === undefined ? [] : [name])),
  REFUSED,
];

/** Only the expected detector: another one that fires first would hide it. `undefined`: the preset. */
function optionsFor(name: string | undefined): LoopGuardOptions | undefined {
  const detector = name === undefined ? undefined : DETECTOR_RECORDS.get(name)?.example?.();
  return detector === undefined ? undefined : { detectors: [detector] };
}

function isLike({ detection, repeats }: FoundLoop, expected: ExpectedLoop): boolean {
  if (expected.detector !== undefined && expected.detector !== detection.detector) return false;
  if (expected.repeats !== undefined && expected.repeats > repeats) return false;
  if (expected.toolName === undefined) return true;
  const names = detection.pattern.map((step) => step.replace(/#[0-9a-f]{8}$/, ""));
  return detection.toolName === expected.toolName || names.includes(expected.toolName);
}

function wanted({ detector, toolName, repeats }: ExpectedLoop): string {
  const parts = [detector === undefined ? "loop" : `loop of detector "${detector}"`];
  if (toolName !== undefined) parts.push(`of tool "${toolName}"`);
  if (repeats !== undefined) parts.push(`with at least ${repeats} repetitions`);
  return parts.join(" ");
}

function drawn(search: LoopSearch, loop: FoundLoop): string {
  return `${describeFound(loop)}\n\n${drawLoop(search, loop)}`;
}

/** The return value of `recordToolCalls`. */
export interface ToolCallRecording {
  /** The calls so far, in order, with their results or errors; a refused call has the message in `refused`. */
  readonly calls: RecordedCall[];
  /** Ends the recording. */
  stop(): void;
}

/**
 * Records all calls of an executor, for `expect(recording.calls)`.
 *
 * @example
 * const recording = recordToolCalls(executor);
 * await agent.run("Book a flight");
 * expect(recording.calls).toBeLoopFree();
 */
export function recordToolCalls(executor: Pick<ToolExecutor, "executeAll">): ToolCallRecording {
  const calls: RecordedCall[] = [];
  const original = executor.executeAll;
  let round = 0;
  const recorded: ToolExecutor["executeAll"] = async (given, ctx) => {
    const own: RecordedCall[] = given.map(({ id, name, arguments: args }) => ({ id, name, arguments: args, round }));
    round++;
    calls.push(...own);
    const addResults = (results: readonly ToolCallResult[]): void => {
      for (const { toolCallId, ...answer } of results) {
        const call = own.find(({ id }) => id === toolCallId);
        if (call !== undefined) Object.assign(call, outcomeOf(answer));
      }
    };
    try {
      const settled = await original.call(executor, given, ctx);
      addResults(settled);
      return settled;
    } catch (error) {
      addResults((property(error, "results") as ToolCallResult[] | undefined) ?? []);
      const detection = toolLoopErrorOf(error)?.detection;
      // If the call has a result, it ran, and the run ended after it.
      const ended = own.find((call) => call.id === detection?.callId && !("result" in call || "error" in call));
      if (ended !== undefined && detection !== undefined) ended.refused = detection.message;
      throw error;
    }
  };
  executor.executeAll = recorded;
  return {
    calls,
    stop() {
      executor.executeAll = original;
    },
  };
}

function outcomeOf({ result, error }: Pick<ToolCallResult, "result" | "error">): LoopOutcome & { refused?: string } {
  if (error === "loop-detected") return { refused: typeof result === "string" ? result : result.content };
  return error === undefined ? { result } : { error };
}
