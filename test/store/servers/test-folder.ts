/** A folder of its own for each test, and what a test keeps there. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { fileStore } from "../../../lib/file.ts";

/** The folder of the test that runs. */
export let dir: string;

/** Call once in a test file. */
export function useTestFolder(): void {
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "loopguard-files-"));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
}

/** The key under which tests keep a number. */
export const KEY = "key";

export async function numberIn(folder: string): Promise<number> {
  const state = await fileStore(folder).load(KEY);
  return state === undefined ? 0 : Number(Buffer.from(state.bytes).toString());
}
