/** The clients that people use, connected, with one way to close them. */
import type { RedisClient } from "../../../lib/redis.ts";
import { ioredis, redis, versions } from "./client-packages.mjs";

const { Cluster, Redis } = ioredis;
const { createClient, createClientPool, createCluster } = redis;

export interface OpenClient {
  client: RedisClient;
  close(): void;
}

export interface ClientOptions {
  password?: string;
  /** Not to wait until the server answers. */
  lazy?: boolean;
  /** Other options of the client's own. */
  more?: Readonly<Record<string, unknown>>;
}

export type ClientKind = "redis" | "ioredis";
export const CLIENT_KINDS: readonly ClientKind[] = ["redis", "ioredis"];
/** For the titles of tests. */
export const CLIENTS: string = CLIENT_KINDS.map((kind) => `${kind} ${versions[kind]}`).join(", ");

export async function openClient(
  kind: ClientKind,
  port: number,
  { password, lazy = false, more = {} }: ClientOptions = {},
): Promise<OpenClient> {
  const login = password === undefined ? {} : { password };
  if (kind === "redis") {
    const client = createClient({ url: `redis://127.0.0.1:${port}`, ...login, ...more });
    client.on("error", () => {});
    const connected = client.connect();
    if (lazy) connected.catch(() => {});
    else await connected;
    return { client, close: () => client.destroy() };
  }
  const client = new Redis({ host: "127.0.0.1", port, lazyConnect: true, ...login, ...more });
  client.on("error", () => {});
  const connected = client.connect();
  if (lazy) connected.catch(() => {});
  else await connected;
  return { client, close: () => client.disconnect() };
}

/** Only `redis` has one. */
export async function openPool(port: number): Promise<OpenClient> {
  const client = createClientPool({ url: `redis://127.0.0.1:${port}` });
  await client.connect();
  return { client, close: () => client.destroy() };
}

export async function openCluster(kind: ClientKind, ports: readonly number[]): Promise<OpenClient> {
  if (kind === "redis") {
    const client = createCluster({ rootNodes: ports.map((port) => ({ url: `redis://127.0.0.1:${port}` })) });
    client.on("error", () => {});
    await client.connect();
    return { client, close: () => client.destroy() };
  }
  const client = new Cluster(ports.map((port) => ({ host: "127.0.0.1", port })));
  client.on("error", () => {});
  await new Promise((resolve) => client.once("ready", resolve));
  return { client, close: () => client.disconnect() };
}
