import type { Count } from "./judge.ts";
import type { Asked, Tested } from "./promise-types.ts";
import type { Measured } from "./scores.ts";
/** A setting, and what it does on the training half: healthy sessions refused, and what refusals are for. */
interface Effect<T> {
    readonly one: T;
    readonly harm: number;
    readonly gain: number;
}
/**
 * From the most lenient to the strictest: the presets, and between them the settings that gain the most for each further
 * healthy session refused. Each gains more than the one before it. Few steps, since a test that fails ends the sequence.
 * Where nothing is to be gained, the base preset alone.
 */
export declare function inOrder<T extends Pick<Measured, "setting">>(all: readonly T[], effect: (one: T) => Omit<Effect<T>, "one">): T[];
/** The tests in a fixed sequence: up to the first that fails, which is the last of the answer. */
export declare function testInOrder<T>(order: readonly T[], { share, confidence }: Asked, count: (one: T) => Count & {
    name: string;
}): Tested[];
export {};
