import { type Labels, type Measured } from "./measured.ts";
import { type Setting } from "./settings.ts";
import type { Firing, TriedRun } from "./tried-run.ts";
import { type Session } from "./tried-run.ts";
/** What is to be promised: at most `share` of healthy runs refused. */
export interface Asked {
    readonly share: number;
    /** The probability, over the draw of the runs, that what is promised is true. */
    readonly confidence: number;
}
/** Counts of sessions; a session is refused if one of its healthy runs is. */
export interface Count {
    healthy: number;
    refused: number;
}
/** A setting on the half of the sessions that nothing was chosen by. */
export interface Tested extends Count {
    name: string;
    /** The upper bound of the share that is refused. */
    bound: number;
    /** Whether the bound is within the share that was asked for. */
    kept: boolean;
}
/** What is promised of the recommended setting, and by which evidence. Counts are of sessions. */
export interface TunePromise extends Asked {
    readonly judgedBy: "labels" | "regret";
    /** Healthy sessions that it takes, if none of them is refused. */
    readonly needed: number;
    /** Sessions that the settings were put in order on, and those that they were tested on; healthy or not. */
    readonly training: number;
    readonly calibration: number;
    /** In the order of the tests. The last one that is kept is the promised setting. */
    readonly tested: readonly Tested[];
}
/** `true`: healthy and refused; `false`: healthy and not refused; `undefined`: not healthy, or not known to be. */
export type Judge = (id: string, firing: Pick<Firing, "blocking" | "regret">) => boolean | undefined;
/** Healthy is what its label says is not stuck. */
export declare function byLabel(labels: Labels): Judge;
/**
 * A run with a refusal of news is healthy and was refused; one whose refusals were all right is stuck; any other is healthy.
 * Where no refused call has a recorded result, nothing shows that a refusal was right.
 */
export declare const byRegret: Judge;
export declare function countRefused<T extends {
    readonly id: string;
}>(sessions: readonly Session<T>[], firing: (run: T) => Pick<Firing, "blocking" | "regret">, judge: Judge): Count;
interface Effect {
    readonly setting: Setting;
    readonly harm: number;
    readonly gain: number;
}
/**
 * From the most lenient to the strictest: the presets, and between them the settings that gain the most for each further
 * healthy session refused. Each gains more than the one before it. Few steps, since a test that fails ends the sequence.
 * Where nothing is to be gained, the base preset alone.
 */
export declare function inOrder<T extends Effect>(all: readonly T[]): T[];
/** The tests in a fixed sequence: up to the first that fails, which is the last of the answer. */
export declare function testInOrder<T>(order: readonly T[], { share, confidence }: Asked, count: (one: T) => Count & {
    name: string;
}): Tested[];
export interface Promised {
    /** Of the half that settings are chosen on. */
    readonly measured: readonly Measured[];
    readonly recommended: Measured;
    readonly why: string;
    readonly promise: TunePromise;
}
/** Throws a `Failure` if nothing can be promised. */
export declare function promised(runs: readonly TriedRun[], settings: readonly Setting[], asked: Asked, labels: Labels | undefined): Promised;
export {};
