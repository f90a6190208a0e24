/** The AI SDK with a run in a store, shared by two guards as by two servers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions } from "loopguard";
import { fileStore } from "loopguard/file";
import { memoryStore } from "loopguard/memory";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { guarded, readStream, repeating, VERSIONS } from "./ai-sdk-driver.ts";

const OPTIONS: LoopGuardOptions = {
  detectors: [detectors.count({ maxRepeats: 3, canonical: true })],
  ladder: { hint: 1, abort: 2 },
};
const folder = mkdtempSync(join(tmpdir(), "loopguard-"));
afterAll(() => rmSync(folder, { recursive: true }));

const STORES = [
  ["memoryStore", () => memoryStore()],
  ["fileStore", () => fileStore(folder)],
] as const;

describe.each(VERSIONS)("$name", (version) => {
  const { sdk } = version;

  describe.each(STORES)("with %s", (_, open) => {
    test.each(["generateText", "streamText"] as const)("%s: two servers count one conversation", async (way) => {
      const store = open();
      let ran = 0;
      const execute = async () => `none ${++ran}`;
      const tools = {
        search: sdk.tool({ description: "Searches", inputSchema: z.object({ q: z.string() }), execute }),
      };
      const serve = async (steps: number) => {
        const run = new LoopGuard(OPTIONS).storedRun(`${version.name} ${way}`, store); // of another process
        const { model, last } = repeating(version, steps);
        // A user speaks each time; `count` goes on over turns.
        const settings = { model, tools, stopWhen: sdk.stepCountIs(9), prompt: "Go.", onError: () => {} };
        try {
          if (way === "generateText") await sdk.generateText(guarded(settings, run));
          else await readStream(sdk.streamText(guarded(settings, run)));
          return last();
        } catch (error) {
          return findToolLoopError(error)?.name ?? String(error);
        } finally {
          await run.close();
        }
      };
      expect(await serve(2)).toEqual(["none 1", "none 2"]);
      expect(await serve(2)).toEqual(["none 3", expect.stringContaining("[loop-detected]")]);
      expect(await serve(3)).toBe("ToolLoopError");
      expect(ran).toBe(3);
    });
  });
});
