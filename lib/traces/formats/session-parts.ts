/** What the logs of sessions have in common: calls and results beside each other, and agents within a session. */
import { type Fields, fieldsOf } from "../../history/fields.ts";
import { resultPart } from "../../history/transcript-shapes.ts";
import type { RunWriter } from "../run-writer.ts";

/** Texts and calls of one response: parts with the same `response` are of the same. */
export function readResponse(run: RunWriter, response: unknown, content: readonly Fields[]): void {
  run.messages.message({ role: "assistant", content }, response);
}

/** What came back for a call: a value, or what failed. */
export function readResult(run: RunWriter, toolCallId: unknown, value: unknown, failed: boolean): void {
  run.messages.message({ role: "tool", content: [resultPart(toolCallId, undefined, value, failed)] });
}

/** Anthropic's message of a user: results, beside which texts come from the program, or, if a user wrote it, what that was. */
export function readUserMessage(run: RunWriter, content: unknown, isWritten: boolean): void {
  const results = fieldsOf(content).filter(({ type }) => type === "tool_result");
  if (results.length > 0) run.messages.message({ role: "user", content: results });
  else if (isWritten) run.messages.spoke(content);
}

/** A sub-agent's run has a name of its own within the session. */
export function idOfAgent(session: string | undefined, agent: string | undefined): string | undefined {
  return session === undefined || agent === undefined ? (session ?? agent) : `${session}/${agent}`;
}
