/* Made by scripts/build-native-tables.mjs from result-words.mjs. Not to be edited. */
/* clang-format off */
#ifndef LG_RESULT_WORDS_GEN_H
#define LG_RESULT_WORDS_GEN_H

/* What there is none of. "no such file", "no permission", "no changes made" say more than that nothing was found. */
static const char *const THINGS[] = {"result", "match", "row", "record", "entry", "entries", "item", "hit", "file", "data", "line", "event", "document", "ergebnis", "treffer", "r\303\251sultat", "risultat", NULL};
/* The same, of what is no search. */
static const char *const OUTPUTS[] = {"output", "content", "problem", "issue", "violation", "vulnerab", "threat", NULL};
/* No, 0, zero: of them, or of something that was looked for. */
static const char *const NONE[] = {"no", "0", "zero", "keine", "aucun", "sin", "nessun", "nenhum", NULL};
static const char *const LOOKED_FOR[] = {"found", "matched", "matching", "returned", "available", NULL};
/* Behind these stands what was looked for. */
static const char *const FOR[] = {"for", "matching", "f\303\274r", "pour", "para", "per", NULL};
/* "nothing found", "none found", "none matched". */
static const char *const NOTHING[] = {"nothing", "none", NULL};
/* "found: 0", "total 0", as well as "results: 0". */
static const char *const COUNTS[] = {"found", "total", "count", NULL};
/* A text with one of these says that something went wrong. */
static const char *const WRONG[] = {"error", "fail", "denied", "invalid", "cannot", "unable", "exception", "refused", "unknown", "must", "not", "such", "warning", NULL};
/* A success with one of these says that it was done: "The file a.ts has been updated", "Comment added". */
static const char *const DONE[] = {"added", "appended", "applied", "changed", "committed", "completed", "copied", "created", "deleted", "edited", "executed", "inserted", "modified", "moved", "posted", "removed", "renamed", "replaced", "saved", "stored", "updated", "done", "sent", "success", "written", "wrote", NULL};
/* So does this behind one of THINGS: "1 row affected". */
static const char *const AFFECTED[] = {"affected", NULL};
/* With numbers alone, what a database says of statements: "INSERT 0 1", "UPDATE 3". */
static const char *const STATEMENTS[] = {"insert", "update", "delete", "merge", "copy", "begin", "commit", NULL};
/* Values of JSON, and of Python, that say nothing. The last one also denies that something was done. */
static const char *const VALUES[] = {"0", "null", "none", "nil", "true", "false", NULL};
/* How words begin that say that something was in vain, beside those of WRONG. */
static const char *const STEMS[] = {"erro", "fail", "fehl", "nicht", "kein", "erreur", "fatal", "introuvable", "aucun", "bulunamad", "missing", "reject", "\320\275\320\265", NULL};
/* The same as whole words, in Italian and French, Portuguese, Polish, Dutch. */
static const char *const WHOLE[] = {"non", "n\303\243o", "nie", "niet", NULL};
/* An error, failed, does not exist, is not; in Russian, Chinese, Japanese and Korean, inside of words. */
static const char *const INSIDE[] = {"\321\210\320\270\320\261\320\272", "\351\224\231\350\257\257", "\345\244\261\350\264\245", "\344\270\215\345\255\230\345\234\250", "\346\227\240\346\225\210", "\346\234\252\346\211\276\345\210\260", "\343\202\250\343\203\251\343\203\274", "\345\244\261\346\225\227", "\343\201\276\343\201\233\343\202\223", "\354\227\206", "\354\230\244\353\245\230", NULL};

/* What acknowledges, and the member of an object that does. */
static const char ACK_WORDS[] = "ok okay done true null none success successful succeeded";
static const char ACK_KEYS[] = "success ok status result";
/* The members of JSON that say what was asked for. */
static const char ASKED[] = "query q search pattern keyword keywords term search_term searchterm search_query searchquery page limit offset";
/* The members of an answer that is a text; the last is FastMCP's, which has the text again. */
static const char ANSWER_KEYS[] = "content text result type iserror structuredcontent";
/* A bit for each first letter of the words of NONE, NOTHING, WRONG and STEMS, with which those of WHOLE begin, too. */
enum { IN_VAIN_FIRSTS = 0x4ad6a7e };
/* The same of NONE and NOTHING. */
enum { DENIAL_FIRSTS = 0x4094802 };

#endif
