/** Wraps tools of the AI SDK so that a guard judges each call. */

import type { LoopRun } from "../base/types.ts";
import { readDuringCall } from "../run/agent-work.ts";
import { type CallEnds, type CallFace, guardedCall } from "../wrap/guarded-call.ts";
import { errorWithMessage } from "../wrap/with-message.ts";
import { defaultModelOutput, NotedOutputs } from "./ai-sdk-output.ts";
import { callOf, withMembers } from "./guarded-run.ts";

/** The part of a tool that is used here. */
interface Tool {
  execute?: (input: unknown, options: ExecuteOptions) => unknown;
  toModelOutput?: (given: unknown) => unknown;
}

/** The second argument of `execute`, as far as it is read here. Absent when the program calls the tool directly. */
export interface ExecuteOptions {
  readonly toolCallId?: string;
  readonly messages?: readonly unknown[];
}

/**
 * Returns the run that a call belongs to, and must begin a round for each step: the calls of one step are one round.
 */
export type RunOfCall = (options: ExecuteOptions | undefined) => LoopRun;

/**
 * The tool with a guarded `execute`; a tool without one, which the client or the provider runs, is returned unchanged.
 */
export function guardTool(name: string, tool: object, runOf: RunOfCall): object {
  const own = tool as Tool;
  const { execute, toModelOutput } = own;
  if (typeof execute !== "function") return tool;
  const noted = new NotedOutputs();
  const face: CallFace = {
    refused: ({ message }) => noted.refused(message),
    warned: (output, message) => noted.warned(output, message),
    failed: errorWithMessage,
    ended: () => {}, // throwing here would only be another tool error; the run is stopped between steps
    iterated: streamed,
  };
  const replaced: Tool = {
    // Not async: the SDK checks whether `execute` returned a promise, a generator or a plain result.
    execute(input, options) {
      const run = runOf(options);
      const call = callOf(options?.toolCallId, name, input);
      const invoke = (): unknown => {
        const result = execute.call(tool, input, options);
        return isAsyncIterable(result) ? readDuringCall(run, call, result) : result;
      };
      return guardedCall(run, call, invoke, face);
    },
    toModelOutput(given) {
      const output = isDescribed(given) ? given.output : given;
      return noted.modelOutput(output, (value) =>
        toModelOutput === undefined
          ? defaultModelOutput(value)
          : toModelOutput.call(tool, isDescribed(given) ? { ...given, output: value } : value),
      );
    },
  };
  return withMembers(tool, replaced);
}

/** Whether `toModelOutput` received `{ toolCallId, input, output }`, as from ai 6 on, and not the output alone. */
function isDescribed(given: unknown): given is { output: unknown } {
  if (typeof given !== "object" || given === null) return false;
  return "output" in given && "input" in given && typeof (given as ExecuteOptions).toolCallId === "string";
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  try {
    return typeof (value as AsyncIterable<unknown> | null | undefined)?.[Symbol.asyncIterator] === "function";
  } catch {
    return false;
  }
}

/** Passes on a generator's values, the last of which is the result. A result with a message is yielded once more. */
function streamed(result: unknown, ends: CallEnds): unknown {
  if (!isAsyncIterable(result)) return undefined;
  return (async function* () {
    let last: unknown;
    try {
      for await (const value of result) {
        last = value;
        yield value;
      }
    } catch (error) {
      throw ends.fail(error);
    }
    const shown = ends.finish(last);
    if (shown !== last) yield shown;
  })();
}
