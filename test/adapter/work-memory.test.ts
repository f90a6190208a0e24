/** What is known of tools at work, in which other agents may work. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { desk } from "../../lib/adapter.ts";

it("an agent whose tool starts its next run holds none of the runs before", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const runs: WeakRef<object>[] = [];
  const held = await new Promise<number>((resolve) => {
    const last = (): void => {
      collect();
      resolve(runs.filter((run) => run.deref() !== undefined).length);
    };
    const schedule = (): void => {
      const own = desk().run();
      runs.push(new WeakRef(own.run));
      const invoke = async (): Promise<string> => {
        setTimeout(runs.length < 8 ? schedule : last);
        return "";
      };
      void own.call({ name: "remind", arguments: {} }, invoke, {
        agents: "in",
        refused: ({ message }) => message,
      });
    };
    schedule();
  });
  expect(held).toBeLessThan(4);
});
