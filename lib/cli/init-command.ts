/** The command line that an agent is to run. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Agent, Scope } from "./init-agents.ts";

const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));

/**
 * For the project, whose settings others have too, what is installed in it; for the user, the C program of this very
 * package where it runs, and else Node.
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
 * Gemini CLI takes the 127 of a program that is gone for a refusal of whatever it asks about, prompts too. On Windows its
 * PowerShell gives 1 then, which is none, and runs a path in quotes only behind an ampersand.
 */
function forGemini(command: string): string {
  if (process.platform !== "win32") return `${command} || true`;
  return command.startsWith('"') ? `& ${command}` : command;
}

/** npx keeps what it fetches in a cache that is emptied some day. */
export function isPassing(command: string): boolean {
  return /[\\/]_npx[\\/]/.test(command);
}

/** The C program among the prebuilds that runs here: one for another libc does not start. */
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
