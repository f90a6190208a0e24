/** The middleware fits where TanStack AI takes one. Checked by tsc. */
import { type AnyTextAdapter, type ChatMiddleware, chat } from "@tanstack/ai";
import { LoopGuard } from "loopguard";
import { guardAdapter, toolLoopMiddleware } from "loopguard/tanstack-ai";

declare const adapter: AnyTextAdapter;

const middleware: ChatMiddleware = toolLoopMiddleware();
const messages = [{ role: "user" as const, content: "Go." }];
void chat({ adapter, messages, middleware: [middleware, toolLoopMiddleware(new LoopGuard())] });
void chat({ adapter: guardAdapter(adapter), messages, middleware: [middleware] });
void chat({ adapter, messages, context: { user: "u" }, middleware: [toolLoopMiddleware({}, { onAbort: "stop" })] });
void chat({ adapter, messages, middleware: [toolLoopMiddleware({ recover: true }, { onAbort: "answer" })] });
// @ts-expect-error: there is no such option
toolLoopMiddleware({}, { onAbort: "ignore" });
// @ts-expect-error: there is no such option of a guard
toolLoopMiddleware({ maxRepeat: 3 });
