import { readFileSync } from "node:fs";
import type { PresetName } from "../../base/types.ts";
import type { Command } from "../../bundled/libraries.ts";
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { DIALECTS, type Dialect } from "./dialects.gen.ts";

interface HookFlags extends Partial<Record<Dialect, true>> {
  preset?: string | true;
  config?: string | true;
}

const HELP = `
Examples:
  loopguard hook < event.json        recognises the agent by its input
  loopguard hook --gemini            as the settings of the Gemini CLI call it
  loopguard hook --preset strict     reacts earlier and more strictly than the recommended preset

Reads one event as JSON from stdin and answers on stdout. The exit code is 0; after an error there is no answer, so the
call runs. Only for Kiro, a refusal is the exit code 2. With LOOPGUARD_DEBUG=1 the error is printed on stderr.
LOOPGUARD_PRESET and LOOPGUARD_CONFIG replace --preset and --config. "loopguard init" writes the settings by which an
agent calls it.`;

/**
 * A wrong command line must not be an error: agents take a hook's exit code 2 for a refusal, and would refuse every call.
 * So options are checked inside the action, where errors are caught.
 */
export function registerHook(program: Command): void {
  const command = program
    .command("hook")
    .description("Answer the hooks of a coding agent.")
    .option("--auto", "recognise the agent by its input (default)");
  for (const [name, { title }] of Object.entries(DIALECTS)) command.option(`--${name}`, `speak to ${title}`);
  command
    .option("--preset [name]", "use this preset")
    .option("--config [file]", "use the LoopGuardOptions in this .json or .mjs file")
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText("after", HELP)
    .action(async (flags: HookFlags) => {
      const dialect = (Object.keys(DIALECTS) as Dialect[]).find((name) => flags[name]) ?? "auto";
      await ignoringErrors(async () => {
        const event = readFileSync(0); // first of all: an agent may fail if its input is not read
        const { answerTo } = await import("./run-hook.ts"); // loads the core, which may have no build for this platform
        const answer = await answerTo(event, dialect, await options(flags));
        if (answer.text !== "") (answer.exit ? process.stderr : process.stdout).write(answer.text);
        if (answer.exit) process.exitCode = 2;
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
