import { Agent } from "@voltagent/core";
import { LoopGuard } from "loopguard";
import { withLoopGuard } from "loopguard/voltagent";
import { abortedEnding, endings } from "../endings.ts";
import { recovery } from "../recovery.ts";
import { driver, modelOf, optionsOf, toolsOf } from "./voltagent-driver.ts";

recovery(driver);
endings(driver, { LoopGuard });
for (const streams of [false, true])
  abortedEnding(
    `voltagent, ${streams ? "streamed" : "whole"}`,
    async (guard, { signal: abortSignal }, respond) => {
      const own = optionsOf(modelOf(respond), toolsOf({ search: () => "fact" }));
      const agent = new Agent(withLoopGuard(own, guard, { onAbort: "answer" }));
      if (!streams) return (await agent.generateText("Go.", { abortSignal })).text;
      const { fullStream } = await agent.streamText("Go.", { abortSignal });
      const parts: object[] = [];
      for await (const part of fullStream) parts.push(part);
      return parts;
    },
    { LoopGuard },
  );
