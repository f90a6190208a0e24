/** Results of tools that allow caching, by name and canonical arguments. */
import { canonicalText } from "../text/identity.ts";
import type { ToolResult } from "./tool-types.ts";

/** What a call gave. */
export interface CachedResult {
  /** For loop detection. */
  full: string | ToolResult;
  /** For the model: what `toModelOutput` made of it. */
  output: string | ToolResult;
  /** What stands for `output` where it is an artifact, by the session's artifacts: no other session has them. */
  offloaded?: WeakMap<object, string | ToolResult>;
}

const MAX_ENTRIES = 1_000;

/**
 * Bounded, oldest out first. `now` is the clock, in milliseconds.
 *
 * @internal
 */
export class ResultCache {
  readonly #entries = new Map<string, CachedResult & { expiresAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The key of a call, the same whatever the order of keys; `undefined` for arguments that have no JSON text. */
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
    this.#entries.delete(key);
    this.#entries.set(key, { ...result, expiresAt: this.#now() + ttl });
    if (this.#entries.size <= MAX_ENTRIES) return;
    const [oldest] = this.#entries.keys();
    this.#entries.delete(oldest as string);
  }

  clear(): void {
    this.#entries.clear();
  }
}
