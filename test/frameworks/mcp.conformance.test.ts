import { conformance } from "./conformance.ts";
import { clientDriver, serverDriver, sharedClientDriver, VERSIONS } from "./mcp-driver.ts";

for (const version of VERSIONS) {
  conformance(clientDriver(version));
  conformance(sharedClientDriver(version));
  conformance(serverDriver(version));
}
