#include "text/envelope.h"

/* clang-format off */
enum {
  NUMBER = LG_OF_NUMBER, ID = LG_OF_ID, CLOCK = LG_OF_CLOCK, BOX = LG_OF_BOX, DATE = LG_OF_HTTP_DATE, FALSE = LG_OF_FALSE,
  ANY = LG_OF_ANY, TIMES = NUMBER | BOX, MOMENT = CLOCK | BOX, MEASURED = LG_OF_MEASURED
};
enum { LABEL = LG_AS_LABEL, MEMBER = LG_AS_MEMBER, BOTH = LG_AS_BOTH, LOOSE = LG_OF_LOOSE, SIGNED = 4 /* behind a _ or $ */, DOLLAR = 8 };

typedef struct known {
  const char *name; /* in lower case, without what stands between words */
  uint8_t len, where;
  uint16_t kinds;
} known;

#define KNOWN(name, kinds, where)                                                                                      \
  { name, sizeof name - 1, where, kinds }
/* `by`: who answers so, for the reader. */
#define SEEN(name, kinds, where, by) KNOWN(name, kinds, where)

/*
 * By length, then by text; each with whose answers have it. Never id, job, token, name, next, cursor, time,
 * now or created: these are what an answer may be about.
 */
static const known KNOWN_NAMES[] = {
    SEEN("dt", LG_OF_EPOCH, MEMBER, "OpenWeather"), SEEN("id", LOOSE, LABEL, "hosting pages"),
    SEEN("ms", NUMBER, MEMBER, "Node.js"), SEEN("ts", LG_OF_EPOCH, MEMBER, "zap"),
    SEEN("age", LG_OF_HEADER, LABEL, "HTTP caches"), SEEN("nel", ANY, MEMBER, "headers"),
    SEEN("ref", ID | LOOSE, LABEL, "Playwright, payment pages"), SEEN("ttl", NUMBER, MEMBER, "DNS over HTTPS"),
    SEEN("uid", ID, LABEL, "Chrome's MCP server"), SEEN("xid", ID, LABEL, "Varnish"),
    SEEN("asof", CLOCK, MEMBER, "finance APIs"), SEEN("date", DATE, BOTH, "HTTP"),
    SEEN("etag", LG_OF_OPAQUE, MEMBER, "Google"), SEEN("meta", BOX, SIGNED, "MCP"),
    SEEN("pgid", ID, BOTH, "Gemini CLI"), SEEN("took", NUMBER, BOTH, "Elasticsearch"),
    SEEN("ttfb", NUMBER, MEMBER, "curl, browsers"), SEEN("ttft", NUMBER, MEMBER, "model servers"),
    SEEN("ackid", ID, MEMBER, "Pub/Sub"), SEEN("cfray", ID, BOTH, "Cloudflare"), SEEN("event", LOOSE, LABEL, "Sentry"),
    SEEN("logid", ID, BOTH, "Baidu, Coze"), SEEN("nonce", ID, LABEL, "CSP"), SEEN("qtime", NUMBER, MEMBER, "Solr"),
    SEEN("rayid", ID, BOTH, "Cloudflare"), SEEN("reqid", ID, BOTH, "Fastify, pino"), SEEN("trace", LOOSE, BOTH, "APIs"),
    SEEN("usage", BOX, MEMBER, "model APIs"), SEEN("xgroq", BOX, MEMBER, "Groq"), SEEN("amzid2", ID, BOTH, "S3"),
    SEEN("bashid", ID, LABEL, "Claude Code"), SEEN("callid", ID, MEMBER, "Responses API"),
    SEEN("digest", LOOSE, LABEL, "Next.js"), SEEN("hostid", ID, LABEL, "S3"), SEEN("timing", TIMES, MEMBER, "Vespa"),
    SEEN("yourip", ID, LABEL, "Cloudflare"), SEEN("agentid", ID, MEMBER, "Claude Code"),
    SEEN("auditid", ID, MEMBER, "Kubernetes"), SEEN("chunkid", ID, LABEL, "Codex"),
    SEEN("costusd", NUMBER, MEMBER, "Claude Code"), SEEN("debugid", ID, BOTH, "PayPal"),
    SEEN("eagleid", ID, BOTH, "Alibaba"), SEEN("errorid", ID, BOTH, "Quarkus, APIs"),
    SEEN("expires", DATE, BOTH, "HTTP"), SEEN("iserror", FALSE, MEMBER, "MCP"),
    SEEN("queryid", ID, BOTH, "Algolia, ClickHouse"), SEEN("request", LOOSE, LABEL, "OpenAI"),
    SEEN("session", LOOSE, LABEL, "browsers"), SEEN("shellid", ID, LABEL, "Claude Code"),
    SEEN("timings", TIMES, MEMBER, "llama.cpp"), SEEN("tracing", BOX, MEMBER, "Apollo"),
    SEEN("incident", LOOSE, LABEL, "firewalls"), SEEN("metadata", BOX, DOLLAR, "AWS SDK"),
    SEEN("reportto", ANY, MEMBER, "headers"), SEEN("scrapeid", ID, MEMBER, "Firecrawl"),
    SEEN("servedby", ID, MEMBER, "caches"), SEEN("tooluses", NUMBER, MEMBER, "Claude Code"),
    SEEN("attemptid", ID, MEMBER, "Svix"), SEEN("csrftoken", ID, BOTH, "Django, Rails"),
    SEEN("expiresin", NUMBER, MEMBER, "OAuth 2"), SEEN("localtime", CLOCK, MEMBER, "WeatherAPI"),
    SEEN("operation", LOOSE, LABEL, "APIs"), SEEN("reference", LOOSE, LABEL, "Akamai"),
    SEEN("setcookie", ANY | LG_OF_LINE, BOTH, "headers"), SEEN("supportid", ID, BOTH, "F5"),
    SEEN("timestamp", CLOCK, MEMBER, "Spring Boot"), SEEN("timetotal", NUMBER, BOTH, "curl -w"),
    SEEN("tooluseid", ID, BOTH, "Anthropic"), SEEN("activityid", ID, BOTH, "Azure"),
    SEEN("modelusage", BOX, MEMBER, "Claude Code"), SEEN("requestuid", ID, BOTH, "Meilisearch"),
    SEEN("responseid", ID, MEMBER, "Gemini"), SEEN("retryafter", NUMBER, BOTH, "HTTP"),
    SEEN("servertime", CLOCK, MEMBER, "Binance"), SEEN("serverused", ID, MEMBER, "Algolia"),
    SEEN("timeusedms", NUMBER, MEMBER, "Pinot"), SEEN("timewindow", BOX, MEMBER, "New Relic"),
    SEEN("tokencount", NUMBER, MEMBER, "Ollama"), SEEN("tokensused", NUMBER, MEMBER, "agents"),
    SEEN("tokenusage", BOX, MEMBER, "model APIs"), SEEN("toolcallid", ID, BOTH, "model APIs"),
    SEEN("tracestate", ID, BOTH, "W3C"), SEEN("trackingid", LOOSE, LABEL, "Webex"),
    SEEN("allocations", NUMBER, LABEL, "Rails"), SEEN("avglogprobs", NUMBER, MEMBER, "Gemini"),
    SEEN("clustertime", BOX, SIGNED, "MongoDB"), SEEN("costdetails", BOX, MEMBER, "OpenRouter"),
    SEEN("costdollars", BOX, MEMBER, "Exa"), SEEN("creditsused", NUMBER, MEMBER, "Firecrawl"),
    SEEN("finalmemory", NUMBER, LABEL, "Maven"), SEEN("httpheaders", BOX, MEMBER, "clients"),
    SEEN("lastchecked", CLOCK, MEMBER, "health checks"), SEEN("requesttime", CLOCK, MEMBER, "AWS"),
    SEEN("requestuuid", ID, BOTH, "Apple, Zoom"), SEEN("sentrytrace", ID, BOTH, "Sentry"),
    SEEN("servingdata", ID, MEMBER, "Google"), SEEN("speedupload", NUMBER, BOTH, "curl -w"),
    SEEN("timeconnect", NUMBER, BOTH, "curl -w"), SEEN("timestampms", CLOCK, MEMBER, "Kafka, APIs"),
    SEEN("tookseconds", MEASURED, MEMBER, "Weaviate"), SEEN("traceparent", ID, BOTH, "W3C"),
    SEEN("connectionid", ID, BOTH, "ASP.NET Core"), SEEN("curtimestamp", CLOCK, MEMBER, "MediaWiki"),
    SEEN("generationid", ID, MEMBER, "Cohere, OpenRouter"), SEEN("invocationid", ID, BOTH, "AWS"),
    SEEN("lastmodified", DATE, BOTH, "HTTP"), SEEN("retryafterms", NUMBER, BOTH, "OpenAI"),
    SEEN("servertiming", ANY, MEMBER, "headers"), SEEN("totalcostusd", NUMBER, MEMBER, "Claude Code"),
    SEEN("cfcachestatus", ANY, MEMBER, "headers"), SEEN("lastbookmarks", ID, MEMBER, "Neo4j"),
    SEEN("lastprobetime", CLOCK, MEMBER, "Kubernetes"), SEEN("lastupdatedat", LG_OF_EPOCH, MEMBER, "CoinGecko"),
    SEEN("managedfields", BOX, MEMBER, "Kubernetes"), SEEN("operationtime", MOMENT, MEMBER, "MongoDB"),
    SEEN("requestcharge", NUMBER, MEMBER, "Cosmos DB"), SEEN("requestlogurl", ID, MEMBER, "Stripe"),
    SEEN("speeddownload", NUMBER, BOTH, "curl -w"), SEEN("usagemetadata", BOX, MEMBER, "Gemini"),
    SEEN("executioncount", NUMBER, MEMBER, "Jupyter, E2B"), SEEN("idempotencykey", ID, BOTH, "Stripe"),
    SEEN("localtimeepoch", CLOCK, MEMBER, "WeatherAPI"), SEEN("searchmetadata", BOX, MEMBER, "SerpApi"),
    SEEN("throttlestatus", BOX, MEMBER, "Shopify"), SEEN("timeappconnect", NUMBER, BOTH, "curl -w"),
    SEEN("timenamelookup", NUMBER, BOTH, "curl -w"), SEEN("deliveryattempt", NUMBER, MEMBER, "Pub/Sub"),
    SEEN("originalrequest", ID, BOTH, "Stripe"), SEEN("resourceversion", ID, BOTH, "Kubernetes"),
    SEEN("servertimestamp", CLOCK, MEMBER, "Binance"), SEEN("timepretransfer", NUMBER, BOTH, "curl -w"),
    SEEN("totalretrydelay", NUMBER, MEMBER, "AWS SDK"), SEEN("requesttimestamp", CLOCK, MEMBER, "APIs"),
    SEEN("responsemetadata", BOX, MEMBER, "boto3"), SEEN("lastheartbeattime", CLOCK, MEMBER, "Kubernetes"),
    SEEN("remainingrequests", NUMBER, MEMBER, "quotas"), SEEN("requestsremaining", NUMBER, MEMBER, "quotas"),
    SEEN("responsetimestamp", CLOCK, MEMBER, "APIs"), SEEN("systemfingerprint", ID, MEMBER, "OpenAI"),
    SEEN("timestarttransfer", NUMBER, BOTH, "curl -w"), SEEN("totaltoolusecount", NUMBER, MEMBER, "Claude Code"),
};
enum { LONGEST_KNOWN = 17 };
/* Where the names of each length begin. */
static const uint8_t FIRST_OF[LONGEST_KNOWN + 2] = {
    0, 0, 0, 4, 10, 18, 29, 36, 51, 57, 68, 83, 101, 109, 119, 126, 132, 134, 141};

