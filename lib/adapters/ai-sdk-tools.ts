/** Tools of the AI SDK whose calls ask a guard first. */

import type { LoopRun } from "../base/types.ts";
import { type CallEnds, type CallFace, guardedCall } from "../wrap/guarded-call.ts";
import { errorWithMessage } from "../wrap/with-message.ts";
import { defaultModelOutput, NotedOutputs } from "./ai-sdk-output.ts";

/** What we touch of a tool. */
interface Tool {
  execute?: (input: unknown, options: ExecuteOptions) => unknown;
  toModelOutput?: (given: unknown) => unknown;
}

/** What we read of the second argument of `execute`. Not there when somebody calls the tool by hand. */
export interface ExecuteOptions {
  readonly toolCallId?: string;
  readonly messages?: readonly unknown[];
}

/**
 * Gives the run that a call belongs to. The calls of one step are one round, and whoever gives the run has begun it.
 */
export type RunOfCall = (options: ExecuteOptions | undefined) => LoopRun;

/** The tool with a guard before its `execute`; a tool without one, that a client or the provider runs, as it is. */
export function guardTool(name: string, tool: object, runOf: RunOfCall): object {
  const own = tool as Tool;
  const { execute, toModelOutput } = own;
  if (typeof execute !== "function") return tool;
  const noted = new NotedOutputs();
  const face: CallFace = {
    refused: ({ message }) => noted.refused(message),
    warned: (output, message) => noted.warned(output, message),
    failed: errorWithMessage,
    ended: () => {}, // a throw would be one more tool error; the run is stopped between steps
    iterated: streamed,
  };
  const replaced: Tool = {
    // Not async: the SDK takes what `execute` gives for a result, a promise or a generator by its looks.
    execute(input, options) {
      const id = options?.toolCallId;
      const call = { ...(id === undefined ? {} : { id }), name, arguments: input };
      return guardedCall(runOf(options), call, () => execute.call(tool, input, options), face);
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
  // The tool may be an instance of a class.
  return Object.create(Object.getPrototypeOf(tool), {
    ...Object.getOwnPropertyDescriptors(tool),
    ...Object.getOwnPropertyDescriptors(replaced),
  });
}

/** From ai 6 on, `toModelOutput` is given the call with its output; before, the output alone. */
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

/** A generator's values as they come; the last is the result. One more, when the result is to carry a message. */
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
