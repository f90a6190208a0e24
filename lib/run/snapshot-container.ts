/**
 * Snapshots of the core after a header that describes them.
 *
 *   +-------+---------+----------+---------------+--------+----------------+--------+--------+----
 *   | magic | version | reserved | header length | header | header checksum | part 0 | part 1 | ...
 *   |   4   |    2    |    2     |       4       |   n    |       16        |        |        |
 *   +-------+---------+----------+---------------+--------+----------------+--------+--------+----
 *
 * Numbers are little-endian. The header is JSON. The parts have checksums of their own; their lengths are in the header.
 */

import { describeValue, snapshotError } from "../base/errors.ts";
import { parsedJson } from "../base/json-text.ts";
import { Decoder, Encoder, isBytes } from "../base/text-bytes.ts";
import { core } from "../core/backend.ts";
import { IdentityMode } from "../core/layout.gen.ts";
import { viewOf } from "../core/memory.ts";

/** A kind of container: four letters as a number, the version of its header, and a name that goes into the checksum. */
export interface ContainerKind {
  readonly magic: number;
  readonly version: number;
  readonly name: string;
}

const PREFIX = 12;
const CHECKSUM = 16;
const NO_KEY = new Uint8Array(16);

export function packContainer(kind: ContainerKind, header: unknown, parts: readonly Uint8Array[]): Uint8Array {
  const text = JSON.stringify(header);
  const head = new Encoder().encode(text);
  let at = PREFIX + head.length + CHECKSUM;
  const out = new Uint8Array(at + parts.reduce((sum, part) => sum + part.length, 0));
  const view = new DataView(out.buffer);
  view.setUint32(0, kind.magic, true);
  view.setUint16(4, kind.version, true);
  view.setUint32(8, head.length, true);
  out.set(head, PREFIX);
  out.set(checksum(kind, text), PREFIX + head.length);
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export function isContainer(kind: ContainerKind, bytes: Uint8Array): boolean {
  return bytes.length >= PREFIX && viewOf(bytes).getUint32(0, true) === kind.magic;
}

/** The header, which the caller must still check (`undefined`: it is no JSON), and what follows it. Throws `ERR_LOOPGUARD_SNAPSHOT`. */
export function openContainer(kind: ContainerKind, bytes: Uint8Array): { header: unknown; rest: Uint8Array } {
  if (!isContainer(kind, bytes)) throw damagedError();
  const view = viewOf(bytes);
  const version = view.getUint16(4, true);
  if (version !== kind.version) throw snapshotError(`version ${version} is not known here`);
  const end = PREFIX + view.getUint32(8, true);
  if (view.getUint16(6, true) !== 0 || end + CHECKSUM > bytes.length) throw damagedError();
  const text = new Decoder().decode(bytes.subarray(PREFIX, end));
  const sum = checksum(kind, text);
  if (!bytes.subarray(end, end + CHECKSUM).every((byte, i) => byte === sum[i])) throw damagedError();
  return { header: parsedJson(text), rest: bytes.subarray(end + CHECKSUM) };
}

export function damagedError(cause?: unknown): Error {
  const error = snapshotError("the bytes are not a loopguard snapshot, or are damaged");
  return cause === undefined ? error : Object.assign(error, { cause });
}

function checksum(kind: ContainerKind, text: string): Uint8Array {
  const hex = core.identify(NO_KEY, IdentityMode.verbatim, kind.name, [text]);
  return Uint8Array.from({ length: CHECKSUM }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

// ---- the snapshot of a guard ----

/** One run of a guard's snapshot, whose header is `[[key or null, length of the run's snapshot], ...]`; `null`: the default run, which is first. */
export interface RunSnapshot {
  readonly key: string | null;
  readonly bytes: Uint8Array;
}

/** "LGGR" */
const KIND: ContainerKind = { magic: 0x5247474c, version: 2, name: "guard snapshot" };

export function packRuns(runs: readonly RunSnapshot[]): Uint8Array {
  const header = runs.map((run) => [run.key, run.bytes.length]);
  const parts = runs.map((run) => run.bytes);
  return packContainer(KIND, header, parts);
}

/** The runs in `bytes`, the default one first. The snapshot of a single run is taken for a default run. */
export function unpackRuns(bytes: unknown): RunSnapshot[] {
  if (!isBytes(bytes)) throw snapshotError(`the bytes of a snapshot are a Uint8Array, got ${describeValue(bytes)}`);
  if (!isContainer(KIND, bytes)) return [{ key: null, bytes }];
  const { header, rest } = openContainer(KIND, bytes);
  const runs: RunSnapshot[] = [];
  let at = 0;
  for (const [key, length] of readHeader(header)) {
    runs.push({ key, bytes: rest.subarray(at, at + length) });
    at += length;
  }
  if (at !== rest.length) throw damagedError();
  return runs;
}

/** Checks the header: a correct checksum only says that it is undamaged. */
function readHeader(header: unknown): [key: string | null, length: number][] {
  const isEntry = (entry: unknown, index: number): entry is [string | null, number] =>
    Array.isArray(entry) &&
    (index === 0 ? entry[0] === null : typeof entry[0] === "string") &&
    Number.isSafeInteger(entry[1]) &&
    (entry[1] as number) >= 0;
  if (!Array.isArray(header) || header.length === 0 || !header.every(isEntry)) throw damagedError();
  return header;
}
