/** The conformance suite of the package, in vitest; for `table.mjs`, what became of a stuck agent in each framework. */
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Driver, runStuckAgent, conformance as suite } from "loopguard/conformance";
import { describe, test } from "vitest";

export type {
  Agent,
  Driver,
  Scenario,
  ScriptedCall,
  ScriptedRequest,
  ScriptedResponse,
} from "loopguard/conformance";

/** One row of the table. */
interface Outcome extends Awaited<ReturnType<typeof runStuckAgent>> {
  runtime: string;
  version: string;
}

/** `packageName`: the folder of the framework in node_modules, for its version. */
export function conformance(driver: Driver, packageName: string): void {
  suite(driver, { describe, test });
  const file = process.env["LOOPGUARD_OUTCOMES"];
  if (file === undefined) return;
  test(`outcome: ${driver.name}`, async () => {
    const outcome: Outcome = {
      runtime: driver.name,
      version: versionOf(packageName),
      ...(await runStuckAgent(driver, "generate" in driver.makeAgent(NOTHING) ? "generate" : "stream")),
    };
    appendFileSync(file, `${JSON.stringify(outcome)}\n`);
  });
}

const NOTHING = { script: () => ({ text: "" }), tools: {}, guard: "off" } as const;

/** Frameworks are installed here, or in folders of their own. */
function versionOf(packageName: string): string {
  const here = dirname(fileURLToPath(import.meta.url));
  for (const folder of ["", ...readdirSync(here)]) {
    const path = join(here, folder, "node_modules", packageName, "package.json");
    if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")).version;
  }
  throw new Error(`${packageName} is not installed`);
}
