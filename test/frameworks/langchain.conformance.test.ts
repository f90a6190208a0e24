import { conformance } from "./conformance.ts";
import { createAgentDriver, reactAgentDriver, toolNodeDriver } from "./langchain-driver.ts";

conformance(createAgentDriver, "langchain");
conformance(toolNodeDriver, "@langchain/langgraph");
conformance(reactAgentDriver, "@langchain/langgraph");
