import type { DetectorActions, DetectorBase, DetectorRecord } from "../detector-record.ts";
import { make, REACH_MAX, whole } from "../detector-record.ts";

export interface PingPongOptions {
  /** Length of the block, in calls. Default 2. */
  cycleLength?: number;
  /** How often the block must come in a row. Default 3. */
  repetitions?: number;
}
export interface PingPongDetector extends DetectorBase<"ping_pong">, Readonly<Required<PingPongOptions>> {}

/**
 * Detects alternating tools: a block of tool names, with at least two different ones, that repeats, whatever the
 * arguments.
 *
 * @example
 * new LoopGuard({ detectors: [pingPong({ repetitions: 5 })] }); // a, b, a, b, a, b, a, b, a, b
 */
export function pingPong(options?: PingPongOptions & DetectorActions): PingPongDetector {
  return make("ping_pong", PING_PONG, options);
}

/** @internal */
export const PING_PONG: DetectorRecord<PingPongDetector> = {
  parameters: { cycleLength: whole(2, 2, 64, "min_cycle_len"), repetitions: whole(3, 2, REACH_MAX / 64, "threshold") },
  readsResults: true,
  text: ({ names, threshold }) => `Tools ${pythonList(names)} cycled ${threshold} times without advancing.`,
  advice:
    "This call was not run. Decide from the results you already have, take a different approach, or finish the response.",
  details: ({ names, threshold }) => ({ cycle: names, repetitions: threshold }),
  pattern: (steps) => steps.map(({ name }) => name),
  tried: () => [
    ...[3, 4, 6].map((repetitions) => pingPong({ repetitions })),
    ...[3, 4].map((repetitions) => pingPong({ cycleLength: 3, repetitions })),
  ],
};

/** A list of strings as Python prints it; the text must stay exactly that of the Python original. */
function pythonList(names: readonly string[]): string {
  return `[${names.map(pythonString).join(", ")}]`;
}

function pythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text.replace(/[\\\n\r\t\p{Cc}]|['"]/gu, (char) => {
    if (char === '"' || char === "'") return char === quote ? `\\${char}` : char;
    const short = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }[char];
    return short ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
  return `${quote}${inner}${quote}`;
}
