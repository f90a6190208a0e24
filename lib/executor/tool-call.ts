/** The types of calls and results. */

/** One tool call that a model asked for. */
export interface ToolCall {
  /** The model's id for this call. */
  id: string;
  /** The tool's name. */
  name: string;
  /** Parsed; for JSON text see `RawToolCall`. */
  arguments: Record<string, unknown>;
  /** `true`: loop detection does not count this call. @default false */
  retryable?: boolean;
}

/** A call whose arguments are still JSON text, as the model sent it; the executor parses it. */
export interface RawToolCall extends Omit<ToolCall, "arguments"> {
  /** JSON text. */
  arguments: string;
}

/** Something other than text that a tool produced. */
export interface ToolArtifact {
  type: string;
  data: unknown;
  mimeType?: string;
}

/** `ToolArtifact`, by its name in Agentium. */
export type Artifact = ToolArtifact;

/** A tool's result, if it is more than text. `content` is what the model sees. */
export interface ToolResult {
  content: string;
  artifacts?: ToolArtifact[];
}

/** The result of `executeAll` for one call. */
export interface ToolCallResult {
  /** The `id` of the call. */
  toolCallId: string;
  /** The `name` of the call. */
  toolName: string;
  /** For the model: what the tool returned, or why it did not run. */
  result: string | ToolResult;
  /** The error if the call did not succeed; `"loop-detected"` if loop detection refused it. */
  error?: string;
}

/**
 * What Agentium types as a zod schema or `unknown`, and what takes more than that here. Only `any` can be both: this
 * package does not import zod, whose version is yours.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Untyped = any;
