/** `loopguard init`: has a CLI agent call the hook, or load the plugin, by a change of its settings. */

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { extname, join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { orElse } from "../base/property.ts";
import type { PresetName } from "../base/types.ts";
import { Argument, type Command } from "../traces/libraries.ts";
import type { Dialect } from "./hook/dialects.gen.ts";
import { AGENTS, type Agent, type AgentSettings, type HookFailure } from "./init-agents.ts";
import {
  areCopied,
  copied,
  copy,
  lastingPlugin,
  lastingProgram,
  orFail,
  PACKAGE,
  type Place,
  packageSource,
  placeOf,
  pluginSource,
  type Reference,
  type Scope,
  type SettingsFormat,
  writeAside,
} from "./init-files.ts";
import { colorsFor, plainLines } from "./terminal.ts";

/**
 * The lines of both texts in order, each behind its sign, by their longest common subsequence. O(n * m) in time and memory,
 * of what lies between the first and the last lines that differ.
 *
 * @example
 * lineDiff("a\nb", "a\nc"); // [" a", "-b", "+c"]
 */
export function lineDiff(before: string, after: string): string[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let [start, n, m] = [0, a.length, b.length];
  while (start < n && a[start] === b[start]) start++;
  while (n > start && m > start && a[n - 1] === b[m - 1]) [n, m] = [n - 1, m - 1];
  const [x, y] = [a.slice(start, n), b.slice(start, m)];
  // common[i][j]: length of the longest common subsequence of x from line i and y from line j.
  const common = Array.from({ length: x.length + 1 }, () => new Uint32Array(y.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = x.length - 1; i >= 0; i--)
    for (let j = y.length - 1; j >= 0; j--)
      (common[i] as Uint32Array)[j] = x[i] === y[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const diff = a.slice(0, start).map((line) => ` ${line}`);
  for (let i = 0, j = 0; i < x.length || j < y.length; ) {
    const isAdded = j < y.length && (i === x.length || at(i, j + 1) > at(i + 1, j));
    const sign = x[i] === y[j] ? " " : isAdded ? "+" : "-";
    diff.push(`${sign}${sign === "-" ? x[i] : y[j]}`);
    if (sign !== "+") i++;
    if (sign !== "-") j++;
  }
  return diff.concat(a.slice(n).map((line) => ` ${line}`));
}

/** The lines that differ, with `around` lines before and after; `undefined` marks lines that were left out. */
function hunks(diff: readonly string[], around = 3): (string | undefined)[] {
  const near = diff.map((_, index) =>
    diff.slice(Math.max(0, index - around), index + around + 1).some((line) => !line.startsWith(" ")),
  );
  return diff.flatMap((line, index) => {
    if (near[index]) return [line];
    return index === 0 || near[index - 1] ? [undefined] : [];
  });
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  return text.replace(/\n$/, "").split("\n");
}

/** What the hook is to be told of the guard. */
interface HookGuard {
  preset?: PresetName;
  config?: string;
  observe?: true;
  logArguments?: true;
}

/**
 * For a project, whose settings are shared, the package that is installed in it. For a user, the C program of this
 * package if it runs on this machine, else Node. The program is copied out of a place that does not stay; Node's script
 * cannot be: it is a part of a package. `dialect`: which one the hook speaks.
 */
export function hookCommand(agent: Agent, dialect: Dialect, flags: HookGuard, scope: Scope): Reference {
  const hook = plainCommand(agent, [`--${dialect}`, ...guardWords(flags, scope)].join(" "), flags, scope);
  const { failure }: AgentSettings = AGENTS[agent];
  return failure === undefined ? hook : { ...hook, text: SHIELDS[failure](hook.text) };
}

/** For agents that take the failure of a hook, such as exit code 127 of a program that no longer exists, for a refusal. */
const SHIELDS: Readonly<Record<HookFailure, (command: string) => string>> = {
  /** On Windows, PowerShell gives 1 for a missing program, and needs an ampersand before a quoted path. */
  refuses: (command) => {
    if (process.platform !== "win32") return `${command} || true`;
    return command.startsWith('"') ? `& ${command}` : command;
  },
  /** Exit code 2 is the hook's own refusal. */
  "refuses but 2": (command) => (process.platform === "win32" ? command : `${command}; [ $? -ne 2 ] || exit 2`),
};

/** The path of a configuration is that from the project's folder, where agents run hooks; for a user, the whole path. */
function guardWords({ preset, config, observe, logArguments }: HookGuard, scope: Scope): string[] {
  const file = config === undefined || scope === "project" ? config : resolve(config);
  return [
    ...(preset === undefined ? [] : ["--preset", preset]),
    ...(file === undefined ? [] : ["--config", quoted(file)]),
    ...(observe ? ["--observe"] : []),
    ...(logArguments ? ["--log-arguments"] : []),
  ];
}

function plainCommand(agent: Agent, options: string, { config }: HookGuard, scope: Scope): Reference {
  if (scope === "project") return { text: `npx --offline --no-install loopguard hook ${options}` };
  const place = placeOf(PACKAGE);
  // The program would start Node.js for a module, and where it is copied to does not find the package.
  const program = config === undefined || extname(config) === ".json" ? hookProgram() : undefined;
  if (program === undefined) return scriptCommand(agent, options, place);
  if (place.stays === "installed") return { text: `${quoted(program)} hook ${options}` };
  const to = lastingProgram();
  const copies = new Map([[to, readFileSync(program)]]);
  return copied("hook program", to, `${quoted(to)} hook ${options}`, copies, place.stays);
}

function scriptCommand(agent: Agent, options: string, { stays, root }: Place): Reference {
  const better = `npm install --global loopguard, then loopguard init ${agent}`;
  if (stays === "cache")
    throw new Error(
      `${PACKAGE} is in a cache, which may be emptied, and for ${process.platform}-${process.arch} it has no hook program that could be copied to a place that stays; nothing was changed. Run ${better}`,
    );
  const script = join(PACKAGE, "dist", "cli", "main.js");
  const text = `${quoted(process.execPath)} ${quoted(script)} hook ${options}`;
  if (stays === "installed") return { text };
  const note = `The hook is in ${join(root, "node_modules")}: when that is deleted, ${AGENTS[agent].title} runs without loopguard, and says at each call that the hook failed. Better: ${better}.`;
  return { text, note };
}

/** The C program of the prebuilds that runs on this machine; one for another libc does not start. */
function hookProgram(): string | undefined {
  const folder = join(PACKAGE, "prebuilds");
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${process.platform}-${process.arch}`))
    .map((name) => join(folder, name, "loopguard"))
    .find((path) => existsSync(path) && spawnSync(path, ["hook"], { input: "", timeout: 5000 }).status === 0);
}

function quoted(path: string): string {
  if (/^[\w./:\\@+-]+$/.test(path)) return path;
  return process.platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
}

interface InitFlags extends HookGuard {
  project?: true;
  user?: true;
  remove?: true;
  yes?: true;
  print?: true;
  color: boolean;
}

/** Suffix of the backup, made before our hooks first come into a file. It stays until the file is what it was then. */
const BACKUP = ".before-loopguard";

const HELP = `
Examples:
  loopguard init claude              for you, in every project
  loopguard init gemini --project    for everyone who works in this folder
  loopguard init codex --print       only show what would be written
  loopguard init claude --observe    refuse nothing, and see what it would do: loopguard hook log
  loopguard init claude --remove     remove the hooks again
  loopguard init opencode            a plugin instead of hooks

Shows the change to the settings file and asks before it writes; without a terminal and without --yes it only shows. Other
hooks stay unchanged. A backup of the original is kept next to the file, with ${BACKUP} at the end of its name,
until --remove has brought it back.`;

export function registerInit(program: Command): void {
  program
    .command("init")
    .description("Have a CLI agent call loopguard before and after each tool call.")
    .addArgument(new Argument("<agent>", "whose settings").choices(Object.keys(AGENTS)))
    .option("--user", "for you, in every project (default)")
    .option("--project", "for everyone who works in this folder")
    .option("--remove", "remove the hooks again")
    .option("-y, --yes", "write without asking")
    .option("--print", "only show the change")
    .option("--preset <name>", "the hook judges as this preset does")
    .option("--config <file>", "the hook judges by the LoopGuardOptions in this .json or .mjs file")
    .option("--observe", "the hook refuses nothing, and tells you what it would do")
    .option("--log-arguments", "the hook puts the arguments of calls into its log")
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText("after", HELP)
    .action(async (agent: Agent, _flags: InitFlags, command: Command) => {
      const flags = command.optsWithGlobals<InitFlags>();
      const wrong = await problems(agent, flags, command.args.slice(1));
      if (wrong.length > 0) throw new Error(["nothing was changed:", ...wrong].join("\n  "));
      await init(agent, flags);
    });
}

/** All that is wrong with the command line and the configuration, and not only the first. */
async function problems(agent: Agent, flags: InitFlags, unknown: readonly string[]): Promise<string[]> {
  const { preset, config, observe, logArguments, user, project, yes, print } = flags;
  const { uses, title }: AgentSettings = AGENTS[agent];
  const found = unknown.map((word) => `unknown ${word.startsWith("-") ? "option" : "argument"} ${word}`);
  if (user && project) found.push("--user and --project are two places: give one");
  if (yes && print) found.push("--print writes nothing, so --yes has no effect: give one");
  if (preset !== undefined && config !== undefined) found.push("--preset and --config: give one");
  const isGuarded = [preset, config, observe, logArguments].some((flag) => flag !== undefined);
  if (isGuarded && wordOf(uses) !== "hook")
    found.push(`${title} loads a ${wordOf(uses)}, which takes none of --preset, --config, --observe, --log-arguments`);
  const { readGuardOptions } = await import("./guard-options.ts");
  for (const guard of [preset && { preset }, config && { config }]) {
    if (guard) await readGuardOptions(guard).catch((error: Error) => found.push(error.message));
  }
  return found;
}

async function init(agent: Agent, flags: InitFlags): Promise<void> {
  const { title, path: place, next, uses, format }: AgentSettings = AGENTS[agent];
  const scope: Scope = flags.project ? "project" : "user";
  const path = resolve(place(scope));
  const edit = editor(format, path);
  const before = textAt(path);
  const ours = flags.remove ? undefined : referenceOf(agent, flags, scope);
  const after = ours === undefined ? before && removed(edit, before, path) : edit(before, ours.text);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const isSame = before === after;
  const copies = ours?.copies ?? new Map();
  if (isSame && areCopied(copies)) {
    const verb = wordOf(uses) === "hook" ? "calls" : "loads";
    say(
      ours === undefined
        ? `${path} has no ${wordOf(uses)} of loopguard.`
        : `${title} already ${verb} loopguard: ${path}`,
    );
    return;
  }
  if (!isSame) {
    say(`${path}${before === undefined ? " (a new file)" : after === undefined ? " (is deleted)" : ""}`);
    show(before ?? "", after ?? "", flags.color);
  }
  if (ours?.note !== undefined) say(`\n${ours.note}`);
  if (flags.print) return;
  if (!(await agreed(flags, say))) return;
  if (textAt(path) !== before)
    throw new Error(`${path}: has been changed since it was shown; nothing was written. Run this again`);
  if (!areCopied(copies)) copy(copies);
  if (!isSame && after !== undefined) write(path, before, after, before !== undefined && !isMade(edit, before));
  if (after === undefined) orFail(() => rmSync(path), `${path}: cannot be removed`);
  const done = after === undefined ? "Removed." : "Written.";
  say(ours === undefined ? `${done}${backupLeft(path)}${leftBehind(uses)}` : `${done} ${next}`);
}

/** A link that leads nowhere cannot be read: in its place would be a file. */
function textAt(path: string): string | undefined {
  const read = () => lstatSync(path, { throwIfNoEntry: false }) && readFileSync(path, "utf8");
  return orFail(read, `${path}: cannot be read`, "; nothing was changed");
}

/**
 * The text without our part; the backup's, byte for byte, if it says the same and has nothing of ours. Without a backup, a file
 * that has no more than a new one would have is ours, and goes.
 */
function removed(edit: Edit, text: string, path: string): string | undefined {
  const rest = edit(text);
  const backup = textAt(`${realpathSync(path)}${BACKUP}`);
  if (rest === text) return rest;
  if (backup === undefined) return isMade(edit, text) ? undefined : rest;
  const isSame = () => edit(backup) === backup && edit(edit(backup, ANY_OF_OURS)) === rest;
  return orElse(isSame, false) ? backup : rest; // the backup may be no file of settings
}

/** Deletes the backup of a file that is again what it was, or says where it is. */
function backupLeft(path: string): string {
  const target = orElse(() => realpathSync(path), path);
  const backup = `${target}${BACKUP}`;
  if (!existsSync(backup)) return "";
  const isAgain = existsSync(target) && readFileSync(backup).equals(readFileSync(target));
  if (isAgain) rmSync(backup);
  return isAgain ? "" : ` ${backup} has what was there before loopguard; delete it if nothing of that is missing.`;
}

/** Whether it has our part, and nothing that a new file would not have. */
function isMade(edit: Edit, text: string): boolean {
  const fresh = () => edit(edit(undefined, ANY_OF_OURS))?.trim();
  return orElse(() => edit(text) !== text && edit(text)?.trim() === fresh(), false); // false: another's plugin
}

/** The text of the file with our part as `ours` says, or, without that, with none. */
type Edit = (text: string | undefined, ours?: string) => string | undefined;

/** What it fails with names the file. */
function editor(format: SettingsFormat, path: string): Edit {
  return (text, ours) => {
    try {
      return format(text, ours, path);
    } catch (error) {
      if (error instanceof Error) error.message = `${path}: ${error.message}`;
      throw error;
    }
  };
}

/** A name that each format takes for ours: of a hook, or of a package. */
const ANY_OF_OURS = "npm:loopguard@loopguard hook";

function referenceOf(agent: Agent, flags: HookGuard, scope: Scope): Reference {
  const { uses }: AgentSettings = AGENTS[agent];
  if (uses === "package") return packageSource(scope);
  return "hook" in uses ? hookCommand(agent, uses.hook, flags, scope) : pluginSource(uses.plugin, scope);
}

function wordOf(uses: AgentSettings["uses"]): string {
  return uses === "package" ? uses : "hook" in uses ? "hook" : "plugin";
}

/** What was copied stays when one agent no longer uses it, or in one place: others may. */
function leftBehind(uses: AgentSettings["uses"]): string {
  if (uses === "package") return "";
  const path = "hook" in uses ? lastingProgram() : lastingPlugin(uses.plugin);
  return existsSync(path) ? ` ${path} is still there; delete it if nothing else uses this ${wordOf(uses)}.` : "";
}

/** Made safe to print: a project that was cloned has settings of somebody else's. */
function show(before: string, after: string, color: boolean): void {
  const colors = colorsFor(process.stdout, color);
  const paint = (line: string, text = `${line[0]} ${plainLines(line.slice(1))}`) =>
    line.startsWith(" ") ? text : line.startsWith("-") ? colors.red(text) : colors.green(text);
  const lines = hunks(lineDiff(before, after)).map((line) => (line === undefined ? undefined : paint(line)));
  for (const line of folded(lines)) process.stdout.write(`${line}\n`);
}

/** The same hook for many events is printed once. `undefined` in `lines`: some were left out. */
function* folded(lines: readonly (string | undefined)[]): Generator<string> {
  const printed = new Set<string>();
  let again: (string | undefined)[] = [];
  for (const line of [...lines, ""]) {
    if (line === undefined || printed.has(line)) {
      again.push(line);
      continue;
    }
    const known = again.filter((one) => one !== undefined);
    yield* known.length < 3 ? again.map((one) => one ?? "  ...") : [`  ... (${known.length} lines as above)`];
    again = [];
    printed.add(line);
    if (line !== "") yield line;
  }
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

/** A symbolic link stays one. `keep`: makes the backup, unless it exists. */
function write(path: string, before: string | undefined, after: string, keep: boolean): void {
  const target = before === undefined ? path : realpathSync(path);
  const fill = (temporary: string) => {
    const backup = `${target}${BACKUP}`;
    if (keep && !existsSync(backup)) copyFileSync(target, backup, constants.COPYFILE_EXCL);
    const mode = before === undefined ? 0o666 : statSync(target).mode & 0o777;
    writeFileSync(temporary, after, { mode });
    if (before !== undefined) chmodSync(temporary, mode);
  };
  orFail(() => writeAside(target, fill), `${target}: cannot be written`);
}
