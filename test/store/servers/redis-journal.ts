/** Journals in Redis, asked without runs: entries, records, and keys of their own. */
import { expect } from "vitest";
import type { RedisClient } from "../../../lib/redis.ts";
import { frameEntry, readEntries } from "../../../lib/store/journal-entries.ts";
import type { JournalState, JournalStore } from "../../../lib/store/store-interface.ts";
import type { ClientKind } from "./redis-clients.ts";
import { type RedisSetUp, setUpRedis } from "./redis-set-up.ts";

/** Writers. */
export const A = "aaaaaaaaaaaaaaaa";
export const B = "bbbbbbbbbbbbbbbb";
export const ALL_BYTES: Uint8Array = Uint8Array.from({ length: 256 }, (_, i) => i);

/** Characters that the server writes behind each append. */
export const SEAL = 18;

export function bytes(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}

/** Entries of one writer, numbered from `first`. */
export function entries(writer: string, first: number, ...records: readonly Uint8Array[]): string[] {
  return records.map((record, i) =>
    frameEntry({ writer, seq: first + i, record: Buffer.from(record).toString("base64") }),
  );
}

/** The records in a log, and nothing else. */
export function records(log: string): number[][] {
  return [...readEntries(log)].map(({ record }) => [...Buffer.from(record, "base64")]);
}

/** A client whose next answer can be lost: the server has done the work, and nobody hears of it. */
export function lossy(client: RedisClient): { client: RedisClient; loseNext: () => void } {
  let losing = false;
  const methods = "evalshaBuffer" in client ? ["evalshaBuffer", "evalBuffer"] : ["sendCommand"];
  const asks = client as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const answer =
    (method: string) =>
    async (...args: unknown[]): Promise<unknown> => {
      const reply = await asks[method]?.(...args);
      if (!losing) return reply;
      losing = false;
      throw new Error("the connection was lost");
    };
  const face: unknown = Object.fromEntries(methods.map((method) => [method, answer(method)]));
  return { client: face as RedisClient, loseNext: () => (losing = true) };
}

/** As plain data, without what the store writes for itself: what a client gives are buffers. */
export function plain(state: JournalState | "gone"): unknown {
  if (state === "gone") return state;
  const { incarnation, snapshot, entries, offset, last } = state;
  const own = entries.replace(/^#.*\n/gm, "");
  return { incarnation, offset, snapshot: snapshot && [...snapshot], entries: own, last: snapshot && last };
}

/** A server of one's own, and what the tests of its journals do over and over. */
export interface RedisJournal extends RedisSetUp {
  newKey(): string;
  /** A new life of the key. */
  begun(key: string, proposal?: Uint8Array): Promise<JournalState>;
  /** As the store's, of a life that is not over. */
  appended(...args: Parameters<JournalStore["append"]>): Promise<JournalState>;
  /** Adds records as the entries of a writer from number `first` on. */
  append(
    key: string,
    at: JournalState,
    writer: string,
    first: number,
    ...added: readonly Uint8Array[]
  ): Promise<JournalState>;
}

export function setUpJournal(kind: ClientKind): RedisJournal {
  const redis = setUpRedis(kind);
  let number = 0;
  const journal: Omit<RedisJournal, keyof RedisSetUp> = {
    newKey: () => `run ${kind} ${number++}`,
    async begun(key, proposal = bytes(1)) {
      const state = await redis.store.open(key, proposal);
      expect(state).toMatchObject({ snapshot: undefined, offset: 0 });
      return state;
    },
    async appended(...args) {
      const state = await redis.store.append(...args);
      if (state === "gone") throw new Error("the life is over");
      return state;
    },
    append: (key, at, writer, first, ...added) =>
      journal.appended(key, at, writer, first, entries(writer, first, ...added)),
  };
  return Object.assign(redis, journal);
}
