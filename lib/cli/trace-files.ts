/** The files of traces that the arguments of a command stand for, and the options for them. */

import type { Stats } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { COLUMN_FIELDS, type Columns, readColumns } from "../traces/columns.ts";
import { InvalidArgumentError, Option } from "../traces/libraries.ts";
import { TRACE_FORMATS } from "../traces/read-trace.ts";
import {
  asPattern,
  isDatabaseName,
  isParquetGlob,
  isUrl,
  notReadableUrl,
  PARQUET_NAME,
  shownName,
} from "../traces/trace-bytes.ts";
import { CURRENCY, type Pricing } from "./scan/totals-text.ts";
import { Failure, plainText } from "./terminal.ts";

/** A file, or `"-"` for standard input. */
export interface TraceFile {
  path: string;
  /** Bytes; 0 if unknown. */
  size: number;
  /** Of Parquet: the pattern that only these files match. Their `size` counts only when they are read. */
  parquet?: string;
}

/** The name of a file in messages and results. */
export function shownPath(path: string): string {
  return path === "-" ? "stdin" : path;
}

/** Names of the files that are read in folders. A file that is named explicitly may have any name. */
const TRACE_NAME = /\.(?:jsonl?|ndjson|log|har)(?:\.gz|\.zst)?$/i;

/**
 * The files that `paths` stand for, in order and each once; folders are searched recursively, in order of names.
 * `fault` is called for a path that cannot be read, and for a folder without traces. `parquet`: whether the command reads
 * Parquet, which may also be at a URL, and named by a pattern.
 */
export async function findTraceFiles(
  paths: readonly string[],
  fault: (path: string, reason: string) => void,
  parquet = false,
): Promise<TraceFile[]> {
  const files = new Map<string, TraceFile>();
  /**
   * Adds a file once, by its real path: a folder may be named together with a file in it, or contain links to its
   * files.
   */
  const add = async (file: TraceFile): Promise<void> => {
    const real = await realpath(file.path);
    if (!files.has(real)) files.set(real, file);
  };
  for (const path of paths) {
    if (path === "-") {
      files.set(path, { path, size: 0 });
      continue;
    }
    if (isUrl(path)) {
      const unread = parquet ? notReadableUrl(path) : "is a URL, which only scan reads, of Parquet";
      if (unread === undefined) files.set(path, { path, size: 0, parquet: path });
      else fault(shownName(path), unread);
      continue;
    }
    try {
      const facts = await stat(path);
      if (!facts.isDirectory()) {
        const unread = notReadable(facts);
        // Not a file: the pipe of `<(zcat big.gz)`, for example, has no real path.
        if (unread !== undefined) fault(path, unread);
        else if (facts.isFile()) await add(traceFile(path, facts.size, parquet));
        else files.set(path, { path, size: 0 });
        continue;
      }
      const found = await walk(path, fault, parquet);
      if (found.length === 0)
        fault(
          path,
          `contains no ${parquet ? ".parquet, " : ""}.json, .jsonl, .ndjson, .log or .har file, not even with .gz or .zst`,
        );
      for (const file of found) await add(file);
    } catch (error) {
      if (parquet && isParquetGlob(path)) files.set(path, { path, size: 0, parquet: path });
      else fault(path, systemReason(error));
    }
  }
  return [...files.values()];
}

function traceFile(path: string, size: number, parquet: boolean): TraceFile {
  return parquet && PARQUET_NAME.test(path) ? { path, size, parquet: asPattern(path) } : { path, size };
}

/** Why this cannot be read: it is neither a file nor a pipe. A device such as /dev/zero has no end. */
function notReadable(facts: Stats): string | undefined {
  if (facts.isSocket()) return "is a socket: name a file, or a pipe";
  if (facts.isCharacterDevice() || facts.isBlockDevice()) return "is a device: name a file, or - for standard input";
  return undefined;
}

const isTrace = (name: string): boolean => TRACE_NAME.test(name) || isDatabaseName(name);

