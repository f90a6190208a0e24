/** Keeping large outputs out of the model's context: they are stored in the session state, the model gets a pointer. */
import { byteLength } from "../base/text-bytes.ts";
import { jsonText } from "../values/json-text.ts";
import type { RunContext } from "./run-context.ts";
import { resultText, type ToolResult, withText } from "./tool-types.ts";

export interface ArtifactsConfig {
  /** Results with more bytes of UTF-8 are stored. */
  maxToolOutputBytes: number;
  /** How much of a stored result the model still sees. @default 200 */
  previewChars?: number;
}

/** What the session state has under `__artifacts`: a map of these by `id`, and by `name:` and their name. */
export interface StoredArtifact {
  /** A UUID; the pointer is `art:` and this. */
  id: string;
  name?: string;
  value: unknown;
  preview: string;
  /** Bytes of UTF-8 of a text, or of a value's JSON; 0: it has none. */
  sizeBytes: number;
  /** Milliseconds since 1970. */
  storedAt: number;
  contentType?: string;
}

/** What stands for a stored value. */
export interface ArtifactPointer {
  /** `art:` and a UUID. */
  pointer: string;
  preview: string;
  sizeBytes: number;
  name?: string;
}

export interface ArtifactOptions {
  /** The artifact can be read by it too; a name that was used before now means this one. */
  name?: string | undefined;
  contentType?: string | undefined;
  /** UTF-16 code units. @default 200 */
  previewChars?: number | undefined;
}

/** A text and its options in one. */
export interface ArtifactInput extends ArtifactOptions {
  value: string;
}

/** Anything with a session state: a `RunContext`, ours or Agentium's. */
export type ArtifactContext = Pick<RunContext, "getState" | "setState">;

export const ARTIFACT_POINTER_PREFIX = "art:";

const STATE_KEY = "__artifacts";
const NAME_PREFIX = "name:";
const INPUT_KEYS: ReadonlySet<string> = new Set(["value", "name", "contentType", "previewChars"]);
/** Tools that read and write artifacts; replacing their results by pointers would lead in a circle. */
const ARTIFACT_TOOLS = new Set(["storeArtifact", "getArtifact", "listArtifacts"]);

/**
 * Stores a value in the session state. An `ArtifactInput` alone is taken for its text and its options; with `{}` as options
 * it is stored like any other object.
 *
 * @example
 * const { pointer } = storeArtifact(ctx, rows, { name: "q4-sales" });
 * getArtifact(ctx, pointer)?.value; // rows
 */
export function storeArtifact(ctx: ArtifactContext, input: ArtifactInput): StoredArtifact & ArtifactPointer;
export function storeArtifact(ctx: ArtifactContext, value: unknown, options?: ArtifactOptions): ArtifactPointer;
export function storeArtifact(ctx: ArtifactContext, given: unknown, options?: ArtifactOptions): ArtifactPointer {
  const artifact = options === undefined && isInput(given) ? keep(ctx, given.value, given) : undefined;
  const { id, name, preview, sizeBytes } = artifact ?? keep(ctx, given, options ?? {});
  const pointer: ArtifactPointer = { pointer: ARTIFACT_POINTER_PREFIX + id, preview, sizeBytes };
  if (name !== undefined) pointer.name = name;
  // TypeScript takes the other overload for some objects that are inputs, so a pointer is what it must be.
  return artifact === undefined ? pointer : { ...artifact, ...pointer };
}

/** By pointer (`art:...`), by name, or by id; `null`: there is none. */
export function getArtifact(ctx: ArtifactContext, pointerOrName: string): StoredArtifact | null {
  const store = storeOf(ctx);
  const id = isPointer(pointerOrName) ? pointerOrName.slice(ARTIFACT_POINTER_PREFIX.length) : pointerOrName;
  const named = store.get(NAME_PREFIX + pointerOrName);
  return (isPointer(pointerOrName) ? (store.get(id) ?? named) : (named ?? store.get(id))) ?? null;
}

