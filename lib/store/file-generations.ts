/**
 * One state as a folder of generations: files `%016x`, numbered from 1; the highest number is the current state.
 *
 * A writer writes a temporary file and links it to the number after the one that it read. link(2) fails if the name exists, so
 * one of several writers succeeds and the others read again: compare-and-swap, without a lock that a killed process could
 * leave behind. A file never changes, so a reader sees all of it or nothing.
 *
 * Old generations are removed, which frees their names; a writer that was suspended since it read must not get one. So a writer
 * lists the folder only after making its temporary file, and whoever has saved removes all others that it saw: their writers
 * have lost the race, cannot link them any more, and read again. Only then are old generations removed. No clock is asked, and
 * what killed writers leave is gone with the next save.
 *
 * Calls of the file system are synchronous: on a local disk, a whole save takes less time than passing one call to a thread.
 * Only `fsync`, which waits for the disk, runs in a thread.
 */

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { orElse } from "../base/property.ts";
import { randomHex } from "../base/text-bytes.ts";
import { core } from "../core/backend.ts";
import { MEMORY_MAX } from "../core/memory.ts";
import { isContainer, openContainer } from "../run/snapshot-container.ts";
import { STORED_RUN } from "./local-state.ts";

const MAGIC_SIZE = 4;
/** Magic and version. */
const HEAD_SIZE = 6;

/** Does not wait for a pipe, and follows no link. Windows has neither flag. */
export const READ_ONLY: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Throws the file system's error, or one with the code `EINVAL` if it is not a file, or `EFBIG` if it is no state of ours. */
function readFile(path: string): Uint8Array {
  const file = openSync(path, READ_ONLY);
  try {
    const about = fstatSync(file);
    if (!about.isFile() && !about.isDirectory())
      throw Object.assign(new Error(`fileStore cannot read "${path}": it is no file`), { code: "EINVAL" });
    if (about.size > MEMORY_MAX)
      throw Object.assign(new Error(`fileStore cannot read "${path}": ${about.size} bytes are no state`), {
        code: "EFBIG",
      });
    return readFileSync(file); // throws for a folder
  } finally {
    closeSync(file);
  }
}

/** A stored run, or the snapshot of a run, as this version writes it, with the right checksums. */
function isSound(bytes: Uint8Array): boolean {
  const key = () => core.snapshotKey(isContainer(STORED_RUN, bytes) ? openContainer(STORED_RUN, bytes).rest : bytes);
  return orElse(key, undefined) !== undefined;
}

/**
 * Whether bytes that are not sound are a damaged snapshot: cut short, zeroed, or with a wrong checksum. `sound`: an older,
 * intact one. The file of another program, or of a later version, is not damaged, and must not be ignored.
 */
function isDamaged(bytes: Uint8Array, sound: Uint8Array): boolean {
  if (bytes.length < HEAD_SIZE) return true;
  const head = bytes.subarray(0, HEAD_SIZE);
  if (head.every((byte) => byte === 0)) return true;
  if (!head.subarray(0, MAGIC_SIZE).every((byte, i) => byte === sound[i])) return false;
  if (versionOf(bytes) > versionOf(sound)) return false;
  const [inner, soundInner] = [innerOf(bytes), innerOf(sound)];
  return inner === undefined || soundInner === undefined || isDamaged(inner, soundInner);
}

function versionOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint16(MAGIC_SIZE, true);
}

/** The snapshot in a stored run, which has a version of its own. */
function innerOf(bytes: Uint8Array): Uint8Array | undefined {
  return orElse(() => openContainer(STORED_RUN, bytes).rest, undefined);
}

/** Generations that are kept, for slow readers. */
const KEPT = 8;
/** Readings of a folder whose files are replaced while they are read. */
const MAX_READINGS = 100;

const GENERATION = /^[0-9a-f]{16}$/;
const TEMPORARY = /^\.tmp-/;

const waitForDisk: (file: number) => Promise<void> = promisify(fsync);

