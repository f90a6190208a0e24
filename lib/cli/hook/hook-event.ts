/**
 * Reads a hook's input: one JSON object, in the dialect of an agent (native/hook/dialects.json). native/hook/event.c and
 * outcome.c read the same in the same way.
 */

import type { LoopCall, LoopOutcome } from "../../base/types.ts";
import { fingerprint } from "../../text/identity.ts";
import { jsonText } from "../../values/json-text.ts";
import { DIALECTS, type Dialect, type DialectFacts, type EventKind } from "./dialects.gen.ts";

/** A call with the id that its events have in common. */
export type HookCall = LoopCall & { readonly id: string };

type Members = Readonly<Record<string, unknown>>;

export interface HookEvent {
  readonly dialect: Dialect;
  readonly facts: DialectFacts;
  readonly kind: EventKind;
  /** The agent's name of the event. */
  readonly name: string;
  readonly session: string;
  /** The id of a subagent. */
  readonly agent: string | undefined;
  readonly input: Members;
}

const ALL = Object.keys(DIALECTS) as Dialect[];

/**
 * The event in `text`; `undefined` for one that does not concern a guard. `asked`: the dialect on the command line. An
 * agent that runs the hooks of another agent's settings is known by its sign. Throws for text that is not JSON.
 */
export function readEvent(text: string, asked: Dialect | "auto"): HookEvent | undefined {
  const input: unknown = JSON.parse(text);
  if (!isObject(input)) return undefined;
  const found = findEvent(input, asked);
  if (found === undefined) return undefined;
  const { facts } = found;
  const session = firstOf(input, facts.session);
  if (typeof session !== "string") return undefined;
  const kind =
    found.kind === "prompt" && isEmptyPrompt(input["prompt"]) ? EMPTY_PROMPTS[facts.emptyPrompt] : found.kind;
  if (kind === undefined) return undefined;
  const { agent_id: agent } = input;
  return { ...found, kind, session, agent: typeof agent === "string" ? agent : undefined, input };
}

const EMPTY_PROMPTS: Readonly<Record<DialectFacts["emptyPrompt"], EventKind | undefined>> = {
  turn: "prompt",
  nothing: undefined,
  request: "request",
};

/** Some agents give a list of parts. */
function isEmptyPrompt(prompt: unknown): boolean {
  return !Array.isArray(prompt) && (typeof prompt !== "string" || prompt === "");
}

type Found = Pick<HookEvent, "dialect" | "facts" | "kind" | "name">;

/** Without a dialect on the command line, an agent without a sign is known by the name of the event. */
function findEvent(input: Members, asked: Dialect | "auto"): Found | undefined {
  const bySign = (asked === "auto" ? ALL : DIALECTS[asked].also).find((name) => hasSign(input, name));
  const signed = bySign && eventOf(input, bySign);
  if (signed !== undefined) return signed;
  if (asked !== "auto") return bySign === undefined ? eventOf(input, asked) : undefined;
  for (const name of ALL) {
    const event = DIALECTS[name].sign === null ? eventOf(input, name) : undefined;
    if (event !== undefined) return event;
  }
  return undefined;
}

function hasSign(input: Members, name: Dialect): boolean {
  const { sign } = DIALECTS[name];
  return sign !== null && input[sign] !== undefined;
}

/** The event in the table of `dialect`. */
function eventOf(input: Members, dialect: Dialect): Found | undefined {
  const facts = DIALECTS[dialect];
  const name = firstOf(input, facts.name);
  if (typeof name !== "string" || !Object.hasOwn(facts.events, name)) return undefined;
  return { dialect, facts, kind: facts.events[name] as EventKind, name };
}

/** The member with the first of these names that is there, null aside. */
function firstOf(object: Members, [first = "", second]: readonly string[]): unknown {
  return second === undefined ? object[first] : (object[first] ?? object[second]);
}

/** Whether the agent tells of the end of every such call. */
export function reportsEveryEnd({ facts, input }: HookEvent): boolean {
  return facts.ends === "every" || (facts.endsOf !== null && input[facts.tool] === facts.endsOf);
}

/** The call of an event. If its end may not be reported, its name and arguments identify it in place of the id. */
export function callOfEvent(event: HookEvent): HookCall | undefined {
  return callOf(event.input, event.facts, reportsEveryEnd(event));
}

/** The call in `object`; `undefined` if it has no name. */
function callOf(object: Members, facts: DialectFacts, hasId = true): HookCall | undefined {
  const name = object[facts.tool];
  const args = object[facts.arguments];
  const id = hasId ? firstOf(object, facts.id) : undefined;
  if (typeof name !== "string") return undefined;
  return { name, arguments: args, id: typeof id === "string" ? id : fingerprint(name, args) };
}

/** The calls of a batch, with their responses. */
export function batchOf({ input, facts }: HookEvent): { call: HookCall; response: unknown }[] {
  const { tool_calls: calls } = input;
  if (!Array.isArray(calls)) return [];
  return calls.filter(isObject).flatMap((item) => {
    const call = callOf(item, facts);
    return call === undefined ? [] : [{ call, response: item["tool_response"] }];
  });
}

/** Whether the event says that its call failed. */
export function hasFailed(event: HookEvent): boolean {
  return event.kind === "failure" || (event.facts.errorIn === "result" && !isNothing(errorOf(event)));
}

function errorOf({ facts, input }: HookEvent): unknown {
  const response = facts.errorIn === "result" ? input[facts.result] : input;
  return isObject(response) ? response[facts.error] : undefined;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** The outcome in an event after a call. */
export function outcomeOf(event: HookEvent): LoopOutcome {
  if (!hasFailed(event)) return { result: resultOf(event) };
  const error = errorOf(event);
  if (isNothing(error) || event.input["is_interrupt"] === true) return {};
  const { errorPart } = event.facts;
  const part = errorPart !== null && isObject(error) ? error[errorPart] : undefined;
  return { error: typeof part === "string" && part !== "" ? part : textOf(error) };
}

/** The part of the result that the model reads. */
function resultOf({ facts, input }: HookEvent): unknown {
  const response = input[facts.result];
  const part = facts.resultPart === null ? response : isObject(response) ? response[facts.resultPart] : undefined;
  return part === undefined ? response : part;
}

/** A string itself; for any other JSON value, its JSON text. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : (jsonText(value) ?? "");
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
