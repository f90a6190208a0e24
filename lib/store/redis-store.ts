/** State in Redis: the server puts the calls of many workers in order. */

import { randomBytes } from "node:crypto";
import { checkKeys, checkObject, integer } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { getOrAdd } from "../base/property.ts";
import { hearsErrors } from "../rules/diagnostics.ts";
import { type RedisClient, type RunScript, scriptRunner, tellOfEviction } from "./redis-client.ts";
import {
  appendScript,
  COMPACT,
  LIFE_DIGITS,
  LOAD,
  MAGIC,
  newMark,
  OPEN,
  REMOVE,
  type RedisScript,
  SAVE,
  sealOf,
} from "./redis-scripts.ts";
import type { JournalPosition, JournalState, JournalStore, StoredState } from "./store-interface.ts";

const MAX_KEYS = 10_000;

interface KnownKey {
  /** Of the journal. */
  readonly name: string;
  /** When the expiry was put off, by this machine's clock. */
  putOffAt: number;
}

/** Options of `redisStore`. */
export interface RedisStoreOptions {
  /** The beginning of every key. Default `"loopguard:"`. Without braces, which mark the part that a cluster hashes. */
  prefix?: string;
  /** Milliseconds after its last use at which a run expires, by the server's clock. Default 86,400,000: a day. */
  ttlMs?: number;
}

const DEFAULT_PREFIX = "loopguard:";
const DEFAULT_TTL_MS = 86_400_000;

/**
 * A store in Redis (5 or later), for any number of workers that share runs. `client`: a connected client of `redis` or
 * `ioredis`, or a cluster of either; it stays yours to close.
 *
 * Each decision is one `EVALSHA`: it adds the worker's entries to the log of the run and returns what others added before, so
 * workers never wait for each other and never try again. Each use postpones the expiry, to within a hundredth. The keys of a
 * run are `<prefix>{<key>}:journal`, and `:state` for the separate values of `load` and `save`.
 *
 * Nothing that was acknowledged is lost as long as the server keeps its data: see docs/scaling.md for its settings. What it
 * loses (a failover, a restart, an eviction) is detected, however much was added since, and put back by the workers that have
 * it. A server that may drop runs to make room (`maxmemory-policy`) is reported once on `loopguard:error`, if the user may
 * call `INFO`. Methods reject with the client's error. Throws `ERR_LOOPGUARD_OPTION` for wrong options.
 *
 * @example
 * import { createClient } from "redis";
 * import { redisStore } from "loopguard/redis";
 *
 * const client = await createClient({ url: process.env.REDIS_URL }).on("error", console.error).connect();
 * const run = guard.storedRun(sessionId, redisStore(client));
 * const verdict = await run.before({ id, name, arguments: args });
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): JournalStore {
  const given: unknown = options;
  checkObject(given, "options");
  checkKeys(given, "", ["prefix", "ttlMs"]);
  const { prefix = DEFAULT_PREFIX, ttlMs = DEFAULT_TTL_MS } = options;
  if (typeof prefix !== "string" || /[{}]/.test(prefix))
    throw optionError("type", "prefix", prefix, "a string without braces");
  integer(1, Number.MAX_SAFE_INTEGER)(ttlMs, "ttlMs");
  return new RedisStore(scriptRunner(client), prefix, ttlMs);
}

/** The expiry is postponed at most this often within its time, which saves a command in nearly every decision. */
const REFRESHES = 100;
/** In place of a mark that the worker does not have; it equals no mark, and not the empty text. */
const NO_MARK = "none";
/** Writers that are remembered; only a long outage with many new runs leaves so many without an answer. */
const WRITERS_MAX = 100_000;

class RedisStore implements JournalStore {
  readonly #run: RunScript;
  readonly #prefix: string;
  readonly #ttlMs: number;
  readonly #append: Readonly<Record<"plain" | "refresh" | "careful", RedisScript>>;
  /** By writer: whether an append had no answer, so that its entries may or may not be stored. */
  readonly #unanswered = new Map<string, boolean>();
  /** Too many to remember: every append is treated as a retry. */
  #careful = false;
  readonly #keys = new Map<string, KnownKey>();
  /** The server was asked whether it may drop runs. */
  #askedOfEviction = false;

