import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { timeLimit } from "../../lib/store/state-sync.ts";

const MODULE = fileURLToPath(new URL("../../out/store/state-sync.js", import.meta.url));
const never = (): Promise<never> => new Promise(() => {});

describe("the time that a store has", () => {
  it("gives what comes in time, and what fails in time", async () => {
    expect(await timeLimit(10_000)(Promise.resolve(1))).toBe(1);
    await expect(timeLimit(10_000)(Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect(await timeLimit(10_000)(sleep(5, 2))).toBe(2);
  });

  it("ends, and another one begins with its full time", async () => {
    for (let i = 0; i < 3; i++) {
      const limit = timeLimit(40);
      await limit(sleep(15));
      await expect(limit(never())).rejects.toThrow("no answer in 40 ms");
    }
  });

  it("takes no late answer for that of another wait", async () => {
    const late = sleep(60, "late");
    await expect(timeLimit(40)(late)).rejects.toThrow("no answer");
    const second = timeLimit(40)(never());
    await late;
    await expect(second).rejects.toThrow("no answer");
    expect(await timeLimit(40)(sleep(5, "third"))).toBe("third");
  });

  it("puts an answer to use when it comes, and one that comes too late to none", async () => {
    const used: number[] = [];
    const use = (answer: number): string => `${used.push(answer)}`;
    expect(await timeLimit(40)(sleep(5, 7), use)).toBe("1");
    const late = sleep(60, 8);
    await expect(timeLimit(40)(late, use)).rejects.toThrow("no answer");
    await late;
    expect(used).toEqual([7]);
    const fails = (): never => {
      throw new Error("of no use");
    };
    await expect(timeLimit(40)(sleep(5, 9), fails)).rejects.toThrow("of no use");
    expect(await timeLimit(40)(sleep(5, 10), use)).toBe("2");
  });

  it("keeps a process that waits, and none that does not", () => {
    const script = (body: string): string =>
      `import { timeLimit } from ${JSON.stringify(MODULE)}; const limit = timeLimit(300); ${body}`;
    const run = (body: string): string =>
      execFileSync(process.execPath, ["--input-type=module", "-e", script(body)], { encoding: "utf8" });
    const endless = "await limit(new Promise(() => {})).catch(() => console.log('gave up'));";
    expect(run(endless)).toBe("gave up\n");
    expect(run(`await limit(Promise.resolve()); ${endless}`)).toBe("gave up\n");
    const idle = run(
      "const start = Date.now(); await limit(Promise.resolve());" +
        "process.on('exit', () => console.log(process.getActiveResourcesInfo().includes('Timeout')));",
    );
    expect(idle).toBe("false\n");
  });
});
