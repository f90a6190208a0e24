/** A server and a client of it for the tests of a file or of a block: there before them, gone after them. */
import { afterAll, beforeAll } from "vitest";
import { type RedisClient, redisStore } from "../../../lib/redis.ts";
import type { JournalStore } from "../../../lib/store/store-interface.ts";
import { type ClientKind, type OpenClient, openClient } from "./redis-clients.ts";
import { cli, hasRedis, RedisServer } from "./redis-server.ts";

export interface RedisSetUp {
  readonly port: number;
  readonly client: RedisClient;
  /** With the default options. */
  readonly store: JournalStore;
  cli(...args: readonly string[]): string;
  /** The key as it is, to be put back: what a failover to a server that lags behind does. */
  dump(key: string): () => void;
}

/** Where there is no Redis it does nothing, and its tests are to be skipped. `args`: further settings of the server. */
export function setUpRedis(kind: ClientKind, args: readonly string[] = []): RedisSetUp {
  let server: RedisServer | undefined;
  let opened: OpenClient | undefined;
  let store: JournalStore | undefined;
  beforeAll(async () => {
    if (!hasRedis) return;
    server = await RedisServer.start({ args });
    opened = await openClient(kind, server.port);
    store = redisStore(opened.client);
  });
  afterAll(async () => {
    opened?.close();
    await server?.stop();
  });
  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error("The server is there within tests only");
    return part;
  };
  const ask = (...command: readonly string[]): string => cli(there(server).port, ...command);
  return {
    get port() {
      return there(server).port;
    },
    get client() {
      return there(opened).client;
    },
    get store() {
      return there(store);
    },
    cli: ask,
    dump(key) {
      const name = journalName(key);
      ask("COPY", name, `${name}:then`, "REPLACE");
      return () => void ask("COPY", `${name}:then`, name, "REPLACE");
    },
  };
}

/** Where a store with the default prefix keeps the run. */
export function journalName(key: string): string {
  return `loopguard:{${key}}:journal`;
}
