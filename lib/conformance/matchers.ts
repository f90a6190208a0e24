/** The matchers, for every test runner: each gives whether it passes, and what to say. */
import { hasBrand } from "../base/brand.ts";
import { checkObject } from "../base/check-option.ts";
import { describeValue } from "../base/errors.ts";
import { argumentsParse } from "../base/json-text.ts";
import { getOrAdd, orElse, property } from "../base/property.ts";
import type { LoopGuardStats } from "../base/types.ts";
import { canonicalText } from "../core/identity.ts";
import { readTranscript, type TranscriptCall } from "../history/transcripts.ts";
import { type LoopGuardOptions, readOptions } from "../rules/options.ts";
import { DETECTOR_RECORDS, type DetectorName, detectorType, exampleOf, recordOf } from "../rules/table.ts";
import { drawLoop, type FoundLoop, REFUSED, searchCalls } from "./loop-search.ts";
import { callsOf, recordedPolicies } from "./recording.ts";

/** The loop that `toLoop` expects; absent fields match any loop. */
export interface ExpectedLoop {
  /** The name of a detector, or of one in the options. `"refused"`: calls that a guard refused while they were recorded. */
  detector?: DetectorName | typeof REFUSED | (string & {});
  toolName?: string;
  /** At least so many repetitions: of four equal calls, 4. */
  repeats?: number;
}

export interface LoopMatchers<R> {
  /**
   * No detector finds a loop in these calls, and no guard refused one of them. Accepts the recording of an executor or its
   * calls, `LoopCall`s with their `result` or `error`, results of `executeAll`, steps of the AI SDK, and messages of
   * Agentium, OpenAI, Anthropic and others. `options`: a guard's options. Default: the recommended preset.
   *
   * Throws a `TypeError`, also with `.not`, for what cannot be judged: no calls; calls without a result, unless the options
   * have only detectors that need none; arguments without a JSON text.
   */
  toBeLoopFree(options?: LoopGuardOptions): R;
  /**
   * A detector finds a loop like `expected` in these calls. Default of `options`: only the detector that `expected`
   * names, with its defaults; if it names none, the recommended preset. Throws a `TypeError` for what `toBeLoopFree` throws
   * for, and for an expectation that nothing can meet.
   */
  toLoop(expected?: ExpectedLoop, options?: LoopGuardOptions): R;
  /** A guard, a run, or an executor with a guard has refused a call; with `tool`, one of that tool. */
  toHaveRefused(tool?: string): R;
}

export interface MatcherResult {
  pass: boolean;
  message: () => string;
}

export function toBeLoopFree(received: unknown, options?: LoopGuardOptions): MatcherResult {
  const { count, found } = searchIn(received, "toBeLoopFree", options);
  const [first] = found;
  return {
    pass: first === undefined,
    message: () =>
      first === undefined
        ? `Expected a loop in ${count} calls, found none.`
        : `Expected no loop in ${count} calls, found ${drawLoop(first)}`,
  };
}

export function toLoop(received: unknown, given: ExpectedLoop = {}, options?: LoopGuardOptions): MatcherResult {
  const expected = checkExpected(given, options);
  const { count, found } = searchIn(received, "toLoop", options ?? optionsFor(expected.detector));
  const like = found.find((loop) => isLike(loop, expected));
  return {
    pass: like !== undefined,
    message: () => {
      if (like !== undefined) return `Expected no ${wanted(expected)}, found ${drawLoop(like)}`;
      const others = found.length === 0 ? "none" : `only ${found.map(drawLoop).join("\n\nand ")}`;
      return `Expected a ${wanted(expected)} in ${count} calls, found ${others}`;
    },
  };
}

export function toHaveRefused(received: unknown, tool?: string): MatcherResult {
  const guard = property(received, "loopGuard") ?? received;
  if (!hasBrand(guard, "guard") && !hasBrand(guard, "run"))
    throw new TypeError(
      `toHaveRefused() was given ${describeValue(received)}; give it a guard, a run, or an executor with loopDetection`,
    );
  if (tool !== undefined && typeof tool !== "string")
    throw new TypeError(`toHaveRefused(tool): the name of a tool is a text, got ${describeValue(tool)}`);
  const { calls, refused, refusedByTool } = (guard as { stats(): LoopGuardStats }).stats();
  const times = tool === undefined ? refused : (refusedByTool[tool] ?? 0);
  const of = tool === undefined ? "" : ` of tool "${tool}"`;
  const tools = Object.entries(refusedByTool).map(([name, count]) => `${name} ${count}`);
  const all = tools.length === 0 ? "it refused none" : `it refused ${tools.join(", ")}`;
  return {
    pass: times > 0,
    message: () => `Expected ${times > 0 ? "no refused call" : "a refused call"}${of}; of ${calls} calls, ${all}`,
  };
}

