/** Wraps the tools of a Mastra step so that a guard judges each call. */

import { isThenable } from "../base/thenable.ts";
import type { LoopOutcome, Verdict } from "../base/types.ts";
import { attempt } from "../report/fail-open.ts";
import { duringCall } from "../run/agent-work.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { errorWithMessage, withMessage, withParagraph } from "../wrap/with-message.ts";
import { defaultModelOutput, type ModelOutput, withText } from "./ai-sdk-output.ts";
import type { MastraRun, Note } from "./mastra-run.ts";

/** The part of a tool that is used here, in the form that Mastra passes to its loop. */
interface Tool {
  execute?: (input: unknown, context: unknown) => unknown;
  toModelOutput?: (output: unknown) => unknown;
}

/** Mastra's form of an output for a failed call; its validation of arguments returns it, too. */
export interface Failure {
  readonly error: true;
  readonly message: string;
}

/** The contexts of calls that a processor's tools have judged: hooks receive these calls, too. */
const judged = new WeakSet<object>();

export function isJudged(context: unknown): boolean {
  return typeof context === "object" && context !== null && judged.has(context);
}

export function failureOf({ message }: Verdict): Failure {
  return { error: true, message };
}

/** The outcome for the guard. */
export function outcomeOf(output: unknown): LoopOutcome {
  return attempt(() => read(output), {}, "result");
}

function read(output: unknown): LoopOutcome {
  if (typeof output !== "object" || output === null) return { result: output };
  const { error, message } = output as { error?: unknown; message?: unknown };
  return error === true ? { error: typeof message === "string" ? message : output } : { result: output };
}

/**
 * The tool with a guarded `execute`; a tool without one, which the client or the provider runs, is returned unchanged.
 */
export function guardTool(name: string, tool: unknown, run: MastraRun): unknown {
  if (typeof (tool as Tool | undefined)?.execute !== "function") return tool;
  const { execute, toModelOutput } = tool as Required<Pick<Tool, "execute">> & Tool;
  const replaced: Tool = {
    execute: (input, context) => guarded(name, run, input, context, () => execute.call(tool, input, context)),
    toModelOutput(output) {
      const note = run.noteOf(name, output);
      if (note?.alone === true) return { type: "text", value: note.message };
      const shown = toModelOutput?.call(tool, output);
      return note === undefined ? shown : withNote(shown, output, note);
    },
  };
  return { ...(tool as object), ...replaced };
}

async function guarded(
  name: string,
  run: MastraRun,
  input: unknown,
  context: unknown,
  invoke: () => unknown,
): Promise<unknown> {
  const id = (context as { toolCallId?: unknown } | undefined)?.toolCallId;
  const call = { ...(typeof id === "string" ? { id } : {}), name, arguments: input };
  run.reached(id);
  const { tripped } = run.run;
  // A sibling call has just ended the run.
  if (tripped !== null) return { error: true, message: tripped.message } satisfies Failure;
  const before = run.run.before(call);
  if (!before.allowed) return refused(name, run, before);
  if (typeof context === "object" && context !== null) judged.add(context);

  let output: unknown;
  try {
    output = await duringCall(run.run, call, invoke);
  } catch (error) {
    const warning = warningOf(before, run.run.after(call, { error: error ?? String(error) }));
    throw warning === undefined ? error : errorWithMessage(error, warning);
  }
  const warning = warningOf(before, run.run.after(call, outcomeOf(output)));
  return warning === undefined ? output : warned(name, run, output, warning);
}

function refused(name: string, run: MastraRun, verdict: Verdict): unknown {
  if ("replay" in verdict) return verdict.replay;
  const output = failureOf(verdict);
  run.note(name, output, { message: verdict.message, alone: true });
  return output;
}

/** The output stays the same for the program if Mastra can show the model another one. */
function warned(name: string, run: MastraRun, output: unknown, message: string): unknown {
  if (output === null) return withParagraph("null", message);
  return run.note(name, output, { message, alone: false }) ? output : withMessage(output, message);
}

function withNote(shown: unknown, output: unknown, { message }: Note): unknown {
  if (isThenable(shown)) return shown.then((value) => withNote(value, output, { message, alone: false }));
  const own = (shown as ModelOutput | null | undefined) ?? defaultModelOutput(output);
  return attempt(() => withText(own, message), shown, "result");
}
