/** The command line of the hook, for an agent's settings. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { PresetName } from "../base/types.ts";
import { Failure } from "./failure.ts";
import type { Dialect } from "./hook/dialects.gen.ts";
import { AGENTS, type Agent, type AgentSettings, type HookFailure } from "./init-agents.ts";
import { lastingProgram, type Place, placeOf, type Reference, type Scope } from "./init-place.ts";

/** What the hook is to be told of the guard. */
export interface HookGuard {
  preset?: PresetName;
  config?: string;
  observe?: true;
  logArguments?: true;
}

const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));

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
  if (place.stays === "installed") return { text: `${quoted(program)} ${options}` };
  const to = lastingProgram();
  const gone =
    place.stays === "cache" ? "a cache, which may be emptied" : "a node_modules, and would be deleted with it";
  return {
    text: `${quoted(to)} ${options}`,
    copy: { from: program, to },
    note: `The hook program is copied to ${to}: ${PACKAGE} is in ${gone}. After an update of loopguard, run this again.`,
  };
}

function scriptCommand(agent: Agent, options: string, { stays, root }: Place): Reference {
  const better = `npm install --global loopguard, then loopguard init ${agent}`;
  if (stays === "cache")
    throw new Failure(
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
    .map((name) => join(folder, name, "loopguard-hook"))
    .find((path) => existsSync(path) && spawnSync(path, { input: "", timeout: 5000 }).status === 0);
}

function quoted(path: string): string {
  if (/^[\w./:\\@+-]+$/.test(path)) return path;
  return process.platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
}
