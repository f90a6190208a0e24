/** From the arguments of a command to the files that it reads. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** A file, or `"-"`: the standard input. */
export interface TraceFile {
  path: string;
  /** Bytes; 0 where nobody knows. */
  size: number;
}

/** Of folders. A file that is named itself is read whatever its name. */
const TRACE_NAME = /\.(?:jsonl?|ndjson|log)(?:\.gz|\.zst)?$/i;

/**
 * The files that `paths` stand for, in their order; folders are gone through by name, with all that is below them. A path
 * that cannot be read is told to `fault`, and so is a folder without any trace.
 */
export async function findTraceFiles(
  paths: readonly string[],
  fault: (path: string, reason: string) => void,
): Promise<TraceFile[]> {
  const files: TraceFile[] = [];
  for (const path of paths) {
    if (path === "-") {
      files.push({ path, size: 0 });
      continue;
    }
    try {
      const facts = await stat(path);
      if (!facts.isDirectory()) {
        files.push({ path, size: facts.size });
        continue;
      }
      const found = await walk(path, fault);
      if (found.length === 0) fault(path, "holds no .json, .jsonl, .ndjson or .log file, also none with .gz or .zst");
      for (const file of found) files.push(file);
    } catch (error) {
      fault(path, systemReason(error));
    }
  }
  return files;
}

async function walk(folder: string, fault: (path: string, reason: string) => void): Promise<TraceFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const files: TraceFile[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    try {
      // A link to a folder is not followed: it may lead back.
      if (entry.isDirectory()) for (const file of await walk(path, fault)) files.push(file);
      else if (TRACE_NAME.test(entry.name)) files.push({ path, size: (await stat(path)).size });
    } catch (error) {
      fault(path, systemReason(error));
    }
  }
  return files;
}

/** What the system said, without the path, which is told apart: "no such file or directory". */
export function systemReason(error: unknown): string {
  const { message } = error as Error;
  return /^[A-Z]+: ([^,]+),/.exec(message)?.[1] ?? message;
}
