/** The command line of the hook, for an agent's settings. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Agent, Scope } from "./init-agents.ts";

const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));

/**
 * For a project, whose settings are shared, the package that is installed in it. For a user, the C program of this
 * package if it runs on this machine, else Node.
 */
export function hookCommand(agent: Agent, scope: Scope): string {
  const command = plainCommand(agent, scope);
  return agent === "gemini" ? forGemini(command) : command;
}

function plainCommand(agent: Agent, scope: Scope): string {
  if (scope === "project") return `npx --offline --no-install loopguard hook --${agent}`;
  const program = hookProgram();
  if (program !== undefined) return `${quoted(program)} --${agent}`;
  return `${quoted(process.execPath)} ${quoted(join(PACKAGE, "dist", "cli", "main.js"))} hook --${agent}`;
}

/**
 * Gemini CLI takes exit code 127, of a program that no longer exists, for a refusal, of prompts too: hence `|| true`.
 * On Windows, PowerShell gives 1 instead, which is not a refusal, and needs an ampersand before a quoted path.
 */
function forGemini(command: string): string {
  if (process.platform !== "win32") return `${command} || true`;
  return command.startsWith('"') ? `& ${command}` : command;
}

/** Whether a command is in the cache of npx, which may be emptied at any time. */
export function isPassing(command: string): boolean {
  return /[\\/]_npx[\\/]/.test(command);
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
