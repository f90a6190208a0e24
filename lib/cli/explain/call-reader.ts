/** From calls and outcomes to what a guard compares of them, by the policies of their tools. */
import { binding } from "../../backend.ts";
import type { NativeGuard, NativeProfile, NativeRun } from "../../binding.ts";
import { identityArguments, parsedArguments, withoutVolatile } from "../../call-text.ts";
import type { CallbackFaults } from "../../callbacks.ts";
import { count } from "../../detectors/count.ts";
import { nativeSpec } from "../../detectors/native-spec.ts";
import { isSimilarQuery, type SimilarQueryDetector } from "../../detectors/similar-query.ts";
import { argumentsKind, argumentsText } from "../../json-text.ts";
import { NO_LADDER } from "../../ladder.ts";
import type { GuardConfig } from "../../options.ts";
import { isFinal } from "../../outcome-input.ts";
import { isFailure, isTransient } from "../../outcome-text.ts";
import { extractQuery } from "../../similarity.ts";
import { ToolPolicies, type ToolRules } from "../../tool-policy.ts";
import type { LoopCall, LoopOutcome } from "../../types.ts";
import { checkPacked } from "../../verdict.ts";
import type { AskedCall } from "./asked.ts";
import type { Observation } from "./observation.ts";
import { outcomeKey, outcomeText } from "./outcome-key.ts";
import { acknowledges, callSigns, reportsTransient } from "./signs.ts";

/** `LG_NO_LIMIT` of a profile. */
const NO_LIMIT = 0xffffffff;
const KEY = new Uint8Array(16);

export class CallReader {
  readonly #tools: ToolPolicies;
  readonly #similar: SimilarQueryDetector | undefined;
  readonly #faults: CallbackFaults;
  /** As the core has them, by number. */
  readonly #profiles: NativeProfile[] = [];
  readonly #identities: { readonly guard: NativeGuard; readonly run: NativeRun }[];

  constructor({ tools, detectors, volatile, faults }: GuardConfig) {
    this.#faults = faults;
    this.#tools = new ToolPolicies(tools, detectors, volatile);
    this.#similar = detectors.find(isSimilarQuery);
    // A guard that finds every call one too many tells the identity of each, as the core sees it.
    this.#identities = [true, false].map((canonical) => {
      const guard = binding.guard(KEY, 1, NO_LADDER, true);
      guard.addDetector(nativeSpec(count({ maxRepeats: 0, canonical })));
      this.#tools.attach(listener((profile, first) => guard.addProfile(whoever(profile), first)));
      return { guard, run: guard.run() };
    });
    this.#tools.attach(
      listener((profile, first) => {
        if (first) this.#profiles[0] = profile;
        else this.#profiles.push(profile);
        return this.#profiles.length - 1;
      }),
    );
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
    const final = profile.poll && isOver(identity);
    return {
      index,
      name: call.name,
      identity,
      verbatim,
      round,
      poll: profile.poll && !final,
      final,
      maxRepeats: maxRepeats === 0 ? undefined : maxRepeats,
      limit: limit === 0 ? undefined : limit === NO_LIMIT ? Number.POSITIVE_INFINITY : limit,
      signs: callSigns(call.name, argumentsText(args)),
      query: rules.similar ? extractQuery(parsedArguments(call.arguments), this.#similar?.keys) : undefined,
    };
  }

  observe(call: AskedCall, outcome: LoopOutcome): Observation {
    const rules = this.#tools.of(call.name);
    const final = isFinal(rules, call, outcome, this.#faults);
    const { poll, mutates, volatileClasses, failureClasses } = this.#profile(rules);
    const { index, name, identity, round } = call;
    const failed = isFailure(outcome);
    const expressions = (text: string) => withoutVolatile(rules, text);
    const result = outcomeKey(name, outcome, { results: volatileClasses, failures: failureClasses, expressions });
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

  #profile({ profile }: ToolRules): NativeProfile {
    return this.#profiles[profile] as NativeProfile;
  }
}

/** What `ToolPolicies` tells its profiles to. */
function listener(addProfile: NativeGuard["addProfile"]): NativeGuard {
  const never = (): never => {
    throw new Error("only profiles are told to a listener");
  };
  return { addProfile, addDetector: never, run: never, close: never };
}

/** The profile without what would keep a call from being counted. */
function whoever(profile: NativeProfile): NativeProfile {
  return { ...profile, exempt: false, poll: false, similar: false, maxRepeats: 0, limit: 0 };
}

function identityOf(run: NativeRun, name: string, args: unknown, { profile }: ToolRules): string {
  const text = argumentsText(args);
  const packed = run.before(name, text, argumentsKind(args, text), undefined, undefined, profile, 0);
  checkPacked(packed);
  const { fingerprint } = run.report();
  run.reset();
  return fingerprint;
}
