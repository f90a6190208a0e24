/** Logs of earlier calls, as text: a JSON array, or a JSON value on each line. */

import { optionError } from "../base/errors.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { callSignature } from "../core/identity.ts";
import { readTranscript } from "./transcripts.ts";

const BYTE_ORDER_MARK = "\uFEFF";

/** The entries of a log: parsed from a text, or as given. `option` is named in errors. */
export function logEntries(log: unknown, option: string): Iterable<unknown> {
  if (typeof log === "string") return parseLog(log, option);
  if (typeof log === "object" && log !== null && Symbol.iterator in log) return log as Iterable<unknown>;
  throw optionError(
    "type",
    option,
    log,
    "an iterable of calls, messages or signatures, or a text of JSON or JSON lines",
  );
}

function parseLog(written: string, option: string): unknown[] {
  const text = written.startsWith(BYTE_ORDER_MARK) ? written.slice(1) : written;
  try {
    const whole: unknown = JSON.parse(text);
    return Array.isArray(whole) ? whole : [whole];
  } catch {
    // then a value on each line
  }
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      // Its writer was stopped within the last line.
      if (index > 0 && index === lines.length - 1) return [];
      throw optionError("type", `${option}, line ${index + 1}`, line, "JSON");
    }
  });
}

/** The entries, with signatures of `callSignature` replaced by the recorded calls that they stand for. */
export function* withoutSignatures(entries: Iterable<unknown>): Generator<unknown> {
  for (const entry of entries) yield typeof entry === "string" ? readSignature(entry) : entry;
}

/**
 * The signatures in a log, for `LoopDetector.rehydrate`: strings as they are, and `callSignature` of recorded calls and of
 * those in messages. A text is a JSON array, or a JSON value on each line. Throws `ERR_LOOPGUARD_OPTION` for any other.
 *
 * @example
 * const match = detector.rehydrate(readSignatures(readFileSync("signatures.jsonl", "utf8")));
 */
export function readSignatures(log: string | Iterable<unknown>): string[] {
  const entries = [...logEntries(log, "log")];
  if (entries.every((entry) => typeof entry === "string")) return entries;
  return entries.flatMap((entry) =>
    typeof entry === "string"
      ? [entry]
      : readTranscript([entry]).map(({ call, outcome }) => callSignature(call, outcome)),
  );
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
  const field = quoted === undefined ? undefined : unquoted(quoted);
  if (quoted !== undefined && field !== undefined) return [field, text.slice(quoted.length + 1)];
  const end = text.indexOf(":");
  return end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end + 1)];
}

/** `undefined` if it is not JSON, but some other text in quotes. */
function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}
