/** Every error that loopguard throws, and the one place where its codes and texts are made. */
import { detectionText } from "./messages.ts";
import { isThenable } from "./thenable.ts";
import type { LoopDetection } from "./types.ts";

/** Codes of loopguard's errors, besides `ERR_TOOL_LOOP`. */
export type LoopGuardErrorCode =
  | "ERR_LOOPGUARD_OPTION"
  | "ERR_LOOPGUARD_CLOSED"
  | "ERR_LOOPGUARD_SNAPSHOT"
  | "ERR_LOOPGUARD_STORE"
  | "ERR_LOOPGUARD_BACKEND"
  | "ERR_LOOPGUARD_JSON"
  | "ERR_LOOPGUARD_MEMORY";

const TOOL_LOOP_ERROR = Symbol.for("loopguard.ToolLoopError");

/**
 * An agent asked for the same thing too often. What sibling calls of the same `executeAll` had already returned is in
 * `results`, so nothing is lost.
 *
 * @example
 * try {
 *   await agent.run(input);
 * } catch (error) {
 *   const loop = findToolLoopError(error);
 *   if (loop) console.error(loop.toolName, loop.repeats, loop.detection.detector);
 * }
 */
export class ToolLoopError<Result = unknown> extends Error {
  override readonly name = "ToolLoopError";
  readonly code = "ERR_TOOL_LOOP";
  readonly reason = "loop";
  readonly toolName: string;
  readonly repeats: number;
  readonly detection: LoopDetection;
  /** Results of sibling calls that had finished when the loop was found, in the order of the calls. */
  results: Result[];

  constructor(detection: LoopDetection, results?: Result[]);
  /** Where no guard found the loop: equal calls, as the detector `count` counts them. */
  constructor(toolName: string, repeats: number, results?: Result[]);
  constructor(found: LoopDetection | string, second: Result[] | number = [], third: Result[] = []) {
    const counted = typeof found === "string";
    const detection = counted ? countDetection(found, second as number) : found;
    const results = counted ? third : (second as Result[]);
    super(abortMessage(detection));
    this.toolName = detection.toolName;
    this.repeats = detection.repeats;
    this.detection = detection;
    this.results = results;
    Object.defineProperty(this, TOOL_LOOP_ERROR, { value: true });
  }

  /** `instanceof` that survives two copies of the package. */
  static isInstance(error: unknown): error is ToolLoopError {
    if (typeof error !== "object" || error === null) return false;
    try {
      return (error as Record<symbol, unknown>)[TOOL_LOOP_ERROR] === true;
    } catch {
      return false; // such as a proxy that was revoked
    }
  }

  /** Safe to log and to send: names, counts and digests; no arguments, no results. */
  toJSON(): Record<string, unknown> {
    return {
      name: this.name,
      code: this.code,
      reason: this.reason,
      message: this.message,
      toolName: this.toolName,
      repeats: this.repeats,
      detection: this.detection,
    };
  }
}

/** All that is known of a loop when only its tool and its count are. */
function countDetection(tool: string, repeats: number): LoopDetection {
  const facts = {
    type: "count",
    tool,
    repeats,
    threshold: repeats - 1,
    names: [tool],
    waitMs: 0,
    waitedMs: 0,
  } as const;
  return {
    detector: "count",
    toolName: tool,
    repeats,
    cycleLength: 1,
    pattern: [tool],
    evidence: "weak",
    strikes: 1,
    message: detectionText(facts),
    details: { tool, count: repeats },
    fingerprint: "",
  };
}

function abortMessage(detection: LoopDetection): string {
  if (detection.detector === "count")
    return `Tool "${detection.toolName}" was called ${detection.repeats} times with identical arguments - aborting to prevent a loop`;
  return `${detection.message.replace(/\.$/, "")} - aborting to prevent a loop`;
}

/** An option that is unknown, of the wrong type or out of range: names the option, the value and what is allowed. */
export function optionError(kind: "type" | "range", option: string, value: unknown, allowed: string): Error {
  const text = `Option "${option}" must be ${allowed}, got ${describeValue(value)}`;
  return withCode(kind === "type" ? new TypeError(text) : new RangeError(text), "ERR_LOOPGUARD_OPTION");
}

export function closedError(what: string): Error {
  return withCode(new Error(`This ${what} is closed; make a new one`), "ERR_LOOPGUARD_CLOSED");
}

export function snapshotError(why: string): Error {
  return withCode(new Error(`Cannot restore: ${why}`), "ERR_LOOPGUARD_SNAPSHOT");
}

/** The store of a run could not be asked; `cause` is what it said. */
export function storeError(cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  const error = new Error(`The store could not be asked: ${why}. The call is counted; the store hears of it later`, {
    cause,
  });
  return withCode(error, "ERR_LOOPGUARD_STORE");
}

/** Attaches a code to an error. */
export function withCode<E extends Error>(error: E, code: LoopGuardErrorCode): E & { code: LoopGuardErrorCode } {
  return Object.assign(error, { code });
}

/** A value in a few words, for the text of an error: its type, and what it is where that is short. */
export function describeValue(value: unknown): string {
  if (typeof value === "string")
    return value.length > 60 ? `"${value.slice(0, 57)}..." (string)` : `"${value}" (string)`;
  if (typeof value === "bigint") return `${value}n (bigint)`;
  if (typeof value === "symbol" || typeof value === "function") return typeof value;
  if (value === null || value === undefined) return String(value);
  if (typeof value === "object") return describeObject(value);
  return `${value} (${typeof value})`;
}

function describeObject(value: object): string {
  try {
    if (Array.isArray(value)) return `an array of ${value.length}`;
  } catch {
    return "an object that cannot be read";
  }
  return isThenable(value) ? "a promise" : "an object";
}
