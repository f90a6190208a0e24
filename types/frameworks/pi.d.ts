import { type DeskInput } from "../adapter/desk.ts";
import type { PiExtensionAPI } from "./pi-types.ts";
export { withLoopGuard } from "./pi-agent.ts";
export type { PiAgent, PiExtensionAPI } from "./pi-types.ts";
/**
 * An extension with a guard of your own; the default export is one with the recommended preset. Each session is a run,
 * `guard.run(sessionId)`, and knows what the model remembers when the session goes on later, or from an earlier point. Throws
 * `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * // ~/.pi/agent/extensions/loopguard.js
 * import { toolLoopExtension } from "loopguard/pi";
 * export default toolLoopExtension({ maxRepeats: 3 });
 */
export declare function toolLoopExtension(guard?: DeskInput): (pi: PiExtensionAPI) => void;
/** What pi loads by itself: an extension with the recommended preset. */
declare const extension: (pi: PiExtensionAPI) => void;
export default extension;
export { findToolLoopError } from "../rules/tool-loop-error.ts";