/** Throws for what cannot be judged, because then the test could not fail. */
function searchIn(
  received: unknown,
  matcher: string,
  options?: LoopGuardOptions,
): { count: number; found: FoundLoop[] } {
  const given = callsOf(received);
  const isList = typeof given === "object" && given !== null && Symbol.iterator in given;
  const entries = isList ? [...(given as Iterable<unknown>)].map(withName) : [];
  const runs = runsOf(entries).map((entries) => readTranscript(entries));
  const calls = runs.flat();
  if (calls.length === 0) {
    const what = Array.isArray(given) && given.length > 0 ? "a list without tool calls" : describeValue(given);
    throw new TypeError(
      `${matcher}() was given ${what}; give it a list with tool calls: { name, arguments, result } objects, ` +
        "recordToolCalls(executor) after a run, steps of the AI SDK, or messages of a chat",
    );
  }
  for (const run of runs) checkCalls(run, matcher, options);
  const tools = isList ? recordedPolicies(given) : {};
  const own = Object.keys(tools).length === 0 ? options : { ...options, tools: { ...tools, ...options?.tools } };
  return { count: calls.length, found: runs.flatMap((run) => searchCalls(run, own)) };
}

/** A `ToolCallResult` as a call: it has no arguments, so calls are equal if their tools are. */
function withName(entry: unknown): unknown {
  const name = property(entry, "toolName");
  if (typeof name !== "string" || typeof property(entry, "toolCallId") !== "string") return entry;
  const error = property(entry, "error");
  return { name, arguments: {}, ...(error === undefined ? { result: property(entry, "result") } : { error }) };
}

/** The entries of each run. */
function runsOf(entries: readonly unknown[]): unknown[][] {
  const runs = new Map<unknown, unknown[]>();
  for (const entry of entries) getOrAdd(runs, property(entry, "run"), () => []).push(entry);
  return [...runs.values()];
}

function checkCalls(calls: readonly TranscriptCall[], matcher: string, options?: LoopGuardOptions): void {
  const last = calls.at(-1)?.round;
  const isOpen = ({ outcome, refused }: TranscriptCall) => outcome === undefined && refused === undefined;
  // The calls of the last round may be under way.
  const open = calls.findIndex((call) => isOpen(call) && (call.round !== last || calls.every(isOpen)));
  if (open >= 0 && needsResults(options))
    throw new TypeError(
      `${matcher}() was given call ${open} (${calls[open]?.call.name}) without a result; give each call its result or error, ` +
        "or options with detectors that need none, such as { maxRepeats: 3 } or { detectors: [duplicate()] }",
    );
  const unread = calls.findIndex(({ call }) => !isComparable(property(call, "arguments")));
  if (unread >= 0)
    throw new TypeError(
      `${matcher}() was given call ${unread} (${calls[unread]?.call.name}) whose arguments have no JSON text, ` +
        "such as a BigInt or a cycle; they cannot be compared",
    );
}

/** Whether a verdict depends on results. */
function needsResults(options?: LoopGuardOptions): boolean {
  return readOptions(options ?? {}).detectors.some((detector) => recordOf(detector).readsResults);
}

function isComparable(args: unknown): boolean {
  if (args === undefined || !argumentsParse(args)) return true; // no arguments; a text that is not JSON is an invalid call
  return orElse(() => canonicalText(args), undefined) !== undefined;
}

const FIELDS: readonly string[] = ["detector", "toolName", "repeats"] satisfies (keyof ExpectedLoop)[];

/** Throws for an expectation that nothing can meet, such as an unknown detector. */
function checkExpected(expected: ExpectedLoop, options: LoopGuardOptions | undefined): ExpectedLoop {
  checkObject(expected as unknown, "toLoop's expected", "an object such as { detector, toolName, repeats }");
  const unknown = Object.keys(expected).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined)
    throw new TypeError(`toLoop({ ${unknown} }): there is no such property; known are ${FIELDS.join(", ")}`);
  const { detector, toolName, repeats } = expected;
  if (toolName !== undefined && typeof toolName !== "string")
    throw new TypeError(`toLoop({ toolName: ${describeValue(toolName)} }): the name of a tool is a text`);
  if (repeats !== undefined && !(Number.isInteger(repeats) && repeats >= 1))
    throw new TypeError(`toLoop({ repeats: ${describeValue(repeats)} }): it must be an integer from 1 up`);
  const known = [...names(), ...(options?.detectors ?? []).map(({ name }) => name)];
  if (detector === undefined || known.includes(detector)) return expected;
  const own = detectorType(detector);
  if (known.includes(own)) return { ...expected, detector: own };
  throw new TypeError(
    `toLoop({ detector: ${JSON.stringify(detector)} }): there is no such detector. Known here: ${[...new Set(known)].join(", ")}. ` +
      "Give custom detectors in the options, as the second argument",
  );
}

/** The names that need no options: those of detectors with defaults, and `refused`. No constant: bundles would keep it. */
function names(): string[] {
  return [...[...DETECTOR_RECORDS.keys()].filter((name) => exampleOf(name) !== undefined), REFUSED];
}

/** Only the expected detector: another one that fires first would hide it. `undefined`: the preset. */
function optionsFor(name: string | undefined): LoopGuardOptions | undefined {
  const detector = name === undefined ? undefined : exampleOf(name);
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
