import { conformance } from "./conformance.ts";
import { guardToolsDriver, withLoopGuardDriver } from "./openai-agents-driver.ts";

conformance(withLoopGuardDriver, "@openai/agents");
conformance(guardToolsDriver, "@openai/agents");
