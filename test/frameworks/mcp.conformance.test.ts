import { conformance } from "./conformance.ts";
import { clientDriver, serverDriver, sharedClientDriver, VERSIONS } from "./mcp-driver.ts";

for (const version of VERSIONS) {
  conformance(clientDriver(version), version.package);
  conformance(sharedClientDriver(version), version.package);
  conformance(serverDriver(version), version.package);
}
