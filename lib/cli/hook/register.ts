import { readFileSync } from "node:fs";
import type { PresetName } from "../../base/types.ts";
import type { Command } from "../../bundled/libraries.ts";
import type { LoopGuardOptions } from "../../config/guard-options.ts";

interface HookFlags {
  claude?: true;
  codex?: true;
  gemini?: true;
  preset?: string | true;
  config?: string | true;
}

const HELP = `
Examples:
  loopguard hook < event.json        tells the agent by what it sends
  loopguard hook --gemini            as the setting of the Gemini CLI calls it
  loopguard hook --preset strict     earlier and harder than the recommended preset

Reads one event as JSON from stdin and answers on stdout. It always ends with 0, and says nothing when something goes wrong:
the call goes through. LOOPGUARD_DEBUG=1 has it say on stderr what went wrong. LOOPGUARD_PRESET and LOOPGUARD_CONFIG stand
for --preset and --config. "loopguard init" writes the setting that has an agent call it.`;

/**
 * Nothing that is wrong with the command line may be an error: agents take the exit code 2 of a hook for a refusal, and
 * would refuse every call. So what is given is looked at where the hook itself can be silent about it.
 */
export function registerHook(program: Command): void {
  program
    .command("hook")
    .description("answer the hooks of a CLI agent: Claude Code, Codex or Gemini CLI")
    .option("--auto", "tell the agent by what it sends (default)")
    .option("--claude", "speak to Claude Code")
    .option("--codex", "speak to Codex")
    .option("--gemini", "speak to Gemini CLI")
    .option("--preset [name]", "judge as this preset does")
    .option("--config [file]", "judge by the LoopGuardOptions in this .json or .mjs file")
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText("after", HELP)
    .action(async (flags: HookFlags) => {
      const dialect = flags.codex ? "codex" : flags.gemini ? "gemini" : flags.claude ? "claude" : "auto";
      await inSilence(async () => {
        const event = readFileSync(0); // before anything can fail: an agent may not bear that nobody reads what it writes
        const { answerTo } = await import("./run-hook.ts"); // loads the core, of which there may be no build that fits
        const answer = await answerTo(event, dialect, await options(flags));
        if (answer !== "") process.stdout.write(answer);
      });
    });
}

/** Keeps whatever goes wrong from the agent: the call goes through. */
async function inSilence(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (process.env["LOOPGUARD_DEBUG"] !== "1") return;
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`loopguard hook: ${reason}; the call goes through\n`);
  }
}

async function options(flags: HookFlags): Promise<LoopGuardOptions> {
  const preset = given(flags.preset, "LOOPGUARD_PRESET");
  const config = given(flags.config, "LOOPGUARD_CONFIG");
  if (preset === undefined && config === undefined) return {};
  const { readGuardOptions } = await import("../guard-options.ts");
  return readGuardOptions(config === undefined ? { preset: preset as PresetName } : { config });
}

/** An option without its value is none; the command line wins over the setting. */
function given(flag: string | true | undefined, setting: string): string | undefined {
  const value = typeof flag === "string" ? flag : process.env[setting];
  return value === "" ? undefined : value;
}
