import { conformance } from "./conformance.ts";
import { guardAgentDriver, guardToolsDriver } from "./openai-agents-driver.ts";

conformance(guardAgentDriver, "@openai/agents");
conformance(guardToolsDriver, "@openai/agents");
