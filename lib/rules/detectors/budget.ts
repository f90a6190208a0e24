import { checkObject, choice, LIMIT_MAX, member, number, texts, unlessInfinite } from "../../base/check-option.ts";
import { optionError } from "../../base/errors.ts";
import type { LoopDetection, VerdictAction } from "../../base/types.ts";
import { PERIODS } from "../../core/layout.gen.ts";
import type { BudgetFacts, DetectorBase, DetectorRecord, IsType, Parameter } from "../detector-record.ts";
import { make, ofType } from "../detector-record.ts";

export interface BudgetOptions {
  /** Calls that may run, those that reach no tool included. `Infinity`, here and below: no limit, the default. */
  calls?: number;
  /** Tokens, input and output together, that `usage` may tell of. */
  tokens?: number;
  /** What `usage` may tell of as `cost`, in any currency; prices are the host's to know. */
  cost?: number;
  /** Seconds since the first call or usage of the period, by the guard's clock. */
  seconds?: number;
  /** Verdicts `hint`, `ask` and `abort` on calls, but for those that a human let run. */
  refusals?: number;
  /**
   * `"turn"`: each user message has the budget anew. `"run"`: until `reset()`. `"key"`: for as long as the state of the run's
   * key lives, `reset()` or not. Default `"run"`.
   */
  per?: "turn" | "run" | "key";
  /** Only calls of these tools, by name or glob, count and are refused. Not with `tokens` or `cost`. Default: every tool. */
  tools?: readonly string[];
  /** The share of a limit at which the model is warned, once; 0: never. Default 0.8. */
  warn?: number;
  /** The share from which a human is asked before each call; 0: never. Default 0. */
  ask?: number;
  /** The share from which calls are refused and the run ends; 0: never. Default 1. */
  abort?: number;
  /** Decides in place of the shares, as the guard's `action` does. */
  action?: (detection: LoopDetection) => VerdictAction;
}

export interface BudgetDetector extends DetectorBase<"budget">, Readonly<Required<Omit<BudgetOptions, "action">>> {}

/**
 * What a run may use. A policy beside the detectors: it looks for no loop, no ladder applies to it, and its refusals come
 * before those of all detectors. Tokens and cost are what `usage` is told.
 *
 * @example
 * const guard = new LoopGuard({ detectors: [noNews(), budget({ tokens: 200_000, calls: 100 }), budget({ calls: 5, tools: ["deploy_*"], per: "key" })] });
 * guard.usage({ inputTokens: 1200, outputTokens: 80 });
 */
export function budget(options: BudgetOptions): BudgetDetector {
  return make("budget", BUDGET, options);
}

/** Whether a detector is `budget`: its tools are part of the tools' profiles in the core. */
export const isBudget: IsType<BudgetDetector> = ofType("budget");

/** The option of a guard that is a budget beside whatever detects. */
export const BUDGET_PATH = "budget";

/** That option as an entry of `detectors`. */
export function budgetEntry(value: unknown): Record<string, unknown> {
  const wanted = "an object such as { calls: 5 }";
  checkObject(value, BUDGET_PATH, wanted);
  if ("type" in value) throw optionError("type", BUDGET_PATH, value, wanted);
  return { ...value, type: BUDGET_PATH };
}

const NO_LIMIT = Infinity;
const UNITS_OF_TOOLS = ["calls", "seconds", "refusals"] as const;
const UNITS_OF_USAGE = ["tokens", "cost"] as const;

/** @internal */
export const BUDGET: DetectorRecord<BudgetDetector> = {
  parameters: {
    calls: unitLimit("CALLS", "units"),
    tokens: unitLimit("TOKENS", "units"),
    cost: unitLimit("COST", "amount"),
    seconds: unitLimit("SECONDS", "amount"),
    refusals: unitLimit("REFUSALS", "units"),
    per: { fallback: "run", check: choice(PERIODS), place: "period" },
    tools: { fallback: [], check: texts(0), local: true, ofTools: true },
    warn: { fallback: 0.8, check: number(0, 1), place: "warn_share" },
    ask: { fallback: 0, check: number(0, 10), place: "ask_share" },
    abort: { fallback: 1, check: number(0, 10), place: "abort_share" },
  },
  check: checkBudget,
  readsResults: false,
  judgesAsked: true,
  givesVerdict: true,
  countsRuns: true,
  readsClock: ({ seconds }) => seconds !== NO_LIMIT,
  text: ({ budget }) => {
    if (budget === undefined) return "";
    const { used, limit, per, tools } = budget;
    const whose = tools.length === 0 ? "" : ` of ${tools.join(", ")}`;
    // As in the core: a sum of doubles may be a little less than what was added.
    const percent = limit === 0 ? 100 : Math.floor(((100 * used) / limit) * (1 + 1e-9));
    const shown = Number(used.toFixed(6));
    const left = Number((limit - used).toFixed(6));
    const state = percent >= 100 ? `used up (${shown})` : `used to ${percent} % (${shown}); you have ${left} left`;
    return `The budget of ${amountOf(budget)}${whose} for this ${per} is ${state}.`;
  },
  advice: "This call was not run, to keep to the budget. Finish the response with what is known.",
  warning: "Do what matters most with what is left, and say in the response what is done and what is not.",
  aborted: "- ending the run to keep to the budget",
  details: ({ tool, budget }) => {
    if (budget === undefined) return { tool };
    const { of, used, limit, per } = budget;
    return { tool, of, used, limit, share: shareOf(budget), per };
  },
  example: { calls: 100 },
};

/** "1 call", "5 calls", "2.5 in cost". */
function amountOf({ of, limit }: BudgetFacts): string {
  if (of === "cost") return `${limit} in cost`;
  return `${limit} ${limit === 1 ? of.slice(0, -1) : of}`;
}

const shareOf = ({ used, limit }: BudgetFacts): number => (limit === 0 ? 1 : used / limit);

function unitLimit(unit: string, kind: "units" | "amount"): Parameter {
  const max = kind === "units" ? Number.MAX_SAFE_INTEGER : LIMIT_MAX;
  return { fallback: NO_LIMIT, check: unlessInfinite(kind, 0, max), place: `limits[LG_UNIT_${unit}]` };
}

function checkBudget(budget: BudgetDetector, path: string): void {
  const { action, ladder, tools, warn, ask, abort } = budget;
  const steps = "absent: the rungs of a budget are the shares warn, ask and abort";
  if (ladder !== undefined) throw optionError("type", member(path, "ladder"), ladder, steps);
  if (typeof action === "string") throw optionError("type", member(path, "action"), action, steps);
  const limited = [...UNITS_OF_TOOLS, ...UNITS_OF_USAGE].some((unit) => budget[unit] !== NO_LIMIT);
  if (!limited)
    throw optionError("range", path, budget, "a budget with a limit: calls, tokens, cost, seconds or refusals");
  if (tools.length > 0 && UNITS_OF_USAGE.some((unit) => budget[unit] !== NO_LIMIT))
    throw optionError(
      "type",
      member(path, "tools"),
      tools,
      "absent where tokens or cost are limited: no tool uses them",
    );
  if (ask !== 0 && ask < warn) throw optionError("range", member(path, "ask"), ask, `at least warn (${warn})`);
  const before = Math.max(warn, ask);
  if (abort !== 0 && abort < before)
    throw optionError("range", member(path, "abort"), abort, `at least ${ask > warn ? "ask" : "warn"} (${before})`);
}
