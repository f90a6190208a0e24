/**
 * Matchers for vitest: `import "loopguard/vitest"` in a test or a set-up file, then
 * `expect(calls).toBeLoopFree()` and `expect(calls).toLoop({ detector: "cycle" })`.
 */
import "vitest"; // stays in the declarations, so that TypeScript finds the module that they add matchers to
import { expect } from "vitest";
import type { LoopOutcome } from "./base/types.ts";
import type { LoopGuardOptions } from "./config/guard-options.ts";
import { DETECTOR_RECORDS } from "./detectors/table.ts";
import type { ToolExecutor } from "./executor/tool-executor.ts";
import { describeFound, drawLoop, type FoundLoop, findLoops, type LoopSearch } from "./guard/loop-search.ts";
import type { RecordedCall } from "./history/transcripts.ts";

export type { RecordedCall } from "./history/transcripts.ts";

/** What `toLoop` looks for; what is left out may be anything. */
export interface ExpectedLoop {
  detector?: string;
  toolName?: string;
  /** At least so many repetitions. */
  repeats?: number;
}

export interface LoopMatchers<R> {
  /**
   * No detector finds a loop in these calls. Takes `LoopCall`s with their `result` or `error`, steps of the AI SDK, and
   * messages of OpenAI or Anthropic. `options` are a guard's; without them, the recommended preset looks.
   */
  toBeLoopFree(options?: LoopGuardOptions): R;
  /**
   * A detector finds a loop in these calls, and it is like `expected`. Without `options`, the detector that `expected`
   * names looks, with its defaults; if it names none, the recommended preset.
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
  const search = searchIn(received, options);
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
  const search = searchIn(received, options ?? optionsFor(expected.detector));
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

function searchIn(received: unknown, options: LoopGuardOptions | undefined): LoopSearch {
  if (typeof received !== "object" || received === null || !(Symbol.iterator in received))
    throw new TypeError("Expected a list of tool calls, steps or messages");
  return findLoops(received as Iterable<unknown>, options);
}

/** The detector that is asked for, alone: another one that fires first would hide it. `undefined`: the preset. */
function optionsFor(name: string | undefined): LoopGuardOptions | undefined {
  const record = name === undefined ? undefined : DETECTOR_RECORDS.get(name);
  // What a list of calls never shows would find nothing in any.
  const detector = record?.blindToTraces ? undefined : record?.example?.();
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

/** What `recordToolCalls` gives. */
export interface ToolCallRecording {
  /** The calls so far, in order, with what came back; a call that loop detection refused has no outcome. */
  readonly calls: RecordedCall[];
  /** Ends the recording. */
  stop(): void;
}

/**
 * Records every call that goes through an executor, for `expect(recording.calls)`.
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
  const recorded: ToolExecutor["executeAll"] = async (asked, ctx) => {
    const own: RecordedCall[] = asked.map(({ id, name, arguments: args }) => ({ id, name, arguments: args, round }));
    round++;
    calls.push(...own);
    let results: readonly unknown[] = [];
    try {
      const settled = await original.call(executor, asked, ctx);
      results = settled;
      return settled;
    } catch (error) {
      results = (error as { results?: unknown[] }).results ?? [];
      throw error;
    } finally {
      for (const result of results) {
        const { toolCallId, ...answer } = result as { toolCallId: string; result: unknown; error?: string };
        const call = own.find(({ id }) => id === toolCallId);
        if (call !== undefined) Object.assign(call, outcomeOf(answer));
      }
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

function outcomeOf({ result, error }: { result: unknown; error?: string }): LoopOutcome {
  if (error === "loop-detected") return {};
  return error === undefined ? { result } : { error };
}
