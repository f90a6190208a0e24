/** The types of a tool, its calls and its results. */

import { isPlainObject, orElse, property } from "../base/property.ts";
import type { ToolPolicy } from "../base/types.ts";
import { shownText } from "../base/value-text.ts";
import type { ToolResult, Untyped } from "./event-bus.ts";
import type { RunContext } from "./run-context.ts";

export type * from "./event-bus.ts";

/** How a tool is isolated in a child process. Contains faulty tools, not hostile ones. */
export interface SandboxConfig {
  /** @default true */
  enabled?: boolean;
  /** Milliseconds after which the process is killed. @default 30000 */
  timeout?: number;
  /** Limit of the process's JavaScript heap, in MiB. @default 256 */
  maxMemoryMB?: number;
  /** Whether network access is allowed. @default false */
  allowNetwork?: boolean;
  /** File access: all (`true`), none (`false`), or the paths that may be read, or read and written. @default false */
  allowFS?: boolean | { readOnly?: string[]; readWrite?: string[] };
  /** The complete environment of the process, which inherits nothing. @default {} */
  env?: Record<string, string>;
}

/** How long results are cached. */
export interface ToolCacheConfig {
  /** Milliseconds for which a result is valid. */
  ttl: number;
}

/**
 * A tool. `Args` is the type of the arguments of `execute`: the output of the schema in `parameters`.
 *
 * @example
 * const search: ToolDef = {
 *   name: "search",
 *   description: "Searches the web",
 *   parameters: z.object({ q: z.string() }),
 *   execute: async (args) => `results for ${args["q"]}`,
 * };
 */
export interface ToolDef<Args = Record<string, unknown>> {
  name: string;
  description: string;
  /** A zod schema (version 3 or 4), anything with `safeParse`, or a Standard Schema: a `ParameterSchema`. */
  parameters: Untyped;
  /**
   * Runs the tool with checked arguments. What it throws becomes the call's error. A method, so that tools with
   * different arguments, and Agentium's tools, fit into one array.
   */
  execute(args: Args, ctx: RunContext): Promise<string | ToolResult>;
  /**
   * The JSON schema for the model, in place of the one made from `parameters`. `$schema`, `title`, `default`,
   * `examples`, `$id`, `$comment` and `additionalProperties: false`, which some providers refuse, are removed.
   */
  rawJsonSchema?: Record<string, unknown>;
  /** Caches results by name and arguments. @default no cache */
  cache?: ToolCacheConfig;
  /** Whether the tool runs in its own process. `false` wins over the executor's setting. */
  sandbox?: boolean | SandboxConfig;
  /**
   * Whether a human must approve a call; wins over the executor's policy. A function receives the arguments as sent. Without
   * `approval` the executor can ask nobody: the tool runs, which is told once.
   */
  requiresApproval?: boolean | ((args: Record<string, unknown>) => boolean);
  /**
   * Asks the provider to follow the schema strictly. With `true`, the definition follows the rules of OpenAI's strict
   * mode: objects are closed and require all properties, at every depth. An optional property of `parameters` may then
   * be `null`, and a `null` that `parameters` rejects counts as left out. A `rawJsonSchema` is only closed. @default
   * false
   */
  strict?: boolean;
  /** Examples of arguments; they are added to the description that the model sees. */
  inputExamples?: Untyped[];
  /** Turns the full result into the one that the model sees. @default the full result */
  toModelOutput?(result: string | ToolResult, ctx: RunContext): Promise<string | ToolResult>;
  /** The loop-detection policy of this tool; `false`: its calls are not checked. */
  loopDetection?: false | ToolPolicy;
}

/** A tool for an executor: a `ToolDef` whose lists may be read-only, and whose `toModelOutput` may be synchronous. */
export interface GivenTool extends Omit<ToolDef, "inputExamples" | "toModelOutput"> {
  inputExamples?: readonly unknown[];
  toModelOutput?(result: string | ToolResult, ctx: RunContext): string | ToolResult | Promise<string | ToolResult>;
}

/** A tool definition for a model provider. */
export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON schema (draft 7) of the arguments. */
  parameters: Record<string, unknown>;
  strict?: boolean;
}

/** Of a pointer to an artifact, `art:<UUID>`. Here, so that its entry point need not load artifacts for it. */
export const ARTIFACT_POINTER_PREFIX = "art:";

/** The text of a result for the model; the result may be any value, because a tool may be written in JavaScript. */
export function resultText(result: string | ToolResult): string {
  if (typeof result === "string") return result;
  return contentOf(result) ?? shownText(result);
}

/** `result` with another text. Artifacts and other fields stay; a result without fields becomes the text. */
export function withText(result: string | ToolResult, text: string): string | ToolResult {
  if (contentOf(result) === undefined && !isPlainObject(result)) return text;
  return orElse(() => ({ ...(result as ToolResult), content: text }), text); // a getter may throw
}

function contentOf(result: unknown): string | undefined {
  const content = property(result, "content");
  return typeof content === "string" ? content : undefined;
}