/* Names that end so, whatever is before; those of ids also as labels. */
static const known ENDINGS[] = {
    SEEN("traceid", ID, BOTH, "Grafana, Weaviate"), SEEN("spanid", ID, BOTH, "OpenTelemetry"),
    SEEN("correlationid", ID, BOTH, "Entra, GitLab, HubSpot"),
    SEEN("requestid", ID, BOTH, "OpenAI, AWS, Stripe, Twilio"), SEEN("tokens", NUMBER, MEMBER, "model APIs"),
    SEEN("timems", NUMBER, BOTH, "Open-Meteo"), SEEN("inmillis", NUMBER, MEMBER, "Athena"),
    SEEN("timingsms", BOX, MEMBER, "Algolia"), SEEN("timesec", NUMBER, BOTH, "search APIs"),
    SEEN("timeseconds", NUMBER, BOTH, "agents"), SEEN("processedpersecond", NUMBER, MEMBER, "Loki"),
    SEEN("tokenspersecond", NUMBER, MEMBER, "model servers"), SEEN("time", MEASURED, BOTH, "Qdrant, Groq, EXPLAIN"),
    SEEN("cursor", LG_OF_TOKEN, MEMBER, "GraphQL"), SEEN("pagetoken", LG_OF_TOKEN, MEMBER, "Google"),
    SEEN("nexttoken", LG_OF_TOKEN, MEMBER, "AWS"), SEEN("continuationtoken", LG_OF_TOKEN, MEMBER, "S3, Azure"),
    SEEN("scrollid", LG_OF_TOKEN, MEMBER, "Elasticsearch"), SEEN("vorgangsnummer", LOOSE, LABEL, "German authorities"),
    SEEN("protocolo", LOOSE, LABEL, "Brazilian authorities"), SEEN("logprob", NUMBER, MEMBER, "OpenAI"),
    SEEN("slotms", NUMBER, MEMBER, "BigQuery"), SEEN("availableafter", NUMBER, MEMBER, "Neo4j"),
    SEEN("consumedafter", NUMBER, MEMBER, "Neo4j"), SEEN("apiusage", NUMBER, BOTH, "Salesforce"),
    SEEN("pspreference", LOOSE, MEMBER, "Adyen"), SEEN("referenceid", LOOSE, LABEL, "support pages"),
    SEEN("incidentid", LOOSE, LABEL, "firewalls"), SEEN("dauer", MEASURED, LABEL, "in German"),
    SEEN("durata", MEASURED, LABEL, "in Italian"), SEEN("duracion", MEASURED, LABEL, "in Spanish"),
};

