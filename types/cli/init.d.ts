/** `loopguard init`: adds the hook to the settings file of a CLI agent. */
import { type Command } from "../bundled/libraries.ts";
export declare function registerInit(program: Command): void;
