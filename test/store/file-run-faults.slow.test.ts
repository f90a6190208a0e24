/** Faults in the middle of a run whose state is in files: its counts are exact, or the loss is told. */
import { spawnSync } from "node:child_process";
import { channel } from "node:diagnostics_channel";
import { chmodSync, closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileStore } from "../../lib/file.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { StoredLoopRun } from "../../lib/store/stored-run-options.ts";
import { tries } from "../effort.ts";
import { canMount, mountSmallDisk, NEEDS_MOUNT } from "./servers/small-disk.ts";
import { dir, KEY, useTestFolder } from "./servers/test-folder.ts";

useTestFolder();

const RUN = fileURLToPath(new URL("servers/children/file-run.mjs", import.meta.url));
const OPTIONS = { maxRepeats: 1, action: "warn", scope: "run" } as const;
const CALL = { name: "poll", arguments: {} };

const runIn = (folder: string): StoredLoopRun =>
  new LoopGuard(OPTIONS).storedRun(KEY, { store: fileStore(folder), retryAfterMs: 0, timeoutMs: 10_000 });

/** How often the call was counted, with one more. */
async function counted(run: StoredLoopRun): Promise<number> {
  return (await run.before(CALL)).detection?.repeats ?? 1;
}

/** What may go wrong, and how it is made good again. */
const FAULTS: Record<string, (folder: string, remount: { ro(): void; rw(): void }) => () => void> = {
  "a full disk": (folder) => {
    const filler = join(folder, "filler");
    try {
      writeFileSync(filler, new Uint8Array(1 << 20));
    } catch {
      // It is as large as there was room.
    }
    return () => rmSync(filler);
  },
  "a disk that cannot be written": (_, { ro, rw }) => {
    ro();
    return rw;
  },
  "no file that can be opened": () => {
    const open: number[] = [];
    try {
      for (;;) open.push(openSync("/dev/null", "r"));
    } catch {
      // EMFILE: there are no more.
    }
    return () => open.forEach(closeSync);
  },
};

describe.skipIf(!canMount)(`counts of two workers are exact in the end${NEEDS_MOUNT}`, () => {
  it.each(Object.keys(FAULTS))("%s", async (fault) => {
    let errors = 0;
    const hear = (): void => void errors++;
    channel("loopguard:error").subscribe(hear);
    const step = fc.record({ calls: fc.integer({ min: 1, max: 5 }), broken: fc.boolean(), second: fc.boolean() });
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          const disk = mountSmallDisk();
          if (disk === undefined) throw new Error("no disk");
          const workers = [runIn(disk.dir), runIn(disk.dir)] as const;
          let total = 0;
          try {
            for (const { calls, broken, second } of steps) {
              const heal = broken
                ? FAULTS[fault]?.(disk.dir, { ro: () => disk.makeReadOnly(), rw: () => disk.makeWritable() })
                : undefined;
              let flushed: boolean;
              try {
                for (let i = 0; i < calls; i++) await workers[second ? 1 : 0].before(CALL);
                flushed = await workers[second ? 1 : 0].flush();
              } finally {
                heal?.();
              }
              total += calls;
              if (!flushed) expect(errors).toBeGreaterThan(0);
            }
            for (const worker of workers) expect(await worker.flush()).toBe(true);
            expect(await counted(runIn(disk.dir))).toBe(total + 1);
          } finally {
            await Promise.all(workers.map((worker) => worker.close()));
            disk.remove();
          }
        }),
        { numRuns: tries(100) },
      );
    } finally {
      channel("loopguard:error").unsubscribe(hear);
    }
  });
});

/** Another user, who has no rights here. */
const NOBODY = 65_534;

it.skipIf(process.getuid?.() !== 0)(
  "two users of one folder: each call is counted, or it is told",
  async () => {
    const step = fc.record({ root: fc.boolean(), calls: fc.integer({ min: 1, max: 20 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), async (steps) => {
        const folder = join(dir, "shared");
        rmSync(folder, { recursive: true, force: true });
        chmodSync(dir, 0o777);
        let total = 0;
        for (const { root, calls } of steps) {
          const args = [RUN, folder, KEY, `${root ? 0 : NOBODY}`, `${calls}`];
          const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
          const said = JSON.parse(stdout) as { count: number; flushed: boolean; told: number };
          if (said.flushed) expect(stderr).toBe("");
          else expect(stderr).toContain("LOOPGUARD_STORE");
          if (said.flushed) {
            total += calls;
            expect(said).toEqual({ count: total, flushed: true, told: 0 });
          } else expect(said.told).toBeGreaterThan(0);
        }
        expect(await counted(runIn(folder))).toBe(total + 1);
      }),
      { numRuns: tries(100) },
    );
  },
  900_000,
); // it starts up to 400 processes
