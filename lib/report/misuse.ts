/** What is misused speaks once: one warning of the process for each guard and kind, with the call that would be right. */

/** Codes of warnings; `NODE_NO_WARNINGS=1` turns them off, as it does those of Node.js. */
export type MisuseCode =
  | "LOOPGUARD_CALL"
  | "LOOPGUARD_OUTCOME"
  | "LOOPGUARD_NO_AFTER"
  | "LOOPGUARD_NO_COST"
  | "LOOPGUARD_RETURN"
  | "LOOPGUARD_SCOPE"
  | "LOOPGUARD_VERSION";

interface Warner {
  emitWarning?: (text: string, options: { type: string; code: string }) => void;
}

const told = new WeakMap<object, Set<MisuseCode>>();

/** Tells it once for `owner`, a guard or what stands for it. Where there is no process, nobody can hear it. */
export function tellMisuse(owner: object, code: MisuseCode, text: string): void {
  const codes = told.get(owner) ?? new Set();
  if (codes.has(code)) return;
  told.set(owner, codes.add(code));
  const { process } = globalThis as { process?: Warner };
  process?.emitWarning?.(text, { type: "LoopGuardWarning", code });
}
