/**
 * A run as one worker knows it: the core's run, and the last entry of each writer in it, so that no entry counts twice.
 *
 * Stores keep it as a container with the header `{ writers: [[writer, seq], ...] }` and the run's snapshot.
 */

import { remember } from "../base/property.ts";
import { core } from "../core/backend.ts";
import type { CoreRun } from "../core/run.ts";
import { hasDropped, publishError, publishRestore, type RestoreReport, restoreReport } from "../rules/diagnostics.ts";
import { checkPacked, isDetected } from "../rules/verdict.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import type { Applied } from "../run/open-calls.ts";
import { type ContainerKind, damagedError, openContainer, packContainer } from "../run/snapshot-container.ts";

/**
 * The text of an entry in a journal, one line:
 *
 *   <writer: 16 hex digits>:<seq>:<record in base64>\n
 *
 * It is text because Redis clients copy bytes separately, which takes longer than base64. The core checks the record
 * (`lg_run_apply`). `seq` counts the entries of one writer, from 1. Lines that begin with `#` belong to the store and are skipped.
 */

const ENTRY = /(?:#[^\n]*\n)*([0-9a-f]{16}):([1-9]\d{0,15}):([A-Za-z0-9+/]*={0,2})\n(?:#[^\n]*\n)*/y;

export interface JournalEntry {
  /** 16 hex digits. */
  readonly writer: string;
  readonly seq: number;
  /** In base64, as `CoreRun.record` makes it. */
  readonly record: string;
}

/** An entry in a text of several. */
export interface FramedEntry extends JournalEntry {
  /** The length of its line and of the store's lines around it. */
  readonly size: number;
}

export function frameEntry({ writer, seq, record }: JournalEntry): string {
  return `${writer}:${seq}:${record}\n`;
}

/** The entries in `text`, in order. Throws a `RangeError` where there is no entry. */
export function* readEntries(text: string): Generator<FramedEntry> {
  for (let at = 0; at < text.length; ) {
    ENTRY.lastIndex = at;
    const found = ENTRY.exec(text);
    if (found === null) throw new RangeError(`There is no entry at character ${at} of ${text.length}`);
    const [frame, writer = "", seq, record = ""] = found;
    yield { writer, seq: Number(seq), record, size: frame.length };
    at += frame.length;
  }
}

/** "LGST" */
export const STORED_RUN: ContainerKind = { magic: 0x5453474c, version: 2, name: "stored run" };

/**
 * Writers remembered; the one that wrote longest ago is dropped. An entry counts twice only if its writer repeats it after so
 * many others have written.
 */
const WRITERS_MAX = 64;
/** `-LG_ERECORD`: the bytes are not a record under this key. */
const NO_RECORD = -6;

const FOREIGN_RECORD = "A call was recorded under a key that the stored run no longer has; it is not counted there";

/** The result for a call that the run does not know. */
export const NOTHING: Applied = Object.freeze({ packed: 32, report: undefined });

export class Replica {
  /** Under the key of the run's digests. */
  engine: GuardEngine;
  native: CoreRun;
  readonly #base: GuardEngine;
  readonly #runId: string;
  readonly #writers = new Map<string, number>();
  /** The writer that wrote last. */
  #newest: string | undefined;
  #told = false;

  /** An empty run under the key of `base`. */
  constructor(base: GuardEngine, runId: string) {
    this.#base = base;
    this.#runId = runId;
    this.engine = base;
    this.native = base.newRun();
  }

  /** The number of a writer's last entry in the run; 0: there is none. */
  seqOf(writer: string): number {
    return this.#writers.get(writer) ?? 0;
  }

  /** Whether writers may have been forgotten, so that an unknown one may still have entries in the run. */
  get isFull(): boolean {
    return this.#writers.size >= WRITERS_MAX;
  }

  /** Applies an entry of this worker; `undefined`: it was applied before. */
  apply({ writer, seq, record }: JournalEntry): Applied | undefined {
    if (seq <= this.seqOf(writer)) return undefined;
    const packed = this.native.apply(record);
    if (packed === NO_RECORD) publishError(new Error(FOREIGN_RECORD), "store");
    else checkPacked(packed);
    this.#wrote(writer, seq);
    if (packed < 0) return NOTHING;
    const newest = this.engine.delegation && this.native.newest();
    return { packed, report: isDetected(packed) ? this.native.report() : undefined, newest };
  }

  /** Applies an entry of another worker, whose tool may be new here. A bad record is reported and skipped. */
  applyForeign({ writer, seq, record }: JournalEntry): void {
    if (seq <= this.seqOf(writer)) return;
    this.#wrote(writer, seq);
    try {
      const name = this.native.recordName(record);
      if (name !== "") this.engine.tools.of(name);
    } catch (error) {
      publishError(error, "store");
      return;
    }
    checkPacked(this.native.apply(record));
  }

  toBytes(): Uint8Array {
    return packContainer(STORED_RUN, { writers: [...this.#writers] }, [this.native.snapshot()]);
  }

  /** Restores a stored state; a state under another key needs another engine. If it throws, nothing has changed. */
  restore(bytes: Uint8Array): void {
    const { header, rest } = openContainer(STORED_RUN, bytes);
    const writers = readWriters(header);
    const key = keyOf(rest);
    const engine = sameBytes(key, this.engine.key)
      ? this.engine
      : sameBytes(key, this.#base.key)
        ? this.#base
        : this.#base.withKey(key);
    const native = engine.newRun();
    try {
      this.#tell(restoreReport([native.restore(rest)]));
    } catch (error) {
      native.close();
      this.#release(engine);
      throw Object.assign(damagedError(), { cause: error });
    }
    const old = this.engine;
    this.native.close();
    this.native = native;
    this.engine = engine;
    this.#release(old);
    this.#writers.clear();
    for (const [writer, seq] of writers) this.#writers.set(writer, seq);
    this.#newest = writers.at(-1)?.[0];
  }

  close(): void {
    this.native.close();
    const { engine } = this;
    this.engine = this.#base;
    this.#release(engine);
  }

  /** Closes an engine that was made for this run's key and is no longer used. */
  #release(engine: GuardEngine): void {
    if (engine !== this.engine && engine !== this.#base) engine.close();
  }

  /** Publishes what was dropped because the writer has other options; once, since every lost race restores. */
  #tell(report: RestoreReport): void {
    if (this.#told || (report.sameOptions && !hasDropped(report))) return;
    this.#told = true;
    publishRestore(report, this.#runId);
  }

  #wrote(writer: string, seq: number): void {
    if (writer === this.#newest) this.#writers.set(writer, seq);
    else remember(this.#writers, writer, seq, WRITERS_MAX);
    this.#newest = writer;
  }
}

function readWriters(header: unknown): readonly [string, number][] {
  const writers: unknown = (header as { writers?: unknown } | null)?.writers;
  const isWriter = (entry: unknown): entry is [string, number] =>
    Array.isArray(entry) && typeof entry[0] === "string" && Number.isSafeInteger(entry[1]);
  if (!Array.isArray(writers) || !writers.every(isWriter)) throw damagedError();
  return writers;
}

function keyOf(snapshot: Uint8Array): Uint8Array {
  try {
    return core.snapshotKey(snapshot);
  } catch (error) {
    throw Object.assign(damagedError(), { cause: error });
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
