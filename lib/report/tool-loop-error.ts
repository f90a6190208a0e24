import { hasBrand, mark } from "../base/brand.ts";
import type { LoopCall, LoopDetection } from "../base/types.ts";
import { countDetection } from "../detectors/count.ts";
import { recordNamed } from "../detectors/table.ts";
import { type Circumstances, circumstancesOf, explained, withCircumstances } from "./circumstances.ts";
import { ABORTED } from "./messages.ts";

/** What `console.error` asks for in Node.js, Deno and Bun. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * Thrown when the verdict on a call is `abort`: the agent is in a loop, and its run should end. `code` is
 * `"ERR_TOOL_LOOP"`. `results` holds what sibling calls of the same `executeAll` had returned, so that no work is lost.
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
  /** Results of sibling calls that had finished when the loop was found, in the order of the calls. */
  results: Result[];

  constructor(detection: LoopDetection, results?: Result[]);
  /** For a loop that no guard found: `repeats` equal calls, as the detector `count` counts them. */
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
  }

  static {
    mark(ToolLoopError.prototype, "ToolLoopError");
    Object.defineProperty(ToolLoopError.prototype, INSPECT, { value: inspected });
  }

  /** The call that was judged last, with its arguments, where it is known. For the host alone: `toJSON` leaves it out. */
  get call(): LoopCall | undefined {
    return circumstancesOf(this).call;
  }

  /**
   * The message, and what the host can know beside it: the call with its arguments, shortened; what came back last; how often
   * calls were refused; how to go on. `console.error(error)` prints it. For the host alone, as `call`.
   */
  get explanation(): string {
    return explained(this.message, circumstancesOf(this));
  }

  /** Like `instanceof`, but also true for an error of another copy of the package. */
  static isInstance(error: unknown): error is ToolLoopError {
    return hasBrand(error, "ToolLoopError");
  }

  /** Safe to log and to send: names, counts and digests, but no arguments and no results. */
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

/** The error for a detection, with what led to it; whoever has a run at the desk takes `errorOf` of that. */
export function loopError(detection: LoopDetection, circumstances: Circumstances): ToolLoopError {
  return withCircumstances(new ToolLoopError(detection), circumstances);
}

type Inspect = (value: unknown, options: object) => string;

function inspected(this: ToolLoopError, _depth: number, options: object, inspect: Inspect): string {
  const [, ...more] = this.explanation.split("\n");
  return [inspect(this, { ...options, customInspect: false }), ...more].join("\n");
}

function abortMessage(detection: LoopDetection): string {
  const record = recordNamed(detection.detector);
  const own = record?.abortText?.(detection);
  return `${own ?? detection.message.replace(/\.$/, "")} ${record?.aborted ?? ABORTED}`;
}