/** All artifacts of the session, oldest first. */
export function listArtifacts(ctx: ArtifactContext): StoredArtifact[] {
  return [...new Set(storeOf(ctx).values())];
}

/** Whether this looks like a pointer to an artifact. Nothing is looked up. */
export function isPointer(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(ARTIFACT_POINTER_PREFIX);
}

/** Bytes of UTF-8 of a text, or of a value's JSON; 0: it has none. */
export function approxByteSize(value: unknown): number {
  return bytesOf(serialized(value));
}

/**
 * `result`, or a pointer in its place when its text is too large.
 *
 * @internal
 */
export function offload(
  result: string | ToolResult,
  config: ArtifactsConfig,
  call: { id: string; name: string },
  ctx: RunContext,
): string | ToolResult {
  if (ARTIFACT_TOOLS.has(call.name)) return result;
  const text = resultText(result);
  if (!exceeds(text, config.maxToolOutputBytes)) return result;
  const { pointer, preview, sizeBytes } = storeArtifact(ctx, text, {
    name: `${call.name}_${call.id}`,
    contentType: "text/plain",
    previewChars: config.previewChars ?? undefined,
  });
  const note = "Output too large; full value stored as artifact. Call getArtifact(pointer) to read it.";
  return withText(result, JSON.stringify({ pointer, preview, sizeBytes, note }));
}

/**
 * What a model reads of a value.
 *
 * @internal
 */
export function artifactText(value: unknown): string {
  return serialized(value) ?? named(value);
}

function keep(ctx: ArtifactContext, value: unknown, options: ArtifactOptions): StoredArtifact {
  const { name, contentType, previewChars } = options;
  const text = serialized(value);
  const artifact: StoredArtifact = {
    id: crypto.randomUUID(),
    value,
    preview: previewOf(text ?? named(value), previewChars ?? 200),
    sizeBytes: bytesOf(text),
    storedAt: Date.now(),
  };
  if (name !== undefined) artifact.name = name;
  if (contentType !== undefined) artifact.contentType = contentType;
  const store = storeOf(ctx);
  store.set(artifact.id, artifact);
  if (name !== undefined) store.set(NAME_PREFIX + name, artifact);
  return artifact;
}

function isInput(given: unknown): given is ArtifactInput {
  if (typeof given !== "object" || given === null) return false;
  const { value } = given as { value?: unknown };
  return typeof value === "string" && Object.keys(given).every((key) => INPUT_KEYS.has(key));
}

/** @internal */
export function storeOf(ctx: ArtifactContext): Map<string, StoredArtifact> {
  const stored = ctx.getState<Map<string, StoredArtifact>>(STATE_KEY);
  if (stored instanceof Map) return stored;
  const store = new Map<string, StoredArtifact>();
  ctx.setState(STATE_KEY, store);
  return store;
}

/** `undefined`: no JSON can say it, as with a cycle, a BigInt or a function. */
function serialized(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  try {
    return jsonText(value);
  } catch {
    return undefined;
  }
}

/** What stands for a value without a text. */
function named(value: unknown): string {
  return typeof value === "object" ? Object.prototype.toString.call(value) : String(value);
}

function bytesOf(text: string | undefined): number {
  return text === undefined ? 0 : byteLength(text);
}

/** A UTF-16 code unit takes one to three bytes, so most texts need no counting. */
function exceeds(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && byteLength(text) > maxBytes;
}

/** At most `count` code units, never half of a surrogate pair, and how many more there are. */
function previewOf(text: string, count: number): string {
  if (text.length <= count) return text;
  const last = text.charCodeAt(count - 1);
  const shown = text.slice(0, Math.max(0, last >= 0xd800 && last <= 0xdbff ? count - 1 : count));
  return `${shown}... (${text.length - shown.length} more chars)`;
}
