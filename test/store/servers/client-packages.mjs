/** The packages of the clients: the project's own, or those installed in the folder $LOOPGUARD_REDIS_CLIENTS, such as older ones. */
import { createRequire } from "node:module";
import { resolve } from "node:path";

const folder = process.env.LOOPGUARD_REDIS_CLIENTS;
const load = createRequire(folder === undefined ? import.meta.url : resolve(folder, "package.json"));

export const ioredis = load("ioredis");
export const redis = load("redis");
export const versions = { ioredis: load("ioredis/package.json").version, redis: load("redis/package.json").version };
