/** The ten recipes, in the order of CONTRIBUTING.md. */
import { adapter } from "./adapter.ts";
import { benchmark } from "./benchmark.ts";
import { command } from "./command.ts";
import type { Copy } from "./copy.ts";
import { detector } from "./detector.ts";
import { hookDialect } from "./hook-dialect.ts";
import { message } from "./message.ts";
import { option } from "./option.ts";
import { release } from "./release.ts";
import { traceFormat } from "./trace-format.ts";
import { vector } from "./vector.ts";

export interface Recipe {
  /** The heading. */
  readonly title: string;
  /** Does it, and runs the scripts that write generated files. */
  add(copy: Copy): void;
  /** Commands that fail unless it was done well. */
  readonly checks: readonly string[];
}

export const RECIPES: readonly Recipe[] = [
  ...[detector, adapter, traceFormat, option, command],
  ...[hookDialect, message, vector, benchmark, release],
];

/** A line of the changelog, as each change has one. */
export function logged(copy: Copy, line: string): void {
  copy.insert("CHANGELOG.md", "### Added", `\n- ${line}`);
}
