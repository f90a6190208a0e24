/** `lg_guard`. Its memory is freed when it and all its runs are closed or collected. */
import { type Core } from "./core.ts";
import { CoreRun } from "./run.ts";
export declare class CoreGuard {
    #private;
    /** `key`: 16 bytes. `configuration`: see `lg_guard_configure`, which throws with what is wrong. */
    constructor(core: Core, key: Uint8Array, configuration: object);
    /** The number to pass to `before`: 0 for the one that replaces the default profile. */
    addProfile(profile: object, replaceDefault: boolean): number;
    run(): CoreRun;
    close(): void;
}
