/** Keeping large outputs out of the model's context: they are stored in the session state, the model gets a pointer. */
import { randomUUID } from "node:crypto";
import type { RunContext } from "./run-context.ts";
import { resultText, type ToolResult, withText } from "./tool-types.ts";

export interface ArtifactsConfig {
  /** Results with more bytes of UTF-8 are stored. */
  maxToolOutputBytes: number;
  /** How much of a stored result the model still sees. */
  previewChars: number;
}

export interface StoredArtifact {
  /** The pointer: `art:` and a UUID. */
  id: string;
  name?: string;
  value: string;
  preview: string;
  sizeBytes: number;
  /** Milliseconds since 1970. */
  storedAt: number;
  contentType?: string;
}

export interface ArtifactInput {
  value: string;
  name?: string;
  contentType?: string;
  /** @default 200 */
  previewChars?: number;
}

const STATE_KEY = "__artifacts";
/** Tools that read and write artifacts; replacing their results by pointers would lead in a circle. */
const ARTIFACT_TOOLS = new Set(["storeArtifact", "getArtifact", "listArtifacts"]);

/** Stores a text in the session state; a name that was used before now means this one. */
export function storeArtifact(ctx: RunContext, input: ArtifactInput): StoredArtifact {
  const { value, name, contentType, previewChars = 200 } = input;
  const artifact: StoredArtifact = {
    id: `art:${randomUUID()}`,
    value,
    preview: firstChars(value, previewChars),
    sizeBytes: Buffer.byteLength(value),
    storedAt: Date.now(),
  };
  if (name !== undefined) artifact.name = name;
  if (contentType !== undefined) artifact.contentType = contentType;
  const store = storeOf(ctx);
  store.set(artifact.id, artifact);
  if (name !== undefined) store.set(`name:${name}`, artifact);
  return artifact;
}

/** By pointer (`art:...`) or by name. */
export function getArtifact(ctx: RunContext, pointerOrName: string): StoredArtifact | undefined {
  const store = storeOf(ctx);
  return store.get(pointerOrName) ?? store.get(`name:${pointerOrName}`);
}

/** All artifacts of the session, oldest first. */
export function listArtifacts(ctx: RunContext): StoredArtifact[] {
  return [...new Set(storeOf(ctx).values())];
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
  const { id, preview, sizeBytes } = storeArtifact(ctx, {
    value: text,
    name: `${call.name}_${call.id}`,
    previewChars: config.previewChars,
  });
  const note = "The full output is stored. Read it with getArtifact and this pointer.";
  return withText(result, JSON.stringify({ pointer: id, preview, sizeBytes, note }));
}

function storeOf(ctx: RunContext): Map<string, StoredArtifact> {
  const stored = ctx.getState<Map<string, StoredArtifact>>(STATE_KEY);
  if (stored instanceof Map) return stored;
  const store = new Map<string, StoredArtifact>();
  ctx.setState(STATE_KEY, store);
  return store;
}

/** A UTF-16 code unit takes one to three bytes, so most texts need no counting. */
function exceeds(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes;
}

/** At most `count` code units, never half of a surrogate pair. */
function firstChars(text: string, count: number): string {
  const last = text.charCodeAt(count - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? count - 1 : count);
}
