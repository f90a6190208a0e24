import { driver as adk } from "./adk-driver.ts";
import { AI5, AI6, AI7, agentDriver, functionsDriver } from "./ai-sdk-driver.ts";
import { endings } from "./endings.ts";
import { createAgentDriver } from "./langchain-driver.ts";
import { driver as llamaIndex } from "./llamaindex-driver.ts";
import { driver as mastra } from "./mastra-driver.ts";
import { withLoopGuardDriver } from "./openai-agents-driver.ts";
import { driver as strands } from "./strands-driver.ts";
import { driver as tanstack } from "./tanstack-ai-driver.ts";

for (const version of [AI5, AI6, AI7]) endings(functionsDriver(version));
endings(agentDriver(AI7));
endings(withLoopGuardDriver);
endings(createAgentDriver);
endings(mastra);
endings(tanstack);
endings(strands);
endings(adk);
endings(llamaIndex);
