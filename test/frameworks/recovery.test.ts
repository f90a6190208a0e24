import { driver as adk } from "./adk-driver.ts";
import { AI5, AI6, AI7, agentDriver, functionsDriver } from "./ai-sdk-driver.ts";
import { createAgentDriver } from "./langchain-driver.ts";
import { driver as llamaIndex } from "./llamaindex-driver.ts";
import { driver as mastraDriver } from "./mastra-driver.ts";
import { withLoopGuardDriver } from "./openai-agents-driver.ts";
import { recovery } from "./recovery.ts";
import { driver as strands } from "./strands-driver.ts";
import { driver as tanstackDriver } from "./tanstack-ai-driver.ts";

for (const version of [AI5, AI6, AI7]) recovery(functionsDriver(version));
recovery(agentDriver(AI7));
recovery(withLoopGuardDriver);
recovery(createAgentDriver);
recovery(mastraDriver);
recovery(tanstackDriver);
recovery(strands);
recovery(adk);
recovery(llamaIndex);
