/** The types of a tool, its calls and its results. */
import type { ToolPolicy } from "../base/types.ts";
import type { ParameterSchema } from "./parameter-schema.ts";
import type { RunContext } from "./run-context.ts";
/** One tool call that a model asked for. */
export interface ToolCall {
    /** The model's id for this call. */
    id: string;
    /** The tool's name. */
    name: string;
    arguments: Record<string, unknown>;
    /** `true`: never counted by loop detection. */
    retryable?: boolean;
}
/** A call whose arguments are still the JSON text that the model sent; the executor parses it. */
export interface RawToolCall extends Omit<ToolCall, "arguments"> {
    arguments: string;
}
/** Something that a tool made besides text. */
export interface ToolArtifact {
    type: string;
    data: unknown;
    mimeType?: string;
}
/** The same, by the name that Agentium has for it. */
export type Artifact = ToolArtifact;
/** A tool's result when it is more than text. `content` is what the model sees. */
export interface ToolResult {
    content: string;
    artifacts?: ToolArtifact[];
}
/** What `executeAll` gives for one call. */
export interface ToolCallResult {
    toolCallId: string;
    toolName: string;
    result: string | ToolResult;
    /** Set when the call did not succeed; `"loop-detected"` when loop detection refused it. */
    error?: string;
}
/** How a tool is isolated; see `sandbox.ts` for what that does and does not protect from. */
export interface SandboxConfig {
    /** @default true */
    enabled?: boolean;
    /** Milliseconds until the process is killed. @default 30000 */
    timeout?: number;
    /** Bound of the process's JavaScript heap. @default 256 */
    maxMemoryMB?: number;
    /** @default false */
    allowNetwork?: boolean;
    /** `true`: everything. Else the files and directories that may be read, or read and written. @default false */
    allowFS?: boolean | {
        readOnly?: string[];
        readWrite?: string[];
    };
    /** The whole environment of the process: nothing is inherited. */
    env?: Record<string, string>;
}
/** How long results are kept. */
export interface ToolCacheConfig {
    /** Milliseconds. */
    ttl: number;
}
/** Any schema; where it is one of zod's objects, its `shape` can be asked for. */
export type ToolParameters = ParameterSchema & {
    readonly shape?: Readonly<Record<string, unknown>>;
};
/**
 * A tool. `Args` is what `execute` takes: what the schema in `parameters` gives.
 *
 * @example
 * const search: ToolDef = {
 *   name: "search",
 *   description: "Searches the web",
 *   parameters: z.object({ q: z.string() }),
 *   execute: async (args) => `results for ${args["q"]}`,
 * };
 */
export interface ToolDef<Args = Record<string, unknown>, Schema extends ParameterSchema = ToolParameters> {
    name: string;
    description: string;
    /** A zod schema (version 3 or 4), anything with `safeParse`, or a Standard Schema. */
    parameters: Schema;
    /** Written as a method so that tools with different arguments, and Agentium's tools, fit into one array. */
    execute(args: Args, ctx: RunContext): Promise<string | ToolResult>;
    /**
     * The JSON schema shown to the model, in place of the one made from `parameters`; without `$schema`, `title`, `default`,
     * `examples`, `$id`, `$comment` and `additionalProperties: false`, which some providers refuse.
     */
    rawJsonSchema?: Record<string, unknown>;
    /** Results are kept by name and arguments. */
    cache?: ToolCacheConfig;
    /** Run in a process of its own. `false` wins over the executor's setting. */
    sandbox?: boolean | SandboxConfig;
    /** A human must agree first; wins over the executor's policy. The arguments are those that the model sent. */
    requiresApproval?: boolean | ((args: Record<string, unknown>) => boolean);
    /**
     * Ask the provider for strict schema adherence. With `true` the definition keeps the rules of OpenAI's strict mode: objects
     * are closed and require all their properties, at every depth. What is optional in `parameters` may then be `null`, and a
     * `null` that `parameters` refuses counts as left out; `rawJsonSchema` is only closed. @default false
     */
    strict?: boolean;
    /** Examples of arguments; they end up in the description that the model sees. */
    inputExamples?: readonly unknown[];
    /** Turns the full result into what the model sees. */
    toModelOutput?(result: string | ToolResult, ctx: RunContext): string | ToolResult | Promise<string | ToolResult>;
    /** How loop detection treats this tool; `false`: it does not. */
    loopDetection?: false | ToolPolicy;
}
/** A tool as a model provider wants to see it. */
export interface ToolDefinition {
    name: string;
    description: string;
    /** JSON schema (draft 7), of what the model is to send. */
    parameters: Record<string, unknown>;
    strict?: boolean;
}
/** The text of a result that the model sees. A tool written in JavaScript may return anything. */
export declare function resultText(result: string | ToolResult): string;
/** `result` with its text replaced. Artifacts stay, and so do other fields; what has no fields becomes the text. */
export declare function withText(result: string | ToolResult, text: string): string | ToolResult;