/* Names that have this anywhere. */
static const known PARTS[] = {
    SEEN("duration", NUMBER, BOTH, "Claude Code, Ollama"), SEEN("elapsed", NUMBER, BOTH, "ClickHouse, Datadog"),
    SEEN("latency", NUMBER, BOTH, "Bedrock"), SEEN("ratelimit", ANY, BOTH, "GitHub"),
    SEEN("timetaken", NUMBER, BOTH, "SerpApi"), SEEN("uptime", NUMBER, BOTH, "Redis, health checks"),
    SEEN("timemillis", NUMBER, BOTH, "MongoDB"),
};

/* The requests of a forge are what an answer is about. */
static const char *const CONTENT_STEMS[] = {"pull", "merge", "change"};
/* When the answer was made is not; when a thing was created, closed or updated is. */
static const char *const CLOCK_STEMS[] = {
    "ended", "cached", "served", "checked", "crawled", "fetched", "queried", "scraped", "started", "executed", "finished",
    "received", "refreshed", "evaluated", "generated", "processed", "requested", "responded", "retrieved"};
/* What takes a time of its own: query_time, executionTime, server_ms; the first eleven also as labels. */
static const char *const WORK_STEMS[] = {
    "cpu", "exec", "took", "wall", "query", "search", "process", "planning", "response", "execution", "processing", "db",
    "api", "dns", "tls", "run", "eval", "load", "fetch", "model", "queue", "total", "prompt", "render", "server",
    "engine", "backend", "compute", "connect", "decode", "network", "overhead", "prefill", "predict", "upstream",
    "estimated", "inference", "wallclock", "generation", "actualtotal", "totalpredict", "actualstartup"};
