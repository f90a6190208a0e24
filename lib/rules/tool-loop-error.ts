import { hasBrand, mark } from "../base/brand.ts";
import { describeValue, optionError } from "../base/errors.ts";
import { orElse, property } from "../base/property.ts";
import type { LoopCall, LoopDetection } from "../base/types.ts";
import { resultText, shortened, shownText } from "../base/value-text.ts";
import { types } from "../base/value-types.ts";
import { countDetection } from "./detectors/count.ts";
import { abortMessage } from "./verdict-texts.ts";

/**
 * What led to a `ToolLoopError`, for the host alone. It is in no message, event, snapshot or JSON, which promise names, counts and
 * digests.
 */
interface Circumstances {
  /** The call that was judged last. */
  readonly call?: LoopCall | undefined;
  /** What came back last in the run, in a few words; see `inWords`. */
  readonly last?: string | undefined;
  /** How many calls of the run were refused. */
  readonly refused?: number | undefined;
}

const TEXT_MAX = 80;
const known = new WeakMap<object, Circumstances>();

/** Remembers what led to an error. Gives the error. */
export function withCircumstances<E extends object>(error: E, circumstances: Circumstances): E {
  known.set(error, circumstances);
  return error;
}

/** A text with its beginning, anything else by its kind: a result may be large, and is not kept. */
export function inWords(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(brief(value));
  if (!types.isNativeError(value)) return describeValue(value);
  const message = property(value, "message");
  return typeof message === "string" ? `the error ${inWords(message)}` : "an error";
}

/** The message of an error, and below it what the host can know beside it. */
function explained(message: string, { call, last, refused }: Circumstances): string {
  const lines = [message];
  if (call !== undefined) lines.push(`The call: ${call.name}(${brief(shownText(call.arguments))})`);
  if (last !== undefined) lines.push(`What came back last: ${last}`);
  if (refused !== undefined && refused > 0) lines.push(`Calls refused before, in this run: ${refused}`);
  lines.push(
    "To go on: findToolLoopError(error) finds this error in what a framework throws or returns. End the run, ask the user, or " +
      "begin a turn with what was found, in error.results. Was the call healthy? See docs/guides/refused-healthy-tool.md",
  );
  return lines.join("\n");
}

