/** A function in a sandbox. */
import { runInSandbox } from "../../lib/executor/sandbox.ts";
import type { SandboxConfig, ToolDef } from "../../lib/executor/tool-types.ts";
import { recorded } from "./helpers.ts";

export const run = (execute: unknown, args: unknown = {}, config: SandboxConfig = {}, ctx = recorded().ctx) =>
  runInSandbox(execute as ToolDef["execute"], args, ctx, config);
