/** What an agent is told, in its dialect; native/hook/answer.c writes the same. */
import type { VerdictAction } from "../../types.ts";
import type { HookEvent } from "./hook-event.ts";

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
  if (event.kind === "before") return event.dialect === "gemini" ? geminiBefore(finding) : claudeBefore(event, finding);
  return { ...stopOf(finding), ...(finding.text === "" ? {} : context(event, finding.text)) };
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