const brief = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 3)}...` : text);

/** What `console.error` asks for in Node.js, Deno and Bun. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * Thrown when the verdict on a call is `abort`: the agent is in a loop, and its run should end. `code` is
 * `"ERR_TOOL_LOOP"`. `results` holds what calls had returned, so that no work is lost.
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
  /** The tool of the call that was judged last. */
  readonly toolName: string;
  /** How often the call, or the whole cycle, came. */
  readonly repeats: number;
  /** What was found. */
  readonly detection: LoopDetection;
  /**
   * What calls had returned, oldest first: of `executeAll` the sibling calls that had finished, of an adapter the newest 64 of the
   * turn. Your own values, no copies.
   */
  results: Result[];

  constructor(detection: LoopDetection, results?: Result[]);
  /** For a loop that no guard found: `repeats` equal calls, as the detector `count` counts them. */
  constructor(toolName: string, repeats: number, results?: Result[]);
  constructor(found: LoopDetection | string, second: Result[] | number = [], third: Result[] = []) {
    const counted = typeof found === "string";
    const detection = counted ? countDetection(found, second as number) : found;
    if (typeof property(detection, "detector") !== "string")
      throw optionError(
        "type",
        "detection",
        detection,
        "what a verdict has found: new ToolLoopError(verdict.detection)",
      );
    const results = counted ? third : (second as Result[]);
    super(abortMessage(detection));
    this.toolName = detection.toolName;
    this.repeats = detection.repeats;
    this.detection = detection;
    this.results = results;
  }

  static {
    mark(ToolLoopError.prototype, "ToolLoopError");
    Object.defineProperty(ToolLoopError.prototype, INSPECT, { value: inspected });
  }

  /** The call that was judged last, with its arguments, where it is known. For the host alone: `toJSON` leaves it out. */
  get call(): LoopCall | undefined {
    return known.get(this)?.call;
  }

  /**
   * The message, and what the host can know beside it: the call with its arguments, shortened; what came back last; how often
   * calls were refused; how to go on. `console.error(error)` prints it. For the host alone, as `call`.
   */
  get explanation(): string {
    return explained(this.message, known.get(this) ?? {});
  }

  /** Like `instanceof`, but also true for an error of another copy of the package. */
  static isInstance(error: unknown): error is ToolLoopError {
    return hasBrand(error, "ToolLoopError");
  }

  /**
   * Safe to log and to send: names, counts and digests, but no arguments and no results. To another thread send this:
   * `findToolLoopError` finds it there, but not what `postMessage` or `structuredClone` makes of the error, which is its text alone.
   */
  toJSON(): Record<string, unknown> {
    const { name, code, reason, message, toolName, repeats, detection } = this;
    return { name, code, reason, message, toolName, repeats, detection };
  }
}

/** The error for a detection, with what led to it; whoever has a run at the desk takes `errorOf` of that. */
export function loopError(detection: LoopDetection, circumstances: Circumstances): ToolLoopError {
  return withCircumstances(new ToolLoopError(detection), circumstances);
}

type Inspect = (value: unknown, options: object) => string;

function inspected(this: ToolLoopError, _depth: number, options: object, inspect: Inspect): string {
  const [, ...more] = this.explanation.split("\n");
  return [inspect(this, { ...options, customInspect: false }), ...more].join("\n");
}

/** Where frameworks put the error that they caught. */
const WRAPPERS = (
  "toolInputGuardrailResults toolOutputGuardrailResults cause error errors reason detail result value output outputInfo " +
  "tripwire metadata custom customMetadata invocationState _meta loopguard"
).split(" ");
/** Where results keep what happened. Only own plain values are read, because a getter may start something. */
const RECORDS = ["steps", "results", "content", "messages", "response_metadata", "providerMetadata", "providerData"];
/** Objects searched in all: errors are nested a few levels deep, whatever else the objects contain. */
const LOOK_MAX = 1000;
/** Entries searched in a list, so that a long list leaves some of `LOOK_MAX` for what its entries contain. */
const LIST_MAX = 200;

/** Where JSON of ours has its error, for every copy of the package. Neither JSON nor a copy has it. */
const ORIGINAL = Symbol.for("loopguard.original");

/** The error as JSON, for a framework that takes no instances; unless it is copied, it is found with its results. */
export function errorAsJson(error: ToolLoopError): object {
  return Object.defineProperty(JSON.parse(JSON.stringify(error)), ORIGINAL, { value: error });
}

/**
 * The `ToolLoopError` in what a framework threw: the error itself, or one that it wraps; or in the result of a run that it
 * ended without an error, newest first. An error from JSON, or of Agentium, is converted to a `ToolLoopError`.
 */
export function findToolLoopError(error: unknown): ToolLoopError | undefined {
  const seen = new Set<unknown>();
  const queue: unknown[] = [error];
  for (let at = 0; at < queue.length && seen.size < LOOK_MAX; at++) {
    const candidate = queue[at];
    if (typeof candidate !== "object" || candidate === null || seen.has(candidate)) continue;
    seen.add(candidate);
    const loop = toolLoopErrorOf(candidate);
    if (loop !== undefined) return loop;
    const list = listOf(candidate);
    if (list !== undefined) {
      queue.push(...list);
      continue;
    }
    for (const name of WRAPPERS) queue.push(property(candidate, name));
    for (const name of RECORDS) queue.push(ownValue(candidate, name));
  }
  return undefined;
}

/**
 * `error` itself, without unwrapping: a `ToolLoopError`, or one converted from JSON or from Agentium's.
 *
 * @internal
 */
export function toolLoopErrorOf(error: unknown): ToolLoopError | undefined {
  if (ToolLoopError.isInstance(error)) return error;
  if (typeof error !== "object" || error === null) return undefined;
  const original = ownValue(error, ORIGINAL);
  return ToolLoopError.isInstance(original) ? original : (revive(error) ?? fromAgentium(error));
}

/** Agentium's error has the same name, the tool and the count. It becomes the cause. */
function fromAgentium(candidate: object): ToolLoopError | undefined {
  if (property(candidate, "name") !== "ToolLoopError") return undefined;
  const toolName = property(candidate, "toolName");
  const repeats = property(candidate, "repeats");
  if (typeof toolName !== "string" || typeof repeats !== "number") return undefined;
  return Object.assign(new ToolLoopError(toolName, repeats), { cause: candidate });
}

/** A `ToolLoopError` of another copy of the package, or of `toJSON`. */
function revive(candidate: object): ToolLoopError | undefined {
  if (property(candidate, "code") !== "ERR_TOOL_LOOP") return undefined;
  const detection = property(candidate, "detection");
  if (!isDetection(detection)) return undefined;
  const results = property(candidate, "results");
  return new ToolLoopError(detection, Array.isArray(results) ? results : []);
}

function isDetection(value: unknown): value is LoopDetection {
  if (typeof value !== "object" || value === null) return false;
  return ["detector", "toolName", "message"].every((name) => typeof property(value, name) === "string");
}

/** The last entries of a list, newest first; `undefined`: it is not a list. */
function listOf(candidate: object): unknown[] | undefined {
  return orElse(() => (Array.isArray(candidate) ? candidate.slice(-LIST_MAX).reverse() : undefined), undefined);
}

function ownValue(object: object, name: string | symbol): unknown {
  return orElse(() => Object.getOwnPropertyDescriptor(object, name)?.value, undefined);
}

/** Of a result, in an answer of ours. */
const QUOTED_MAX = 2_000;

/** What a run says that was stopped, where the model said nothing: the reason, and the newest result. */
export function answerText(end: ToolLoopError): string {
  const last = end.results.findLast((result) => resultText(result).trim() !== "");
  const found = last === undefined ? "" : ` The last result was:\n\n${shortened(resultText(last), QUOTED_MAX)}`;
  return `The task was not finished: ${end.message}.${found}`;
}
