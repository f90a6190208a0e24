/** From calls and outcomes to what a guard compares of them, by the policies of their tools. */

import type { LoopCall, LoopOutcome, VolatileClass } from "../../base/types.ts";
import type { GuardConfig } from "../../config/options.ts";
import { ToolPolicies, type ToolProfile, type ToolRules } from "../../config/tool-policy.ts";
import { core } from "../../core/backend.ts";
import type { CoreGuard } from "../../core/guard.ts";
import { Step, VOLATILE_BITS } from "../../core/layout.gen.ts";
import type { CoreRun } from "../../core/run.ts";
import { count } from "../../detectors/count.ts";
import { isSimilarQuery, type SimilarQueryDetector } from "../../detectors/similar-query.ts";
import type { CallbackFaults } from "../../report/callbacks.ts";
import { checkPacked } from "../../report/verdict.ts";
import { identityArguments, parsedArguments, withoutVolatile } from "../../run/call-text.ts";
import { isFinal } from "../../run/outcome-input.ts";
import { isFailure, isTransient } from "../../text/outcome-text.ts";
import { extractQuery } from "../../text/similarity.ts";
import { argumentsText } from "../../values/json-text.ts";
import type { AskedCall } from "./asked.ts";
import type { Observation } from "./observation.ts";
import { outcomeKey, outcomeText } from "./outcome-key.ts";
import { acknowledges, callSigns, reportsTransient } from "./signs.ts";

const KEY = new Uint8Array(16);

export class CallReader {
  readonly #tools: ToolPolicies;
  readonly #similar: SimilarQueryDetector | undefined;
  readonly #faults: CallbackFaults;
  /** As the core has them, by number. */
  readonly #profiles: ToolProfile[] = [];
  readonly #identities: { readonly guard: CoreGuard; readonly run: CoreRun }[];

  constructor({ tools, detectors, volatile, faults }: GuardConfig) {
    this.#faults = faults;
    this.#tools = new ToolPolicies(tools, detectors, volatile);
    this.#similar = detectors.find(isSimilarQuery);
    // A guard that finds every call one too many tells the identity of each, as the core sees it.
    this.#identities = [true, false].map((canonical) => {
      const guard = core.guard(KEY, { maxEntries: 1, shadow: true, detectors: [count({ maxRepeats: 0, canonical })] });
      this.#tools.attach({ addProfile: (profile, first) => guard.addProfile(whoever(profile), first) });
      return { guard, run: guard.run() };
    });
    this.#tools.attach({
      addProfile: (profile, first) => {
        if (first) this.#profiles[0] = profile;
        else this.#profiles.push(profile);
        return this.#profiles.length - 1;
      },
    });
  }

  /** A text: why this call is never looked at. `isOver`: whether the last answer of the call with this identity was final. */
  read(call: LoopCall, index: number, round: number, isOver: (identity: string) => boolean): AskedCall | string {
    const rules = this.#tools.of(call.name);
    const profile = this.#profile(rules);
    if (profile.exempt) return "exempt by its tool's policy";
    if (!rules.counted || call.retryable === true) return "retryable, never counted";
    const args = identityArguments(rules, call, this.#faults);
    const [identity, verbatim] = this.#identities.map(({ run }) => identityOf(run, call.name, args, rules)) as [
      string,
      string,
    ];
    const { maxRepeats, limit } = profile;
    const isPoll = profile.poll !== false;
    const final = isPoll && isOver(identity);
    return {
      index,
      name: call.name,
      identity,
      verbatim,
      round,
      poll: isPoll && !final,
      final,
      maxRepeats,
      limit,
      // What a function of the policy made is a list, which has no command in it.
      signs: callSigns(call.name, args === call.arguments ? argumentsText(args) : "[]"),
      query: rules.similar ? extractQuery(parsedArguments(call.arguments), this.#similar?.keys) : undefined,
    };
  }

  observe(call: AskedCall, outcome: LoopOutcome): Observation {
    const rules = this.#tools.of(call.name);
    const final = isFinal(rules, call, outcome, this.#faults);
    const { poll, mutates, volatile, failures } = this.#profile(rules);
    const { index, name, identity, round } = call;
    const failed = isFailure(outcome);
    const expressions = (text: string) => withoutVolatile(rules, text);
    const result = outcomeKey(name, outcome, { results: bits(volatile), failures: bits(failures), expressions });
    return {
      index,
      name,
      identity,
      round,
      failed,
      transient: final
        ? false
        : failed
          ? isTransient(outcome)
          : result !== null && reportsTransient(outcomeText(result)),
      signature: failed ? `${identity} ${result}` : identity,
      mutated: mutates && !failed,
      result,
      ack: final || failed || result === null ? "none" : acknowledges(outcomeText(result)),
      polled: false,
      poll: final ? "final" : poll ? "pending" : "none",
      fresh: false,
    };
  }

  close(): void {
    for (const { guard, run } of this.#identities) {
      run.close();
      guard.close();
    }
  }

  #profile({ profile }: ToolRules): ToolProfile {
    return this.#profiles[profile] as ToolProfile;
  }
}

function bits(classes: readonly VolatileClass[]): number {
  return classes.reduce((all, name) => all | VOLATILE_BITS[name], 0);
}

/** The profile without what would keep a call from being counted. */
function whoever(profile: ToolProfile): ToolProfile {
  return { ...profile, exempt: false, poll: false, similar: false, maxRepeats: undefined, limit: undefined };
}

function identityOf(run: CoreRun, name: string, args: unknown, { profile }: ToolRules): string {
  const packed = run.before(name, args, undefined, undefined, profile, 0);
  checkPacked(packed);
  const { fingerprint } = run.report();
  run.step(Step.reset);
  return fingerprint;
}
