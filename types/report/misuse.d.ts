/** What is misused speaks once: one warning of the process for each guard and kind, with the call that would be right. */
/** Codes of warnings; `NODE_NO_WARNINGS=1` turns them off, as it does those of Node.js. */
export type MisuseCode = "LOOPGUARD_CALL" | "LOOPGUARD_OUTCOME" | "LOOPGUARD_NO_AFTER" | "LOOPGUARD_NO_COST" | "LOOPGUARD_RETURN" | "LOOPGUARD_SCOPE" | "LOOPGUARD_VERSION";
/** Tells it once for `owner`, a guard or what stands for it. Where there is no process, nobody can hear it. */
export declare function tellMisuse(owner: object, code: MisuseCode, text: string): void;
