import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import type { PresetName } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../rules/options.ts";
import type { Command } from "../../traces/libraries.ts";
import { DIALECTS, type Dialect } from "./dialects.gen.ts";

interface HookFlags extends Partial<Record<Dialect, true>> {
  preset?: string | true;
  config?: string | true;
  observe?: true;
  logArguments?: true;
}

const HELP = `
Examples:
  loopguard hook < event.json        recognises the agent by its input
  loopguard hook --gemini            as the settings of the Gemini CLI call it
  loopguard hook --preset strict     reacts earlier and more strictly than the recommended preset
  loopguard hook --observe           refuses nothing, and tells you what it would do
  loopguard hook log --follow        prints what the hook finds and says

Reads one event as JSON from stdin and answers on stdout. The exit code is 0; after an error the call runs. If an option
or the configuration is wrong, the agent is not guarded, and shows you why. Only for Kiro, a refusal is the exit code 2.
With LOOPGUARD_DEBUG=1 every error is printed on stderr. LOOPGUARD_PRESET and LOOPGUARD_CONFIG replace --preset and
--config. "loopguard init" writes the settings by which an agent calls it.`;

/** @internal Said to people: an agent's input is never empty. */
export const NO_EVENT = "loopguard hook: agents call this, with an event as JSON on stdin; see --help\n";

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
    .option("--observe", "refuse nothing: tell the person what would become of a call")
    .option("--log-arguments", "put the arguments of calls into the log")
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText("after", HELP)
    .action(async (flags: HookFlags, { args: [unknown] }: Command) => {
      const [dialect, another] = (Object.keys(DIALECTS) as Dialect[]).filter((name) => flags[name]);
      try {
        if (isatty(0)) process.stderr.write(NO_EVENT); // process.stdin would make its pipe unreadable for readFileSync
        const event = readFileSync(0); // first of all: an agent may fail if its input is not read
        if (event.length === 0) process.stderr.write(NO_EVENT);
        const { replyTo } = await import("./run-hook.ts"); // loads the core, which may have no build for this platform
        const settings = {
          dialect: dialect ?? ("auto" as const),
          logArguments: flags.logArguments === true,
          options: () => options(flags, unknown, another),
        };
        const reply = await replyTo(event, settings);
        if (reply === undefined) return;
        (reply.onStderr ? process.stderr : process.stdout).write(reply.text);
        process.exitCode = reply.code;
        if (reply.record === "") return;
        const { addToLog } = await import("./hook-log.ts");
        addToLog(reply.record);
      } catch (error) {
        // The call runs.
        if (process.env["LOOPGUARD_DEBUG"] !== "1") return;
        const reason = error instanceof Error ? error.message : String(error);
        process.stderr.write(`loopguard hook: ${reason}; the call goes through\n`);
      }
    });
  command
    .command("log")
    .description("Print what the hook found and said: when, in which session, about which tool.")
    .option("-f, --follow", "go on with what is added, until it is interrupted")
    .allowExcessArguments(false)
    .action(async ({ follow }: { follow?: true }) => {
      const { printLog } = await import("./hook-log.ts");
      await printLog(follow === true);
    });
}

async function options(flags: HookFlags, unknown?: string, another?: Dialect): Promise<LoopGuardOptions> {
  if (unknown !== undefined) throw new Error(`unknown option ${unknown}`);
  if (another !== undefined) throw new Error("more than one agent is named");
  const preset = given(flags.preset, "--preset", "LOOPGUARD_PRESET");
  const config = given(flags.config, "--config", "LOOPGUARD_CONFIG");
  const { readGuardOptions } = await import("../guard-options.ts");
  const read = await readGuardOptions(config === undefined ? { preset: preset as PresetName } : { config });
  return flags.observe ? { ...read, shadow: true } : read;
}

/** The command line wins over the environment. */
function given(flag: string | true | undefined, name: string, variable: string): string | undefined {
  if (flag === true) throw new Error(`a value is missing after ${name}`);
  const value = flag ?? process.env[variable];
  return value === "" ? undefined : value;
}
