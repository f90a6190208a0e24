/**
 * The snapshot of a guard: those of its runs in a container whose header is `[[key or null, length of the run's snapshot],
 * ...]`; the run with the key `null` is the default run, and it comes first.
 */
import { snapshotError } from "../base/errors.ts";
import { type ContainerKind, damagedError, isContainer, openContainer, packContainer } from "./snapshot-container.ts";

/** One run of a snapshot; `key` `null`: the default run. */
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
  if (!(bytes instanceof Uint8Array)) throw snapshotError("the bytes of a snapshot are a Uint8Array");
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
