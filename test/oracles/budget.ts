/**
 * Budgets, slow and obvious: all that happened is in one list, and each answer adds up what it is about. Beside them stands
 * `count({ maxRepeats })` with a ladder that only refuses. Only for tests.
 */
import type { LoopUsage, VerdictAction } from "../../lib/base/types.ts";
import type { BudgetUnit } from "../../lib/rules/detector-record.ts";
import type { BudgetDetector } from "../../lib/rules/detectors/budget.ts";

/** `none` of action `allow`; else what was found, with the name of the detector. */
export interface BudgetAnswer {
  readonly action: VerdictAction;
  readonly name?: string;
  readonly of?: BudgetUnit;
  readonly used?: number;
}

interface Happened {
  readonly what: BudgetUnit | "event" | "asked";
  readonly amount: number;
  readonly tool: string | undefined;
  readonly turn: number;
  readonly life: number;
}

interface Told {
  readonly budget: BudgetDetector;
  readonly of: BudgetUnit;
  readonly who: "call" | "usage";
  readonly turn: number;
  readonly life: number;
}

const HARSH: readonly VerdictAction[] = ["allow", "warn", "hint", "ask", "abort"];
const OF_CALLS: readonly BudgetUnit[] = ["calls", "tokens", "cost", "seconds", "refusals"];
const OF_USAGE: readonly BudgetUnit[] = ["tokens", "cost", "seconds"];

export class BudgetOracle {
  readonly #budgets: readonly BudgetDetector[];
  readonly #maxRepeats: number;
  readonly #happened: Happened[] = [];
  readonly #told: Told[] = [];
  #turn = 0;
  #life = 0;

  constructor(budgets: readonly BudgetDetector[], maxRepeats: number) {
    this.#budgets = budgets;
    this.#maxRepeats = maxRepeats;
  }

  beginTurn(): void {
    this.#turn++;
  }

  reset(): void {
    this.#life++;
    this.#turn++;
  }

  /** `agreed`: where a human is asked, the call runs, and so it was not refused. */
  call(tool: string, now: number, agreed: boolean): BudgetAnswer {
    const found = this.#harshest(OF_CALLS, "call", now, tool);
    const times = this.#happened.filter(
      ({ what, tool: other, life }) => what === "asked" && other === tool && life === this.#life,
    );
    const counted = times.length + 1 > this.#maxRepeats;
    const refused = found.action === "ask" || found.action === "abort";
    const answer: BudgetAnswer = refused ? found : counted ? { action: "hint", name: "count" } : found;
    if (answer === found && found.action === "warn") this.#tell(found, "call");
    this.#add("asked", 1, tool);
    this.#add("event", now, undefined);
    const runs = answer.action === "allow" || answer.action === "warn" || (answer.action === "ask" && agreed);
    this.#add(runs ? "calls" : "refusals", 1, tool);
    return answer;
  }

  usage({ inputTokens = 0, outputTokens = 0, cost = 0 }: LoopUsage, now: number): BudgetAnswer {
    this.#add("tokens", inputTokens, undefined);
    this.#add("tokens", outputTokens, undefined);
    this.#add("cost", cost, undefined);
    const found = this.#harshest(OF_USAGE, "usage", now, undefined);
    if (found.action === "warn") this.#tell(found, "usage");
    this.#add("event", now, undefined);
    return found;
  }

  #harshest(units: readonly BudgetUnit[], who: Told["who"], now: number, tool: string | undefined): BudgetAnswer {
    const steps = this.#budgets.flatMap((budget) => {
      if (tool !== undefined && !isOf(budget, tool)) return [];
      return units.map((of) => this.#rung(budget, of, who, now));
    });
    return steps.reduce((worst, rung) => (HARSH.indexOf(rung.action) > HARSH.indexOf(worst.action) ? rung : worst), {
      action: "allow",
    });
  }

  #rung(budget: BudgetDetector, of: BudgetUnit, who: Told["who"], now: number): BudgetAnswer {
    const limit = budget[of];
    if (limit === Number.POSITIVE_INFINITY) return { action: "allow" };
    const before = this.#used(budget, of, now);
    const withIt = of === "calls" ? before + 1 : before;
    const { name, warn, ask, abort } = budget;
    if (abort !== 0 && isAt(before, abort * limit)) return { action: "abort", name, of, used: before };
    if (who === "call" && ask !== 0 && isAt(before, ask * limit)) return { action: "ask", name, of, used: before };
    const told = this.#told.some(
      (it) => it.budget === budget && it.of === of && it.who === who && this.#isNow(budget, it),
    );
    if (warn !== 0 && !told && isAt(withIt, warn * limit)) return { action: "warn", name, of, used: withIt };
    return { action: "allow" };
  }

  #used(budget: BudgetDetector, of: BudgetUnit, now: number): number {
    const own = this.#happened.filter((it) => this.#isNow(budget, it));
    if (of !== "seconds")
      return own
        .filter(({ what, tool }) => what === of && (tool === undefined || isOf(budget, tool)))
        .reduce((sum, { amount }) => sum + amount, 0);
    const times = own.filter(({ what, amount }) => what === "event" && Number.isFinite(amount));
    const passed = (now - Math.min(...times.map(({ amount }) => amount))) / 1000;
    return Number.isFinite(passed) && passed > 0 ? passed : 0;
  }

  #isNow({ per }: BudgetDetector, { turn, life }: { turn: number; life: number }): boolean {
    if (per === "turn") return turn === this.#turn;
    return per === "key" || life === this.#life;
  }

  #tell({ name, of }: BudgetAnswer, who: Told["who"]): void {
    const budget = this.#budgets.find((it) => it.name === name) as BudgetDetector;
    this.#told.push({ budget, of: of as BudgetUnit, who, turn: this.#turn, life: this.#life });
  }

  #add(what: Happened["what"], amount: number, tool: string | undefined): void {
    this.#happened.push({ what, amount, tool, turn: this.#turn, life: this.#life });
  }
}

/** Nine digits are compared: what doubles lose is far less. */
function isAt(used: number, mark: number): boolean {
  return used >= mark || (mark - used) / mark < 1e-9;
}

/** A glob of the tests ends in its only `*`. */
function isOf({ tools }: BudgetDetector, tool: string): boolean {
  return (
    tools.length === 0 ||
    tools.some((pattern) => (pattern.endsWith("*") ? tool.startsWith(pattern.slice(0, -1)) : pattern === tool))
  );
}
