/** State in a folder, for the processes of one machine. */
import { lstatSync, readdirSync, rmdirSync, statSync, unlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { bool, checkKeys, checkObject, integer, text } from "../base/check-option.ts";
import { builtin, needed } from "../base/platform.ts";
import { encodeWtf8 } from "../core/memory.ts";
import { codeOf, generationName, listGenerations, readNewest, unless, writeNext } from "./file-generations.ts";
import type { StateStore } from "./store-interface.ts";

/** Options of `fileStore`. */
export interface FileStoreOptions {
  /**
   * `true`: each save is on the disk before it resolves, and survives a loss of power; slower. Default `false`: it survives
   * the end of any process, but after a loss of power the state may be an earlier one.
   */
  durable?: boolean;
}

/** Options of `FileStore.prune`. */
export interface PruneOptions {
  /** Runs that were last saved this many milliseconds ago, or earlier, are removed. */
  olderThanMs: number;
}

/** A store in a folder; see `fileStore`. */
export interface FileStore extends StateStore {
  /** Removes runs that were not saved for some time, and returns their number. Other folders are not touched. */
  prune(options: PruneOptions): Promise<number>;
}

/**
 * A store in the folder `dir`, which is made at the first save: for the processes of one machine, and for work that continues
 * after a process has ended.
 *
 * Each run has a folder, named by a digest of its key, with the newest generations of the state. A save writes a file and gives
 * it the next number with link(2), in which only one of several writers succeeds. So there is no lock that a killed process
 * could leave behind. A full disk or a read-only folder rejects the save and leaves the old state.
 *
 * It needs a local file system with hard links. Its calls are synchronous, so a disk that hangs blocks them. `save` rejects
 * with the file system's error (`ENOSPC`, `EACCES`, `EROFS`). `delete` and `prune` are for runs that are not in use. Throws
 * `ERR_LOOPGUARD_OPTION` for wrong options.
 *
 * @example
 * import { fileStore } from "loopguard/file";
 *
 * const store = fileStore(".loopguard");
 * const run = guard.storedRun(sessionId, store);
 * const verdict = await run.before({ id, name, arguments: args });
 */
export function fileStore(dir: string, options: FileStoreOptions = {}): FileStore {
  text(dir, "dir");
  const given: unknown = options;
  checkObject(given, "options");
  checkKeys(given, "", ["durable"]);
  const { durable = false } = options;
  bool(durable, "durable");
  return storeIn(resolve(dir), durable);
}

/** Hex digits of a folder's name: 128 bits. */
const NAME_DIGITS = 32;
const FOLDER: RegExp = new RegExp(`^[0-9a-f]{${NAME_DIGITS}}$`);

function storeIn(dir: string, durable: boolean): FileStore {
  const folderOf = (key: string): string => {
    const bytes = new Uint8Array(3 * key.length);
    const length = encodeWtf8(key, bytes, 0);
    const sha256 = needed(builtin("node:crypto"), "fileStore").createHash("sha256");
    const name = sha256.update(bytes.subarray(0, length)).digest("hex").slice(0, NAME_DIGITS);
    return unlinked(join(dir, name));
  };
  return {
    async load(key) {
      const found = readNewest(folderOf(key));
      return found && { bytes: found.bytes, version: versionOf(found.number, found.mark) };
    },
    async save(key, bytes, ifVersion) {
      const [digits = "0", mark] = ifVersion?.split(".") ?? [];
      const current = Number.parseInt(digits, 16);
      const made = await writeNext(folderOf(key), current, bytes, durable, mark);
      return made === undefined ? undefined : versionOf(current + 1, made);
    },
    async delete(key) {
      const folder = folderOf(key);
      // Not by rmSync, whose errors have no code in Node.js 24.
      for (const name of unless("ENOENT", () => readdirSync(folder), []))
        unless("ENOENT", () => unlinkSync(join(folder, name)), undefined);
      unless("ENOENT", () => rmdirSync(folder), undefined);
    },
    async prune(options) {
      const given: unknown = options;
      checkObject(given, "options");
      checkKeys(given, "", ["olderThanMs"]);
      integer(0, Number.MAX_SAFE_INTEGER)(options.olderThanMs, "olderThanMs");
      const before = Date.now() - options.olderThanMs;
      const names = unless("ENOENT", () => readdirSync(dir), []).filter((name) => FOLDER.test(name));
      return names.filter((name) => removeUnused(unlinked(join(dir, name)), before)).length;
    },
  };
}

/** The path, which may be absent. Nothing is read, written or removed through a link that somebody has put in its place. */
function unlinked(folder: string): string {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return folder;
  throw Object.assign(new Error(`fileStore does not follow the link "${folder}"; remove it`), { code: "ELOOP" });
}

const versionOf = (number: number, mark: string): string => `${generationName(number)}.${mark}`;

/** Removes the files that are there now, oldest first; what a run saves meanwhile stays. */
function removeUnused(folder: string, before: number): boolean {
  try {
    const { numbers, temporaries } = listGenerations(folder);
    const files = [...temporaries, ...numbers.map(generationName).reverse()].map((name) => join(folder, name));
    if (statSync(files.at(-1) ?? folder).mtimeMs > before) return false;
    for (const file of files) unless("ENOENT", () => unlinkSync(file), undefined);
    rmdirSync(folder);
    return true;
  } catch (error) {
    // Another process removes it too, or has just saved in it.
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTEMPTY") return false;
    throw error;
  }
}
