/** Whether the bytes of a file came back whole. */
import { binding } from "../backend.ts";

const MAGIC_SIZE = 4;
/** Magic and version. */
const HEAD_SIZE = 6;

/** A snapshot of this version of the core, with the right checksum. */
export function isSound(bytes: Uint8Array): boolean {
  try {
    binding.snapshotKey(bytes);
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
  return versionOf(bytes) <= versionOf(sound);
}

function versionOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint16(MAGIC_SIZE, true);
}
