/**
 * Makes a text safe to print on one line of a terminal: control characters and changes of writing direction become
 * spaces.
 */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

/** As `plainText`, for several lines: keeps line breaks and tabs. */
export function plainLines(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}

/** "1 call", "2 calls". */
export function counted(many: number, one: string, several = `${one}s`): string {
  return `${many} ${many === 1 ? one : several}`;
}
