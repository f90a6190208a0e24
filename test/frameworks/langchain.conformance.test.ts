import { conformance } from "./conformance.ts";
import { createAgentDriver, reactAgentDriver, toolNodeDriver } from "./langchain-driver.ts";

conformance(createAgentDriver);
conformance(toolNodeDriver);
conformance(reactAgentDriver);
