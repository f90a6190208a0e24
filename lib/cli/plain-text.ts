/** Texts of a trace on one line of a terminal: without anything that would move its cursor, or turn its text around. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

/** The same for a text of several lines, which stay as they are otherwise. */
export function plainLines(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}
