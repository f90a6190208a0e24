/** Digests of the messages of requests, by which conversations are told apart. */
import { builtin } from "../../base/builtin.ts";
import { type Fields, fieldsOf } from "../../history/fields.ts";
import { fingerprint } from "../../text/identity.ts";
import { idOf } from "../field-values.ts";

/** Of each message of a request. */
export interface MessageDigests {
  /** Of the messages up to this one. */
  states: readonly string[];
  /**
   * Of this message and the one before, system prompts aside, if a request may have ended with it. A result without an id
   * ends none: two equal ones cannot be told apart.
   */
  ends: readonly (string | undefined)[];
}

interface Digested {
  message: Fields;
  own: string;
  state: string;
  end: string | undefined;
  /** The digest of the last message that is no system prompt. */
  last: string;
}

/** Only saves hashing: equal messages may be found different. */
const isSameMessage: (a: unknown, b: unknown) => boolean =
  builtin("node:util")?.isDeepStrictEqual ?? ((a, b) => JSON.stringify(a) === JSON.stringify(b));

const START: Pick<Digested, "state" | "last"> = { state: "", last: "" };

/** Characters of a request whose messages are kept: as much as a `TraceReader` keeps of a line. */
const KEPT_MAX = 1 << 20;

/** Digests request after request. Most repeat the one before and add a few messages, so only what differs is hashed. */
export class MessageDigester {
  #before: readonly Digested[] = [];

  /** `size`: about how many characters of JSON the request takes. */
  of(request: readonly Fields[], size: number): MessageDigests {
    const all: Digested[] = [];
    let isSame = true;
    for (const [at, message] of request.entries()) {
      const before = this.#before[at];
      const isRepeated = before !== undefined && isSameMessage(message, before.message);
      const own = isRepeated ? before.own : digestOf(message);
      isSame &&= own === before?.own;
      const { state, last } = all.at(-1) ?? START;
      if (isSame && isRepeated) all.push(before);
      else all.push(digested(message, own, state, last));
    }
    this.#before = size <= KEPT_MAX ? all : [];
    return { states: all.map(({ state }) => state), ends: all.map(({ end }) => end) };
  }
}

function digested(message: Fields, own: string, state: string, last: string): Digested {
  const isSystemPrompt = isSystem(message);
  const canEnd = !isSystemPrompt && (hasResultId(message) || isOfPerson(message));
  return {
    message,
    own,
    state: digest(state, own),
    end: canEnd ? digest("end", last, own) : undefined,
    last: isSystemPrompt ? last : own,
  };
}

export const isSystem = ({ role }: Fields): boolean => role === "system" || role === "developer";

/** Whether the message has the result of a call that it names. */
export function hasResultId(message: Fields): boolean {
  if (idOf(message["tool_call_id"]) !== undefined) return true;
  const { type, content } = message;
  if (typeof type === "string" && type.endsWith("_output")) return idOf(message["call_id"]) !== undefined;
  return fieldsOf(content).some(
    (part) => idOf(part["tool_use_id"], part["toolCallId"]) !== undefined && part["type"] !== "tool-call",
  );
}

function isOfPerson({ role, content }: Fields): boolean {
  return (
    role === "user" &&
    (typeof content === "string" || fieldsOf(content).some(({ type }) => type === "text" || type === "input_text"))
  );
}

function digestOf(message: Fields): string {
  return digest(plainText(message));
}

function digest(...parts: readonly string[]): string {
  return fingerprint("message", parts);
}

/** A message without the marks of caching, which move on to newer messages and make parts of a text. */
function plainText(message: Fields): string {
  return JSON.stringify(message, (key, value: unknown) => {
    if (key === "cache_control") return undefined;
    return key === "content" && typeof value === "string" ? [{ type: "text", text: value }] : value;
  });
}
