import { toolLoopMiddleware } from "loopguard/genkit";
import { abortedEnding, endings } from "../endings.ts";
import { recovery } from "../recovery.ts";
import { driver, genkitOf, toolsOf } from "./genkit-driver.ts";

recovery(driver);
endings(driver);
for (const streams of [false, true])
  abortedEnding(`genkit, ${streams ? "streamed" : "whole"}`, async (guard, { signal: abortSignal }, respond) => {
    const ai = genkitOf(respond);
    const use = [toolLoopMiddleware(guard, { onAbort: "answer" })];
    const options = { prompt: "Go.", tools: toolsOf(ai, { search: () => "fact" }), maxTurns: 20, use, abortSignal };
    if (!streams) return ai.generate(options);
    const { stream, response } = ai.generateStream(options);
    response.catch(() => {});
    for await (const _ of stream);
    return response;
  });