async function walk(
  folder: string,
  fault: (path: string, reason: string) => void,
  parquet: boolean,
): Promise<TraceFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const files: TraceFile[] = [];
  // opencode has every session in its database; what is beside it are logs of the program, and what tools have printed.
  const databases = entries.filter(({ name }) => isDatabaseName(name));
  for (const entry of databases.length > 0 ? databases : entries) {
    const path = join(folder, entry.name);
    try {
      // Links to folders are not followed, since they may form a cycle, and reading a pipe may block.
      if (entry.isDirectory()) for (const file of await walk(path, fault, parquet)) files.push(file);
      else if (isTrace(entry.name) || (parquet && PARQUET_NAME.test(entry.name))) {
        const facts = await stat(path);
        if (facts.isFile()) files.push(traceFile(path, facts.size, parquet));
      }
    } catch (error) {
      fault(path, systemReason(error));
    }
  }
  return files;
}

/** The system's error text without the path, such as "no such file or directory". */
export function systemReason(error: unknown): string {
  const { message } = error as Error;
  return /^[A-Z]+: ([^,]+),/.exec(message)?.[1] ?? message;
}

export function formatOption(): Option {
  return new Option("--format <name>", "read the files in this format")
    .choices(["auto", ...TRACE_FORMATS.map(({ name }) => name)])
    .default("auto");
}

export interface PriceFlags {
  price?: number;
  cachedPrice?: number;
  currency?: string;
}

export function priceOption(): Option {
  return new Option("--price <amount>", "price of a million tokens").argParser(amount);
}

/** `--price`, `--cached-price` and `--currency`. */
export function priceOptions(): Option[] {
  return [
    priceOption(),
    new Option("--cached-price <amount>", "price of a million tokens that were read from a cache").argParser(amount),
    new Option("--currency <text>", `currency of the prices, such as EUR (default: ${CURRENCY})`).argParser(currency),
  ];
}

/** The prices, if there is one. */
export function pricingOf({ price, cachedPrice, currency }: PriceFlags): Pricing | undefined {
  if (price === undefined) {
    const alone = cachedPrice === undefined ? currency && "--currency" : "--cached-price";
    if (alone) throw new Failure(`${alone} needs --price as well`);
    return undefined;
  }
  return {
    price,
    ...(cachedPrice === undefined ? {} : { cachedPrice }),
    currency: currency ?? CURRENCY,
  };
}

function amount(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError("It must be a number, 0 or more.");
}

const CURRENCY_MAX = 8;

function currency(text: string): string {
  const plain = plainText(text);
  if (plain !== "" && [...plain].length <= CURRENCY_MAX) return plain;
  throw new InvalidArgumentError(`It must have 1 to ${CURRENCY_MAX} characters.`);
}

export function columnsOption(): Option {
  const description = `read rows of a table, each a call: field=column,... with the fields ${COLUMN_FIELDS.join(", ")}`;
  return new Option("--columns <map>", description).conflicts("format").argParser((text): Columns => {
    try {
      return readColumns(text);
    } catch (error) {
      throw new InvalidArgumentError(`${(error as Error).message}.`);
    }
  });
}

export function sortedOption(): Option {
  return new Option("--sorted", "a run ends where another begins, so that memory holds one run whatever the input");
}

/** Enough to sort some millions of calls without the disk. */
const PARQUET_MEMORY = "2GB";

export function memoryOption(): Option {
  return new Option("--memory <size>", "memory for DuckDB to sort Parquet, else it sorts on disk")
    .default(PARQUET_MEMORY)
    .argParser((text) => {
      if (/^\d+(?:\.\d+)? ?[KMGT]i?B$/i.test(text)) return text;
      throw new InvalidArgumentError("It must be a size such as 512MB or 8GB.");
    });
}

export function linesOption(): Option {
  const description = "print a line of JSON for each loop when its run ends (docs/cli/scan-line.schema.json)";
  return new Option("--ndjson", description).conflicts("json");
}
