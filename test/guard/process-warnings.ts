/** What is said by `process.emitWarning` in the tests of a file, beginning anew for each. */
import { afterEach, beforeEach } from "vitest";

export interface ProcessWarning {
  readonly code: string;
  readonly text: string;
}

export function hearWarnings(): { readonly all: readonly ProcessWarning[]; readonly codes: () => string[] } {
  const { emitWarning } = process;
  const all: ProcessWarning[] = [];
  beforeEach(() => {
    all.length = 0;
    process.emitWarning = ((text: string, { code }: { code: string }) => void all.push({ code, text })) as never;
  });
  afterEach(() => {
    process.emitWarning = emitWarning;
  });
  return { all, codes: () => all.map(({ code }) => code) };
}
