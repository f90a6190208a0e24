/** What is known of the calls of LiveKit's sessions. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { desk } from "../../lib/adapter.ts";
import { judgedIn } from "../../lib/frameworks/livekit-text.ts";

it("a run is held no longer than its session", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const open = {};
  const judged = (session: object, id: string): WeakRef<object> => {
    const run = desk().run();
    judgedIn(run, session, { id });
    return new WeakRef(run);
  };
  const held = judged(open, "item_1");
  const over = judged({}, "item_2");
  await new Promise(setImmediate);
  collect();
  expect(over.deref()).toBeUndefined();
  expect(held.deref()).toBeDefined();
  expect(open).toEqual({}); // still used
});
