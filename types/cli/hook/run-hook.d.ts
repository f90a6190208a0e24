/** `loopguard hook` in Node.js: as native/hook, but for every configuration. */
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import type { Dialect } from "./dialects.gen.ts";
import { type HookAnswer } from "./hook-answer.ts";
/** The answer to the event in `input`. Rejects if the event cannot be judged. */
export declare function answerTo(input: Uint8Array, dialect: Dialect | "auto", options: LoopGuardOptions): Promise<HookAnswer>;
