/**
 * What a CLI agent tells a hook: one JSON object. Claude Code's, Codex's and Gemini CLI's dialects are alike but for the
 * names of the events. native/hook/event.c and outcome.c read the same in the same way.
 */
import { withoutTimes } from "../../adapters/claude-runs.ts";
import type { LoopCall, LoopOutcome } from "../../base/types.ts";
import { withoutProcesses } from "../../text/gemini-results.ts";
import { fingerprint } from "../../text/identity.ts";
import { jsonText } from "../../values/json-text.ts";

export type Dialect = "claude" | "codex" | "gemini";

type Kind = "before" | "after" | "failure" | "batch" | "request" | "prompt" | "start";

/** A call with the id that pairs its events. */
export type HookCall = LoopCall & { readonly id: string };

export interface HookEvent {
  readonly dialect: Dialect;
  readonly kind: Kind;
  /** As the agent calls it. */
  readonly name: string;
  readonly session: string;
  /** Of a subagent. */
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
  BeforeModel: ["gemini", "request"],
  BeforeTool: ["gemini", "before"],
  AfterTool: ["gemini", "after"],
  BeforeAgent: ["gemini", "prompt"],
};

/**
 * The event in `text`; `undefined` for one that asks nothing of a guard. `asked` tells Codex from Claude Code, which have
 * the same names for their events; without it, Codex is known by its `turn_id`. Throws for text that is not JSON.
 */
export function readEvent(text: string, asked: Dialect | "auto"): HookEvent | undefined {
  const input: unknown = JSON.parse(text);
  if (!isObject(input)) return undefined;
  const { hook_event_name: name, session_id: session, agent_id: agent } = input;
  const known = typeof name === "string" && Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
  if (known === undefined || typeof session !== "string") return undefined;
  const [family, kind] = known;
  const codex = asked === "codex" || (asked === "auto" && input["turn_id"] !== undefined);
  return {
    dialect: family === "claude" && codex ? "codex" : family,
    kind,
    name: name as string,
    session,
    agent: typeof agent === "string" ? agent : undefined,
    input,
  };
}

/** How Codex calls each of its tools that run shell commands. */
const CODEX_SHELL = "Bash";

/**
 * Whether the agent tells of a call's end however it ends. Codex tells of a shell command's, and of another call's only
 * where it went well; Gemini CLI of none that its policy, or the user, refuses after us.
 */
export function tellsEveryEnd({ dialect, input }: HookEvent): boolean {
  return dialect === "claude" || (dialect === "codex" && input["tool_name"] === CODEX_SHELL);
}

/** The call that an event tells of. One whose end may stay untold is known again by its name and arguments. */
export function callOfEvent(event: HookEvent): HookCall | undefined {
  return callOf(tellsEveryEnd(event) ? event.input : { ...event.input, tool_use_id: undefined });
}

/** The call that `object` tells of; `undefined` when it has no name. */
function callOf(object: Readonly<Record<string, unknown>>): HookCall | undefined {
  const { tool_name: name, tool_input: args, tool_use_id: id } = object;
  if (typeof name !== "string") return undefined;
  return { name, arguments: args, id: typeof id === "string" ? id : fingerprint(name, args) };
}

/** The calls of a batch, with what came back. */
export function batchOf({ input }: HookEvent): { call: HookCall; response: unknown }[] {
  const { tool_calls: calls } = input;
  if (!Array.isArray(calls)) return [];
  return calls.filter(isObject).flatMap((item) => {
    const call = callOf(item);
    return call === undefined ? [] : [{ call, response: item["tool_response"] }];
  });
}

/** The outcome that an event after a call tells of. */
export function outcomeOf({ dialect, kind, input }: HookEvent): LoopOutcome {
  const { tool_response: response, error, is_interrupt: interrupted } = input;
  if (dialect === "gemini") return geminiOutcome(input["tool_name"], response);
  if (kind === "after") return { result: withoutTimes(response) };
  return interrupted === true || error === undefined || error === null ? {} : { error: textOf(error) };
}

/** Gemini CLI's response: the error where there is one, and else what the model is shown of the result. */
function geminiOutcome(tool: unknown, response: unknown): LoopOutcome {
  if (!isObject(response)) return { result: response };
  const { error, llmContent } = response;
  if (error === undefined || error === null)
    return { result: llmContent === undefined ? response : withoutProcesses(tool, llmContent) };
  const message = isObject(error) ? error["message"] : undefined;
  return { error: typeof message === "string" && message !== "" ? message : textOf(error) };
}

/** What a JSON value says: a string itself, anything else its JSON text. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : (jsonText(value) ?? "");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
