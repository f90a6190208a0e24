/** Workers of one run in bad weather; see storm.ts. LOOPGUARD_SEED says where they begin. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { redisStore } from "../../lib/redis.ts";
import { fileStore } from "../../lib/store/file-store.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { EFFORT } from "../effort.ts";
import { memoryJournal } from "./memory-journal.ts";
import { hasRedis, NEEDS_REDIS } from "./servers/redis-server.ts";
import { setUpRedis } from "./servers/redis-set-up.ts";
import { dir, useTestFolder } from "./servers/test-folder.ts";
import { journalWitness, Storm, swapWitness, type Witness } from "./storm.ts";

/** Four at a time. */
const STORMS = 4 * Math.ceil(3 * EFFORT);
const SEED = Number(process.env["LOOPGUARD_SEED"] ?? 1);
const STEPS = 150;

useTestFolder();
const redis = setUpRedis("ioredis");

const WITNESSES: readonly [string, (seed: number) => Witness][] = [
  ["a store that swaps", () => swapWitness(memoryStore())],
  ["a journal", () => journalWitness(memoryJournal())],
  ["files", (seed) => swapWitness(fileStore(join(dir, `${seed}`)))],
];

/** Some at a time: they mostly wait. In every second one the key is lost now and then. */
async function storms(witness: (seed: number) => Witness): Promise<number> {
  let entries = 0;
  for (let first = SEED; first < SEED + STORMS; first += 4)
    await Promise.all(
      [0, 1, 2, 3].map(async (i) => {
        const seen = witness(first + i);
        await new Storm(first + i, seen).play(STEPS, i % 2 === 0).catch((error: unknown) => {
          throw new Error(`storm ${first + i}`, { cause: error });
        });
        entries += seen.order.length;
      }),
    );
  return entries;
}

it.each(WITNESSES)("%s has each call once, in an order that explains every verdict", async (_, witness) => {
  expect(await storms(witness)).toBeGreaterThan(STORMS * 40);
});

it.skipIf(!hasRedis)(`so has Redis${NEEDS_REDIS}`, async () => {
  const witness = (seed: number): Witness => journalWitness(redisStore(redis.client, { prefix: `storm ${seed}:` }));
  expect(await storms(witness)).toBeGreaterThan(STORMS * 40);
});
