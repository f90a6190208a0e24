/** The process of a sandbox. */
import type { ChildProcess } from "node:child_process";
import { builtin, needed } from "../base/platform.ts";
import { orElse } from "../base/property.ts";
import type { RunContext } from "./run-context.ts";
import { type SandboxReply, type SandboxRequest, sandboxMain } from "./sandbox-worker.ts";
import type { SandboxConfig, ToolResult } from "./tool-types.ts";

/** Runs a function in a child process, which is gone when the promise settles. */
export async function runInProcess(
  execute: (args: Record<string, unknown>, ctx: RunContext) => Promise<string | ToolResult>,
  args: Record<string, unknown>,
  ctx: RunContext,
  config: SandboxConfig,
  timeoutMs: number,
): Promise<string | ToolResult> {
  const request: SandboxRequest = {
    source: Function.prototype.toString.call(execute),
    args,
    ctx: plainContext(ctx),
    timeoutMs,
    allowNetwork: config.allowNetwork ?? false,
  };
  const { spawn } = needed(builtin("node:child_process"), "A sandbox");
  const code = `var __name = (value) => value; (${sandboxMain})();`; // esbuild with keepNames inserts calls of `__name`
  const child = spawn(process.execPath, [...nodeFlags(config), "-e", code], {
    env: childEnvironment(config),
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    windowsHide: true,
  });
  return converse(child, request, ctx.signal);
}

/** Sends the request and waits until the child is gone. */
function converse(
  child: ChildProcess,
  request: SandboxRequest,
  signal: AbortSignal | undefined,
): Promise<string | ToolResult> {
  return new Promise((resolve, reject) => {
    let outcome: SandboxReply | Error | undefined;
    const end = (with_: SandboxReply | Error): void => {
      outcome ??= with_;
      child.kill("SIGKILL");
    };
    const settle = (fallback: Error): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      children.delete(child);
      if (children.size === 0) process.off("exit", killChildren);
      const result = outcome ?? fallback;
      if (result instanceof Error) reject(result);
      else if (result.ok) resolve(result.result as string | ToolResult);
      else reject(new Error(`Sandbox error: ${result.message}`));
    };
    const onAbort = (): void => end(new Error("Sandbox execution aborted"));
    const timer = setTimeout(
      () => end(new Error(`Sandbox execution timed out after ${request.timeoutMs}ms`)),
      request.timeoutMs,
    );
    if (children.size === 0) process.on("exit", killChildren);
    children.add(child);
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    child.on("message", (reply) => end(reply as SandboxReply));
    child.on("exit", (code, name) => settle(new Error(exitMessage(code, name))));
    child.on("error", (error) => settle(new Error(`Sandbox error: ${error.message}`)));
    try {
      // If the child has died, its exit is reported; the error of `send` says nothing more.
      child.send(request, () => {});
    } catch (error) {
      end({ ok: false, message: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** Running children, to kill them if this process ends first. */
const children = new Set<ChildProcess>();

function killChildren(): void {
  for (const child of children) child.kill("SIGKILL");
}

/** The exit code of a child that a signal ended is 128 plus the signal's number, as in a shell (134: out of memory). */
function exitMessage(code: number | null, signal: NodeJS.Signals | null): string {
  return `Sandbox process exited with code ${code ?? 128 + (signal === null ? 0 : (builtin("node:os")?.constants.signals[signal] ?? 0))}`;
}

function nodeFlags(config: SandboxConfig): string[] {
  const known = process.allowedNodeEnvironmentFlags;
  const allowFS = config.allowFS ?? false;
  const readWrite = allowFS === true ? ["*"] : allowFS === false ? [] : (allowFS.readWrite ?? []);
  const readOnly = typeof allowFS === "boolean" ? [] : (allowFS.readOnly ?? []);
  const flags = [
    known.has("--permission") ? "--permission" : "--experimental-permission",
    "--no-warnings",
    `--max-old-space-size=${Math.min(Math.ceil(config.maxMemoryMB ?? 256), 2 ** 31)}`,
    ...patterns([...readOnly, ...readWrite]).map((pattern) => `--allow-fs-read=${pattern}`),
    ...patterns(readWrite).map((pattern) => `--allow-fs-write=${pattern}`),
  ];
  // From Node 25 on, the permission model covers the network too.
  if (config.allowNetwork === true && known.has("--allow-net")) flags.push("--allow-net");
  return flags;
}

/**
 * The patterns for Node's flags: a file itself, or a directory with its contents, also if it does not exist yet.
 *
 * Node's table of patterns has bugs, which all deny too much, never too little: it fails an assertion for a pattern
 * that is given twice, forgets patterns inside others (so those are left out here), and may not allow to list a
 * directory if the name of another allowed path begins with its name.
 */
function patterns(paths: readonly string[]): string[] {
  if (paths.includes("*")) return ["*"];
  const { join, resolve, sep } = needed(builtin("node:path"), "A sandbox");
  const absolute = [...new Set(paths.map((path) => resolve(path)))];
  const outermost = absolute.filter(
    (path) => !absolute.some((other) => other !== path && path.startsWith(join(other, sep))),
  );
  return outermost.map((path) => (isFile(path) ? path : join(path, "*")));
}

function isFile(path: string): boolean {
  return needed(builtin("node:fs"), "A sandbox").statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function childEnvironment(config: SandboxConfig): Record<string, string> {
  const environment: Record<string, string> = {};
  // On Windows, sockets and the random generator do not start without it.
  const { SystemRoot } = process.env;
  if (process.platform === "win32" && SystemRoot !== undefined) environment["SystemRoot"] = SystemRoot;
  return Object.assign(environment, config.env);
}

/** The ids and metadata of a context; values that cannot be copied are left out. */
function plainContext(ctx: RunContext): Record<string, unknown> {
  const { runId, sessionId, userId, tenantId } = ctx;
  const metadata = orElse(() => structuredClone(ctx.metadata), {});
  return { runId, sessionId, userId, tenantId, metadata };
}
