import { type Regret } from "./regret.ts";
import type { Firing } from "./replay.ts";
import { type Accuracy, type Evidence } from "./scores.ts";
import type { Setting } from "./settings.ts";
/** With labels: the share of detections that must be right. */
export declare const PRECISION_WANTED = 0.95;
/** With fewer labels, nothing is said about runs without a label. */
export declare const LABELS_MIN = 10;
/** What a choice is based on, for one run. */
export type Mark = Pick<Firing, "any" | "refusals">;
/** A setting, and what it did to each run. */
export interface Candidate {
    readonly setting: Setting;
    readonly firings: readonly Mark[];
}
/** A rank: higher numbers are better, and the first number decides first; `undefined`: not eligible. */
export type Aim = (firings: readonly Mark[]) => readonly number[] | undefined;
/** The accuracy of a choice that is made without the runs that it is measured on. */
export interface HeldOut {
    method: "leave one source out" | "k-fold";
    folds: number;
    accuracy: Accuracy;
}
/** The best F1 among those with enough precision; if there are none, the best precision. */
export declare function fitLabels(labels: Evidence["labels"]): Aim;
/** The most redundant calls saved; among equals, the fewest refusals of news. */
export declare function saveMost(evidence: Evidence): Aim;
/** As `aim`, but without settings that refuse more news than the preset. */
export declare function withoutMoreNews(aim: Aim, preset: Regret, evidence: Evidence): Aim;
/** The best candidate; among equals the preset, then the one with fewer detectors, then the first. */
export declare function best<T extends Candidate>(candidates: readonly T[], aim: Aim, preset?: Setting): T | undefined;
/** Of two ranks: positive if `a` is the higher one. */
export declare function compare(a: readonly number[], b: readonly number[]): number;
/**
 * Detectors that do better together: the best one alone, then repeatedly the one that helps most. Detectors do not affect
 * each other before the first detection, so a group fires when its first detector does; what a group refuses is about what
 * any of its detectors refuses.
 */
export declare function greedy(alone: readonly Candidate[], aim: Aim): Candidate[];
/**
 * The whole choice made again without some of the labels, and measured on these, for each part of the labels in turn.
 * Parts are the files when several have labels, since runs of one source are alike. Undefined where labels are too few.
 * `within`: what is kept to besides the labels.
 */
export declare function heldOut(all: readonly Candidate[], evidence: Evidence, within: (aim: Aim) => Aim): HeldOut | undefined;