/* What many calls took on the whole is what one asks for: p99_latency, avgDuration. */
static const char *const STATISTICS[] = {"p50", "p75", "p90", "p95", "p99", "avg", "average", "mean", "median"};

/* Headers that begin with x- are about the transport, but for these, which count or point to more. */
static const char *const CONTENT_HEADERS[] = {"count", "total", "page", "next", "link", "cursor"};
/* clang-format on */

typedef struct name {
  const uint8_t *s; /* as it stands in the text */
  size_t raw_len;
  char text[LG_ENVELOPE_NAME_MAX]; /* as in the list */
  size_t len;
} name;

/* Writes the name as the list has it. False: it is shorter than any name there. */
static bool fold(name *n) {
  for (size_t i = 0; i < n->raw_len; i++) {
    uint8_t byte = n->s[i];
    if (memchr("_-. ", byte, 4) != NULL || (i == 0 && (byte == '$' || byte == '@'))) continue;
    n->text[n->len++] = (char)(lg__is_letter(byte) ? byte | 0x20 : byte);
  }
  return n->len > 1;
}

#define HAS_ANY(n, parts) has_any(n, parts, COUNT_OF(parts))
static bool has_any(const name *n, const char *const *parts, size_t count) {
  for (size_t k = 0; k < count; k++) {
    size_t len = strlen(parts[k]);
    for (size_t i = 0; i + len <= n->len; i++)
      if (n->text[i] == parts[k][0] && memcmp(n->text + i, parts[k], len) == 0) return true;
  }
  return false;
}

