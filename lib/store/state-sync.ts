/** Sends a worker's entries to a store: the way for a `StateStore`, what both ways have, outages and limits of time. */

import { optionError, whyOf } from "../base/errors.ts";
import { isGiven, orElse } from "../base/property.ts";
import { isBytes } from "../base/text-bytes.ts";
import { publishError, tellMisuse } from "../rules/diagnostics.ts";
import type { LocalState, PendingEntries } from "./local-state.ts";
import type { StateStore, StoredState } from "./store-interface.ts";
import type { LogSettings } from "./stored-run-options.ts";

/** Waits for one call of the store, up to a limit, and uses its answer: see `timeLimit`. */
export type Limit = <T, U = T>(promise: Promise<T>, use?: (answer: T) => U | Promise<U>) => Promise<U>;

export interface StoreSync {
  /** The local state has the state of the store, and its key. */
  readonly connected: boolean;
  /**
   * Sends all entries that are pending now, applies the store's state to the local state, and settles the entries. `catchUp`: asks
   * the store even if nothing is pending. If it rejects, the next exchange continues from the same state.
   */
  exchange(limit: Limit, catchUp: boolean): Promise<void>;
  /** Called before entries that the store does not have are applied to the local state. */
  fork(): void;
}

export interface SyncParts<Store> extends LogSettings {
  readonly store: Store & LogSettings["store"];
  readonly key: string;
  readonly local: LocalState;
  readonly pending: PendingEntries;
  /** Called when the local state has a state of the store; `rekeyed`: under another key than before. */
  onState(rekeyed: boolean): void;
}

/** This worker lost every race for a key. That is no outage; it tries again later. */
export class ContentionError extends Error {
  constructor(tries: number) {
    super(`The stored run changed ${tries} times while this worker tried to add to it`);
  }
}

/** Restores a stored state into the local state. True: its key is the same as before. */
export function restoreInto<Store>({ local, onState }: SyncParts<Store>, bytes: Uint8Array): boolean {
  const { engine } = local;
  local.restore(bytes);
  const isSame = local.engine === engine;
  onState(!isSame);
  return isSame;
}

/** What is known about a loss, besides the state that the store has now. */
export interface Loss {
  /** The store has certainly lost something. */
  readonly wentBack?: boolean;
  /** The number of the last own entry in the store, if the store gives it. */
  readonly last?: number | undefined;
  /** Own entries up to this number were in the store, or published as lost, when the journal was opened. */
  readonly base?: number;
}

/**
 * The local state has the store's state, from which own entries may be missing. These become pending again. Gives the number that
 * cannot: they are no longer remembered, or are under a key that the run no longer has.
 *
 * If so many others wrote that this writer may have been forgotten, entries that may still be in the store are not sent again;
 * they count as lost if the store has lost anything.
 */
export function recallOwn<Store>(
  { local, pending }: SyncParts<Store>,
  isSameKey: boolean,
  { wentBack = false, last, base = 0 }: Loss = {},
): number {
  const mayBeForgotten = local.seqOf(pending.writer) === 0 && local.isFull;
  const known = Math.max(last ?? 0, local.seqOf(pending.writer));
  pending.confirmed(known, undefined); // also what was stored although its answer was lost
  if (!mayBeForgotten) return pending.recall(known, isSameKey);
  if (last !== undefined) return pending.recall(Math.max(last, base), isSameKey);
  return wentBack ? pending.recall(known, false) : 0;
}

export function tellLost(count: number): void {
  if (count > 0)
    publishError(new Error(`The store has lost up to ${count} calls of a run that it had confirmed`), "store");
}

/** Many databases return `null` for nothing. */
type Maybe<T> = T | null | undefined;

/** The answer of `load`. Throws `ERR_LOOPGUARD_OPTION`. */
function readState(state: Maybe<StoredState>): StoredState | undefined {
  if (!isGiven(state)) return undefined;
  if (typeof state !== "object") throw wrongStore("load gives { bytes, version } or undefined", state);
  const { bytes, version }: { bytes: unknown; version: unknown } = state;
  if (!isBytes(bytes)) throw wrongStore("load gives the bytes as a Uint8Array", bytes);
  if (typeof version !== "string") throw wrongStore("load gives the version as a string", version);
  return state;
}

/** The answer of `save`. Throws `ERR_LOOPGUARD_OPTION`. */
function readVersion(version: Maybe<string>): string | undefined {
  if (!isGiven(version)) return undefined;
  if (typeof version === "string") return version;
  throw wrongStore("save gives the new version as a string, or undefined where somebody was quicker", version);
}

const wrongStore = (does: string, got: unknown): Error => optionError("type", "store", got, `a store whose ${does}`);

