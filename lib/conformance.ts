/**
 * The conformance suite for adapters of agent frameworks: `import { conformance } from "loopguard/conformance"`, in tests of
 * an adapter. It needs a test runner with `describe` and `test` (vitest, node:test, jest), and no other package.
 */
import { optionError } from "./base/errors.ts";
import { checksOf } from "./conformance/checks.ts";
import { type Driver, modesOf, Trial } from "./conformance/trial.ts";

export type {
  Agent,
  Driver,
  Mode,
  Scenario,
  ScriptedCall,
  ScriptedRequest,
  ScriptedResponse,
} from "./conformance/trial.ts";
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
export function conformance(driver: Driver, runner: TestRunner): void {
  const modes = modesOf(driver);
  // Without a test, everything would be said to have passed.
  if (modes.length === 0)
    throw optionError("type", "makeAgent", driver.makeAgent, "a function that gives { generate } or { stream }");
  for (const mode of modes) {
    const trial = new Trial(driver, mode);
    runner.describe(`${driver.name}, ${mode}`, () => {
      for (const [title, check] of checksOf(driver)) runner.test(title, () => check(trial));
    });
  }
}
