import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileStore } from "../../lib/file.ts";
import { LoopGuard, type StateStore, type Verdict } from "../../lib/index.ts";
import { EFFORT, tries } from "../effort.ts";
import { callTimes, counter, countIn, errorsDuring } from "./servers/counted-runs.ts";
import { canMount, mountSmallDisk, NEEDS_MOUNT, type SmallDisk } from "./servers/small-disk.ts";
import { dir, useTestFolder } from "./servers/test-folder.ts";

const COUNTER = fileURLToPath(new URL("servers/children/stored-counter.mjs", import.meta.url));
const PROCESSES = EFFORT < 1 ? 4 : 8;
const CALLS = PROCESSES * tries(1250);
const KEY = "run 7";
const LOOP = { name: "search", arguments: { q: "x" } };

useTestFolder();

/** Six equal calls; a guard that allows three refuses the rest, with the store or without. */
async function verdicts(store: StateStore): Promise<string[]> {
  const run = new LoopGuard({ maxRepeats: 3, action: "hint" }).storedRun(KEY, store);
  const given: Verdict[] = [];
  for (let i = 0; i < 6; i++) given.push(await run.before(LOOP));
  await run.close();
  return given.map(({ action }) => action);
}
const THREE_ALLOWED = ["allow", "allow", "allow", "hint", "hint", "hint"];

/** The newest file of the one run in the folder. */
function newestFile(): string {
  const folder = join(dir, readdirSync(dir)[0] as string);
  return join(folder, readdirSync(folder).sort().at(-1) as string);
}

it(`${PROCESSES} processes make ${CALLS} calls in one run, and each is counted once`, async () => {
  const work = Array.from({ length: PROCESSES }, () =>
    promisify(execFile)(process.execPath, [COUNTER, dir, KEY, `${CALLS / PROCESSES}`]),
  );
  const allowed = (await Promise.all(work)).reduce((sum, { stdout }) => sum + Number(stdout), 0);
  expect(allowed).toBe(CALLS);
  expect(await countIn(KEY, fileStore(dir))).toBe(CALLS);
});

it("a loop is seen although every step is a process of its own", async () => {
  const actions: string[] = [];
  for (let step = 0; step < 6; step++) {
    const guard = new LoopGuard({ maxRepeats: 3, action: "hint" });
    const run = guard.storedRun(KEY, fileStore(dir));
    actions.push((await run.before(LOOP)).action);
    await run.close();
    guard.close();
  }
  expect(actions).toEqual(THREE_ALLOWED);
});

describe("what the run cannot read", () => {
  it("is left as it is, and told; loops are found all the same", async () => {
    await callTimes(counter(KEY, fileStore(dir)), 1);
    const [later, laterInside] = [readFileSync(newestFile()), readFileSync(newestFile())];
    later[4] = 200;
    laterInside[laterInside.indexOf("LGRN") + 4] = 200;
    for (const bytes of [Buffer.from("something else"), later, laterInside]) {
      writeFileSync(newestFile(), bytes);
      const told = await errorsDuring(async () => expect(await verdicts(fileStore(dir))).toEqual(THREE_ALLOWED));
      expect(told.length).toBeGreaterThan(0);
      expect(readFileSync(newestFile())).toEqual(bytes);
    }
  });

  it("is passed over when it is damage of the newest state alone", async () => {
    const run = counter(KEY, fileStore(dir));
    await callTimes(run, 5);
    await run.close();
    writeFileSync(newestFile(), readFileSync(newestFile()).subarray(0, -7));
    expect(await countIn(KEY, fileStore(dir))).toBe(4);
  });
});

describe.skipIf(!canMount)(`a disk${NEEDS_MOUNT}`, () => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = mountSmallDisk() as SmallDisk;
  });
  afterEach(() => disk?.remove());

  it("that is full for a while costs no call", async () => {
    const filler = join(disk.dir, "filler");
    const run = counter(KEY, fileStore(disk.dir));
    await callTimes(run, 5);
    const told = await errorsDuring(async () => {
      expect(() => writeFileSync(filler, new Uint8Array(100_000))).toThrow("ENOSPC");
      await callTimes(run, 5);
    });
    expect(told).toEqual([expect.stringContaining("ENOSPC")]);
    rmSync(filler);
    await expect.poll(() => run.flush()).toBe(true);
    await callTimes(run, 5);
    await run.close();
    expect(await countIn(KEY, fileStore(disk.dir))).toBe(15);
  });

  it("that cannot be written for a while costs no call", async () => {
    const run = counter(KEY, fileStore(disk.dir));
    await callTimes(run, 5);
    disk.makeReadOnly();
    const told = await errorsDuring(() => callTimes(run, 5));
    expect(told).toEqual([expect.stringContaining("EROFS")]);
    disk.makeWritable();
    await expect.poll(() => run.flush()).toBe(true);
    await run.close();
    expect(await countIn(KEY, fileStore(disk.dir))).toBe(10);
  });

  it("that can never be written is told of, and loops are found all the same", async () => {
    disk.makeReadOnly();
    const told = await errorsDuring(async () => expect(await verdicts(fileStore(disk.dir))).toEqual(THREE_ALLOWED));
    expect(told[0]).toContain("EROFS");
  });
});

it("a folder that is a file is told of, and loops are found all the same", async () => {
  const path = join(dir, "file");
  writeFileSync(path, "x");
  const told = await errorsDuring(async () => expect(await verdicts(fileStore(path))).toEqual(THREE_ALLOWED));
  expect(told[0]).toContain("ENOTDIR");
  mkdirSync(join(dir, "folder"));
  expect(await verdicts(fileStore(join(dir, "folder")))).toEqual(THREE_ALLOWED);
});

it("workers whose clocks are ten minutes apart wait for the same thing", async () => {
  let time = 1_000_000;
  const tools = { wait: { poll: { minIntervalMs: 1000, maxWaitMs: 3_600_000 } } };
  const runs = [0, 600_000].map((offset) =>
    new LoopGuard({ tools, now: () => time + offset }).storedRun(KEY, fileStore(dir)),
  );
  const actions: string[] = [];
  const told = await errorsDuring(async () => {
    for (let i = 0; i < 40; i++) {
      time += 5000;
      const call = { id: `${i}`, name: "wait", arguments: { job: 1 } };
      actions.push((await runs[i % 2]?.before(call))?.action ?? "none");
      actions.push((await runs[i % 2]?.after(call, { result: "pending" }))?.action ?? "none");
    }
  });
  expect(told).toEqual([]);
  expect(new Set(actions)).toEqual(new Set(["allow"]));
});
