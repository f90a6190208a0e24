/** Caches results of tools with `cache`, by name and canonical arguments. */
import { remember } from "../base/remember.ts";
import { canonicalText } from "../text/identity.ts";
import type { ToolResult } from "./tool-types.ts";

/** The result of a call. */
export interface CachedResult {
  /** The full result, for loop detection. */
  full: string | ToolResult;
  /** The result for the model, after `toModelOutput`. */
  output: string | ToolResult;
  /** The pointer that replaces a large `output`, by the artifacts of each session: other sessions cannot read it. */
  offloaded?: WeakMap<object, string | ToolResult>;
}

const MAX_ENTRIES = 1_000;

/** A cache of limited size; past it the oldest entry is dropped. `now`: the clock, in milliseconds. */
export class ResultCache {
  readonly #entries = new Map<string, CachedResult & { expiresAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * The cache key of a call, whatever the order of its arguments' keys; `undefined` for arguments without a JSON text.
   */
  static key(toolName: string, args: unknown): string | undefined {
    try {
      return `${toolName}::${canonicalText(args)}`;
    } catch {
      return undefined;
    }
  }

  get(key: string): CachedResult | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAt > this.#now()) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, result: CachedResult, ttl: number): void {
    remember(this.#entries, key, { ...result, expiresAt: this.#now() + ttl }, MAX_ENTRIES);
  }

  clear(): void {
    this.#entries.clear();
  }
}
