/** The bytes of a file, and whether they came back whole. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { core } from "../core/backend.ts";
import { isContainer, openContainer } from "../run/snapshot-container.ts";
import { STORED_RUN } from "./replica.ts";

const MAGIC_SIZE = 4;
/** Magic and version. */
const HEAD_SIZE = 6;

/** What is no file, such as a pipe, is not waited for. Windows knows no such flag, and no such files in folders. */
const READ_ONLY: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Throws the file system's error, or one with the code `EINVAL` for what is no file. */
export function readFile(path: string): Uint8Array {
  const file = openSync(path, READ_ONLY);
  try {
    const about = fstatSync(file);
    if (!about.isFile() && !about.isDirectory())
      throw Object.assign(new Error(`fileStore cannot read "${path}": it is no file`), { code: "EINVAL" });
    return readFileSync(file); // says itself what it thinks of a folder
  } finally {
    closeSync(file);
  }
}

/** `undefined`: it cannot be read, and the one before counts. */
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
 * Whether bytes that are not sound were a snapshot once, judged beside an older one that is sound: cut short, zeroed, or
 * with a wrong checksum. What another program or a later version wrote is not damaged, and is not ours to pass over.
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
