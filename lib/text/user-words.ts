/**
 * Which messages in a user's place are the words of a user, and which a program put there: the one place that decides it.
 * Automatic nudges ("your answer had no tool call, try again") are no turn: nobody has learnt anything since. docs/design.md
 * has the rule in words.
 */
import { byteLength } from "../base/text-bytes.ts";
import { fingerprint } from "./identity.ts";

/** How nudges of frameworks begin, white space folded. Short on purpose: what comes again is known without a list. */
const KNOWN: readonly string[] = [
  "Please continue working on the task on whatever approach you think is suitable.", // OpenHands
  "Your output was not formatted correctly", // SWE-agent
  "Please always provide EXACTLY ONE action", // mini-swe-agent
  "No tool calls found in the response.", // mini-swe-agent 2
  "[ERROR] You did not use a tool in your previous response", // Cline, Roo Code
  "Please continue. If everything is done, reply", // AutoGen
  "System: Potential loop detected.", // Gemini CLI
].map((text) => text.toLowerCase());
/** Gemini CLI, where it takes the model for the next to speak. */
const WHOLE = "please continue.";
/** smolagents, around the text of the error. */
const RETRY = /^(?:Call id: \S+ )?Error: .*Now let's retry: take care not to repeat previous errors!/;

/** What Claude Code and its SDK wrap their own words in. */
const WRAPPERS = ["system-reminder", "task-notification"];

/** A text that long is a task or something that was pasted, and compared with nothing. */
const LENGTH_MAX = 8192;
/** People send a few words twice ("continue", "try again"); programs write sentences. Bytes, which suit every script. */
const SHORT_BYTES = 24;
/** From this one in a row on, the same few words are no turn either. */
const SHORT_IN_A_ROW = 3;
/** Whoever asks again waits for another answer: a new mail, the end of a build. In Latin, full width, Arabic, Greek. */
const QUESTION = /[?？؟;]["'”’»)\]]*$/;
/** Counters, such as "attempt 2 of 5". Longer numbers, and parts of names, are somebody's: tickets, versions, amounts. */
const COUNTER = /(?<![\w.-])\d{1,3}(?![\w-]|\.\d)/g;

/** Most white space is a single space already, and is left as it is: that is ten times as fast. */
const NO_SINGLE_SPACE = /\s{2,}|[^\S ]/g;

/** How many different texts of one run are remembered, the newest ones: as digests. */
const REMEMBERED_MAX = 256;

/** The messages in the user's place of one run, in their order. */
export class UserWords {
  readonly #seen = new Set<string>();
  #last: string | undefined;
  #inARow = 0;
  #position = -1;

  /**
   * Whether a message begins a turn. `content`: a text, or a list of parts as any provider has it. `position`: a number
   * that is another one when something has come in between; some logs have the same message twice.
   */
  beginTurn(content: unknown, position: number): boolean {
    const text = wordsOf(content);
    if (text === undefined) return true;
    const words = folded(withoutWrapped(text));
    if (words === "" || isKnown(words)) return false;
    if (words.length > LENGTH_MAX) return true;
    const isShort = byteLength(words) < SHORT_BYTES;
    const key = fingerprint("user", [isShort ? words : words.replace(COUNTER, "0")]);
    const isTwice = key === this.#last && position === this.#position;
    this.#inARow = key === this.#last ? this.#inARow + (isTwice ? 0 : 1) : 1;
    this.#last = key;
    this.#position = position;
    const isKnownAlready = this.#remember(key);
    if (isTwice) return false;
    if (QUESTION.test(words)) return true;
    return isShort ? this.#inARow < SHORT_IN_A_ROW : !isKnownAlready;
  }

  /** Whether it was there already. */
  #remember(key: string): boolean {
    const known = this.#seen.delete(key);
    this.#seen.add(key);
    const [oldest] = this.#seen;
    if (this.#seen.size > REMEMBERED_MAX) this.#seen.delete(oldest as string);
    return known;
  }
}

/** Whether the last of these messages is of a user, and begins a turn after what the others say. */
export function userSpeaksLast(messages: readonly unknown[]): boolean {
  const words = new UserWords();
  let others = 0;
  let speaks = false;
  for (const message of messages) {
    const { role, content } = (message ?? {}) as { role?: unknown; content?: unknown };
    speaks = role === "user" && words.beginTurn(content, others);
    if (role !== "user") others++;
  }
  return speaks;
}

/** The text of a message; `undefined` where there is more than text in it, such as an image. What tools gave is no word. */
function wordsOf(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const texts: string[] = [];
  for (const part of content) {
    if (typeof part === "string") texts.push(part);
    else if (typeof part?.text === "string") texts.push(part.text);
    else if (part?.type !== "tool_result") return undefined;
  }
  return texts.join("\n");
}

/** The text without what is wrapped; a wrapper that is not closed goes to the end. */
function withoutWrapped(text: string): string {
  let rest = text;
  for (const tag of WRAPPERS)
    for (let start = rest.indexOf(`<${tag}>`); start >= 0; start = rest.indexOf(`<${tag}>`)) {
      const end = rest.indexOf(`</${tag}>`, start);
      rest = rest.slice(0, start) + (end < 0 ? "" : rest.slice(end + tag.length + 3));
    }
  return rest;
}

function folded(text: string): string {
  return text.length > LENGTH_MAX * 2 ? text : text.replace(NO_SINGLE_SPACE, " ").trim();
}

function isKnown(words: string): boolean {
  const start = words.slice(0, 120).toLowerCase();
  return start === WHOLE || KNOWN.some((text) => start.startsWith(text)) || RETRY.test(words.slice(0, LENGTH_MAX));
}
