/**
 * Decides which messages with the role "user" a user wrote, and which a program did. An automatic nudge ("your answer
 * had no tool call, try again") does not begin a turn, because it brings no new information. docs/design.md explains
 * the rule.
 */
import { remember } from "../base/property.ts";
import { byteLength } from "../base/text-bytes.ts";
import { fingerprint } from "../core/identity.ts";
import { textIn } from "./fields.ts";

/**
 * The beginnings of frameworks' nudges, with white space folded. A short list: a repeated message is recognised without
 * it.
 */
const KNOWN: readonly string[] = [
  "Please continue working on the task on whatever approach you think is suitable.", // OpenHands
  "Your output was not formatted correctly", // SWE-agent
  "Please always provide EXACTLY ONE action", // mini-swe-agent
  "No tool calls found in the response.", // mini-swe-agent 2
  "[ERROR] You did not use a tool in your previous response", // Cline, Roo Code
  "Please continue. If everything is done, reply", // AutoGen
  "System: Potential loop detected.", // Gemini CLI
].map((text) => text.toLowerCase());
/** The whole message by which Gemini CLI tells the model to go on. */
const WHOLE = "please continue.";
/** The text of smolagents around an error. */
const RETRY = /^(?:Call id: \S+ )?Error: .*Now let's retry: take care not to repeat previous errors!/;

/** What Claude Code and its SDK wrap in tags of their own; one that is not closed extends to the end. */
const WRAPPED = ["system-reminder", "task-notification"].map((tag) => new RegExp(`<${tag}>.*?(?:</${tag}>|$)`, "gs"));

/** A longer text is a task, or was pasted: it begins a turn and is not compared with others. */
const LENGTH_MAX = 8192;
/** Up to so many bytes a repeated message may be a user's ("continue", "try again"): programs write whole sentences. */
const SHORT_BYTES = 24;
/** From this repetition in a row on, even a short message does not begin a turn. */
const SHORT_IN_A_ROW = 3;
/** A question that is asked again expects a new answer ("any new mail?"). Latin, full width, Arabic and Greek marks. */
const QUESTION = /[?？؟;]["'”’»)\]]*$/;
/**
 * Counters, as in "attempt 2 of 5". Not longer numbers or parts of names, which carry meaning: tickets, versions,
 * amounts.
 */
const COUNTER = /(?<![\w.-])\d{1,3}(?![\w-]|\.\d)/g;

/** White space other than a single space. Most texts have little of it, so this is ten times as fast as `\s+`. */
const NO_SINGLE_SPACE = /\s{2,}|[^\S ]/g;

/** Different texts that are remembered for each run, as digests; past it the oldest is forgotten. */
const REMEMBERED_MAX = 256;

/** The messages of one run with the role "user", in order. */
export class UserWords {
  readonly #seen = new Map<string, true>();
  #last: string | undefined;
  #inARow = 0;
  #position = -1;

  /**
   * Whether a message begins a turn. `content`: a text, or a list of parts in any provider's form. `position`: a number
   * that changes when other messages came in between; some logs contain the same message twice, with the same position.
   */
  beginTurn(content: unknown, position: number): boolean {
    const text = wordsOf(content);
    if (text === undefined) return true;
    const words = folded(WRAPPED.reduce((rest, wrapped) => rest.replace(wrapped, ""), text));
    if (words === "" || isKnown(words)) return false;
    if (words.length > LENGTH_MAX) return true;
    const isShort = byteLength(words) < SHORT_BYTES;
    const key = fingerprint("user", [isShort ? words : words.replace(COUNTER, "0")]);
    const isTwice = key === this.#last && position === this.#position;
    this.#inARow = key === this.#last ? this.#inARow + (isTwice ? 0 : 1) : 1;
    this.#last = key;
    this.#position = position;
    const isKnownAlready = this.#seen.has(key);
    remember(this.#seen, key, true, REMEMBERED_MAX);
    if (isTwice) return false;
    if (QUESTION.test(words)) return true;
    return isShort ? this.#inARow < SHORT_IN_A_ROW : !isKnownAlready;
  }
}

/** The messages after the last one that is from a user and begins a turn. */
export function sinceUser(messages: readonly unknown[]): readonly unknown[] {
  const words = new UserWords();
  let others = 0;
  let start = 0;
  for (const [index, message] of messages.entries()) {
    const { role, content } = (message ?? {}) as { role?: unknown; content?: unknown };
    if (role !== "user") others++;
    else if (words.beginTurn(content, others)) start = index + 1;
  }
  return messages.slice(start);
}

/** The text of a message, without tool results; `undefined` when it contains something else too, such as an image. */
function wordsOf(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const parts = content.filter((part) => part?.type !== "tool_result");
  const texts = parts.map((part) => (typeof part === "string" ? part : textIn(part ?? {})));
  return texts.every((text) => typeof text === "string") ? texts.join("\n") : undefined;
}

function folded(text: string): string {
  return text.length > LENGTH_MAX * 2 ? text : text.replace(NO_SINGLE_SPACE, " ").trim();
}

function isKnown(words: string): boolean {
  const start = words.slice(0, 120).toLowerCase();
  return start === WHOLE || KNOWN.some((text) => start.startsWith(text)) || RETRY.test(words.slice(0, LENGTH_MAX));
}
