/** What names, commands and results say by themselves: native/src/signs.c, told again. */
import { TRANSIENT_TEXT, TRANSIENT_TEXT_MAX } from "../../text/outcome-text.ts";

/** Of a call. */
export interface CallSigns {
  /** It waits: `wait` or `sleep` is a word of its name, or its shell's command sleeps. */
  readonly waits: boolean;
  /** It thinks aloud, which learns and changes nothing. */
  readonly thinks: boolean;
  /** Its arguments are a shell's command. */
  readonly shell: boolean;
}

/** A bare acknowledgement: white space alone, or a word such as `OK`; `none` says more than that. */
export type Ack = "none" | "empty" | "word";

/** Characters of a name that are looked at: `LG_NAME_KEEP`. */
const NAME_MAX = 256;

const WAITS = words("wait sleep");
const THINKS = words("think thinking sequentialthinking");
const SHELLS = words("bash sh zsh shell terminal powershell pwsh cmd command");

const COMMAND_KEYS = words("command cmd script input");
const ACK_WORDS = words("ok okay done true null none success successful succeeded");
const ACK_KEYS = words("success ok status result");
const ACK_OBJECT_MAX = 64;

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** In any case; only the letters of ASCII have two. */
function isListed(list: ReadonlySet<string>, word: string): boolean {
  return list.has(word.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
}

/** `args`: as JSON text, or the text that the model sent; `undefined`: there are none. */
export function callSigns(name: string, args: string | undefined): CallSigns {
  // XMLHttp is XML and Http, run_shell and run-shell two words.
  const own = name.slice(0, NAME_MAX).match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  const has = (list: ReadonlySet<string>) => own.some((word) => isListed(list, word));
  const shell = has(SHELLS);
  const command = shell && args !== undefined ? findCommand(args) : undefined;
  return {
    waits: has(WAITS) || (command !== undefined && SLEEPS.test(command)),
    thinks: has(THINKS),
    shell,
  };
}

/** `sleep 30`, `sleep $N`, `time.sleep(5)`. */
const SLEEPS = /(?<![A-Za-z_-])sleep[ (]+[\d$.]/;

const isBlank = (char: string | undefined): boolean => char === " " || char === "\t" || char === "\n" || char === "\r";

/** The place behind the last quote of the JSON string whose first one is at `at`. */
function stringEnd(text: string, at: number): number {
  let end = at + 1;
  for (; end < text.length && text[end] !== '"'; end++) if (text[end] === "\\") end++;
  return Math.min(end + 1, text.length);
}

function afterBlanks(text: string, at: number): number {
  let next = at;
  while (next < text.length && isBlank(text[next])) next++;
  return next;
}

const betweenQuotes = (text: string, from: number, end: number): string =>
  text.slice(from + 1, Math.max(from + 1, end - 1));

/** The last string of the list that begins at `at`: ["bash", "-lc", "ls"]. */
function lastString(text: string, at: number): string {
  let last = "";
  for (let next = at; next < text.length && text[next] !== "]"; ) {
    if (text[next] !== '"') {
      next++;
      continue;
    }
    const end = stringEnd(text, next);
    last = betweenQuotes(text, next, end);
    next = end;
  }
  return last;
}

/** The command in a shell's arguments, still escaped as in JSON. */
function findCommand(text: string): string | undefined {
  let at = afterBlanks(text, 0);
  if (text[at] === '"') return betweenQuotes(text, at, stringEnd(text, at));
  let depth = 0;
  while (at < text.length) {
    const char = text[at];
    if (char !== '"') {
      if (char === "{" || char === "[") depth++;
      if ((char === "}" || char === "]") && depth > 0) depth--;
      at++;
      continue;
    }
    const end = stringEnd(text, at);
    const colon = afterBlanks(text, end);
    const isKey = depth === 1 && text[colon] === ":";
    const key = betweenQuotes(text, at, end);
    at = end;
    if (!isKey || !isListed(COMMAND_KEYS, key)) continue;
    const value = afterBlanks(text, colon + 1);
    if (text[value] === '"') return betweenQuotes(text, value, stringEnd(text, value));
    if (text[value] === "[") return lastString(text, value);
  }
  return undefined;
}

/** Bytes of a result that may report a failure in passing: `LG_SHORT_REPORT`. */
const SHORT_REPORT = 400;

/** Whether a success, as it is compared, reports a failure that passes by itself: many tools do. */
export function reportsTransient(result: string): boolean {
  return Buffer.byteLength(result) <= SHORT_REPORT && TRANSIENT_TEXT.test(result.slice(0, TRANSIENT_TEXT_MAX));
}

/** Whether a result, as it is compared, is a bare acknowledgement. */
export function acknowledges(result: string): Ack {
  const text = trimmed(result);
  if (text === "" || text === '""') return "empty";
  return isAckWord(text) || isAckObject(text) ? "word" : "none";
}

function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text[end - 1])) end--;
  return text.slice(Math.min(afterBlanks(text, 0), end), end);
}

/** A word, in quotes or not, with a full stop or an exclamation mark or without. */
function isAckWord(text: string): boolean {
  const inner = text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? trimmed(text.slice(1, -1)) : text;
  return isListed(ACK_WORDS, inner.replace(/[.!]$/, ""));
}

/** {"success":true} */
function isAckObject(text: string): boolean {
  if (text.length < 2 || text.length > ACK_OBJECT_MAX || !text.startsWith("{") || !text.endsWith("}")) return false;
  const inner = trimmed(text.slice(1, -1));
  if (!inner.startsWith('"')) return false;
  const end = stringEnd(inner, 0);
  const colon = afterBlanks(inner, end);
  if (inner[colon] !== ":" || !isListed(ACK_KEYS, betweenQuotes(inner, 0, end))) return false;
  return isAckWord(trimmed(inner.slice(colon + 1)));
}
