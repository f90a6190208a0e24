/** Texts of a trace on one line of a terminal. */
import { safeText } from "../../run/call-text.ts";
import { plainText } from "../plain-text.ts";

const LENGTH_MAX = 100;

/** A value as JSON, or a text as it is: plain, and cut. */
export function shortText(value: unknown): string {
  const text = safeText(value, "text", "") ?? "";
  const line = plainText(text.slice(0, 2 * LENGTH_MAX)); // cut first: a text may be of any size
  if (line.length <= LENGTH_MAX && text.length <= 2 * LENGTH_MAX) return line;
  const cut = line.slice(0, LENGTH_MAX - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
