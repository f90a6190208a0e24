/**
 * Words of results that say nothing, or that something was in vain, for native/src/text/result_words.c. Where a word may
 * begin a longer one, that is said there.
 */
import { cString, header } from "./c-text.mjs";

const LISTS = [
  [
    "THINGS",
    'What there is none of. "no such file", "no permission", "no changes made" say more than that nothing was found.',
    "result match row record entry entries item hit file data line event document ergebnis treffer résultat risultat",
  ],
  ["OUTPUTS", "The same, of what is no search.", "output content problem issue violation vulnerab threat"],
  ["NONE", "No, 0, zero: of them, or of something that was looked for.", "no 0 zero keine aucun sin nessun nenhum"],
  ["LOOKED_FOR", "", "found matched matching returned available"],
  ["FOR", "Behind these stands what was looked for.", "for matching für pour para per"],
  ["NOTHING", '"nothing found", "none found", "none matched".', "nothing none"],
  ["COUNTS", '"found: 0", "total 0", as well as "results: 0".', "found total count"],
  [
    "WRONG",
    "A text with one of these says that something went wrong.",
    "error fail denied invalid cannot unable exception refused unknown must not such warning",
  ],
  [
    "DONE",
    'A success with one of these says that it was done: "The file a.ts has been updated", "Comment added".',
    "added appended applied changed committed completed copied created deleted edited executed inserted modified moved posted removed renamed replaced saved stored updated done sent success written wrote",
  ],
  ["AFFECTED", 'So does this behind one of THINGS: "1 row affected".', "affected"],
  [
    "STATEMENTS",
    'With numbers alone, what a database says of statements: "INSERT 0 1", "UPDATE 3".',
    "insert update delete merge copy begin commit",
  ],
  [
    "VALUES",
    "Values of JSON, and of Python, that say nothing. The last one also denies that something was done.",
    "0 null none nil true false",
  ],
  [
    "STEMS",
    "How words begin that say that something was in vain, beside those of WRONG.",
    "erro fail fehl nicht kein erreur fatal introuvable aucun bulunamad missing reject не",
  ],
  ["WHOLE", "The same as whole words, in Italian and French, Portuguese, Polish, Dutch.", "non não nie niet"],
  [
    "INSIDE",
    "An error, failed, does not exist, is not; in Russian, Chinese, Japanese and Korean, inside of words.",
    "шибк 错误 失败 不存在 无效 未找到 エラー 失敗 ません 없 오류",
  ],
];

const wordsOf = (name) => LISTS.find(([of]) => of === name)[2].split(" ");
/** A bit for each first letter of the words in these lists, in either case. */
const firsts = (names) =>
  names.flatMap(wordsOf).reduce((bits, word) => (bits | (1 << (Buffer.from(word.toLowerCase())[0] & 31))) >>> 0, 0);

export const resultWords = header(
  "LG_RESULT_WORDS_GEN_H",
  "result-words.mjs",
  `${LISTS.map(
    ([name, what]) =>
      `${what === "" ? "" : `/* ${what} */\n`}static const char *const ${name}[] = {${wordsOf(name).map(cString).join(", ")}, NULL};\n`,
  ).join("")}
/* What acknowledges, and the member of an object that does. */
static const char ACK_WORDS[] = "ok okay done true null none success successful succeeded";
static const char ACK_KEYS[] = "success ok status result";
/* The members of JSON that say what was asked for. */
static const char ASKED[] = "query q search pattern keyword keywords term search_term searchterm search_query searchquery page limit offset";
/* The members of an answer that is a text; the last is FastMCP's, which has the text again. */
static const char ANSWER_KEYS[] = "content text result type iserror structuredcontent";
/* A bit for each first letter of the words of NONE, NOTHING, WRONG and STEMS, with which those of WHOLE begin, too. */
enum { IN_VAIN_FIRSTS = 0x${firsts(["NONE", "NOTHING", "WRONG", "STEMS"]).toString(16)} };
/* The same of NONE and NOTHING. */
enum { DENIAL_FIRSTS = 0x${firsts(["NONE", "NOTHING"]).toString(16)} };
`,
);
