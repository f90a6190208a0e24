/** From the arguments of a command to the files that it reads. */
import type { Stats } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
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
 * The files that `paths` stand for, in their order, each once; folders are gone through by name, with all that is below
 * them. A path that cannot be read is told to `fault`, and so is a folder without any trace.
 */
export async function findTraceFiles(
  paths: readonly string[],
  fault: (path: string, reason: string) => void,
): Promise<TraceFile[]> {
  const files = new Map<string, TraceFile>();
  /** By what it really is: a folder may be given with a file in it, or hold links to its own files. */
  const add = async (file: TraceFile): Promise<void> => {
    const real = await realpath(file.path);
    if (!files.has(real)) files.set(real, file);
  };
  for (const path of paths) {
    if (path === "-") {
      files.set(path, { path, size: 0 });
      continue;
    }
    try {
      const facts = await stat(path);
      if (!facts.isDirectory()) {
        const unread = notReadable(facts);
        // What is no file, such as the pipe of `<(zcat big.gz)`, has no path of its own.
        if (unread !== undefined) fault(path, unread);
        else if (facts.isFile()) await add({ path, size: facts.size });
        else files.set(path, { path, size: 0 });
        continue;
      }
      const found = await walk(path, fault);
      if (found.length === 0) fault(path, "holds no .json, .jsonl, .ndjson or .log file, also none with .gz or .zst");
      for (const file of found) await add(file);
    } catch (error) {
      fault(path, systemReason(error));
    }
  }
  return [...files.values()];
}

/** Why this is neither a file nor a pipe; a device such as /dev/zero has no end. */
export function notReadable(facts: Stats): string | undefined {
  if (facts.isSocket()) return "is a socket: name a file, or a pipe";
  if (facts.isCharacterDevice() || facts.isBlockDevice()) return "is a device: name a file, or - for standard input";
  return undefined;
}

async function walk(folder: string, fault: (path: string, reason: string) => void): Promise<TraceFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const files: TraceFile[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    try {
      // A link to a folder is not followed: it may lead back. A pipe would be waited for.
      if (entry.isDirectory()) for (const file of await walk(path, fault)) files.push(file);
      else if (TRACE_NAME.test(entry.name)) {
        const facts = await stat(path);
        if (facts.isFile()) files.push({ path, size: facts.size });
      }
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
