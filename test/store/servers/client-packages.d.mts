export const ioredis: typeof import("ioredis");
export const redis: typeof import("redis");
/** Of each package. */
export const versions: Readonly<Record<"ioredis" | "redis", string>>;
