/**
 * The snapshot of a guard: those of its runs, one after another, behind a list of their keys and lengths.
 *
 *   +-------+---------+----------+---------------+--------+----------------+------+------+----
 *   | magic | version | reserved | header length | header | header checksum | run 0 | run 1 | ...
 *   |   4   |    2    |    2     |       4       |   n    |       16        |       |       |
 *   +-------+---------+----------+---------------+--------+----------------+------+------+----
 *
 * Numbers are little-endian. The header is JSON: `[[key or null, length of the run's snapshot], ...]`; the run with the
 * key `null` is the default run, and it comes first. Each run's snapshot is the core's and has a checksum of its own.
 */
import { binding } from "./backend.ts";
import { ArgsKind, IdentityMode } from "./binding.ts";
import { snapshotError } from "./errors.ts";

/** One run of a snapshot; `key` `null`: the default run. */
export interface RunSnapshot {
  readonly key: string | null;
  readonly bytes: Uint8Array;
}

const MAGIC = 0x5247474c; // "LGGR"
const VERSION = 1;
const PREFIX = 12;
const CHECKSUM = 16;
const NO_KEY = new Uint8Array(16);

export function packRuns(runs: readonly RunSnapshot[]): Uint8Array {
  const text = JSON.stringify(runs.map((run) => [run.key, run.bytes.length]));
  const header = new TextEncoder().encode(text);
  const start = PREFIX + header.length + CHECKSUM;
  const out = new Uint8Array(start + runs.reduce((sum, run) => sum + run.bytes.length, 0));
  const view = new DataView(out.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint16(4, VERSION, true);
  view.setUint32(8, header.length, true);
  out.set(header, PREFIX);
  out.set(checksum(text), PREFIX + header.length);
  let at = start;
  for (const run of runs) {
    out.set(run.bytes, at);
    at += run.bytes.length;
  }
  return out;
}

/** The runs in `bytes`, the default one first. A lone run's snapshot is taken for a default run. */
export function unpackRuns(bytes: unknown): RunSnapshot[] {
  if (!(bytes instanceof Uint8Array)) throw snapshotError("the bytes of a snapshot are a Uint8Array");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < PREFIX || view.getUint32(0, true) !== MAGIC) return [{ key: null, bytes }];
  if (view.getUint16(4, true) !== VERSION || view.getUint16(6, true) !== 0)
    throw snapshotError(`version ${view.getUint16(4, true)} is not known here`);
  const end = PREFIX + view.getUint32(8, true);
  if (end + CHECKSUM > bytes.length) throw damaged();
  const text = new TextDecoder().decode(bytes.subarray(PREFIX, end));
  const sum = checksum(text);
  if (!bytes.subarray(end, end + CHECKSUM).every((byte, i) => byte === sum[i])) throw damaged();
  const runs: RunSnapshot[] = [];
  let at = end + CHECKSUM;
  for (const [key, length] of readHeader(text)) {
    runs.push({ key, bytes: bytes.subarray(at, at + length) });
    at += length;
  }
  if (at !== bytes.length) throw damaged();
  return runs;
}

/** A right checksum only says that some writer wrote it, so its sense is checked too. */
function readHeader(text: string): [key: string | null, length: number][] {
  let header: unknown;
  try {
    header = JSON.parse(text);
  } catch {
    throw damaged();
  }
  const isEntry = (entry: unknown, index: number): entry is [string | null, number] =>
    Array.isArray(entry) &&
    (index === 0 ? entry[0] === null : typeof entry[0] === "string") &&
    Number.isSafeInteger(entry[1]) &&
    (entry[1] as number) >= 0;
  if (!Array.isArray(header) || header.length === 0 || !header.every(isEntry)) throw damaged();
  return header;
}

function damaged(): Error {
  return snapshotError("the bytes are not a loopguard snapshot, or are damaged");
}

function checksum(text: string): Uint8Array {
  const hex = binding.identify(NO_KEY, IdentityMode.verbatim, "guard snapshot", text, ArgsKind.json);
  return Uint8Array.from({ length: CHECKSUM }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
