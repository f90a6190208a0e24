/** The line that stands in a request for the calls that were left out of it. */
import { LEFT_OUT } from "../../rules/verdict-texts.ts";

/** How many calls of a kind were left out. */
export interface LeftOut {
  /** They gave the result that stays. */
  repeated: number;
  /** A guard refused them. */
  refused: number;
}

/** `withoutWarningText` recognises it, so that a result that has one is compared without it. */
export function leftOutNote(toolName: string, { repeated, refused }: LeftOut): string {
  const parts = [
    ...(repeated > 0 ? [`called ${times(repeated)} more, with the same result`] : []),
    ...(refused > 0 ? [`refused ${times(refused)}`] : []),
  ];
  return `Tool '${toolName}' was ${parts.join(", and ")}. ${LEFT_OUT}`;
}

const NOTE = new RegExp(
  `' was (?:called (\\d+) times? more, with the same result)?(?:, and )?(?:refused (\\d+) times?)?\\. ${LEFT_OUT}`,
);

/** What the note in this text says; nothing if there is none. */
export function readLeftOutNote(text: string): LeftOut {
  const [, repeated = "0", refused = "0"] = NOTE.exec(text) ?? [];
  return { repeated: Number(repeated), refused: Number(refused) };
}

export function times(number: number): string {
  return number === 1 ? "1 time" : `${number} times`;
}
