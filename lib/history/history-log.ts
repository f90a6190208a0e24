/** Logs of earlier calls, as text: a JSON array, or a JSON value on each line. */

import { optionError } from "../base/errors.ts";
import { parsedJson } from "../base/json-text.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";

/** The entries of a log: parsed from a text, or as given, with recorded calls in place of signatures of `callSignature`. */
export function historyEntries(history: unknown): unknown[] {
  return [...entriesOf(history)].map((entry) => (typeof entry === "string" ? readSignature(entry) : entry));
}

function entriesOf(history: unknown): Iterable<unknown> {
  if (typeof history === "string") return parseLog(history);
  if (typeof history === "object" && history !== null && Symbol.iterator in history)
    return history as Iterable<unknown>;
  throw optionError(
    "type",
    "history",
    history,
    "an iterable of calls, messages or signatures, or a text of JSON or JSON lines",
  );
}

function parseLog(written: string): unknown[] {
  const text = written.replace(/^\uFEFF/, "");
  const whole = parsedJson(text); // or a value on each line
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole];
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const value = parsedJson(line);
    if (value !== undefined) return [value];
    // Its writer was stopped within the last line.
    if (index > 0 && index === lines.length - 1) return [];
    throw optionError("type", `history, line ${index + 1}`, line, "JSON");
  });
}

/** A call from its signature: the name and, for a failure, its status and title. */
function readSignature(signature: string): LoopCall & LoopOutcome {
  const [name, rest] = readField(signature);
  const [status, title] = readField(rest);
  if (status === "" || status.startsWith("ok#")) return { name, result: signature };
  const number = Number(status);
  return { name, status: Number.isInteger(number) ? number : status, errorTitle: title === "" ? status : title };
}

/** A field up to the next colon, quoted if it contains one; and the rest. */
function readField(text: string): [field: string, rest: string] {
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(text)?.[0];
  const field = parsedJson(quoted ?? ""); // or some other text in quotes
  if (quoted !== undefined && field !== undefined) return [field as string, text.slice(quoted.length + 1)];
  const end = text.indexOf(":");
  return end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end + 1)];
}
