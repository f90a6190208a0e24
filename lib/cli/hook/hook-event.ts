/**
 * Reads a hook's input: one JSON object. The dialects of Claude Code, Codex and Gemini CLI differ mostly in the names of
 * the events. native/hook/event.c and outcome.c read the same in the same way.
 */

import type { LoopCall, LoopOutcome } from "../../base/types.ts";
import { withoutTimes } from "../../text/claude-results.ts";
import { withoutProcesses } from "../../text/gemini-results.ts";
import { fingerprint } from "../../text/identity.ts";
import { jsonText } from "../../values/json-text.ts";

export type Dialect = "claude" | "codex" | "gemini";

type Kind = "before" | "after" | "failure" | "batch" | "request" | "prompt" | "start" | "compact" | "stop";

/** A call with the id that its events have in common. */
export type HookCall = LoopCall & { readonly id: string };

export interface HookEvent {
  readonly dialect: Dialect;
  readonly kind: Kind;
  /** The agent's name of the event. */
  readonly name: string;
  readonly session: string;
  /** The id of a subagent. */
  readonly agent: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
}

const EVENTS: Readonly<Record<string, readonly [Dialect, Kind]>> = {
  PreToolUse: ["claude", "before"],
  PostToolUse: ["claude", "after"],
  PostToolUseFailure: ["claude", "failure"],
  PostToolBatch: ["claude", "batch"],
  PreModelRequest: ["claude", "request"],
  UserPromptSubmit: ["claude", "prompt"],
  SessionStart: ["claude", "start"],
  PreCompact: ["claude", "compact"],
  PostCompact: ["claude", "compact"],
  Stop: ["claude", "stop"],
  SubagentStop: ["claude", "stop"],
  BeforeModel: ["gemini", "request"],
  BeforeTool: ["gemini", "before"],
  AfterTool: ["gemini", "after"],
  BeforeAgent: ["gemini", "prompt"],
};

/**
 * The event in `text`; `undefined` for one that does not concern a guard. Codex and Claude Code have the same names for
 * their events: `dialect` says which it is, and with "auto" only Codex has a `turn_id`. Throws for text that is not JSON.
 */
export function readEvent(text: string, dialect: Dialect | "auto"): HookEvent | undefined {
  const input: unknown = JSON.parse(text);
  if (!isObject(input)) return undefined;
  const { hook_event_name: name, session_id: session, agent_id: agent } = input;
  const known = typeof name === "string" && Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
  if (known === undefined || typeof session !== "string") return undefined;
  const [family, kind] = known;
  const isCodex = dialect === "codex" || (dialect === "auto" && input["turn_id"] !== undefined);
  return {
    dialect: family === "claude" && isCodex ? "codex" : family,
    kind,
    name: name as string,
    session,
    agent: typeof agent === "string" ? agent : undefined,
    input,
  };
}

/** Codex's name for each of its tools that run shell commands. */
const CODEX_SHELL = "Bash";

/**
 * Whether the agent reports the end of every such call. Codex does for shell commands; for other calls, only if they
 * succeed. Gemini CLI does not for a call that its policy or the user refuses after our hook.
 */
export function reportsEveryEnd({ dialect, input }: HookEvent): boolean {
  return dialect === "claude" || (dialect === "codex" && input["tool_name"] === CODEX_SHELL);
}

/** The call of an event. If its end may not be reported, its name and arguments identify it in place of the id. */
export function callOfEvent(event: HookEvent): HookCall | undefined {
  return callOf(reportsEveryEnd(event) ? event.input : { ...event.input, tool_use_id: undefined });
}

/** The call in `object`; `undefined` if it has no name. */
function callOf(object: Readonly<Record<string, unknown>>): HookCall | undefined {
  const { tool_name: name, tool_input: args, tool_use_id: id } = object;
  if (typeof name !== "string") return undefined;
  return { name, arguments: args, id: typeof id === "string" ? id : fingerprint(name, args) };
}

/** The calls of a batch, with their responses. */
export function batchOf({ input }: HookEvent): { call: HookCall; response: unknown }[] {
  const { tool_calls: calls } = input;
  if (!Array.isArray(calls)) return [];
  return calls.filter(isObject).flatMap((item) => {
    const call = callOf(item);
    return call === undefined ? [] : [{ call, response: item["tool_response"] }];
  });
}

/** The outcome in an event after a call. */
export function outcomeOf({ dialect, kind, input }: HookEvent): LoopOutcome {
  const { tool_response: response, error, is_interrupt: interrupted } = input;
  if (dialect === "gemini") return geminiOutcome(input["tool_name"], response);
  if (kind === "after") return { result: withoutTimes(response) };
  return interrupted === true || error === undefined || error === null ? {} : { error: textOf(error) };
}

/** The outcome in Gemini CLI's response: the error if there is one, else the part of the result that the model sees. */
function geminiOutcome(tool: unknown, response: unknown): LoopOutcome {
  if (!isObject(response)) return { result: response };
  const { error, llmContent } = response;
  if (error === undefined || error === null)
    return { result: llmContent === undefined ? response : withoutProcesses(tool, llmContent) };
  const message = isObject(error) ? error["message"] : undefined;
  return { error: typeof message === "string" && message !== "" ? message : textOf(error) };
}

/** A string itself; for any other JSON value, its JSON text. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : (jsonText(value) ?? "");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
