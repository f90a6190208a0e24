/**
 * One state as a folder of generations: files `%016x`, numbered from 1, of which the highest counts.
 *
 * A writer writes a temporary file and links it to the number after the one that it read. link(2) fails when the name is
 * taken, so of several writers one gets it and the others read again: compare-and-swap, without a lock that a killed
 * process would leave behind. A file never changes, so a reader sees all or nothing.
 *
 * Old generations are removed, and their names are free again: a writer that slept since it read must not get one. So the
 * name of a temporary file, `.tmp-<generation that its writer read>-...`, stands in the way of removing any later one, and the
 * writer lists the folder only after it has made it. A temporary file that is too old is removed, and its writer with it:
 * what is not there any more cannot be linked.
 *
 * Calls of the file system are synchronous: on a local disk all of a save takes less than handing one of them to a thread
 * does. Only what waits for the disk itself, `fsync`, goes to one.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { isDamaged, isSound, readFile, tryReading } from "./file-soundness.ts";

/** Generations that are kept: readers that are slow still find theirs. */
const KEPT = 8;
/** A temporary file of this age, or of a time so far ahead, has lost its writer. */
const STALE_MS = 60_000;
/** Readings of a folder whose files are replaced while they are read. */
const MAX_READINGS = 100;

const GENERATION = /^[0-9a-f]{16}$/;
const TEMPORARY = /^\.tmp-(?:([0-9a-f]{16})-)?/;

const waitForDisk: (file: number) => Promise<void> = promisify(fsync);

export interface Generations {
  /** Newest first. */
  readonly numbers: readonly number[];
  readonly temporaries: readonly string[];
}

export function generationName(number: number): string {
  return number.toString(16).padStart(16, "0");
}

/** What is in the folder; nothing, if it does not exist. Files that are not ours are not looked at. */
export function listGenerations(folder: string): Generations {
  const names = unless("ENOENT", () => readdirSync(folder), []);
  const numbers = names
    .filter((name) => GENERATION.test(name))
    .map((name) => Number.parseInt(name, 16))
    .filter((number) => number > 0 && number < Number.MAX_SAFE_INTEGER);
  return { numbers: numbers.sort((a, b) => b - a), temporaries: names.filter((name) => TEMPORARY.test(name)) };
}

/** The state, and number and mark of the newest generation: that of the bytes, or of a damaged one after it. */
export function readNewest(folder: string): { bytes: Uint8Array; number: number; mark: string } | undefined {
  for (let reading = 1; ; reading++) {
    const { numbers } = listGenerations(folder);
    const number = numbers[0];
    if (number === undefined) return undefined;
    try {
      // Marked first: who reads later bytes than those of the mark loses the next race, and reads again.
      const mark = markOf(join(folder, generationName(number)));
      return { bytes: readSound(folder, numbers), number, mark };
    } catch (error) {
      // Removed between list and read: there are newer ones by now.
      if (codeOf(error) !== "ENOENT" || reading === MAX_READINGS) throw error;
    }
  }
}

/** Tells a file from every other with its number: those of a folder that was removed and made again start from 1, too. */
function markOf(path: string): string {
  const { ino, mtimeNs } = statSync(path, { bigint: true });
  return `${ino.toString(16)}-${mtimeNs.toString(16)}`;
}

/** The newest bytes; when they are damaged, as after a loss of power, those of the generation before. */
function readSound(folder: string, numbers: readonly number[]): Uint8Array {
  const [newest, ...older] = numbers.map((number) => join(folder, generationName(number)));
  let bytes: Uint8Array | undefined;
  let fault: unknown;
  try {
    bytes = readFile(newest as string);
    if (isSound(bytes)) return bytes;
  } catch (error) {
    if (codeOf(error) === "ENOENT") throw error;
    fault = error;
  }
  for (const path of older) {
    const before = tryReading(path);
    if (before === undefined || !isSound(before)) continue;
    if (bytes === undefined || isDamaged(bytes, before)) return before;
    break;
  }
  if (bytes === undefined) throw fault;
  return bytes;
}

/**
 * Writes `bytes` as the generation after `current` (0: as the first), and gives its mark. `undefined` when somebody was
 * quicker, or the generation before has another mark than `mark`; nothing has changed then. Rejects with the file system's
 * error; nothing has changed then either. `durable`: it is on the disk, too.
 */
