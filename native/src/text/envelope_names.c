#include "text/envelope_names.h"

#include "text/spans.h"

/* Only behind a _ or $. */
enum { SIGNED = 4, TIMES = LG_OF_NUMBER | LG_OF_BOX, MOMENT = LG_OF_CLOCK | LG_OF_BOX };

typedef struct known {
  const char *name; /* in lower case, without what stands between words */
  uint8_t len, kinds, where;
} known;

#define KNOWN(name, kinds, where)                                                                                      \
  { name, sizeof name - 1, kinds, where }
#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

/*
 * By length, then by text; docs/identity.md says whose they are. Never id, job, token, name, next, cursor, time,
 * now or created: these are what an answer may be about.
 */
/* clang-format off */
static const known KNOWN_NAMES[] = {
    KNOWN("ms", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("ts", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("nel", LG_OF_ANY, LG_AS_MEMBER), KNOWN("ref", LG_OF_ID, LG_AS_LABEL),
    KNOWN("ttl", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("uid", LG_OF_ID, LG_AS_LABEL),
    KNOWN("asof", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("date", LG_OF_HTTP_DATE, LG_AS_BOTH),
    KNOWN("meta", LG_OF_BOX, SIGNED), KNOWN("pgid", LG_OF_ID, LG_AS_LABEL), KNOWN("took", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("cfray", LG_OF_ID, LG_AS_BOTH), KNOWN("logid", LG_OF_ID, LG_AS_BOTH),
    KNOWN("qtime", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("rayid", LG_OF_ID, LG_AS_LABEL),
    KNOWN("reqid", LG_OF_ID, LG_AS_BOTH), KNOWN("usage", LG_OF_BOX, LG_AS_MEMBER),
    KNOWN("amzid2", LG_OF_ID, LG_AS_BOTH), KNOWN("hostid", LG_OF_ID, LG_AS_LABEL), KNOWN("timing", TIMES, LG_AS_MEMBER),
    KNOWN("tookms", LG_OF_NUMBER, LG_AS_BOTH), KNOWN("uptime", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("xrayid", LG_OF_ID, LG_AS_MEMBER), KNOWN("agentid", LG_OF_ID, LG_AS_MEMBER),
    KNOWN("chunkid", LG_OF_ID, LG_AS_LABEL), KNOWN("costusd", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("cputime", LG_OF_NUMBER, LG_AS_BOTH), KNOWN("debugid", LG_OF_ID, LG_AS_BOTH),
    KNOWN("eagleid", LG_OF_ID, LG_AS_BOTH), KNOWN("endedat", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("expires", LG_OF_HTTP_DATE, LG_AS_BOTH), KNOWN("iserror", LG_OF_FALSE, LG_AS_MEMBER),
    KNOWN("runtime", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("shellid", LG_OF_ID, LG_AS_LABEL),
    KNOWN("timings", TIMES, LG_AS_MEMBER), KNOWN("tracing", LG_OF_BOX, LG_AS_MEMBER),
    KNOWN("cachedat", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("evaltime", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("exectime", LG_OF_NUMBER, LG_AS_BOTH), KNOWN("loadtime", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("reportto", LG_OF_ANY, LG_AS_MEMBER), KNOWN("scrapeid", LG_OF_ID, LG_AS_MEMBER),
    KNOWN("servedat", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("servedby", LG_OF_ID, LG_AS_MEMBER),
    KNOWN("tooluses", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("walltime", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("checkedat", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("fetchedat", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("localtime", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("queriedat", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("querytime", LG_OF_NUMBER, LG_AS_BOTH), KNOWN("queuetime", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("quotaused", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("requestid", LG_OF_ID, LG_AS_BOTH),
    KNOWN("setcookie", LG_OF_ANY, LG_AS_MEMBER), KNOWN("startedat", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("supportid", LG_OF_ID, LG_AS_BOTH), KNOWN("timestamp", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("timetotal", LG_OF_NUMBER, LG_AS_BOTH), KNOWN("totaltime", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("activityid", LG_OF_ID, LG_AS_BOTH), KNOWN("executedat", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("finishedat", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("modelusage", LG_OF_BOX, LG_AS_MEMBER),
    KNOWN("receivedat", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("rendertime", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("responseid", LG_OF_ID, LG_AS_MEMBER), KNOWN("retryafter", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("searchtime", LG_OF_NUMBER, LG_AS_BOTH), KNOWN("servertime", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("tokencount", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("tokensused", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("tokenusage", LG_OF_BOX, LG_AS_MEMBER), KNOWN("tracestate", LG_OF_ID, LG_AS_BOTH),
    KNOWN("clustertime", LG_OF_BOX, SIGNED), KNOWN("creditsleft", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("creditsused", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("evaluatedat", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("generatedat", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("httpheaders", LG_OF_BOX, LG_AS_MEMBER),
    KNOWN("lastchecked", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("processedat", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("processtime", LG_OF_NUMBER, LG_AS_BOTH), KNOWN("requestedat", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("requesttime", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("requestuuid", LG_OF_ID, LG_AS_BOTH),
    KNOWN("respondedat", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("retrievedat", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("sentrytrace", LG_OF_ID, LG_AS_BOTH), KNOWN("timeconnect", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("timestampms", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("traceparent", LG_OF_ID, LG_AS_BOTH),
    KNOWN("apirequestid", LG_OF_ID, LG_AS_BOTH), KNOWN("awsrequestid", LG_OF_ID, LG_AS_BOTH),
    KNOWN("invocationid", LG_OF_ID, LG_AS_BOTH), KNOWN("lastmodified", LG_OF_HTTP_DATE, LG_AS_BOTH),
    KNOWN("planningtime", LG_OF_NUMBER, LG_AS_BOTH), KNOWN("responsetime", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("retryafterms", LG_OF_NUMBER, LG_AS_BOTH), KNOWN("servertiming", LG_OF_ANY, LG_AS_MEMBER),
    KNOWN("totalcostusd", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("amznrequestid", LG_OF_ID, LG_AS_BOTH),
    KNOWN("cfcachestatus", LG_OF_ANY, LG_AS_MEMBER), KNOWN("executiontime", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("inferencetime", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("lastcheckedat", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("lastprobetime", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("managedfields", LG_OF_BOX, LG_AS_MEMBER),
    KNOWN("operationtime", MOMENT, LG_AS_MEMBER), KNOWN("requestlogurl", LG_OF_ID, LG_AS_MEMBER),
    KNOWN("usagemetadata", LG_OF_BOX, LG_AS_MEMBER), KNOWN("apigwrequestid", LG_OF_ID, LG_AS_BOTH),
    KNOWN("callsremaining", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("generationtime", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("localtimeepoch", LG_OF_CLOCK, LG_AS_MEMBER), KNOWN("processingtime", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("quotaremaining", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("remainingquota", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("searchmetadata", LG_OF_BOX, LG_AS_MEMBER), KNOWN("throttlestatus", LG_OF_BOX, LG_AS_MEMBER),
    KNOWN("timeappconnect", LG_OF_NUMBER, LG_AS_BOTH), KNOWN("timenamelookup", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("actualtotaltime", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("clientrequestid", LG_OF_ID, LG_AS_BOTH),
    KNOWN("parentrequestid", LG_OF_ID, LG_AS_BOTH), KNOWN("resourceversion", LG_OF_ID, LG_AS_MEMBER),
    KNOWN("serverrequestid", LG_OF_ID, LG_AS_BOTH), KNOWN("servertimestamp", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("timepretransfer", LG_OF_NUMBER, LG_AS_BOTH), KNOWN("twiliorequestid", LG_OF_ID, LG_AS_BOTH),
    KNOWN("creditsremaining", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("gatewayrequestid", LG_OF_ID, LG_AS_BOTH),
    KNOWN("remainingcredits", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("responsemetadata", LG_OF_BOX, LG_AS_MEMBER),
    KNOWN("actualstartuptime", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("apicallsremaining", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("extendedrequestid", LG_OF_ID, LG_AS_BOTH), KNOWN("lastheartbeattime", LG_OF_CLOCK, LG_AS_MEMBER),
    KNOWN("originalrequestid", LG_OF_ID, LG_AS_BOTH), KNOWN("providerrequestid", LG_OF_ID, LG_AS_BOTH),
    KNOWN("remainingrequests", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("requestsremaining", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("systemfingerprint", LG_OF_ID, LG_AS_MEMBER), KNOWN("timestarttransfer", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("totaltoolusecount", LG_OF_NUMBER, LG_AS_MEMBER), KNOWN("upstreamrequestid", LG_OF_ID, LG_AS_BOTH),
};
/* clang-format on */

enum { LONGEST_KNOWN = 17 };
/* Where the names of each length begin. */
static const uint8_t FIRST_OF[LONGEST_KNOWN + 2] = {0,  0,  0,  2,   6,   11,  17,  23,  36, 46,
                                                    60, 74, 92, 101, 111, 122, 130, 134, 146};

/* Names that end so, whatever is before; those of ids also as labels. */
static const known ENDINGS[] = {
    KNOWN("traceid", LG_OF_ID, LG_AS_BOTH),         KNOWN("spanid", LG_OF_ID, LG_AS_BOTH),
    KNOWN("correlationid", LG_OF_ID, LG_AS_BOTH),   KNOWN("tokens", LG_OF_NUMBER, LG_AS_MEMBER),
    KNOWN("timems", LG_OF_NUMBER, LG_AS_BOTH),      KNOWN("timemillis", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("inmillis", LG_OF_NUMBER, LG_AS_MEMBER),  KNOWN("timetaken", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("timingsms", LG_OF_BOX, LG_AS_MEMBER),    KNOWN("timesec", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("timeseconds", LG_OF_NUMBER, LG_AS_BOTH),
};

/* Names that have this anywhere. */
static const known PARTS[] = {
    KNOWN("duration", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("elapsed", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("latency", LG_OF_NUMBER, LG_AS_BOTH),
    KNOWN("ratelimit", LG_OF_ANY, LG_AS_BOTH),
};

/* Headers that begin with x- are about the transport, but for these, which count or point to more. */
static const char *const CONTENT_HEADERS[] = {"count", "total", "page", "next", "link", "cursor"};

typedef struct name {
  const uint8_t *s; /* as it stands in the text */
  size_t raw_len;
  char text[LG_ENVELOPE_NAME_MAX]; /* as in the list */
  size_t len;
} name;

static bool is_between_words(uint8_t byte) { return byte == '_' || byte == '-' || byte == '.' || byte == ' '; }

/* Writes the name as the list has it. False: it is shorter than any name there. */
static bool fold(name *n) {
  for (size_t i = 0; i < n->raw_len; i++) {
    uint8_t byte = n->s[i];
    if (is_between_words(byte) || (i == 0 && (byte == '$' || byte == '@'))) continue;
    n->text[n->len++] = (char)(lg__is_letter(byte) ? byte | 0x20 : byte);
  }
  return n->len > 1;
}

static bool has_part(const name *n, const char *part, size_t len) {
  for (size_t i = 0; i + len <= n->len; i++)
    if (n->text[i] == part[0] && memcmp(n->text + i, part, len) == 0) return true;
  return false;
}

static const known *exact(const name *n) {
  if (n->len > LONGEST_KNOWN) return NULL;
  for (size_t k = FIRST_OF[n->len]; k < FIRST_OF[n->len + 1]; k++)
    if (KNOWN_NAMES[k].name[0] == n->text[0] && memcmp(KNOWN_NAMES[k].name, n->text, n->len) == 0)
      return &KNOWN_NAMES[k];
  return NULL;
}

static const known *by_ending(const name *n) {
  char last = n->text[n->len - 1];
  for (size_t k = 0; k < COUNT_OF(ENDINGS); k++) {
    const known *at = &ENDINGS[k];
    if (at->name[at->len - 1] != last || n->len < at->len) continue;
    if (memcmp(n->text + n->len - at->len, at->name, at->len) == 0) return at;
  }
  return NULL;
}

static const known *by_part(const name *n) {
  for (size_t k = 0; k < COUNT_OF(PARTS); k++)
    if (n->len >= PARTS[k].len && has_part(n, PARTS[k].name, PARTS[k].len)) return &PARTS[k];
  return NULL;
}

static const known *as_header(const name *n) {
  static const known header = KNOWN("x", LG_OF_ANY & ~LG_OF_BOX, LG_AS_BOTH);
  if ((n->s[0] | 0x20) != 'x' || (n->s[1] != '-' && n->s[1] != '_')) return NULL;
  for (size_t k = 0; k < COUNT_OF(CONTENT_HEADERS); k++)
    if (has_part(n, CONTENT_HEADERS[k], strlen(CONTENT_HEADERS[k]))) return NULL;
  return &header;
}

unsigned lg__envelope_kinds(const uint8_t *s, size_t len, unsigned where) {
  name given = {s, len, {0}, 0}, *n = &given;
  if (len < 2 || len > LG_ENVELOPE_NAME_MAX || !fold(n)) return 0;
  const known *found = exact(n);
  if (found == NULL) found = by_ending(n);
  if (found == NULL) found = by_part(n);
  if (found == NULL) found = as_header(n);
  if (found == NULL) return 0;
  if (found->where == SIGNED) return where == LG_AS_MEMBER && (n->s[0] == '_' || n->s[0] == '$') ? found->kinds : 0;
  return found->where & where ? found->kinds : 0;
}
