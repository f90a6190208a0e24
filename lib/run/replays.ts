/** Results that `duplicate({ replay: true })` gives again. */

import type { LoopCall } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { core } from "../core/backend.ts";
import { IdentityMode } from "../core/layout.gen.ts";
import type { CallbackFaults } from "../report/callbacks.ts";
import { identityArguments } from "./call-text.ts";

/** Results kept in one run; the oldest goes first. */
const REPLAYS_MAX = 256;

/**
 * Results of calls that succeeded, by the fingerprint of all their arguments: where a policy's `identity` or `ignore`
 * leaves some out, only a call that is equal in all of them is replayed.
 */
export class Replays {
  #key: Uint8Array;
  readonly #faults: CallbackFaults;
  readonly #results = new Map<string, unknown>();

  constructor(key: Uint8Array, faults: CallbackFaults) {
    this.#key = key;
    this.#faults = faults;
  }

  /** The run goes on under another key: what is kept would not be found any more. */
  rekey(key: Uint8Array): void {
    this.#key = key;
    this.clear();
  }

  keep(rules: ToolRules, call: LoopCall, result: unknown): void {
    const args = identityArguments(rules, call, this.#faults);
    const fingerprint = core.identify(this.#key, IdentityMode.canonical, call.name, args);
    this.#results.delete(fingerprint);
    const oldest = this.#results.keys().next();
    if (this.#results.size === REPLAYS_MAX && !oldest.done) this.#results.delete(oldest.value);
    this.#results.set(fingerprint, result);
  }

  has(fingerprint: string): boolean {
    return this.#results.has(fingerprint);
  }

  get(fingerprint: string): unknown {
    return this.#results.get(fingerprint);
  }

  clear(): void {
    this.#results.clear();
  }
}
