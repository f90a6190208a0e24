/** Detects the format of a file from its beginning, so that a large file can be read in parts. */

import type { Fields } from "../history/fields.ts";
import { utf8Text } from "./bytes.ts";
import { NEWLINE } from "./json-bytes.ts";
import { formatOf, type TraceFormat } from "./trace-reader.ts";
import { goesOn } from "./trace-splitter.ts";
import { isSpace } from "./value-cutter.ts";

export interface TraceSniff {
  /** `undefined`: no line has a known format. */
  format: TraceFormat | undefined;
  /** Every line contains complete runs, so that several readers can each read a block of lines. */
  independent: boolean;
}

const NO: TraceSniff = { format: undefined, independent: false };

/** Lines that are checked. */
const LINES = 20;

/** Checks the complete lines in `head`, the first bytes of a file after decompression; 1 MiB is plenty. */
export function sniffTrace(head: Uint8Array): TraceSniff {
  let rest = withoutMark(head);
  const first = firstLine(rest);
  if (first === undefined || goesOn(first)) return NO;
  let format: TraceFormat | undefined;
  let independent = true;
  for (let seen = 0; seen < LINES; seen++) {
    const newline = rest.indexOf(NEWLINE);
    if (newline < 0) break;
    const value = parsed(rest.subarray(0, newline));
    rest = rest.subarray(newline + 1);
    const spec = value === undefined ? undefined : formatOf(value);
    if (value === undefined || spec === undefined) continue;
    format ??= spec.name;
    independent &&=
      spec.name === format && (Array.isArray(value) ? spec.whole !== undefined : spec.whole?.(value) === true);
  }
  return { format, independent: format !== undefined && independent };
}

function parsed(line: Uint8Array): Fields | unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(utf8Text(line));
    return typeof value === "object" && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined; // the reader will report it
  }
}

/** The first line that is not blank, if it is complete. */
function firstLine(bytes: Uint8Array): Uint8Array | undefined {
  let start = 0;
  while (isSpace(bytes[start])) start++;
  const end = bytes.indexOf(NEWLINE, start);
  return end < 0 ? undefined : bytes.subarray(start, end);
}

/** Without a byte order mark. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
