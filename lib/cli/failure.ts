import { plainText } from "./plain-text.ts";
import type { ScanError } from "./scan-types.ts";

/** An error that the user can fix: printed as its message without a stack, with exit code 2. */
export class Failure extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Failure";
  }
}

/** Whether an error's message is enough for the user: it says what is wrong with the input. */
export function isPlain(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return error instanceof Failure || (typeof code === "string" && code.startsWith("ERR_LOOPGUARD_"));
}

/**
 * A line for stderr about something that could not be read. Made safe to print, since it contains texts of the trace.
 */
export function faultLine({ file, line, reason }: ScanError): string {
  return `${plainText(line > 0 ? `${file}:${line}` : file)}: ${plainText(reason)}\n`;
}
