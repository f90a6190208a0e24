import { describe, expect, it } from "vitest";
import { runChild } from "./child.ts";

interface Report {
  finished: { verdicts: number; digests: (string | number)[] }[];
  terminated: number;
}

describe.each(["native", "wasm"])("worker threads (%s)", (backend) => {
  it("work side by side, alike, and may be terminated in the middle of a call", async () => {
    const { finished, terminated } = await runChild<Report>("workers.mjs", [backend]);
    expect(finished).toHaveLength(8);
    for (const report of finished) expect(report).toEqual(finished[0]);
    expect(finished[0]?.verdicts).toBeGreaterThan(0);
    expect(terminated).toBe(32);
  });
});
