/** `loopguard init`: adds the hook to the settings file of a CLI agent, or the plugin to its plugins. */

import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { isPlainObject } from "../base/plain-object.ts";
import { Argument, type Command, Option } from "../bundled/libraries.ts";
import { Failure } from "./failure.ts";
import { AGENTS, type Agent, type Scope } from "./init-agents.ts";
import { hookCommand } from "./init-command.ts";
import { type Copy, copyProgram, isCopied, lastingProgram } from "./init-place.ts";
import { isOurs, lastingPlugin, PLUGINS, type PluginAgent, pluginFile } from "./init-plugins.ts";
import { withHooks, withoutHooks } from "./init-settings.ts";
import { hunks, lineDiff } from "./line-diff.ts";
import { colorsFor } from "./terminal.ts";

interface InitFlags {
  project?: true;
  user?: true;
  remove?: true;
  yes?: true;
  print?: true;
  color: boolean;
}

/** Suffix of the backup, made before the first change. It stays when the hooks are removed or added again. */
const BACKUP = ".before-loopguard";

const HELP = `
Examples:
  loopguard init claude              for you, in every project
  loopguard init gemini --project    for everyone who works in this folder
  loopguard init codex --print       only show what would be written
  loopguard init claude --remove     remove the hooks again
  loopguard init opencode            a plugin instead of hooks

Shows the change to the settings file and asks before it writes; without a terminal and without --yes it only shows. Other
hooks stay unchanged. A backup of the original is kept next to the file, with ${BACKUP} at the end of its name.`;

export function registerInit(program: Command): void {
  program
    .command("init")
    .description("have a CLI agent call loopguard before and after each tool call")
    .addArgument(new Argument("<agent>", "whose settings").choices([...Object.keys(AGENTS), ...Object.keys(PLUGINS)]))
    .addOption(new Option("--user", "for you, in every project (default)").conflicts("project"))
    .option("--project", "for everyone who works in this folder")
    .option("--remove", "remove the hooks again")
    .addOption(new Option("-y, --yes", "write without asking").conflicts("print"))
    .option("--print", "only show the change")
    .addHelpText("after", HELP)
    .action((agent: Agent | PluginAgent, _flags: InitFlags, command: Command) => {
      const flags = command.optsWithGlobals<InitFlags>();
      return init(isPlugin(agent) ? pluginPlan(agent, flags) : hookPlan(agent, flags), flags);
    });
}

/** What is to be done for one agent. */
interface Plan {
  readonly path: string;
  /** The file's text; `undefined`: there is no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** What the file needs, if that is to be copied. */
  readonly copy?: Copy | undefined;
  readonly note?: string | undefined;
  /** What is said when there is nothing to do, and when it is done. */
  readonly already: string;
  readonly done: string;
}

function hookPlan(agent: Agent, flags: InitFlags): Plan {
  const { title, path: place, groups, next } = AGENTS[agent];
  const scope: Scope = flags.project ? "project" : "user";
  const path = resolve(place(scope));
  const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  const settings = parsed(before, path);
  if (flags.remove) {
    const after = before === undefined ? undefined : textLike(before, withoutHooks(settings, path));
    const done = `Written.${left(lastingProgram(), "program")}`;
    return { path, before, after, already: `${path} has no hook of loopguard.`, done };
  }
  const { command, ...hook } = hookCommand(agent, scope);
  const after = textLike(before, withHooks(settings, groups(command), path));
  return {
    ...hook,
    path,
    before,
    after,
    already: `${title} already calls loopguard: ${path}`,
    done: `Written. ${next}`,
  };
}

function isPlugin(agent: Agent | PluginAgent): agent is PluginAgent {
  return agent in PLUGINS;
}

function pluginPlan(agent: PluginAgent, flags: InitFlags): Plan {
  const { title, path: place, next } = PLUGINS[agent];
  const scope: Scope = flags.project ? "project" : "user";
  const path = resolve(place(scope));
  const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (flags.remove) {
    if (before !== undefined && !isOurs(before))
      throw new Failure(
        `${path}: is not what loopguard init has written; nothing was changed. Delete it if it is not needed`,
      );
    const done = `Removed.${left(lastingPlugin(agent), "plugin")}`;
    return { path, before, after: undefined, already: `There is no ${path}.`, done };
  }
  const { text: after, ...file } = pluginFile(agent, scope);
  return {
    ...file,
    path,
    before,
    after,
    already: `${title} already loads loopguard: ${path}`,
    done: `Written. ${next}`,
  };
}

