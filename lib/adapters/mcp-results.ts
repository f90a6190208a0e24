/** Results of MCP tools: what a guard reads of them, and those that it gives itself. */

import { isPlainObject } from "../base/plain-object.ts";
import { property } from "../base/property.ts";
import type { LoopOutcome, Verdict } from "../base/types.ts";
import { attempt } from "../report/fail-open.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import type { AbortVerdict } from "../report/verdict.ts";
import { withMessage } from "../wrap/with-message.ts";

/** What is read of a result. */
interface ToolResult {
  readonly content?: unknown;
  readonly isError?: unknown;
}

/** The code of an error that asks the user to open a page first. */
const URL_ELICITATION_REQUIRED = -32042;

/** The server wants to hear from the user first, and the same call will come again with the answer. */
export function isInputRequired(result: unknown): boolean {
  return property(result, "resultType") === "input_required";
}

/** The same by an error, as the protocol had it before. */
export function isUrlRequired(error: unknown): boolean {
  return property(error, "code") === URL_ELICITATION_REQUIRED;
}

export function isErrorResult(result: unknown): boolean {
  return property(result, "isError") === true;
}

/** The outcome that a result stands for. Its `_meta` is about the transport, and often new each time. */
export function outcomeOf(result: unknown): LoopOutcome {
  if (!isPlainObject(result)) return isErrorResult(result) ? { error: failureOf(result as ToolResult) } : { result };
  const { _meta, ...shown } = result as ToolResult & { _meta?: unknown };
  if (shown.isError !== true) return { result: shown };
  return { error: failureOf(shown) };
}

function failureOf({ content }: ToolResult): unknown {
  return textOf(content) || content || "The tool failed";
}

/**
 * What the caller gets in place of a call: an error, because a tool with an output schema may leave its structured content
 * out only there. Of a call that ends the run it says why in `_meta.loopguard`, where `findToolLoopError` finds it.
 */
export function refusal(verdict: Verdict): unknown {
  if ("replay" in verdict) return verdict.replay;
  const result = errorResult(verdict.message);
  return verdict.action === "abort" ? withReason(result, verdict) : result;
}

export function errorResult(text: string): object {
  return { content: [{ type: "text", text }], isError: true };
}

/** The result of a call that has run, with a text part more for the model. */
export function withText(result: unknown, message: string): unknown {
  const { content } = (result ?? {}) as ToolResult;
  if (!Array.isArray(content)) return withMessage(result, message);
  return { ...(result as ToolResult), content: [...content, { type: "text", text: message }] };
}

/** The result with the reason why the run is to end. */
export function withReason(result: unknown, verdict: AbortVerdict): unknown {
  const loopguard = new ToolLoopError(verdict.detection).toJSON();
  const noted = (): object => {
    const { _meta } = result as { _meta?: object };
    return { ...(result as object), _meta: { ..._meta, loopguard } };
  };
  return attempt(noted, { ...errorResult(verdict.message), _meta: { loopguard } }, "result");
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return content.map((part: { text?: unknown } | null) => (typeof part?.text === "string" ? part.text : "")).join("\n");
}
