/** The answer to an agent, in its dialect; native/hook/answer.c writes the same. */
import type { VerdictAction } from "../../base/types.ts";
import { END_TURN } from "../../report/messages.ts";
import type { ContextForm } from "./dialects.gen.ts";
import { type HookEvent, hasFailed, outcomeOf } from "./hook-event.ts";

/** What the guard found at one event. */
export interface HookFinding {
  /** After a call: `allow`, `warn` or `abort`. */
  readonly action: VerdictAction;
  /** The text for the model; after a call, the warnings. */
  readonly text: string;
  /** Why the turn ends. */
  readonly stop: string;
}

/** What the agent gets. */
export interface HookAnswer {
  /** JSON, or a plain text for agents that read one; `""`: nothing. */
  readonly text: string;
  /** The call is refused by the exit code 2, and the text is for stderr. */
  readonly exit: boolean;
}

type Members = Record<string, unknown>;

export const SILENT: HookAnswer = { text: "", exit: false };

export function answerFor(event: HookEvent, found: HookFinding): HookAnswer {
  if (found.action === "allow") return SILENT;
  if (event.kind === "stop") return json(found.action === "warn" ? { systemMessage: found.text } : stopOf(found));
  if (event.kind === "request") return json(stopOf(found));
  // Where no answer about a call can end a turn, the reason asks the model to do it.
  const cannotStop = event.facts.turnEnds !== "at a call" && found.action === "abort";
  const finding = cannotStop ? { ...found, stop: `${found.stop}. ${END_TURN}` } : found;
  if (event.kind !== "before") return after(event, finding);
  return finding.action === "warn" ? context(event, finding.text) : refusal(event, finding);
}

function after(event: HookEvent, finding: HookFinding): HookAnswer {
  const { action, text, stop } = finding;
  if (action !== "abort" || event.facts.abortAfter === "stop") return context(event, text, stopOf(finding));
  return context(event, text === "" ? stop : `${text}\n\n${stop}`);
}

/** The object as JSON; nothing if it has no members. */
function json(members: Members): HookAnswer {
  return Object.keys(members).length === 0 ? SILENT : { text: JSON.stringify(members), exit: false };
}

function stopOf({ action, stop }: HookFinding): Members {
  return action === "abort" ? { continue: false, stopReason: stop } : {};
}

function context(event: HookEvent, text: string, members: Members = {}): HookAnswer {
  const { contextBefore, contextAfter, contextFailure } = event.facts;
  const form = event.kind === "before" ? contextBefore : hasFailed(event) ? contextFailure : contextAfter;
  if (text === "") return json(members);
  return form === "plain" ? { text, exit: false } : json({ ...members, ...CONTEXTS[form](event, text) });
}

const CONTEXTS: Readonly<Record<Exclude<ContextForm, "plain">, (event: HookEvent, text: string) => Members>> = {
  none: () => ({}),
  specific: ({ name }, text) => ({ hookSpecificOutput: { hookEventName: name, additionalContext: text } }),
  additionalContext: (_event, text) => ({ additionalContext: text }),
  additional_context: (_event, text) => ({ additional_context: text }),
  user: (_event, text) => ({ systemMessage: text }),
  reason: (event, text) => {
    const { error } = outcomeOf(event);
    return { decision: "deny", reason: typeof error !== "string" || error === "" ? text : `${error}\n\n${text}` };
  },
};

function refusal(event: HookEvent, finding: HookFinding): HookAnswer {
  const { action, text, stop } = finding;
  const { refusal: form, asks, turnEnds } = event.facts;
  const why = action === "abort" ? stop : text;
  const decision = action === "ask" && asks ? "ask" : "deny";
  // Codex supports no `continue` here, and would run the call.
  const end = turnEnds === "at a call" ? stopOf(finding) : {};
  const permission = { permissionDecision: decision, permissionDecisionReason: why };
  switch (form) {
    case "specific":
      return json({ ...end, hookSpecificOutput: { hookEventName: event.name, ...permission } });
    case "permissionDecision":
      return json({ ...end, ...permission });
    case "decision":
      return json({ ...end, decision, reason: why });
    case "permission":
      return json({ ...end, permission: decision, user_message: why, agent_message: why });
    case "exit 2":
      return { text: why, exit: true };
  }
}
