/** What the commands share in front of people: texts made safe, failures, colours, a progress bar. */

import { once } from "node:events";
import type { Writable } from "node:stream";
import { picocolors, progress } from "../traces/libraries.ts";
import type { ScanError } from "./scan-types.ts";

/**
 * Makes a text safe to print on one line of a terminal: control characters and changes of writing direction become
 * spaces.
 */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

/** As `plainText`, for several lines: keeps line breaks and tabs. */
export function plainLines(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}

/** Whether an error's message is enough for the user, as of a file system: a mistake of ours is a `TypeError` or the like. */
export function isPlain(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return error.name === "Error" || (typeof code === "string" && code.startsWith("ERR_LOOPGUARD_"));
}

/**
 * A line for stderr about something that could not be read. Made safe to print, since it contains texts of the trace.
 */
export function faultLine({ file, line, reason }: ScanError): string {
  return `${plainText(line > 0 ? `${file}:${line}` : file)}: ${plainText(reason)}\n`;
}

export async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, "drain");
}

export type Colors = ReturnType<typeof picocolors.createColors>;

/**
 * Colours for `stream`, decided by the first that applies: `--no-color` (`wanted` is false), `NO_COLOR` if not empty,
 * `FORCE_COLOR` (`0` and `false` turn colours off), and whether the stream is a terminal that is not dumb.
 */
export function colorsFor(stream: { isTTY?: boolean }, wanted = true): Colors {
  return picocolors.createColors(wanted && hasColors(stream));
}

const USUAL_WIDTH = 80;

/** Columns of a terminal; a file or a pipe has no limit. */
export function widthOf({ isTTY, columns }: { isTTY?: boolean; columns?: number }): number {
  if (isTTY !== true) return Number.POSITIVE_INFINITY;
  return columns === undefined || columns <= 0 ? USUAL_WIDTH : columns;
}

function hasColors(stream: { isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return stream.isTTY === true && TERM !== "dumb";
}

const BAR_MAX = 30;
/** Columns for the text next to the bar. */
const WORDS = 30;

interface Progress {
  show(done: number, total: number): void;
  stop(): void;
}

/**
 * A bar on `stream` in the `format` of cli-progress, with `{size}` for the total in MiB. It shows nothing if the stream is not a
 * terminal, or one that cannot move its cursor. It does not change the terminal's modes, so nothing has to be restored
 * after an interrupt.
 */
export function progressBar(format: string, stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY || process.env["TERM"] === "dumb") return { show() {}, stop() {} };
  const bar = new progress.SingleBar({
    format,
    stream,
    linewrap: true,
    clearOnComplete: true,
    barsize: Math.max(1, Math.min(BAR_MAX, widthOf(stream) - WORDS)),
    barCompleteChar: "█",
    barIncompleteChar: "░",
  });
  return {
    show(done, total) {
      const size = (total / (1 << 20)).toFixed(1);
      if (!bar.isActive) bar.start(total, 0, { size });
      bar.setTotal(total);
      bar.update(done, { size });
    },
    stop: () => bar.stop(),
  };
}
