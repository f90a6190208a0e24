/** A tree of very many runs takes no more memory than one of a few. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { delegation } from "../../lib/rules/factories.ts";
import { size } from "../effort.ts";

const MB = 1024 * 1024;
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

test("children that are forgotten, closed or not, are freed", () => {
  using guard = new LoopGuard({ detectors: [delegation()], maxRuns: 64 });
  const root = guard.run("root");
  const work = (from: number, to: number): number => {
    for (let i = from; i < to; i++) {
      root.delegate({ agent: "worker", task: `file ${i}` });
      const child = guard.run(`worker ${i}`, { parent: root, agent: "worker" });
      const call = { name: "read", arguments: { file: i } };
      child.before(call);
      child.after(call, { result: `text ${i % 5000}` });
      if (i % 2 === 0) child.close();
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const early = work(0, 3000);
  expect(work(3000, 3000 + size(100_000)) - early).toBeLessThan(16 * MB);
  expect(guard.stats().runs).toBeLessThanOrEqual(65);
});
