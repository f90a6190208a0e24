/** The files of traces that the arguments of a command stand for, and the options for them. */

import type { Stats } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { Option } from "../traces/libraries.ts";
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
function systemReason(error: unknown): string {
  const { message } = error as Error;
  return /^[A-Z]+: ([^,]+),/.exec(message)?.[1] ?? message;
}

export function formatOption(): Option {
  return new Option("--format <name>", "read the files in this format")
    .choices(["auto", ...TRACE_FORMATS.map(({ name }) => name)])
    .default("auto");
}
