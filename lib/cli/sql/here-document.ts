/** A command of a shell script with a text as its standard input. */
import { shellWord } from "./names.ts";

/** In quotes the shell changes nothing, and no line of ours is this word. */
const END = "LOOPGUARD_SQL";

export function hereDocument(words: readonly string[], text: string, rest = ""): string {
  return `${words.map(shellWord).join(" ")} <<'${END}'${rest}\n${text}\n${END}`;
}
