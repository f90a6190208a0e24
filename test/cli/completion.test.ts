/** `loopguard completion`: that nothing is missing in its scripts, and what bash makes of them; other shells are slow. */
import { expect, test } from "vitest";
import { buildProgram } from "../../lib/cli/program.ts";
import { loopguard } from "./scan-process.ts";
import { completes, withScripts } from "./shells.ts";

withScripts();
completes({ name: "bash", shell: "bash --norc --noprofile -i", setup: ["source script.bash"] });

test.each(["bash", "zsh", "fish"])("%s: every command with every option that it has", async (shell) => {
  const { stdout, code } = await loopguard(["completion", shell]);
  expect(code).toBe(0);
  for (const command of (await buildProgram()).commands.flatMap((one) => [one, ...one.commands]))
    for (const { long } of command.options)
      if (long) expect(stdout, `${command.name()} ${long}`).toContain(shell === "fish" ? `-l ${long.slice(2)}` : long);
});
