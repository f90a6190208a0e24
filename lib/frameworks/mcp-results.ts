/** Results of MCP tools: reads outcomes from them, and makes those of refused calls. */

import { isPlainObject, property } from "../base/property.ts";
import type { LoopOutcome } from "../base/types.ts";
import { withMessage } from "../guard/with-message.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import { attempt } from "../rules/verdict.ts";

/** The part of a result that is read here. */
interface ToolResult {
  readonly content?: unknown;
  readonly isError?: unknown;
}

/** The error code of a server that asks the user to open a page first. */
const URL_ELICITATION_REQUIRED = -32042;

/** Whether the server first needs input from the user; the same call will then come again with the answer. */
export function isInputRequired(result: unknown): boolean {
  return property(result, "resultType") === "input_required";
}

/** As `isInputRequired`, in older versions of the protocol, which used an error. */
export function isUrlRequired(error: unknown): boolean {
  return property(error, "code") === URL_ELICITATION_REQUIRED;
}

export function isErrorResult(result: unknown): boolean {
  return property(result, "isError") === true;
}

/**
 * The outcome of a call from its result, without `_meta`, which describes the transport and often differs each time.
 */
export function outcomeOf(result: unknown): LoopOutcome {
  if (!isPlainObject(result)) return isErrorResult(result) ? { error: failureOf(result as ToolResult) } : { result };
  const { _meta, ...shown } = result as ToolResult & { _meta?: unknown };
  if (shown.isError !== true) return { result: shown };
  return { error: failureOf(shown) };
}

const failureOf = ({ content }: ToolResult): unknown => textOf(content) || content || "The tool failed";

/** What stands for a refused call, because only an error may lack the structured content of a tool with an output schema. */
export function errorResult(text: string): object {
  return { content: [{ type: "text", text }], isError: true };
}

/** The result with another text part, a message for the model. */
export function withText(result: unknown, message: string): unknown {
  const { content } = (result ?? {}) as ToolResult;
  if (!Array.isArray(content)) return withMessage(result, message);
  return { ...(result as ToolResult), content: [...content, { type: "text", text: message }] };
}

/** The result with the error that ends the run in `_meta.loopguard`, where `findToolLoopError` finds it. */
export function withReason(result: unknown, end: ToolLoopError): unknown {
  const loopguard = end.toJSON();
  const noted = (): object => {
    const { _meta } = result as { _meta?: object };
    return { ...(result as object), _meta: { ..._meta, loopguard } };
  };
  return attempt(noted, { ...errorResult(end.detection.message), _meta: { loopguard } }, "result");
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return content.map((part: { text?: unknown } | null) => (typeof part?.text === "string" ? part.text : "")).join("\n");
}
