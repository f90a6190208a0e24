/** `loopguard init`: has a CLI agent call the hook, or load the plugin, by a change of its settings. */
import { type Command } from "../bundled/libraries.ts";
export declare function registerInit(program: Command): void;
