/** Agents as tools of agents, in each framework. */
import { runnerNesting } from "./adk-nesting.ts";
import { VERSIONS } from "./ai-sdk-driver.ts";
import { agentNesting } from "./ai-sdk-nesting.ts";
import { createAgentNesting, graphNesting } from "./langchain-nesting.ts";
import { subAgentNesting } from "./mastra-nesting.ts";
import { nesting, stopped } from "./nesting.ts";
import { agentToolNesting } from "./openai-agents-nesting.ts";
import { agentAsToolNesting } from "./strands-nesting.ts";

for (const driver of [createAgentNesting, graphNesting, agentToolNesting, subAgentNesting]) nesting(driver);
// Their hooks do not see that a tool starts an agent.
for (const driver of [agentAsToolNesting, runnerNesting]) stopped(driver, [true, false]);
for (const driver of [agentToolNesting, createAgentNesting, subAgentNesting, agentAsToolNesting, runnerNesting])
  stopped(driver, ["apart"]);
for (const version of VERSIONS.slice(0, 3)) nesting(agentNesting(version, false));
// The text of one that ended quietly is empty.
for (const version of VERSIONS.slice(0, 3)) stopped(agentNesting(version, false, "stop"), [true, false, "apart"]);
nesting(agentNesting(VERSIONS[2] as (typeof VERSIONS)[number], true));
