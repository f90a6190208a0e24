import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { tries } from "../effort.ts";
import { dir, KEY, numberIn, useTestFolder } from "./servers/test-folder.ts";

const COUNTER = fileURLToPath(new URL("servers/children/file-counter.mjs", import.meta.url));

useTestFolder();

/** The numbers that a process which counts in the store was told are saved. */
function count(times: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COUNTER, dir, KEY, `${times}`], { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (chunk) => (said += chunk));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(numbers(said)) : reject(new Error(`exit code ${code}`))));
  });
}

function numbers(text: string): number[] {
  return text.split("\n").filter(Boolean).map(Number);
}

it("8 processes that count in one file lose nothing", async () => {
  const [processes, each] = [8, 400];
  const acknowledged = (await Promise.all(Array.from({ length: processes }, () => count(each)))).flat();
  acknowledged.sort((a, b) => a - b);
  expect(acknowledged).toEqual(Array.from({ length: processes * each }, (_, i) => i + 1));
  expect(await numberIn(dir)).toBe(processes * each);
});

const [WORKERS, KILLS] = [4, tries(50)];

it(`kill -9 at any moment, ${WORKERS * KILLS} times: readable, and nothing that was acknowledged is missing`, async () => {
  const folders = Array.from({ length: WORKERS }, (_, i) => join(dir, `${i}`));
  await Promise.all(
    folders.map(async (folder) => {
      for (let i = 0; i < KILLS; i++) {
        const before = await numberIn(folder);
        const acknowledged = await countUntilKilled(folder);
        const found = await numberIn(folder);
        const last = acknowledged.at(-1) ?? before;
        // One that was saved, and whose process died before it could say so, may be there.
        expect([last, last + 1]).toContain(found);
      }
      expect(await numberIn(folder)).toBeGreaterThan(KILLS);
    }),
  );
});

/** Counts in a process, which is killed some steps after it has begun, in the middle of whatever it does. */
function countUntilKilled(folder: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COUNTER, folder, KEY, "1000000"], { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (chunk) => {
      if (said === "") void sleep(Math.random() * 10).then(() => child.kill("SIGKILL"));
      said += chunk;
    });
    child.on("error", reject);
    child.on("close", () => resolve(numbers(said.slice(0, said.lastIndexOf("\n") + 1))));
  });
}