/** The longest pause between two tries, in milliseconds; the pauses are random. */
const PAUSE_MAX = 32;

export function stateSync(parts: SyncParts<StateStore>): StoreSync {
  const { store, key, local, pending, timeoutMs } = parts;
  /** The version of the stored value in the local state; `undefined`: there is none. */
  let current: string | undefined;
  /** There was a stored value: a store that has lost it gets this worker's. */
  let wasStored = false;

  /** Gives the number of the last entry; 0: there is none. */
  function applyAll(): number {
    for (const entry of pending.entries) entry.applied = local.apply(entry) ?? entry.applied;
    return pending.entries.at(-1)?.seq ?? 0;
  }

  async function load(limit: Limit): Promise<void> {
    const stored = readState(await limit(store.load(key)));
    // Where nothing is stored, or nothing any more, this worker's state is saved.
    if (stored !== undefined)
      try {
        // A save may have succeeded although its answer was lost; or the store may have lost saves.
        tellLost(recallOwn(parts, restoreInto(parts, stored.bytes)));
      } catch (error) {
        if (!parts.replaceUnreadable) throw error;
      }
    current = stored?.version;
    wasStored ||= stored !== undefined;
  }

  return {
    /** Before the first save, another worker may save first, under another key. */
    get connected() {
      return current !== undefined;
    },
    /** Nothing to keep: after a lost race, the store's value is loaded. */
    fork() {},
    async exchange(limit, catchUp) {
      const end = performance.now() + timeoutMs;
      if (catchUp || current === undefined) await load(limit);
      for (let tries = 0; ; tries++) {
        if (tries > 0) {
          const pause = Math.random() * Math.min(PAUSE_MAX, 2 ** tries);
          if (performance.now() + pause >= end) throw new ContentionError(tries);
          await new Promise((resolve) => setTimeout(resolve, pause));
          await load(limit);
        }
        const last = applyAll();
        if (last === 0 && (current !== undefined || !wasStored)) return;
        const version = readVersion(await limit(store.save(key, local.toBytes(), current)));
        if (version === undefined) continue;
        current = version;
        wasStored = true;
        parts.onState(false);
        pending.confirmed(last, undefined);
        return;
      }
    },
  };
}

export class Outage {
  /** Why the last exchange failed; `undefined`: it did not. */
  cause: unknown;
  /** This worker lost every race, which is no outage. */
  isContended = false;
  readonly #settings: LogSettings;
  /** Before, the store is not asked; 0: it may be. */
  until = 0;
  #reported = false;
  #lossReported = false;

  constructor(settings: LogSettings) {
    this.#settings = settings;
  }

  /** Whether the store is not asked for now. */
  get resting(): boolean {
    return performance.now() < this.until;
  }

  began(reason: unknown): void {
    const error = reason ?? new Error("The store rejected without a reason");
    this.cause = error;
    this.isContended = orElse(() => error instanceof ContentionError, false); // a revoked proxy throws
    const { store, retryAfterMs, throws } = this.#settings;
    this.until = this.isContended ? 0 : performance.now() + retryAfterMs;
    if (!this.#reported) publishError(error, "store");
    this.#reported = true;
    if (this.isContended || throws) return;
    tellMisuse(store, "LOOPGUARD_STORE", `A store has failed, and the run goes on without it: ${whyOf(error)}`);
  }

  ended(): void {
    this.cause = undefined;
    this.until = 0;
    this.#reported = this.#lossReported = false;
  }

  /** Publishes that entries were dropped that the store may not have; `why` ends the sentence. */
  lost(count: number, why: string): void {
    if (count === 0 || this.#lossReported) return;
    this.#lossReported = true;
    publishError(new Error(`${count} entries of a run may not have reached the store, ${why}`), "store");
  }
}

/**
 * Limits how long all waits of an exchange with a store may take together, from now on. A wait gives the answer, or the result
 * of `use` on it. It rejects after the limit; a later answer is ignored.
 */
export function timeLimit(ms: number): Limit {
  const end = performance.now() + ms;
  return <T, U = T>(promise: Promise<T>, use: (answer: T) => U | Promise<U> = same as never): Promise<U> =>
    new Promise((resolve, reject) => {
      let isOver = false;
      const giveUp = (): void => {
        isOver = true;
        reject(new Error(`The store gave no answer in ${ms} ms`));
      };
      const timer = setTimeout(giveUp, end - performance.now());
      // A store in plain JavaScript may return its answer without a promise.
      Promise.resolve(promise).then(
        (answer) => {
          clearTimeout(timer);
          if (isOver) return;
          try {
            resolve(use(answer));
          } catch (error) {
            reject(error);
          }
        },
        (error: unknown) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    });
}

const same = <T>(answer: T): T => answer;
