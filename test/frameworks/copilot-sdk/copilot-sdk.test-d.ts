/** The client stays one of the Copilot SDK. Checked by tsc. */
import { approveAll, type CopilotClient, type CopilotSession } from "@github/copilot-sdk";
import { LoopGuard } from "loopguard";
import { withLoopGuard } from "loopguard/copilot-sdk";

declare const client: CopilotClient;

const config = { model: "m", onPermissionRequest: approveAll };
const guarded: CopilotClient = withLoopGuard(client);
const session: Promise<CopilotSession> = guarded.createSession(config);
void session;
void withLoopGuard(client, new LoopGuard(), { onAbort: "stop" }).resumeSession("id", config);
void guarded.createSession({ ...config, hooks: { onSessionEnd: () => {} } });
// @ts-expect-error: there is no such option of a guard
void withLoopGuard(client, { maxRepeat: 3 });
// @ts-expect-error: nor such an end
void withLoopGuard(client, {}, { onAbort: "stopp" });
