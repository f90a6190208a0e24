/**
 * A run as one worker knows it: the core's run, and how far each writer has got in it, so that no entry counts twice.
 *
 * Its bytes are what stores keep: a container whose header is `{ writers: [[writer, seq], ...] }`, and the run's snapshot.
 */
import { core } from "../core/backend.ts";
import type { CoreRun } from "../core/run.ts";
import type { AppliedVerdict, CoreReport } from "../core/types.ts";
import { publishError, publishRestore } from "../report/diagnostics.ts";
import { hasDropped, type RestoreReport, restoreReport } from "../report/restore-report.ts";
import { checkPacked, isDetected } from "../report/verdict.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import { type ContainerKind, damagedError, openContainer, packContainer } from "../run/snapshot-container.ts";
import type { JournalEntry } from "./journal-entry.ts";

/** "LGST" */
export const STORED_RUN: ContainerKind = { magic: 0x5453474c, version: 2, name: "stored run" };

/**
 * Writers remembered, longest silent out first. One that is forgotten could only be counted twice if it went on to repeat an
 * entry after so many others came.
 */
const WRITERS_MAX = 64;
/** `-status` of a record that is none: see `LG_STATUS_MAP`. */
const NO_RECORD = -6;

const FOREIGN_RECORD =
  "A call was recorded under a key that the stored run does not have any more; it is not counted there";

/** What came of an entry. */
export interface Applied {
  readonly packed: AppliedVerdict;
  readonly report: CoreReport | undefined;
}

/** What a record says of a call that the run does not know: nothing. */
export const NOTHING: Applied = Object.freeze({ packed: 32, report: undefined });

export class Replica {
  /** Of the key that the run's digests are under. */
  engine: GuardEngine;
  native: CoreRun;
  readonly #base: GuardEngine;
  readonly #runId: string;
  readonly #writers = new Map<string, number>();
  /** The last of `#writers`. */
  #newest: string | undefined;
  #told = false;

  /** An empty run under the key of `base`. */
  constructor(base: GuardEngine, runId: string) {
    this.#base = base;
    this.#runId = runId;
    this.engine = base;
    this.native = base.newRun();
  }

  /** The last entry of a writer that is in the run; 0: none. */
  seqOf(writer: string): number {
    return this.#writers.get(writer) ?? 0;
  }

  /** Whether writers may have been forgotten: one that is not known may have entries in the run all the same. */
  get isFull(): boolean {
    return this.#writers.size >= WRITERS_MAX;
  }

  /** Applies an entry of this worker; `undefined`: it is in already. */
  apply({ writer, seq, record }: JournalEntry): Applied | undefined {
    if (seq <= this.seqOf(writer)) return undefined;
    const packed = this.native.apply(record);
    if (packed === NO_RECORD) publishError(new Error(FOREIGN_RECORD), "store");
    else checkPacked(packed);
    this.#wrote(writer, seq);
    if (packed < 0) return NOTHING;
    return { packed, report: isDetected(packed) ? this.native.report() : undefined };
  }

  /** Applies an entry of another worker, whose tool may be new here. A record that is none is told and passed over. */
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

  /** Puts the replica into a stored state; under another key it gets another engine. Throws and changes nothing. */
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

  /** An engine that was made for this run's key and is not in use any more. */
  #release(engine: GuardEngine): void {
    if (engine !== this.engine && engine !== this.#base) engine.close();
  }

  /** Of what other options than the writer's leave out; once, since every lost race restores. */
  #tell(report: RestoreReport): void {
    if (this.#told || (report.sameOptions && !hasDropped(report))) return;
    this.#told = true;
    publishRestore(report, this.#runId);
  }

  #wrote(writer: string, seq: number): void {
    // Behind the others, where it mostly is already.
    if (writer !== this.#newest) this.#writers.delete(writer);
    this.#newest = writer;
    this.#writers.set(writer, seq);
    if (this.#writers.size <= WRITERS_MAX) return;
    for (const oldest of this.#writers.keys()) {
      this.#writers.delete(oldest);
      return;
    }
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
