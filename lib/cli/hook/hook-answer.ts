/** What an agent is told, in its dialect; native/hook/answer.c writes the same. */

import type { VerdictAction } from "../../base/types.ts";
import { END_TURN } from "../../report/messages.ts";
import { type HookEvent, outcomeOf } from "./hook-event.ts";

/** What was found out about one event. */
export interface HookFinding {
  /** Of a call that has run: `warn` or `abort`. */
  readonly action: VerdictAction;
  /** What the model reads; of a call that has run, the warnings only. */
  readonly text: string;
  /** Why the turn ends. */
  readonly stop: string;
}

/** The JSON object for stdout; `undefined` where all is well. */
export function answerFor(event: HookEvent, finding: HookFinding): Record<string, unknown> | undefined {
  if (finding.action === "allow") return undefined;
  // No hook of Codex can end a turn. What we say of it stands where the model reads the call's result.
  if (event.dialect === "codex" && finding.action === "abort")
    return written(event, { ...finding, stop: `${finding.stop}. ${END_TURN}` });
  return written(event, finding);
}

function written(event: HookEvent, finding: HookFinding): Record<string, unknown> {
  if (event.kind === "before") return event.dialect === "gemini" ? geminiBefore(finding) : claudeBefore(event, finding);
  return { ...stopOf(finding), ...(finding.text === "" ? {} : warningAfter(event, finding.text)) };
}

/** Of a call that failed Gemini CLI shows its model the error only, unless a hook gives another one. */
function warningAfter(event: HookEvent, text: string): Record<string, unknown> {
  const error = event.dialect === "gemini" ? outcomeOf(event).error : undefined;
  if (typeof error !== "string") return context(event, text);
  return { decision: "deny", reason: error === "" ? text : `${error}\n\n${text}` };
}

function stopOf({ action, stop }: HookFinding): Record<string, unknown> {
  return action === "abort" ? { continue: false, stopReason: stop } : {};
}

function context({ name }: HookEvent, text: string): Record<string, unknown> {
  return { hookSpecificOutput: { hookEventName: name, additionalContext: text } };
}

function claudeBefore(event: HookEvent, finding: HookFinding): Record<string, unknown> {
  const { action, text, stop } = finding;
  if (action === "warn") return context(event, text);
  // Codex takes neither `continue` nor "ask" here, and would let the call through.
  const codex = event.dialect === "codex";
  return {
    ...(codex ? {} : stopOf(finding)),
    hookSpecificOutput: {
      hookEventName: event.name,
      permissionDecision: action === "ask" && !codex ? "ask" : "deny",
      permissionDecisionReason: action === "abort" ? stop : text,
    },
  };
}

function geminiBefore(finding: HookFinding): Record<string, unknown> {
  const { action, text, stop } = finding;
  // The model reads it with the result, the user at once.
  if (action === "warn") return { systemMessage: text };
  return { ...stopOf(finding), decision: "deny", reason: action === "abort" ? stop : text };
}
