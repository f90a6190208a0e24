/** State in Redis: the server puts the calls of many workers in order. */

import { checkKeys, checkObject, integer } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { isGiven, remember } from "../base/property.ts";
import { randomHex } from "../base/text-bytes.ts";
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
  SAVE,
  sealOf,
} from "./redis-scripts.ts";
import type { JournalStore } from "./store-interface.ts";

/** Keys whose expiries are remembered; that of others is put off early. */
const MAX_KEYS = 10_000;

/** Options of `redisStore`. */
export interface RedisStoreOptions {
  /** The beginning of every key. Default `"loopguard:"`. Without braces, which mark the part that a cluster hashes. */
  prefix?: string;
  /** Milliseconds after its last use at which a run expires, by the server's clock. Default 86,400,000: a day. */
  ttlMs?: number;
}

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
  const { prefix = "loopguard:", ttlMs = 86_400_000 } = options;
  if (typeof prefix !== "string" || /[{}]/.test(prefix))
    throw optionError("type", "prefix", prefix, "a string without braces");
  integer(1, Number.MAX_SAFE_INTEGER)(ttlMs, "ttlMs");
  return storeOf(scriptRunner(client), prefix, ttlMs);
}

/** The expiry is postponed at most this often within its time, which saves a command in nearly every decision. */
const REFRESHES = 100;
/** In place of a mark that the worker does not have; it equals no mark, and not the empty text. */
const NO_MARK = "none";
/** Writers that are remembered: only a long outage with many new runs leaves so many without an answer. */
const WRITERS_MAX = 100_000;

function storeOf(run: RunScript, prefix: string, ttlMs: number): JournalStore {
  const plain = appendScript(0, false);
  const refresh = appendScript(ttlMs, false);
  const careful = appendScript(ttlMs, true);
  const ttl = String(ttlMs);
  /** Writers whose last append had no answer, so that its entries may or may not be stored. */
  const unanswered = new Set<string>();
  /** Too many to remember: every append is treated as a retry. */
  let isCareful = false;
  /** When the expiry of a key was put off, by this machine's clock. */
  const putOff = new Map<string, number>();
  /** The server was asked whether it may drop runs. */
  let askedOfEviction = false;

  const journal = (key: string): string => `${nameOf(prefix, key)}:journal`;
  const state = (key: string): string => `${nameOf(prefix, key)}:state`;

  /** Whether it is time to put the expiry off; it then counts as done. */
  function isDue(key: string): boolean {
    const now = performance.now();
    if (now - (putOff.get(key) ?? Number.NEGATIVE_INFINITY) < ttlMs / REFRESHES) return false;
    remember(putOff, key, now, MAX_KEYS);
    return true;
  }

  function scriptFor(writer: string, isDue: boolean): string {
    if (isCareful || unanswered.has(writer)) return careful;
    unanswered.add(writer);
    isCareful = unanswered.size === WRITERS_MAX;
    return isDue ? refresh : plain;
  }

  /** Once, if there is a listener. Not awaited: if it fails, the next run asks again. */
  function askOfEviction(key: string): void {
    if (askedOfEviction || !hearsErrors()) return;
    askedOfEviction = true;
    tellOfEviction(run, journal(key)).catch(() => (askedOfEviction = false));
  }

  return {
    open: async (key, proposal) =>
      run(OPEN, [journal(key)], [MAGIC + newName(), Buffer.from(proposal), ttl], (reply) => {
        askOfEviction(key);
        const [life, end, mark, entries, snapshot] = parts(reply);
        return {
          incarnation: String(life),
          snapshot: bytesOrNone(snapshot),
          entries: textOf(entries),
          offset: Number(end),
          mark: String(mark),
        };
      }),

    append(key, { incarnation, offset, mark }, writer, _firstSeq, entries) {
      const own = entries.length === 1 ? (entries[0] as string) : entries.join("");
      const next = own === "" ? mark : newMark();
      const sealed = own === "" ? "" : own + sealOf(next);
      const args = [mark === "" ? NO_MARK : mark, sealed, `${incarnation}${writer}${offset}`];
      return run(scriptFor(writer, isDue(key)), [journal(key)], args, (reply) => {
        unanswered.delete(writer);
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
    },

    compact: async (key, at, snapshot) =>
      run(COMPACT, [journal(key)], [at.incarnation, `${at.offset}`, at.mark, Buffer.from(snapshot), ttl], () => {}),

    load: async (key) =>
      run(LOAD, [state(key)], [ttl], (reply) => {
        if (reply === null) return undefined;
        const [version, value] = parts(reply);
        return { bytes: bytes(value), version: String(version) };
      }),

    async save(key, value, ifVersion) {
      const version = newName();
      const args = [ifVersion ?? "", version, Buffer.from(value), ttl];
      return run(SAVE, [state(key)], args, (saved) => (Number(saved) === 1 ? version : undefined));
    },

    delete: async (key) => run(REMOVE, [journal(key), state(key)], [], () => {}),
  };
}

/**
 * A cluster hashes the text between the first `{` and the next `}`, if it is not empty. So `}` is escaped, the empty key is
 * written as two quotes, and lone surrogates, which clients would replace, as JSON writes them.
 */
function nameOf(prefix: string, key: string): string {
  const text = key === "" ? '""' : JSON.stringify(key).slice(1, -1).replaceAll("}", "\\u007d");
  return `${prefix}{${text}}`;
}

/** A unique name for a journal or a version. */
const newName = (): string => randomHex(LIFE_DIGITS / 2);

function parts(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply;
  throw new Error(`redisStore expected a list from the server and got ${typeof reply}`);
}

function bytesOrNone(part: unknown): Buffer | undefined {
  return isGiven(part) ? bytes(part) : undefined;
}

const textOf = (part: unknown): string => bytes(part).toString("latin1");

function bytes(part: unknown): Buffer {
  if (part instanceof Buffer) return part;
  throw new Error(
    `redisStore expected bytes from the client and got ${typeof part}: it must give buffers when asked for`,
  );
}