export async function writeNext(
  folder: string,
  current: number,
  bytes: Uint8Array,
  durable: boolean,
  mark?: string,
): Promise<string | undefined> {
  const target = join(folder, generationName(current + 1));
  if (existsSync(target)) return undefined; // most races are lost here already
  if (current === 0) makeFolder(folder);
  const own = `.tmp-${generationName(current)}-${process.pid}-${randomBytes(8).toString("hex")}`;
  const temporary = join(folder, own);
  let seen: Generations;
  let made: string;
  try {
    writeFileSync(temporary, bytes, { flag: "wx", mode: 0o600 });
    if (durable) await syncPath(temporary);
    seen = listGenerations(folder);
    if ((seen.numbers[0] ?? 0) !== current) return undefined;
    if (mark !== undefined && markOf(join(folder, generationName(current))) !== mark) return undefined;
    made = markOf(temporary);
    if (!linkNew(temporary, target)) return undefined;
    if (durable) await syncFolders(folder, current === 0);
  } catch (error) {
    // The folder was deleted meanwhile, or this writer slept for so long that its file was taken for a dead one's.
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  } finally {
    attempt(() => unlinkSync(temporary));
  }
  const others = seen.temporaries.filter((name) => name !== own);
  tidy(folder, current + 1 - KEPT, seen.numbers, others);
  return made;
}

/** Made with its parents only where they are missing: a recursive mkdir says `ENOENT` of a disk that cannot be written. */
function makeFolder(folder: string): void {
  const mode = 0o700;
  const made = unless("ENOENT", () => unless("EEXIST", () => mkdirSync(folder, { mode }), undefined), "no parent");
  if (made === "no parent") mkdirSync(folder, { recursive: true, mode });
}

/** Codes of file systems without hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

function linkNew(existing: string, path: string): boolean {
  try {
    linkSync(existing, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return false;
    if (code === undefined || !NO_LINKS.has(code)) throw error;
    const text = `fileStore cannot save "${path}": its file system has no hard links (${code}); use a folder on another`;
    throw Object.assign(new Error(text, { cause: error }), { code });
  }
}

/**
 * Removes generations up to `last`, and temporary files that are too old. The state is saved by now, so nothing that goes
 * wrong here matters.
 */
function tidy(folder: string, last: number, numbers: readonly number[], temporaries: readonly string[]): void {
  let removable = last;
  for (const name of temporaries) {
    const path = join(folder, name);
    attempt(() => {
      const about = lstatSync(path);
      if (!about.isFile()) return; // no writer has made it, and none can link it
      removable = Math.min(removable, generationRead(name));
      // Of a time to come: the clock was put back since, or somebody has copied it. Its writer, if there is one, tries again.
      if (Math.abs(Date.now() - about.mtimeMs) > STALE_MS) unlinkSync(path);
    });
  }
  for (const number of numbers)
    if (number <= removable) attempt(() => unlinkSync(join(folder, generationName(number))));
}

/** What the writer of a temporary file had read; of a name without it, nothing. */
function generationRead(name: string): number {
  const digits = TEMPORARY.exec(name)?.[1];
  return digits === undefined ? 0 : Number.parseInt(digits, 16);
}

/** `isNew`: the folder itself, and maybe the one that it is in, was made just now. Windows cannot open folders. */
async function syncFolders(folder: string, isNew: boolean): Promise<void> {
  if (process.platform === "win32") return;
  await syncPath(folder);
  if (!isNew) return;
  await syncPath(dirname(folder));
  // Not ours, and perhaps not ours to read.
  await syncPath(dirname(dirname(folder))).catch(() => {});
}

/** Makes a file, or the entries of a folder, outlast a loss of power. */
async function syncPath(path: string): Promise<void> {
  const file = openSync(path, "r");
  try {
    await waitForDisk(file);
  } finally {
    closeSync(file);
  }
}

/** What another process may have done already. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // It is gone, or stays for the next who tidies up.
  }
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

/** The result, or `instead` when it fails with this code. */
export function unless<T, U>(code: string, work: () => T, instead: U): T | U {
  try {
    return work();
  } catch (error) {
    if (codeOf(error) === code) return instead;
    throw error;
  }
}
