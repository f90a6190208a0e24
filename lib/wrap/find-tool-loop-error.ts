import { property } from "../base/property.ts";
import type { LoopDetection } from "../base/types.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";

/** Where frameworks put the error that they caught. */
const WRAPPERS = (
  "toolInputGuardrailResults toolOutputGuardrailResults cause error errors reason detail result value output outputInfo " +
  "tripwire metadata custom customMetadata invocationState _meta loopguard"
).split(" ");
/** Where results keep what happened. Only own plain values are read, because a getter may start something. */
const RECORDS = ["steps", "content", "messages", "response_metadata", "providerMetadata", "providerData"];
/** Objects searched in all: errors are nested a few levels deep, whatever else the objects contain. */
const LOOK_MAX = 1000;
/** Entries searched in a list, so that a long list leaves some of `LOOK_MAX` for what its entries contain. */
const LIST_MAX = 200;

const originals = new WeakMap<object, ToolLoopError>();

/** The error as JSON, for a framework that takes no instances; unless it is copied, it is found with its results. */
export function errorAsJson(error: ToolLoopError): object {
  const json: object = JSON.parse(JSON.stringify(error));
  originals.set(json, error);
  return json;
}

/**
 * The `ToolLoopError` in what a framework threw: the error itself, or one that it wraps; or in the result of a run that it
 * ended without an error, newest first. An error from JSON, or of Agentium, is converted to a `ToolLoopError`.
 */
export function findToolLoopError(error: unknown): ToolLoopError | undefined {
  const seen = new Set<unknown>();
  const queue: unknown[] = [error];
  for (let at = 0; at < queue.length && seen.size < LOOK_MAX; at++) {
    const candidate = queue[at];
    if (typeof candidate !== "object" || candidate === null || seen.has(candidate)) continue;
    seen.add(candidate);
    const loop = toolLoopErrorOf(candidate);
    if (loop !== undefined) return loop;
    const list = listOf(candidate);
    if (list !== undefined) {
      queue.push(...list);
      continue;
    }
    for (const name of WRAPPERS) queue.push(property(candidate, name));
    for (const name of RECORDS) queue.push(ownValue(candidate, name));
  }
  return undefined;
}

/**
 * `error` itself, without unwrapping: a `ToolLoopError`, or one converted from JSON or from Agentium's.
 *
 * @internal
 */
export function toolLoopErrorOf(error: unknown): ToolLoopError | undefined {
  if (ToolLoopError.isInstance(error)) return error;
  if (typeof error !== "object" || error === null) return undefined;
  return originals.get(error) ?? revive(error) ?? adopt(error);
}

/** Agentium's error has the same name, the tool and the count. It becomes the cause. */
function adopt(candidate: object): ToolLoopError | undefined {
  if (property(candidate, "name") !== "ToolLoopError") return undefined;
  const toolName = property(candidate, "toolName");
  const repeats = property(candidate, "repeats");
  if (typeof toolName !== "string" || typeof repeats !== "number") return undefined;
  return Object.assign(new ToolLoopError(toolName, repeats), { cause: candidate });
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
  return ["detector", "toolName", "message"].every((name) => typeof property(value, name) === "string");
}

/** The last entries of a list, newest first; `undefined`: it is not a list. */
function listOf(candidate: object): unknown[] | undefined {
  try {
    return Array.isArray(candidate) ? candidate.slice(-LIST_MAX).reverse() : undefined;
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
