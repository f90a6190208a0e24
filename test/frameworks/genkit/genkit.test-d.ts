/** The middleware fits where Genkit takes one. Checked by tsc. */
import { type GenerateMiddlewareDef, genkit } from "genkit";
import { LoopGuard } from "loopguard";
import { toolLoopMiddleware } from "loopguard/genkit";

const ai = genkit({});
const hooks: GenerateMiddlewareDef = toolLoopMiddleware().instantiate();
void hooks;
void ai.generate({ prompt: "Go.", use: [toolLoopMiddleware(), toolLoopMiddleware(new LoopGuard())] });
void ai.generateStream({ prompt: "Go.", use: [toolLoopMiddleware({ maxRepeats: 3 }, { onAbort: "stop" })] });
void ai.generate({ prompt: "Go.", use: [toolLoopMiddleware({ recover: true }, { onAbort: "answer" })] });
ai.definePrompt({ name: "p", prompt: "Go.", use: [toolLoopMiddleware()] });
// @ts-expect-error: there is no such option
toolLoopMiddleware({}, { onAbort: "ignore" });
// @ts-expect-error: there is no such option of a guard
toolLoopMiddleware({ maxRepeat: 3 });
