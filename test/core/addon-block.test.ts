/** Only the addon's block has an end of its own, for what is asked. */
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { CoreClient } from "../../lib/core/client.ts";
import { portOf } from "../../lib/core/core.ts";

const addon = createRequire(import.meta.url)("../../build/Release/loopguard.node");

it("a block of any size takes the answers that the core takes to fit", () => {
  const wrong: number[] = [];
  for (let odd = 0; odd < 2; odd++) {
    for (let beyond = -1; beyond <= 8; beyond++) {
      const port = portOf(addon.call);
      const core = new CoreClient(() => port);
      core.canonicalize(0, ["x".repeat(200_000 + odd)]); // more than twice the block, so it gets what it needs
      const length = port.block().length + beyond;
      const count = Math.floor(length / 22) - 1; // the JSON of such a number is longer than its message
      const text = "y".repeat(length - 22 * count - 4);
      const answer = `[${"100000000000000000000,".repeat(count)}"${text}"]`;
      if (core.canonicalize(0, [...new Array(count).fill(1e20), text]) !== answer) wrong.push(length);
    }
  }
  expect(wrong).toEqual([]);
});