  constructor(run: RunScript, prefix: string, ttlMs: number) {
    this.#run = run;
    this.#prefix = prefix;
    this.#ttlMs = ttlMs;
    this.#append = {
      plain: appendScript(0, false),
      refresh: appendScript(ttlMs, false),
      careful: appendScript(ttlMs, true),
    };
  }

  async open(key: string, proposal: Uint8Array): Promise<JournalState> {
    const args = [MAGIC + newName(), Buffer.from(proposal), this.#ttl];
    return this.#run(OPEN, [this.#journal(key)], args, (reply) => {
      this.#askOfEviction(key);
      const [life, end, mark, entries, snapshot] = parts(reply);
      return {
        incarnation: String(life),
        snapshot: bytesOrNone(snapshot),
        entries: textOf(entries),
        offset: Number(end),
        mark: String(mark),
      };
    });
  }

  append(
    key: string,
    at: JournalPosition,
    writer: string,
    _firstSeq: number,
    entries: readonly string[],
  ): Promise<JournalState | "gone"> {
    const { incarnation, offset, mark } = at;
    const own = entries.length === 1 ? (entries[0] as string) : entries.join("");
    const known = this.#known(key);
    const script = this.#scriptFor(writer, this.#isDue(known));
    const next = own === "" ? mark : newMark();
    const sealed = own === "" ? "" : own + sealOf(next);
    const args = [mark === "" ? NO_MARK : mark, sealed, `${incarnation}${writer}${offset}`];
    return this.#run(script, [known.name], args, (reply) => {
      this.#unanswered.set(writer, false); // not deleted, since deleting and adding would rebuild the map's table each time
      if (reply === null) return "gone";
      if (!Array.isArray(reply))
        return { incarnation, snapshot: undefined, entries: own, offset: offset + sealed.length, mark: next };
      const [newMark, end, behind, skipped, snapshot, last] = reply;
      const added = Number(skipped) < 0 ? "" : own.slice(Number(skipped));
      return {
        incarnation,
        snapshot: bytesOrNone(snapshot),
        entries: textOf(behind) + (added === "" ? "" : added + sealOf(String(newMark))),
        offset: Number(end),
        mark: String(newMark),
        ...(snapshot === undefined || Number(last) < 0 ? {} : { last: Number(last) }),
      };
    });
  }

  async compact(key: string, at: JournalPosition, snapshot: Uint8Array): Promise<void> {
    const args = [at.incarnation, `${at.offset}`, at.mark, Buffer.from(snapshot), this.#ttl];
    return this.#run(COMPACT, [this.#journal(key)], args, nothing);
  }

  async load(key: string): Promise<StoredState | undefined> {
    return this.#run(LOAD, [this.#state(key)], [this.#ttl], (reply) => {
      if (reply === null) return undefined;
      const [version, value] = parts(reply);
      return { bytes: bytes(value), version: String(version) };
    });
  }

  async save(key: string, value: Uint8Array, ifVersion: string | undefined): Promise<string | undefined> {
    const version = newName();
    const args = [ifVersion ?? "", version, Buffer.from(value), this.#ttl];
    return this.#run(SAVE, [this.#state(key)], args, (saved) => (Number(saved) === 1 ? version : undefined));
  }

  async delete(key: string): Promise<void> {
    return this.#run(REMOVE, [this.#journal(key), this.#state(key)], [], nothing);
  }

  get #ttl(): string {
    return String(this.#ttlMs);
  }

  #known(key: string): KnownKey {
    if (this.#keys.size >= MAX_KEYS && !this.#keys.has(key)) this.#keys.clear(); // some expiries are then put off early
    return getOrAdd(this.#keys, key, () => ({ name: this.#journal(key), putOffAt: Number.NEGATIVE_INFINITY }));
  }

  /** Whether it is time to put the expiry off; it then counts as done. */
  #isDue(known: KnownKey): boolean {
    const now = performance.now();
    if (now - known.putOffAt < this.#ttlMs / REFRESHES) return false;
    known.putOffAt = now;
    return true;
  }

  #scriptFor(writer: string, isDue: boolean): RedisScript {
    const { plain, refresh, careful } = this.#append;
    if (this.#careful || this.#unanswered.get(writer) === true) return careful;
    this.#unanswered.set(writer, true);
    if (this.#unanswered.size === WRITERS_MAX) this.#forgetAnswered();
    return isDue ? refresh : plain;
  }

  /** Once, if there is a listener. Not awaited: if it fails, the next run asks again. */
  #askOfEviction(key: string): void {
    if (this.#askedOfEviction || !hearsErrors()) return;
    this.#askedOfEviction = true;
    tellOfEviction(this.#run, this.#journal(key)).catch(() => (this.#askedOfEviction = false));
  }

  #forgetAnswered(): void {
    for (const [writer, isUnanswered] of this.#unanswered) if (!isUnanswered) this.#unanswered.delete(writer);
    this.#careful = this.#unanswered.size > WRITERS_MAX / 2;
    if (this.#careful) this.#unanswered.clear();
  }

  #journal(key: string): string {
    return `${this.#name(key)}:journal`;
  }

  #state(key: string): string {
    return `${this.#name(key)}:state`;
  }

  /**
   * A cluster hashes the text between the first `{` and the next `}`, if it is not empty. So `}` is escaped, the empty key is
   * written as two quotes, and lone surrogates, which clients would replace, as JSON writes them.
   */
  #name(key: string): string {
    const text = key === "" ? '""' : JSON.stringify(key).slice(1, -1).replaceAll("}", "\\u007d");
    return `${this.#prefix}{${text}}`;
  }
}

function nothing(): void {}

/** A unique name for a journal or a version. */
const newName = (): string => randomBytes(LIFE_DIGITS / 2).toString("hex");

function parts(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply;
  throw new Error(`redisStore expected a list from the server and got ${typeof reply}`);
}

function bytesOrNone(part: unknown): Buffer | undefined {
  return part === null || part === undefined ? undefined : bytes(part);
}

const textOf = (part: unknown): string => bytes(part).toString("latin1");

function bytes(part: unknown): Buffer {
  if (part instanceof Buffer) return part;
  throw new Error(
    `redisStore expected bytes from the client and got ${typeof part}: it must give buffers when asked for`,
  );
}