static const known *exact(const name *n) {
  if (n->len > LONGEST_KNOWN) return NULL;
  for (size_t k = FIRST_OF[n->len]; k < FIRST_OF[n->len + 1]; k++)
    if (KNOWN_NAMES[k].name[0] == n->text[0] && memcmp(KNOWN_NAMES[k].name, n->text, n->len) == 0)
      return &KNOWN_NAMES[k];
  return NULL;
}

static bool ends_with(const name *n, const char *end, size_t len) {
  return n->len >= len && n->text[n->len - 1] == end[len - 1] && memcmp(n->text + n->len - len, end, len) == 0;
}

static const known *by_ending(const name *n) {
  for (size_t k = 0; k < COUNT_OF(ENDINGS); k++)
    if (ends_with(n, ENDINGS[k].name, ENDINGS[k].len))
      return HAS_ANY(n, CONTENT_STEMS) || HAS_ANY(n, STATISTICS) ? NULL : &ENDINGS[k];
  return NULL;
}

static const known *by_part(const name *n) {
  if (HAS_ANY(n, STATISTICS)) return NULL;
  for (size_t k = 0; k < COUNT_OF(PARTS); k++)
    if (has_any(n, &PARTS[k].name, 1)) return &PARTS[k];
  return NULL;
}

/* query_time, queryMs, query_millis. */
static const known *as_work(const name *n) {
  static const known work[] = {KNOWN("time", NUMBER, MEMBER), KNOWN("time", NUMBER, BOTH)};
  size_t unit = ends_with(n, "time", 4) ? 4 : ends_with(n, "ms", 2) ? 2 : ends_with(n, "millis", 6) ? 6 : 0;
  for (size_t k = 0; unit != 0 && k < COUNT_OF(WORK_STEMS); k++)
    if (strlen(WORK_STEMS[k]) == n->len - unit && memcmp(n->text, WORK_STEMS[k], n->len - unit) == 0)
      return &work[k < 11];
  return NULL;
}

/* startedAt, fetched_at. */
static const known *as_clock(const name *n) {
  static const known clock = KNOWN("edat", CLOCK, MEMBER);
  return ends_with(n, "edat", 4) && HAS_ANY(n, CLOCK_STEMS) ? &clock : NULL;
}

/* Headers: all that begin with x-. */
static const known *as_header(const name *n) {
  static const known header = KNOWN("x", ANY & ~BOX, BOTH);
  if ((n->s[0] | 0x20) != 'x' || (n->s[1] != '-' && n->s[1] != '_')) return NULL;
  return HAS_ANY(n, CONTENT_HEADERS) ? NULL : &header;
}

bool lg__is_statistic(const uint8_t *s, size_t len) {
  name word = {s, len, {0}, 0};
  return len <= LG_ENVELOPE_NAME_MAX && fold(&word) && HAS_ANY(&word, STATISTICS);
}

unsigned lg__envelope_kinds(const uint8_t *s, size_t len, unsigned where) {
  name given = {s, len, {0}, 0}, *n = &given;
  if (len < 2 || len > LG_ENVELOPE_NAME_MAX || !fold(n)) return 0;
  static const known *(*const lookups[])(const name *) = {exact, by_part, as_header, as_clock, as_work, by_ending};
  const known *found = NULL;
  for (size_t k = 0; found == NULL && k < COUNT_OF(lookups); k++) found = lookups[k](n);
  if (found == NULL) return 0;
  if (found->where == DOLLAR) return where == LG_AS_MEMBER && n->s[0] == '$' ? found->kinds : 0;
  if (found->where == SIGNED) return where == LG_AS_MEMBER && (n->s[0] == '_' || n->s[0] == '$') ? found->kinds : 0;
  return found->where & where ? found->kinds : 0;
}
