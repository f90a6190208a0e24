/** The hooks and the session fit those of the Copilot SDK. Checked by tsc. */
import { approveAll, type CopilotClient, type CopilotSession } from "@github/copilot-sdk";
import { LoopGuard } from "loopguard";
import { guardedSession } from "loopguard/copilot-sdk";

declare const client: CopilotClient;

const config = { model: "m", onPermissionRequest: approveAll };
const session: Promise<CopilotSession> = guardedSession((hooks) => client.createSession({ ...config, hooks }));
void session;
void guardedSession((hooks) => client.resumeSession("id", { ...config, hooks }), new LoopGuard());
void guardedSession((hooks) => client.createSession({ ...config, hooks }), {}, { onSessionEnd: () => {} });
// @ts-expect-error: there is no such option of a guard
void guardedSession((hooks) => client.createSession({ ...config, hooks }), { maxRepeat: 3 });
