import { type Accuracy, type Evidence, type Measured } from "./scores.ts";
import type { Setting } from "./settings.ts";
/** With labels: the share of detections that must be right. */
export declare const PRECISION_WANTED = 0.95;
/** A setting, and the index of the call at which it fired first in each run. */
export interface Candidate {
    readonly setting: Setting;
    readonly first: readonly number[];
}
/** What is wanted of a setting. */
export interface Aim {
    /** Which firings it looks at. */
    readonly of: "any" | "blocking";
    /** The higher the better, the first number before the next; undefined: not to be had. */
    rank(first: readonly number[]): readonly number[] | undefined;
}
/** What the recommended setting's numbers come to when it is chosen without the runs that it is measured on. */
export interface HeldOut {
    method: "leave one source out" | "k-fold";
    folds: number;
    accuracy: Accuracy;
}
/** The best F1 of those whose precision is high enough; where there is none, the best precision. */
export declare function fitLabels(labels: Evidence["labels"]): Aim;
/** The most runs stopped of those with strong evidence, while few enough others are interrupted. `percent`: of these. */
export declare function interruptFew({ runs, strong }: Evidence, percent: number): Aim;
/** The best; of equals the one with fewer detectors, then the first. */
export declare function best<T extends Candidate>(candidates: readonly T[], aim: Aim): T | undefined;
/**
 * Detectors that do better together: the best alone, then whichever helps most, for as long as one does. Until the first
 * of them speaks no detector knows of another, so together they speak when the first of them would.
 */
export declare function greedy(alone: readonly Candidate[], aim: Aim): Candidate[];
/**
 * The whole choice made again without some of the labels, and measured on these, for each part of the labels in turn.
 * Parts are the files when several have labels, since runs of one source are alike. Undefined where labels are too few.
 */
export declare function heldOut(all: readonly Candidate[], evidence: Evidence): HeldOut | undefined;
/** `all` as candidates for `aim`. */
export declare function candidates(all: readonly Measured[], { of }: Aim): Candidate[];
