/** Reads files, and tells whether their bytes are intact. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { core } from "../core/backend.ts";
import { MEMORY_MAX } from "../core/memory.ts";
import { isContainer, openContainer } from "../run/snapshot-container.ts";
import { STORED_RUN } from "./replica.ts";

const MAGIC_SIZE = 4;
/** Magic and version. */
const HEAD_SIZE = 6;

/** Does not wait for a pipe, and follows no link. Windows has neither flag. */
const READ_ONLY: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Throws the file system's error, or one with the code `EINVAL` if it is not a file, or `EFBIG` if it is no state of ours. */
export function readFile(path: string): Uint8Array {
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

/** `undefined`: it cannot be read. */
export function tryReading(path: string): Uint8Array | undefined {
  try {
    return readFile(path);
  } catch {
    return undefined;
  }
}

/** A stored run, or the snapshot of a run, as this version writes it, with the right checksums. */
export function isSound(bytes: Uint8Array): boolean {
  try {
    core.snapshotKey(isContainer(STORED_RUN, bytes) ? openContainer(STORED_RUN, bytes).rest : bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether bytes that are not sound are a damaged snapshot: cut short, zeroed, or with a wrong checksum. `sound`: an older,
 * intact one. The file of another program, or of a later version, is not damaged, and must not be ignored.
 */
export function isDamaged(bytes: Uint8Array, sound: Uint8Array): boolean {
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
  try {
    return openContainer(STORED_RUN, bytes).rest;
  } catch {
    return undefined;
  }
}
