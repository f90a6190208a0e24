import { agentDriver, functionsDriver, VERSIONS } from "./ai-sdk-driver.ts";
import { conformance } from "./conformance.ts";

for (const version of VERSIONS) {
  conformance(functionsDriver(version), version.package);
  conformance(agentDriver(version), version.package);
}