async function init(plan: Plan, flags: InitFlags): Promise<void> {
  const { path, before, after, note } = plan;
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const copy = plan.copy === undefined || isCopied(plan.copy) ? undefined : plan.copy;
  const isSame = before === after;
  if (isSame && copy === undefined) {
    say(plan.already);
    return;
  }
  if (!isSame) {
    say(`${path}${before === undefined ? " (a new file)" : after === undefined ? " (is deleted)" : ""}`);
    show(before ?? "", after ?? "", flags.color);
  }
  if (note !== undefined) say(`\n${note}`);
  if (flags.print) return;
  if (!(await agreed(flags, say))) return;
  if (copy !== undefined) copyProgram(copy);
  if (!isSame) write(path, before, after, !flags.remove);
  say(plan.done);
}

/** What was copied stays when it is no longer called by one agent, or in one place: it may be by others. */
function left(path: string, what: string): string {
  return existsSync(path) ? ` ${path} is still there; delete it if nothing else uses this ${what}.` : "";
}

/** Parses settings; a file that does not exist has none. */
function parsed(text: string | undefined, path: string): Record<string, unknown> {
  if (text === undefined || text.trim() === "") return {};
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message;
    throw new Failure(
      `${path}: is not plain JSON (${reason}); nothing was changed. Correct it, or add the hook by hand: docs/cli/init.md`,
    );
  }
  if (isPlainObject(settings)) return settings;
  throw new Failure(`${path}: must contain a JSON object of settings; nothing was changed`);
}

/** JSON text with the indentation and the final newline of the text that it replaces. */
function textLike(before: string | undefined, settings: Record<string, unknown>): string {
  const indent = /^[{[]\r?\n([ \t]+)/.exec(before ?? "")?.[1] ?? "  ";
  const text = JSON.stringify(settings, null, indent);
  const same =
    before !== undefined && before.trim() !== "" && JSON.stringify(JSON.parse(before), null, indent) === text;
  if (same) return before;
  return before === undefined || before.endsWith("\n") ? `${text}\n` : text;
}

function show(before: string, after: string, color: boolean): void {
  const colors = colorsFor(process.stdout, color);
  const paint = { " ": (text: string) => text, "-": colors.red, "+": colors.green };
  for (const line of hunks(lineDiff(before, after)))
    process.stdout.write(line === undefined ? "  ...\n" : `${paint[line.sign](`${line.sign} ${line.line}`)}\n`);
}

async function agreed(flags: InitFlags, say: (line: string) => void): Promise<boolean> {
  if (flags.yes) return true;
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    say("Nothing was written. Use --yes to write without asking.");
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question("Write this? [y/N] ");
    if (/^y(?:es)?$/i.test(answer.trim())) return true;
  } finally {
    terminal.close();
  }
  say("Nothing was written.");
  return false;
}

/**
 * Writes a temporary file and renames it, so that an agent never reads half of it. A symbolic link stays one. `keep`:
 * first makes the backup, unless it exists. Without `after`, the file is deleted.
 */
function write(path: string, before: string | undefined, after: string | undefined, keep: boolean): void {
  const target = before === undefined ? path : realpathSync(path);
  try {
    if (after === undefined) {
      rmSync(path);
      return;
    }
    mkdirSync(dirname(target), { recursive: true });
    const backup = `${target}${BACKUP}`;
    if (before !== undefined && keep && !existsSync(backup)) copyFileSync(target, backup, constants.COPYFILE_EXCL);
    const temporary = `${target}.loopguard-${process.pid}`;
    writeFileSync(temporary, after);
    if (before !== undefined) chmodSync(temporary, statSync(target).mode);
    renameSync(temporary, target);
  } catch (error) {
    throw new Failure(`${target}: cannot be written (${(error as Error).message})`);
  }
}
