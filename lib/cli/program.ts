/** The commands of `loopguard`. The file of each is loaded only when needed, because a hook must start fast. */

import { Command, CommanderError } from "../traces/libraries.ts";
import { isPlain, plainLines } from "./terminal.ts";

/** Adds one command to the program. `whole`: builds the program with all its commands. */
type Register = (program: Command, whole: () => Promise<Command>) => void;

const COMMANDS: Readonly<Record<string, () => Promise<Register>>> = {
  scan: async () => (await import("./scan.ts")).registerScan,
  report: async () => (await import("./scan.ts")).registerReport,
  explain: async () => (await import("./explain.ts")).registerExplain,
  tune: async () => (await import("./tune.ts")).registerTune,
  sql: async () => (await import("./sql.ts")).registerSql,
  hook: async () => (await import("./hook/register.ts")).registerHook,
  init: async () => (await import("./init.ts")).registerInit,
  completion: async () => (await import("./completion.ts")).registerCompletion,
};
/** Exit code for wrong usage, and for any other failure of a command. */
const FAILED = 2;
/** Exit code of a hook that could not be loaded: agents take 2 for a refusal of the call. */
const HOOK_FAILED = 1;

const EXAMPLES = `
Examples:
  loopguard scan ~/.claude/projects            loops in recorded sessions, and what they cost
  loopguard report traces.jsonl                the same as a page
  loopguard explain traces.jsonl --run r42     call by call: what each detector saw
  loopguard init claude                        guard Claude Code from now on

Exit codes: 0 success, 1 --fail-on is met, 2 something could not be read, or wrong usage.`;

/** Builds the program with all its commands, or only with the one named `only`. */
export async function buildProgram(only?: string): Promise<Command> {
  const program = new Command("loopguard")
    .description("Finds tool-call loops in recorded agent runs, and keeps agents out of them.")
    .version(await version(), "-V, --version", "print the version")
    .option("--no-color", "no colours (NO_COLOR and FORCE_COLOR are respected too)")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "Print the help of a command.")
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError("(--help shows the usage)")
    .addHelpText("after", EXAMPLES)
    .exitOverride();
  const names = only !== undefined && Object.hasOwn(COMMANDS, only) ? [only] : Object.keys(COMMANDS);
  for (const name of names) (await (COMMANDS[name] as () => Promise<Register>)())(program, buildProgram);
  return program;
}

/**
 * Runs the command line `args` (without node and script) and gives the exit code. A command sets `process.exitCode` for
 * another code than 0.
 */
export async function run(args: readonly string[]): Promise<number> {
  try {
    const program = await buildProgram(args[0]);
    await program.parseAsync(args, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    const failed = args[0] === "hook" ? HOOK_FAILED : FAILED;
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : failed; // commander has already printed it
    const stack = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`error: ${isPlain(error) ? plainLines(error.message) : stack}\n`);
    return failed;
  }
}

async function version(): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  const manifest: unknown = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  return (manifest as { version: string }).version;
}
