/** Runs a function in a sandbox. */
import { Sandbox } from "../../lib/executor/sandbox.ts";
import type { SandboxConfig, ToolDef } from "../../lib/executor/tool-types.ts";
import { recorded } from "./helpers.ts";

export const run = (execute: unknown, args: unknown = {}, config: SandboxConfig = {}, ctx = recorded().ctx) =>
  new Sandbox(config).execute(execute as ToolDef["execute"], args as Record<string, unknown>, ctx);
