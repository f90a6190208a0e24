/** What `loopguard init` writes for agents that load plugins: a file of ours, which takes the plugin from this package. */
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Scope } from "./init-agents.ts";
import { type Copy, placeOf } from "./init-place.ts";

export type PluginAgent = "opencode";

export interface PluginSettings {
  /** The agent's name for people. */
  readonly title: string;
  /** The path of the file. */
  path(scope: Scope, env?: NodeJS.ProcessEnv): string;
  /** The entry point of the package. */
  readonly entry: string;
  /** What the user should do or know after the file is written. */
  readonly next: string;
}

export const PLUGINS: Readonly<Record<PluginAgent, PluginSettings>> = {
  opencode: {
    title: "opencode",
    path: (scope, env = process.env) =>
      scope === "project"
        ? join(".opencode", "plugins", "loopguard.js")
        : join(env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "opencode", "plugins", "loopguard.js"),
    entry: "opencode",
    next: "opencode is guarded from its next start.",
  },
};

/** The file's text, and what it needs. */
export interface PluginFile {
  readonly text: string;
  /** What the file imports, if that is not there before it is copied. */
  readonly copy?: Copy;
  /** What the user should know about where the file leads. */
  readonly note?: string;
}

/**
 * For a project, which is shared, the package that is installed in it. For a user, this package; out of a place that does
 * not stay, one file of it is copied.
 */
export function pluginFile(agent: PluginAgent, scope: Scope): PluginFile {
  const { entry } = PLUGINS[agent];
  if (scope === "project") return { text: textOf(agent, `loopguard/${entry}`, " --project") };
  const folder = fileURLToPath(new URL("../..", import.meta.url));
  const { stays } = placeOf(folder);
  const own = (...path: string[]) => join(folder, "dist", ...path);
  if (stays === "installed") return { text: textOf(agent, urlOf(own("adapters", `${entry}.js`))) };
  const to = lastingPlugin(agent);
  const gone = stays === "cache" ? "a cache, which may be emptied" : "a node_modules, and would be deleted with it";
  return {
    text: textOf(agent, urlOf(to)),
    copy: { from: own("plugins", `${entry}.js`), to },
    note: `The plugin is copied to ${to}: ${folder} is in ${gone}. After an update of loopguard, run this again.`,
  };
}

/** Where `init` copies the plugin to. */
export function lastingPlugin(agent: PluginAgent): string {
  return join(homedir(), ".loopguard", "plugins", `${PLUGINS[agent].entry}.js`);
}

const HEAD = "// Guards every session against loops.";

/** Whether `init` wrote the file, in this or another version, and nobody has changed it since. */
export function isOurs(text: string): boolean {
  const [head, from, ...rest] = text.trimEnd().split("\n");
  return head?.startsWith(HEAD) === true && from?.startsWith("export { default } from ") === true && rest.length === 0;
}

function textOf(agent: PluginAgent, from: string, scope = ""): string {
  return `${HEAD} Take it away with: loopguard init ${agent}${scope} --remove
export { default } from ${JSON.stringify(from)};
`;
}

function urlOf(path: string): string {
  return pathToFileURL(path).href;
}
