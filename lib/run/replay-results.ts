/** Results that `duplicate({ replay: true })` replays. */

import { remember } from "../base/property.ts";
import type { LoopCall } from "../base/types.ts";
import { core } from "../core/backend.ts";
import { IdentityMode } from "../core/layout.gen.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import { identityArguments } from "./call-input.ts";
import type { GuardEngine } from "./guard-engine.ts";

/** Results kept in one run; the oldest is dropped first. */
const REPLAYS_MAX = 256;

/**
 * Results of calls that succeeded, by the fingerprint of all their arguments: a call is replayed only if all are equal, even
 * those that a policy's `identity` or `ignore` leaves out.
 */
export class Replays {
  #key: Uint8Array;
  readonly #engine: GuardEngine;
  readonly #results = new Map<string, unknown>();

  constructor(engine: GuardEngine) {
    this.#key = engine.key;
    this.#engine = engine;
  }

  /** The digests of the run are under another key from now on, so what was kept cannot be found any more. */
  rekey(key: Uint8Array): void {
    this.#key = key;
    this.clear();
  }

  keep(rules: ToolRules, call: LoopCall, result: unknown): void {
    const args = identityArguments(this.#engine, rules, call);
    const fingerprint = core.identify(this.#key, IdentityMode.canonical, call.name, args);
    remember(this.#results, fingerprint, result, REPLAYS_MAX);
  }

  /** The field of the verdict on the call with this fingerprint, if its result is kept. */
  of(fingerprint: string): { replay?: unknown } {
    return this.#results.has(fingerprint) ? { replay: this.#results.get(fingerprint) } : {};
  }

  clear(): void {
    this.#results.clear();
  }
}
