import type { Driver } from "./trial.ts";
import { type Trial } from "./trial.ts";
type Check = (trial: Trial) => Promise<void>;
/** The checks that fit the driver, by title. */
export declare function checksOf(driver: Driver): ReadonlyMap<string, Check>;
export {};
