/** Runs all vectors on the package as it is installed here, and says what came of it. */
import * as loopguard from "loopguard";
import { texts } from "loopguard-vectors";
import { allVectors, type VectorSources } from "./vectors.ts";

export interface Outcome {
  backend: string;
  /** Why the addon does not run; empty: it does. */
  why: string;
  passed: number;
  failures: string[];
}

export async function runAll(): Promise<Outcome> {
  const failures: string[] = [];
  let passed = 0;
  // The types of the package and of lib/ are told apart by private fields.
  const library = loopguard as unknown as VectorSources["loopguard"];
  for (const { file, name, run } of allVectors({ loopguard: library, read: (path) => texts[path] as string })) {
    try {
      await run();
      passed++;
    } catch (error) {
      failures.push(`${file} ${name}: ${String(error).slice(0, 500)}`);
    }
  }
  return { backend: loopguard.backend, why: loopguard.backendError?.message ?? "", passed, failures };
}
