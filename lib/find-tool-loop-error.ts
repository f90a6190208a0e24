import { ToolLoopError } from "./errors.ts";
import type { LoopDetection } from "./types.ts";

/** Where frameworks put the error that they caught. */
const WRAPPERS = [
  "toolInputGuardrailResults",
  "toolOutputGuardrailResults",
  "cause",
  "error",
  "errors",
  "reason",
  "detail",
  "result",
  "output",
  "outputInfo",
  "tripwire",
  "metadata",
  "customMetadata",
  "invocationState",
  "_meta",
  "loopguard",
];
/** Where results keep what happened; read where they are plain values, because a getter may start something. */
const RECORDS = ["steps", "content", "messages", "response_metadata"];
/** Objects looked at in all: wrappers are nested a few deep, whatever else hangs on them. */
const LOOK_MAX = 1000;
/** Of a list, so that a long one leaves room for what its entries hold. */
const LIST_MAX = 200;

/**
 * The `ToolLoopError` in what a framework threw: the error itself, or one that it wraps; or in the result of a run that it
 * ended quietly, the newest first. One that went through JSON comes back as a `ToolLoopError`.
 */
export function findToolLoopError(error: unknown): ToolLoopError | undefined {
  const seen = new Set<unknown>();
  const queue: unknown[] = [error];
  for (let at = 0; at < queue.length && seen.size < LOOK_MAX; at++) {
    const candidate = queue[at];
    if (typeof candidate !== "object" || candidate === null || seen.has(candidate)) continue;
    seen.add(candidate);
    if (ToolLoopError.isInstance(candidate)) return candidate;
    const revived = revive(candidate);
    if (revived !== undefined) return revived;
    if (Array.isArray(candidate)) {
      queue.push(...candidate.slice(-LIST_MAX).reverse());
      continue;
    }
    for (const name of WRAPPERS) queue.push(property(candidate, name));
    for (const name of RECORDS) queue.push(ownValue(candidate, name));
  }
  return undefined;
}

/** A `ToolLoopError` of another copy of the package, or of `toJSON`. */
function revive(candidate: object): ToolLoopError | undefined {
  if (property(candidate, "code") !== "ERR_TOOL_LOOP") return undefined;
  const detection = property(candidate, "detection");
  if (!isDetection(detection)) return undefined;
  const results = property(candidate, "results");
  return new ToolLoopError(detection, Array.isArray(results) ? results : []);
}

function isDetection(value: unknown): value is LoopDetection {
  if (typeof value !== "object" || value === null) return false;
  return typeof property(value, "detector") === "string" && typeof property(value, "toolName") === "string";
}

/** A property of an object of somebody else's: its getter may throw, and so may a proxy. */
function property(object: object, name: string): unknown {
  try {
    return (object as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

function ownValue(object: object, name: string): unknown {
  try {
    return Object.getOwnPropertyDescriptor(object, name)?.value;
  } catch {
    return undefined;
  }
}
