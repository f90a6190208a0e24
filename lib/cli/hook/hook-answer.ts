/** The answer to an agent, in its dialect; native/hook/answer.c writes the same. */
import type { VerdictAction } from "../../base/types.ts";
import { END_TURN } from "../../report/messages.ts";
import { type HookEvent, outcomeOf } from "./hook-event.ts";

/** What the guard found at one event. */
export interface HookFinding {
  /** After a call: `allow`, `warn` or `abort`. */
  readonly action: VerdictAction;
  /** The text for the model; after a call, the warnings. */
  readonly text: string;
  /** Why the turn ends. */
  readonly stop: string;
}

type Answer = Record<string, unknown>;

/** The JSON object for stdout; `undefined` if there is nothing to say. */
export function answerFor(event: HookEvent, found: HookFinding): Answer | undefined {
  if (found.action === "allow") return undefined;
  if (event.kind === "stop") return found.action === "warn" ? { systemMessage: found.text } : stopOf(found);
  // No hook of Codex about calls can end a turn: the reason asks the model to end it.
  const cannotStop = event.dialect === "codex" && found.action === "abort";
  const finding = cannotStop ? { ...found, stop: `${found.stop}. ${END_TURN}` } : found;
  if (event.kind === "before") return event.dialect === "gemini" ? geminiBefore(finding) : claudeBefore(event, finding);
  return { ...stopOf(finding), ...(finding.text === "" ? {} : warningAfter(event, finding.text)) };
}

function warningAfter(event: HookEvent, text: string): Answer {
  const error = event.dialect === "gemini" ? outcomeOf(event).error : undefined;
  if (typeof error !== "string") return context(event, text);
  // Gemini CLI shows the model only the error of a failed call, or the reason that a hook gives in its place.
  return { decision: "deny", reason: error === "" ? text : `${error}\n\n${text}` };
}

function stopOf({ action, stop }: HookFinding): Answer {
  return action === "abort" ? { continue: false, stopReason: stop } : {};
}

function context({ name }: HookEvent, text: string): Answer {
  return { hookSpecificOutput: { hookEventName: name, additionalContext: text } };
}

function claudeBefore(event: HookEvent, finding: HookFinding): Answer {
  const { action, text, stop } = finding;
  if (action === "warn") return context(event, text);
  // Codex supports neither `continue` nor "ask" here, and would run the call.
  const isCodex = event.dialect === "codex";
  return {
    ...(isCodex ? {} : stopOf(finding)),
    hookSpecificOutput: {
      hookEventName: event.name,
      permissionDecision: action === "ask" && !isCodex ? "ask" : "deny",
      permissionDecisionReason: action === "abort" ? stop : text,
    },
  };
}

function geminiBefore(finding: HookFinding): Answer {
  const { action, text, stop } = finding;
  // The user sees it at once; the model gets it with the result.
  if (action === "warn") return { systemMessage: text };
  return { ...stopOf(finding), decision: "deny", reason: action === "abort" ? stop : text };
}
