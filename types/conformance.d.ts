import type { Driver } from "./conformance/trial.ts";
export type { Agent, Driver, Mode, Scenario, ScriptedCall, ScriptedRequest, ScriptedResponse, } from "./conformance/trial.ts";
export { runStuckAgent, type StuckRun } from "./conformance/trial.ts";
/** The test runner: `{ describe, test }` of vitest, node:test, jest, or of whatever has the same two functions. */
export interface TestRunner {
    describe(title: string, define: () => void): unknown;
    test(title: string, run: () => Promise<void>): unknown;
}
/**
 * Defines the tests that every adapter must pass, for each way in which the driver's agents can be run: what a stuck model
 * gets, parallel calls, runs that are kept apart, a healthy agent that must not notice the guard, errors of tools, and calls
 * that no tool can take. Throws `ERR_LOOPGUARD_OPTION` for a driver without agents that can be run. The guide docs/frameworks/write-your-own.md has a driver to begin with.
 *
 * @param driver the framework with its adapter
 * @param runner where the tests are defined
 *
 * @example
 * import { describe, test } from "node:test";
 * import { conformance } from "loopguard/conformance";
 *
 * conformance(driver, { describe, test });
 */
export declare function conformance(driver: Driver, runner: TestRunner): void;
