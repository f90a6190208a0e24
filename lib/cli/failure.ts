import { plainText } from "./plain-text.ts";
import type { ScanError } from "./scan-types.ts";

/** Something the person at the terminal can put right: told plainly, without a stack, and with exit code 2. */
export class Failure extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Failure";
  }
}

/** Errors that say what was wrong with what was given, so that a stack would only be in the way. */
export function isPlain(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return error instanceof Failure || (typeof code === "string" && code.startsWith("ERR_LOOPGUARD_"));
}

/** What could not be read, as a line for stderr. Names and reasons have texts of the trace in them. */
export function faultLine({ file, line, reason }: ScanError): string {
  return `${plainText(line > 0 ? `${file}:${line}` : file)}: ${plainText(reason)}\n`;
}
