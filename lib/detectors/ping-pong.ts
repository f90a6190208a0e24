import { make } from "./make.ts";
import type { DetectorActions, DetectorBase } from "./options.ts";
import { REACH_MAX, whole } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";

export interface PingPongOptions {
  /** Tool names in one block. Default 2. */
  cycleLength?: number;
  /** Blocks in a row. Default 3. */
  repetitions?: number;
}
export interface PingPongDetector extends DetectorBase<"ping_pong">, Readonly<Required<PingPongOptions>> {}

/** The last tool names are one block, repeated, with at least two different names in it. */
export function pingPong(options?: PingPongOptions & DetectorActions): PingPongDetector {
  return make("ping_pong", PING_PONG, options);
}

/** @internal */
export const PING_PONG: DetectorRecord<PingPongDetector> = {
  parameters: { cycleLength: whole(2, 2, 64), repetitions: whole(3, 2, REACH_MAX / 64) },
  readsResults: true,
  text: ({ names, threshold }) => `Tools ${pythonList(names)} cycled ${threshold} times without advancing.`,
  advice:
    "This call was not run. Decide from the results you already have, take a different approach, or finish the response.",
  details: ({ names, threshold }) => ({ cycle: names, repetitions: threshold }),
  pattern: (steps) => steps.map(({ name }) => name),
  example: () => pingPong(),
  couldFire: ({ repetitions }, { mostOfOneName }) => mostOfOneName >= repetitions,
  tried: () => [
    ...[3, 4, 6].map((repetitions) => pingPong({ repetitions })),
    ...[3, 4].map((repetitions) => pingPong({ cycleLength: 3, repetitions })),
  ],
};

/** As Python prints a list of strings, which the text is pinned to. */
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
