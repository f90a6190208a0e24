/** Models of the OpenAI Agents SDK, and the items of their requests and responses. */

/** An item of a request or a response, as far as it is read here. */
export interface Item {
  readonly type?: string;
  readonly content?: unknown;
  readonly rawContent?: unknown;
  readonly [name: string]: unknown;
}

export interface Request {
  readonly input: string | readonly Item[];
  readonly outputType?: unknown;
  readonly signal?: AbortSignal;
  readonly tools?: readonly { readonly name?: unknown; readonly parameters?: unknown }[];
  readonly modelSettings?: object;
}

export interface Usage {
  add(other: Usage): void;
}

export interface Response {
  readonly output: readonly Item[];
  readonly usage: Usage;
}

export interface StreamEvent {
  readonly type: string;
  readonly delta?: string;
  readonly event?: { readonly type?: unknown; readonly delta?: unknown };
  readonly response?: { readonly output: readonly Item[] };
}

export interface Model {
  getResponse(request: Request): Promise<Response>;
  getStreamedResponse(request: Request): AsyncIterable<StreamEvent>;
}

export function isModel(value: unknown): value is Model {
  const model = value as Partial<Model> | null | undefined;
  return typeof model?.getStreamedResponse === "function" && typeof model.getResponse === "function";
}

/** Whether the answer is JSON, of which a part alone is of no use. */
export function isTyped({ outputType = "text" }: Request): boolean {
  return outputType !== "text";
}

export function userItem(text: string): Item {
  return { type: "message", role: "user", content: text };
}

export function assistantItem(text: string): Item {
  return { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] };
}

/** The model itself never said that it was done. */
export function endedResponse(
  output: readonly Item[],
): NonNullable<StreamEvent["response"]> & { id: string; usage: object } {
  return { id: "loopguard", output, usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } };
}
