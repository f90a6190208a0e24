/** `guardFunction` with a run in a store: every call gives a promise, and two processes count together. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fileStore } from "../../lib/file.ts";
import { guardFunction, LoopGuard, type LoopGuardOptions } from "../../lib/index.ts";
import { count } from "../../lib/rules/factories.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";

const ONCE: LoopGuardOptions = { detectors: [count({ maxRepeats: 2 })], ladder: { hint: 1, abort: 2 } };
const folder = mkdtempSync(join(tmpdir(), "loopguard-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ["memoryStore", () => memoryStore()],
  ["fileStore", () => fileStore(folder)],
])("with %s", (_, open) => {
  it("two guards, as of two processes, count one run together", async () => {
    const store = open();
    const guarded = Array.from({ length: 2 }, () => {
      const run = new LoopGuard(ONCE).storedRun("session", store);
      return { run, search: guardFunction("search", async (q: string) => `none for ${q}`, run) };
    });
    const [first, second] = guarded;
    const texts: unknown[] = [];
    for (const one of [first, second, first, second]) {
      const given = one?.search("x");
      expect(given).toBeInstanceOf(Promise);
      texts.push(await given?.catch((error: Error) => error.name));
    }
    expect(texts).toEqual(["none for x", "none for x", expect.stringContaining("[loop-detected]"), "ToolLoopError"]);
    for (const { run } of guarded) await run.close();
  });
});

describe("a run in a store", () => {
  const stored = () => new LoopGuard(ONCE).storedRun("r", memoryStore());

  it("gives a promise for a synchronous function, too", async () => {
    const add = guardFunction("add", (a: number) => a + 1, stored());
    expect([await add(1), await add(1), await add(1)]).toEqual([2, 2, expect.stringContaining("[loop-detected]")]);
  });

  it("passes on what an async generator gives, and refuses it as one", async () => {
    const lines = guardFunction(
      "lines",
      async function* (_: string) {
        yield "one";
        yield "two";
      },
      stored(),
    );
    const read = async () => {
      const seen: unknown[] = [];
      for await (const line of lines("x")) seen.push(line);
      return seen;
    };
    expect(await read()).toEqual(["one", "two"]);
    await read();
    expect(await read()).toEqual([expect.stringContaining("[loop-detected]")]);
    await expect(read()).rejects.toThrow("aborting");
  });
});
