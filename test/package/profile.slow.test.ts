import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../scripts/native-sources.mjs";
import { withProfile } from "../../scripts/profile.mjs";
import { isRequired } from "../../scripts/toolchain.mjs";

const folderIn = (flags: string[]) => flags.find((flag) => flag.startsWith("-fprofile-use="))?.split("=")[1] ?? "";

it.runIf(isRequired && process.platform === "linux")(
  "gcc learns what a call of the core and the door runs",
  async () => {
    const learnt = await withProfile("gcc", [], root, (flags: string[]) => readdirSync(folderIn(flags)));
    for (const name of ["door_events", "run_before", "run_after", "packed", "json_text", "volatile", "news"])
      expect(learnt).toContain(`profile-${name}.gcda`);
  },
  120_000,
);

it("a compiler without profiles builds as ever", async () => {
  expect(await withProfile(join(root, "no-such"), [], root, (flags: string[]) => flags)).toEqual([]);
});