interface Generations {
  /** Newest first. */
  readonly numbers: readonly number[];
  readonly temporaries: readonly string[];
}

export function generationName(number: number): string {
  return number.toString(16).padStart(16, "0");
}

/** The generations in the folder; none, if it does not exist. Other files are ignored. */
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
      // The mark is read first: a reader that gets later bytes than the mark's loses the next race, and reads again.
      const mark = markOf(join(folder, generationName(number)));
      return { bytes: readSound(folder, numbers), number, mark };
    } catch (error) {
      // It was removed after it was listed, so there are newer ones now.
      if (codeOf(error) !== "ENOENT" || reading === MAX_READINGS) throw error;
    }
  }
}

/** Distinguishes files with the same number: a folder that was removed and made again starts from 1, too. */
function markOf(path: string): string {
  const { ino, mtimeNs } = lstatSync(path, { bigint: true });
  return `${ino.toString(16)}-${mtimeNs.toString(16)}`;
}

/**
 * The newest bytes; if they are damaged, as after a loss of power, those of an earlier generation. What cannot be read, such as
 * another user's file, is not damaged: nobody may write behind it as if it were not there.
 */
function readSound(folder: string, numbers: readonly number[]): Uint8Array {
  const [newest, ...older] = numbers.map((number) => join(folder, generationName(number)));
  const bytes = readFile(newest as string);
  if (isSound(bytes)) return bytes;
  for (const path of older) {
    const before = orElse(() => readFile(path), undefined);
    if (before === undefined) break;
    if (isSound(before)) return isDamaged(bytes, before) ? before : bytes;
  }
  return bytes;
}

/**
 * Writes `bytes` as the generation after `current` (0: as the first), and gives its mark; `undefined` if another writer was
 * faster, or the generation before has another mark than `mark`. Rejects with the file system's error. In both cases nothing
 * has changed. `durable`: waits until it is on the disk.
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
  const own = `.tmp-${process.pid}-${randomHex(8)}`;
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
    // The folder was deleted, or a faster writer has removed the temporary file.
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  } finally {
    orElse(() => unlinkSync(temporary), undefined); // it is gone already, or the next `tidy` removes it
  }
  const others = seen.temporaries.filter((name) => name !== own);
  tidy(folder, current + 1 - KEPT, seen.numbers, others);
  return made;
}

/** Makes a folder and its parents; false if it exists. Not by `recursive` of `mkdirSync`, which never returns in /proc. */
export function makeFolder(path: string): boolean {
  const make = (): boolean => {
    mkdirSync(path, { mode: 0o700 });
    return true;
  };
  const made = unless("ENOENT", () => unless("EEXIST", make, false), undefined);
  if (made !== undefined) return made;
  if (dirname(path) !== path) makeFolder(dirname(path));
  return unless("EEXIST", make, false);
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

/** Temporary files first: where one stays, its writer could still link it. Failures do not matter, as the state is saved. */
function tidy(folder: string, last: number, numbers: readonly number[], temporaries: readonly string[]): void {
  orElse(() => {
    for (const name of temporaries) removeFile(join(folder, name));
    for (const number of numbers) if (number <= last) removeFile(join(folder, generationName(number)));
  }, undefined);
}

/** What is no file was not made by a writer, and stays. */
function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && lstatSync(path, { throwIfNoEntry: false })?.isFile() === true) throw error;
  }
}

/** `isNew`: the folder, and maybe its parent, was just made. Windows cannot open folders. */
async function syncFolders(folder: string, isNew: boolean): Promise<void> {
  if (process.platform === "win32") return;
  await syncPath(folder);
  if (!isNew) return;
  await syncPath(dirname(folder));
  // Not our folder; it may not be readable.
  await syncPath(dirname(dirname(folder))).catch(() => {});
}

/** Makes a file, or the entries of a folder, survive a loss of power. */
async function syncPath(path: string): Promise<void> {
  const file = openSync(path, "r");
  try {
    await waitForDisk(file);
  } finally {
    closeSync(file);
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
