/**
 * The log of a shared run: this worker's entries are sent to the store, and come back in the store's order.
 *
 * There is one exchange at a time; entries that are added meanwhile are sent with the next one. During an outage, entries are
 * applied to the local state alone, and wait for the store.
 */

import { storeError } from "../base/errors.ts";
import type { Event } from "../core/event.ts";
import { publishError } from "../rules/diagnostics.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import type { Applied } from "../run/open-calls.ts";
import { journalSync } from "./journal-sync.ts";
import { LocalState, PendingEntries } from "./local-state.ts";
import { Outage, type StoreSync, stateSync, timeLimit } from "./state-sync.ts";
import type { JournalStore, StateStore } from "./store-interface.ts";
import type { LogSettings } from "./stored-run-options.ts";

/** `close` competes with other writers for at most this many times `timeoutMs`. */
const LAST_PATIENCE = 3;

export class SharedLog {
  readonly local: LocalState;
  readonly #settings: LogSettings;
  readonly #pending = new PendingEntries();
  readonly #sync: StoreSync;
  readonly #outage: Outage;
  #busy = false;
  /** The exchanges in progress, or the last ones. */
  #running: Promise<void> | undefined;
  /** Called with the local state once it has the store's state. */
  #lookers: (() => void)[] = [];

  /** `onKey`: called when the digests of the run are under another key than before. */
  constructor(key: string, base: GuardEngine, settings: LogSettings, onKey: (key: Uint8Array) => void) {
    this.local = new LocalState(base, key);
    this.#settings = settings;
    this.#outage = new Outage(settings);
    const onState = (rekeyed: boolean): void => {
      this.#pending.keyKnown(this.local.native, rekeyed);
      if (rekeyed) onKey(this.local.engine.key);
    };
    const parts = { ...settings, key, local: this.local, pending: this.#pending, onState };
    const { store } = settings;
    this.#sync = isJournal(store) ? journalSync({ ...parts, store }) : stateSync(parts);
  }

  /** Nothing waits for the next exchange, such as a round that began: the local state has what this worker knows. */
  get sentAll(): boolean {
    return this.#pending.entries.length === 0;
  }

  /** Adds an event; it is sent with the next exchange. */
  push(event: Event, characters = 0): void {
    this.#add(event, characters, undefined);
  }

  /** Adds an event and gives its result. Rejects if the host asked for the store's errors. */
  submit(event: Event, characters = 0): Promise<Applied> {
    return new Promise((resolve, reject) => {
      this.#add(event, characters, (applied, error) =>
        error === undefined ? resolve(applied) : reject(storeError(error)),
      );
      this.#start();
    });
  }

  /** Sends what waits and applies what others did; gives whether the store has everything. */
  flush(): Promise<boolean> {
    const { last } = this.#pending;
    return this.caughtUp(() => !this.#pending.hasUpTo(last) && this.#outage.cause === undefined);
  }

  /** The result of `look` on the local state, after an exchange that begins now or later. */
  caughtUp<T>(look: (local: LocalState) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#lookers.push(() => {
        try {
          resolve(look(this.local));
        } catch (error) {
          reject(error);
        }
      });
      this.#start();
    });
  }

  /** Sends what waits and closes the local state. Entries that the store did not take are lost, which is published. */
  async close(): Promise<void> {
    const { entries } = this.#pending;
    while (this.#busy) await this.#running;
    const { timeoutMs } = this.#settings;
    const began = performance.now();
    for (let tries = 1; entries.length > 0; tries++) {
      this.#outage.until = 0;
      if (await this.flush()) break;
      const took = performance.now() - began;
      // The second try finds what was stored although its answer was lost. A store that hangs is not tried twice.
      if (this.#outage.isContended ? took > LAST_PATIENCE * timeoutMs : tries === 2 || took >= timeoutMs) break;
    }
    this.#outage.lost(entries.length, "which could not be asked when the run was closed");
    this.local.close();
  }

  #add(event: Event, characters: number, tell: ((applied: Applied, error: unknown) => void) | undefined): void {
    this.#pending.add(this.local.native, event, characters, this.#sync.connected, tell);
    this.#outage.lost(this.#pending.trim(this.#settings.maxPending), "since more wait for it than maxPending allows");
  }

  #start(): void {
    if (this.#busy) return;
    this.#busy = true;
    this.#running = this.#run();
  }

  /** Exchanges until nothing waits. Never rejects. */
  async #run(): Promise<void> {
    while (this.#pending.awaited || this.#lookers.length > 0) {
      const lookers = this.#lookers;
      if (lookers.length > 0) this.#lookers = [];
      try {
        // Not a function of its own, which would be one more promise for each decision.
        if (this.#outage.resting) this.#goOn();
        else
          try {
            await this.#sync.exchange(timeLimit(this.#settings.timeoutMs), lookers.length > 0);
            this.#outage.ended();
          } catch (error) {
            this.#outage.began(error);
            this.#goOn();
          }
      } catch (error) {
        publishError(error, "store");
        this.#pending.answerAll(undefined);
      }
      for (const look of lookers) look();
    }
    this.#busy = false;
  }

  /** Without the store: applies to the local state what the store could not take. */
  #goOn(): void {
    this.#sync.fork();
    const known = this.local.seqOf(this.#pending.writer);
    for (const entry of this.#pending.after(known)) entry.applied = this.local.apply(entry) ?? entry.applied;
    this.#pending.answerAll(this.#settings.throws ? this.#outage.cause : undefined);
  }
}

/** A store around another one may have the member, and no function in it. */
function isJournal(store: StateStore | JournalStore): store is JournalStore {
  return typeof (store as Partial<JournalStore>).append === "function";
}
