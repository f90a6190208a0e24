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
  loopguard hook < event.json        recognises the agent by its input
  loopguard hook --gemini            as the settings of the Gemini CLI call it
  loopguard hook --preset strict     reacts earlier and more strictly than the recommended preset

Reads one event as JSON from stdin and answers on stdout. The exit code is always 0; after an error there is no answer, so
the call runs. With LOOPGUARD_DEBUG=1 the error is printed on stderr. LOOPGUARD_PRESET and LOOPGUARD_CONFIG replace
--preset and --config. "loopguard init" writes the settings by which an agent calls it.`;

/**
 * A wrong command line must not be an error: agents take a hook's exit code 2 for a refusal, and would refuse every call.
 * So options are checked inside the action, where errors are caught.
 */
export function registerHook(program: Command): void {
  program
    .command("hook")
    .description("answer the hooks of a CLI agent: Claude Code, Codex or Gemini CLI")
    .option("--auto", "recognise the agent by its input (default)")
    .option("--claude", "speak to Claude Code")
    .option("--codex", "speak to Codex")
    .option("--gemini", "speak to Gemini CLI")
    .option("--preset [name]", "use this preset")
    .option("--config [file]", "use the LoopGuardOptions in this .json or .mjs file")
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText("after", HELP)
    .action(async (flags: HookFlags) => {
      const dialect = flags.codex ? "codex" : flags.gemini ? "gemini" : flags.claude ? "claude" : "auto";
      await ignoringErrors(async () => {
        const event = readFileSync(0); // first of all: an agent may fail if its input is not read
        const { answerTo } = await import("./run-hook.ts"); // loads the core, which may have no build for this platform
        const answer = await answerTo(event, dialect, await options(flags));
        if (answer !== "") process.stdout.write(answer);
      });
    });
}

/** Hides errors from the agent: the call runs. */
async function ignoringErrors(action: () => Promise<void>): Promise<void> {
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

/** An option without a value counts as absent; the command line wins over the environment. */
function given(flag: string | true | undefined, variable: string): string | undefined {
  const value = typeof flag === "string" ? flag : process.env[variable];
  return value === "" ? undefined : value;
}
