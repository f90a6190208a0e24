const SPECIAL = "\\^$.*+?()[]{}|";

/**
 * A simple regular expression as the list of literal texts that it matches, so that C can look for them. Known are literal
 * characters, `\[` and the like, `|`, `(?:a|b)`, `[ab]`, `\d`, `?` behind any of these, `\b` at the ends, `^` at the front,
 * and `(?!a|b)` at the end.
 * Anything else throws.
 *
 * Gives `{ text, wordBefore, wordAfter, notBefore }` for each: the last three are `\b` and `(?!...)`.
 */
export function literalsOf(expression) {
  const { source } = expression;
  let at = 0;

  const fail = () => {
    throw new Error(`/${source}/ has at ${at} what scripts/regex-literals.mjs does not know`);
  };
  const take = (text) => {
    if (!source.startsWith(text, at)) return false;
    at += text.length;
    return true;
  };

  /** Texts of one character, class or group. */
  function atom() {
    if (take("(?:")) {
      const texts = alternatives();
      if (!take(")")) fail();
      return texts;
    }
    if (take("[")) {
      const end = source.indexOf("]", at);
      const chars = [...source.slice(at, end)];
      // A hyphen between two characters would be a range.
      if (end < 0 || chars.includes("\\") || chars.slice(1, -1).includes("-")) fail();
      at = end + 1;
      return chars;
    }
    if (take("\\d")) return [..."0123456789"];
    if (SPECIAL.includes(source[at]) && !(take("\\") && SPECIAL.includes(source[at]))) fail();
    return [source[at++]];
  }

  function sequence() {
    let texts = [""];
    while (at < source.length && !/^(?:\||\)|\\b|\(\?!)/.test(source.slice(at))) {
      const next = atom();
      const all = take("?") ? ["", ...next] : next;
      texts = texts.flatMap((text) => all.map((more) => text + more));
    }
    return texts;
  }

  function alternatives() {
    const texts = sequence();
    while (take("|")) texts.push(...sequence());
    return texts;
  }

  const literals = [];
  const anchored = take("^");
  do {
    const wordBefore = take("\\b");
    const texts = sequence();
    const wordAfter = take("\\b");
    const notBefore = take("(?!") ? alternatives() : [];
    if (notBefore.length > 0 && !take(")")) fail();
    literals.push(...texts.map((text) => ({ text, wordBefore, wordAfter, notBefore })));
  } while (take("|"));
  if (at < source.length || (anchored && source.includes("|") && !/^\^[^|]*\([^)]*/.test(source))) fail();
  return literals;
}
