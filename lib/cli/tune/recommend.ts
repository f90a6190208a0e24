/** Recommends a setting, with the reason: the preset, unless the runs are enough evidence for another one. */
import { counted } from "../plain-text.ts";
import { upperBound } from "./binomial.ts";
import { best, fitLabels, type HeldOut, LABELS_MIN, PRECISION_WANTED, saveMost, withoutMoreNews } from "./choose.ts";
import { percent } from "./percent.ts";
import type { Regret } from "./regret.ts";
import type { Evidence, Measured } from "./scores.ts";

/**
 * Without labels: of the runs with a refusal, the highest accepted share in which news is refused, as an upper bound for
 * other runs. By the rule of three it takes about sixty runs with a refusal, all of them right. Runs are counted, not
 * refusals, since those of one run are not independent.
 */
const WRONGED_MAX = 0.05;

export interface Recommendation {
  readonly recommended: Measured;
  /** A few sentences. */
  readonly why: string;
}

/** Without labels: by the calls that a setting saves, and the news that it refuses. */
export function bySavings(all: readonly Measured[], preset: Measured, evidence: Evidence): Recommendation {
  const aim = withoutMoreNews(saveMost(evidence), preset.regret, evidence);
  const wellFounded = all.filter((one) => one === preset || worst(one.regret) <= WRONGED_MAX);
  const recommended = best(wellFounded, aim, preset.setting) ?? preset;
  const promising = best(all, aim, preset.setting) ?? preset;
  return { recommended, why: savingsReason(recommended, promising, preset) };
}

function savingsReason(recommended: Measured, promising: Measured, preset: Measured): string {
  const { redundant } = preset.regret;
  if (redundant === 0)
    return "None of these runs has a redundant call, a third or later equal one without news, so they cannot show what a setting would save. The preset stays.";
  if (recommended !== preset)
    return (
      `It ${does(recommended.regret)}; the preset ${does(preset.regret)}. ` +
      `It refuses something in ${counted(recommended.regret.refusedRuns, "run")}, and news in ${recommended.regret.wrongedRuns} of them: ` +
      `in up to ${percent(worst(recommended.regret))} of similar runs it may do the same; nothing is known about other runs.`
    );
  const stays = `The preset ${does(preset.regret)}.`;
  if (promising === preset) return `${stays} No other setting saves more without refusing more news.`;
  const { setting, regret } = promising;
  return (
    `${stays} ${setting.name} ${does(regret)}. But of ${counted(regret.refusedRuns, "run")} in which it refuses something, ` +
    `it refuses news in ${regret.wrongedRuns}: in up to ${percent(worst(regret))} of other runs it may do the same ` +
    `(95 % bound; at most ${percent(WRONGED_MAX)} is accepted). So the preset stays; more runs may change that.`
  );
}

/** The upper bound for the share of runs with a refusal in which news is refused. */
function worst({ wrongedRuns, refusedRuns }: Regret): number {
  return upperBound(wrongedRuns, refusedRuns);
}

function does({ saved, redundant, first, firstNews }: Regret): string {
  const refusals = first === 0 ? "refuses nothing" : `refuses news in ${firstNews} of ${first} loops that it stops`;
  return `saves ${saved} of ${redundant} redundant calls and ${refusals}`;
}

/**
 * With labels: by what people said, as far as that holds for labels that a choice was not made by. `heldOut`: what the
 * same choice comes to there.
 */
export function byLabels(
  all: readonly Measured[],
  preset: Measured,
  evidence: Evidence,
  heldOut: HeldOut | undefined,
): Recommendation {
  const chosen = best(all, withoutMoreNews(fitLabels(evidence.labels), preset.regret, evidence), preset.setting);
  if (chosen === undefined)
    return stay(
      preset,
      "No setting that refuses no more news than the preset found a loop in a run that is labelled stuck",
    );
  if (chosen === preset) return { recommended: preset, why: balance(preset) };
  const fits = `${chosen.setting.name} fits the labels best: it ${found(chosen)}`;
  if (heldOut === undefined)
    return stay(
      preset,
      `${fits}. Too few labels to say how that choice does on runs that were not labelled: ${LABELS_MIN} are needed`,
    );
  const known = preset.any?.f1 ?? 0;
  if (known >= heldOut.accuracy.f1)
    return stay(
      preset,
      `${fits}. But chosen without the runs that it is measured on, it has an F1 of ${heldOut.accuracy.f1.toFixed(2)}; the preset has ${known.toFixed(2)}`,
    );
  return { recommended: chosen, why: balance(chosen) };
}

function stay(preset: Measured, because: string): Recommendation {
  return { recommended: preset, why: `${because}. The preset stays.` };
}

function balance(chosen: Measured): string {
  const wanted = percent(PRECISION_WANTED);
  return (chosen.any?.precision ?? 0) >= PRECISION_WANTED
    ? `It ${found(chosen)}. Of the settings with a precision of ${wanted} or more that refuse no more news than the preset, none balances the two better (F1 ${chosen.any?.f1.toFixed(2)}).`
    : `It ${found(chosen)}. No setting that refuses no more news than the preset reaches a precision of ${wanted} on these labels; this one comes nearest.`;
}

function found({ any }: Measured): string {
  return `finds ${any?.right} of ${any?.stuck} stuck runs with ${any?.wrong} firings that are wrong or too early`;
}
