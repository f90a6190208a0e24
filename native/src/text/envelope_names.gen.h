/* Made by scripts/build-native-tables.mjs from envelope.mjs. Not to be edited. */
/* clang-format off */
#ifndef LG_ENVELOPE_NAMES_GEN_H
#define LG_ENVELOPE_NAMES_GEN_H

static const char WHOLE_NAMES[] =
    "dt" /* OpenWeather */
    "id" /* hosting pages */
    "ms" /* Node.js */
    "ts" /* zap */
    "nel" /* headers */
    "pid" /* E2B */
    "pod" /* services on Kubernetes */
    "ref" /* Playwright, payment pages */
    "req" /* APIs */
    "rid" /* Crawlbase */
    "rtt" /* RPC */
    "sid" /* Splunk */
    "sig" /* Alipay, OKX */
    "tid" /* Sidekiq */
    "ttl" /* DNS over HTTPS */
    "uid" /* Chrome's MCP server */
    "xid" /* Varnish */
    "asof" /* finance APIs */
    "cost" /* agents, Spider */
    "date" /* HTTP */
    "etag" /* Google */
    "hmac" /* Alipay, OKX */
    "meta" /* MCP */
    "pgid" /* Gemini CLI */
    "rate" /* OpenCage */
    "sign" /* Alipay, OKX */
    "took" /* Elasticsearch */
    "ttfb" /* curl, browsers */
    "ttft" /* model servers */
    "ackid" /* Pub/Sub */
    "cfray" /* Cloudflare */
    "event" /* Sentry */
    "logid" /* Baidu, Coze */
    "nonce" /* CSP */
    "qtime" /* Solr */
    "rayid" /* Cloudflare */
    "reqid" /* Fastify, pino */
    "shell" /* Cursor */
    "trace" /* APIs */
    "txnts" /* Fauna */
    "usage" /* model APIs */
    "xgroq" /* Groq */
    "amzid2" /* S3 */
    "bashid" /* Claude Code */
    "callid" /* Responses API */
    "digest" /* Next.js */
    "hostid" /* S3 */
    "intime" /* OKX */
    "offset" /* Airtable */
    "timing" /* Vespa */
    "todate" /* Datadog */
    "webenv" /* NCBI */
    "yourip" /* Cloudflare */
    "agentid" /* Claude Code */
    "ariaref" /* Playwright */
    "auditid" /* Kubernetes */
    "chunkid" /* Codex */
    "costusd" /* Claude Code */
    "eagleid" /* Alibaba */
    "expires" /* HTTP */
    "modhash" /* Reddit */
    "outtime" /* OKX */
    "podname" /* services on Kubernetes */
    "request" /* OpenAI */
    "request" /* Brave */
    "retryin" /* APIs */
    "session" /* browsers */
    "shellid" /* Claude Code */
    "sysdate" /* MySQL, HANA */
    "timings" /* llama.cpp */
    "tracing" /* Apollo */
    "bookmark" /* CouchDB */
    "cacheage" /* caches */
    "fromdate" /* Datadog */
    "hostname" /* services on Kubernetes */
    "incident" /* firewalls */
    "metadata" /* AWS SDK */
    "overhead" /* RPC */
    "readtime" /* Firestore */
    "reportto" /* headers */
    "resultid" /* LSP */
    "scrapeid" /* Firecrawl */
    "searchid" /* search APIs */
    "servedby" /* caches */
    "tooluses" /* Claude Code */
    "attemptid" /* Svix */
    "bookmarks" /* Neo4j */
    "buildscan" /* Gradle */
    "csrftoken" /* Django, Rails */
    "expiresin" /* OAuth 2 */
    "fetchdate" /* APIs */
    "limitinfo" /* Salesforce */
    "localport" /* curl -w */
    "localtime" /* WeatherAPI */
    "operation" /* APIs */
    "phasetook" /* OpenSearch */
    "querydate" /* APIs */
    "reference" /* Akamai */
    "roundtrip" /* RPC */
    "setcookie" /* headers */
    "supportid" /* F5 */
    "timeinsec" /* Pyright */
    "timestamp" /* Spring Boot */
    "timetotal" /* curl -w */
    "tooluseid" /* Anthropic */
    "totalcost" /* agents */
    "wallclock" /* RPC */
    "xsrftoken" /* Django, Rails, Angular, ASP.NET */
    "debugtoken" /* Symfony */
    "modelusage" /* Claude Code */
    "requestuid" /* Meilisearch */
    "responseid" /* Gemini */
    "retryafter" /* HTTP, OpenAI */
    "retrydelay" /* APIs */
    "serverdate" /* APIs */
    "servertime" /* Binance */
    "serverused" /* Algolia */
    "timeusedms" /* Pinot */
    "timewindow" /* New Relic */
    "tokencount" /* Ollama, Gemini */
    "tokensused" /* agents */
    "tokenusage" /* model APIs */
    "toolcallid" /* model APIs */
    "tracestate" /* W3C */
    "tracetoken" /* DocuSign, MSAL */
    "trackingid" /* Webex */
    "allocations" /* Rails */
    "avglogprobs" /* Gemini */
    "clustertime" /* MongoDB */
    "costdetails" /* OpenRouter */
    "costdollars" /* Exa */
    "creditsused" /* Firecrawl */
    "finalmemory" /* Maven */
    "generatedon" /* APIs */
    "httpheaders" /* clients */
    "lastchecked" /* health checks */
    "lastcontact" /* Consul, Nomad */
    "nextretryin" /* APIs */
    "parsetiming" /* Wolfram Alpha */
    "requestdate" /* APIs */
    "requestinfo" /* Segment */
    "requestmeta" /* LaunchDarkly */
    "requesttime" /* AWS */
    "requestuuid" /* Apple, Zoom */
    "retrievedon" /* APIs */
    "runningtime" /* Metabase */
    "sentrytrace" /* Sentry */
    "serviceload" /* Couchbase */
    "servingdata" /* Google */
    "sessionuuid" /* Vitess */
    "speedupload" /* curl -w */
    "timeconnect" /* curl -w */
    "timestampms" /* Kafka, APIs */
    "timestampns" /* API Gateway */
    "tookseconds" /* Weaviate */
    "traceparent" /* W3C */
    "connectionid" /* ASP.NET Core */
    "curtimestamp" /* MediaWiki */
    "generationid" /* Cohere, OpenRouter */
    "invocationid" /* AWS */
    "lastmodified" /* HTTP */
    "responsecost" /* LiteLLM */
    "responsedate" /* APIs */
    "retryafterms" /* HTTP, OpenAI */
    "servertiming" /* headers */
    "totalcostusd" /* Claude Code */
    "cfcachestatus" /* headers */
    "dategenerated" /* APIs */
    "lastbookmarks" /* Neo4j */
    "lastprobetime" /* Kubernetes */
    "lastupdatedat" /* CoinGecko */
    "managedfields" /* Kubernetes */
    "operationtime" /* MongoDB */
    "requestcharge" /* Cosmos DB */
    "requestlogurl" /* Stripe */
    "speeddownload" /* curl -w */
    "usagemetadata" /* Gemini */
    "errorreference" /* support pages */
    "executioncount" /* Jupyter, E2B */
    "idempotencykey" /* Stripe */
    "localtimeepoch" /* WeatherAPI */
    "retryinseconds" /* APIs */
    "searchmetadata" /* SerpApi */
    "throttlestatus" /* Shopify */
    "timeappconnect" /* curl -w */
    "timenamelookup" /* curl -w */
    "trackingnumber" /* gcloud */
    "deliveryattempt" /* Pub/Sub */
    "originalrequest" /* Stripe */
    "resourceversion" /* Kubernetes */
    "servertimestamp" /* Binance */
    "timepretransfer" /* curl -w */
    "totalretrydelay" /* AWS SDK */
    "totaltokencount" /* Ollama, Gemini */
    "correlationtoken" /* DocuSign, MSAL */
    "currenttimestamp" /* MySQL, HANA */
    "performancestats" /* New Relic */
    "receivetimestamp" /* Google */
    "replicationindex" /* Turso */
    "requesttimeepoch" /* API Gateway */
    "requesttimestamp" /* APIs */
    "responsemetadata" /* boto3 */
    "supportreference" /* support pages */
    "authenticitytoken" /* Django, Rails, Angular, ASP.NET */
    "inputtokendetails" /* model APIs */
    "lastheartbeattime" /* Kubernetes */
    "remainingrequests" /* quotas */
    "requestsremaining" /* quotas */
    "responsetimestamp" /* APIs */
    "retryafterseconds" /* HTTP, OpenAI */
    "systemfingerprint" /* OpenAI */
    "timestarttransfer" /* curl -w */
    "totaltoolusecount" /* Claude Code */
    "correlationcontext" /* DocuSign, MSAL */
    "inputtokensdetails" /* model APIs */
    "openaiprocessingms" /* OpenAI */
    "outputtokendetails" /* model APIs */
    "processingtimeinms" /* Keepa, Azure */
    "csrfmiddlewaretoken" /* Django, Rails, Angular, ASP.NET */
    "outputtokensdetails" /* model APIs */
    "executiontimeinmilliseconds" /* Azure */
    "processingtimeinmilliseconds" /* Keepa, Azure */
    "";
static const known SORTS[] = {KNOWN("", LG_OF_EPOCH, MEMBER), KNOWN("", LOOSE, LABEL), KNOWN("", NUMBER, MEMBER), KNOWN("", ANY, MEMBER), KNOWN("", NUMBER | BESIDE | LOOSE, MEMBER), KNOWN("", LG_OF_OPAQUE, MEMBER), KNOWN("", ID | LOOSE, LABEL), KNOWN("", ID | BESIDE, MEMBER), KNOWN("", LG_OF_TOKEN, MEMBER), KNOWN("", HOST, LABEL), KNOWN("", ID, LABEL), KNOWN("", CLOCK, MEMBER), KNOWN("", MEASURED, MEMBER), KNOWN("", DATE, BOTH), KNOWN("", BOX, SIGNED), KNOWN("", ID, BOTH), KNOWN("", BOX | BESIDE, MEMBER), KNOWN("", NUMBER, BOTH), KNOWN("", ID, MEMBER), KNOWN("", LOOSE, BOTH), KNOWN("", BOX, MEMBER), KNOWN("", CLOCK | BESIDE, MEMBER), KNOWN("", TIMES, MEMBER), KNOWN("", ANY | LG_OF_LINE, BOTH), KNOWN("", NUMBER, LABEL), KNOWN("", MOMENT, MEMBER)};
static const uint8_t SORT_OF[] = {0, 1, 2, 0, 3, 4, 5, 6, 1, 7, 4, 7, 8, 9, 0, 10, 10, 11, 12, 13, 5, 8, 14, 15, 16, 8, 17, 2, 2, 18, 15, 1, 15, 10, 2, 15, 15, 1, 19, 0, 20, 20, 15, 10, 18, 1, 10, 21, 8, 22, 0, 18, 10, 18, 10, 18, 10, 2, 15, 13, 18, 21, 5, 1, 14, 4, 1, 10, 11, 22, 20, 8, 2, 0, 5, 1, 14, 4, 11, 3, 5, 18, 5, 18, 2, 18, 8, 9, 15, 2, 11, 20, 2, 11, 1, 20, 11, 1, 4, 23, 15, 4, 11, 17, 15, 12, 4, 15, 15, 20, 15, 18, 17, 4, 11, 11, 18, 2, 20, 2, 17, 20, 15, 15, 15, 1, 24, 2, 14, 20, 20, 2, 24, 11, 20, 11, 2, 4, 2, 21, 20, 20, 11, 15, 11, 4, 15, 4, 18, 7, 17, 17, 11, 11, 12, 15, 15, 11, 18, 15, 13, 12, 11, 17, 3, 2, 3, 11, 18, 11, 0, 20, 25, 2, 18, 17, 20, 1, 2, 15, 11, 4, 20, 20, 17, 17, 1, 2, 15, 15, 11, 17, 2, 2, 15, 11, 20, 11, 7, 11, 11, 20, 1, 15, 20, 11, 17, 17, 11, 17, 18, 17, 2, 15, 20, 2, 20, 2, 15, 20, 2, 2};
enum { LONGEST_KNOWN = 28 };
/* Where the names of each length begin, counted in names and in bytes. */
static const uint8_t FIRST_OF[LONGEST_KNOWN + 2] = {0, 0, 0, 4, 17, 29, 42, 53, 71, 85, 108, 126, 156, 166, 177, 187, 194, 203, 213, 218, 220, 220, 220, 220, 220, 220, 220, 220, 221, 222};
static const uint16_t BYTES_TO[LONGEST_KNOWN + 1] = {0, 0, 0, 8, 47, 95, 160, 226, 352, 464, 671, 851, 1181, 1301, 1444, 1584, 1689, 1833, 2003, 2093, 2131, 2131, 2131, 2131, 2131, 2131, 2131, 2131, 2158};

static const known ENDINGS[] = {
    KNOWN("requestid", HOST, BOTH), /* OpenAI, AWS, Stripe, Twilio */
    KNOWN("requestguid", HOST, BOTH), /* SharePoint */
    KNOWN("traceid", ID, BOTH), /* Grafana, Weaviate */
    KNOWN("spanid", ID, BOTH), /* OpenTelemetry */
    KNOWN("correlationid", ID, BOTH), /* Entra, GitLab, HubSpot */
    KNOWN("queryid", ID, BOTH), /* Algolia, ClickHouse */
    KNOWN("debugid", ID, BOTH), /* PayPal */
    KNOWN("activityid", ID, BOTH), /* Azure */
    KNOWN("errorid", ID | CLOCK, BOTH), /* Quarkus, Salesforce */
    KNOWN("tokens", NUMBER, MEMBER), /* model APIs */
    KNOWN("inmillis", NUMBER, MEMBER), /* Athena */
    KNOWN("processedpersecond", NUMBER, MEMBER), /* Loki */
    KNOWN("tokenspersecond", NUMBER, MEMBER), /* model servers */
    KNOWN("logprob", NUMBER, MEMBER), /* OpenAI */
    KNOWN("slotms", NUMBER, MEMBER), /* BigQuery */
    KNOWN("cputimens", NUMBER, MEMBER), /* Pinot */
    KNOWN("availableafter", NUMBER, MEMBER), /* Neo4j */
    KNOWN("consumedafter", NUMBER, MEMBER), /* Neo4j */
    KNOWN("timems", NUMBER, BOTH), /* Open-Meteo */
    KNOWN("timesec", NUMBER, BOTH), /* search APIs */
    KNOWN("timeseconds", NUMBER, BOTH), /* agents */
    KNOWN("apiusage", NUMBER, BOTH), /* Salesforce */
    KNOWN("timingsms", BOX, MEMBER), /* Algolia */
    KNOWN("time", MEASURED, BOTH), /* Qdrant, Groq, EXPLAIN */
    KNOWN("cursor", LG_OF_TOKEN, MEMBER), /* GraphQL */
    KNOWN("pagetoken", LG_OF_TOKEN, MEMBER), /* Google */
    KNOWN("nexttoken", LG_OF_TOKEN, MEMBER), /* AWS */
    KNOWN("synctoken", LG_OF_TOKEN, MEMBER), /* Google Calendar */
    KNOWN("continuationtoken", LG_OF_TOKEN, MEMBER), /* S3, Azure */
    KNOWN("scrollid", LG_OF_TOKEN, MEMBER), /* Elasticsearch */
    KNOWN("resumetoken", LG_OF_TOKEN, MEMBER), /* MongoDB */
    KNOWN("deltatoken", LG_OF_TOKEN, MEMBER), /* Microsoft Graph */
    KNOWN("signature", LG_OF_TOKEN, MEMBER), /* webhooks */
    KNOWN("vorgangsnummer", LOOSE, LABEL), /* German authorities */
    KNOWN("protocolo", LOOSE, LABEL), /* Brazilian authorities */
    KNOWN("referenceid", LOOSE, LABEL), /* support pages */
    KNOWN("incidentid", LOOSE, LABEL), /* firewalls */
    KNOWN("pspreference", LOOSE, MEMBER), /* Adyen */
    KNOWN("dauer", MEASURED, LABEL), /* in German */
    KNOWN("durata", MEASURED, LABEL), /* in Italian */
    KNOWN("duracion", MEASURED, LABEL), /* in Spanish */
    KNOWN("endedat", CLOCK, MEMBER), /* APIs */
    KNOWN("cachedat", CLOCK, MEMBER), /* APIs */
    KNOWN("servedat", CLOCK, MEMBER), /* APIs */
    KNOWN("checkedat", CLOCK, MEMBER), /* APIs */
    KNOWN("crawledat", CLOCK, MEMBER), /* APIs */
    KNOWN("fetchedat", CLOCK, MEMBER), /* APIs */
    KNOWN("queriedat", CLOCK, MEMBER), /* APIs */
    KNOWN("scrapedat", CLOCK, MEMBER), /* APIs */
    KNOWN("startedat", CLOCK, MEMBER), /* APIs */
    KNOWN("executedat", CLOCK, MEMBER), /* APIs */
    KNOWN("finishedat", CLOCK, MEMBER), /* APIs */
    KNOWN("receivedat", CLOCK, MEMBER), /* APIs */
    KNOWN("refreshedat", CLOCK, MEMBER), /* APIs */
    KNOWN("evaluatedat", CLOCK, MEMBER), /* APIs */
    KNOWN("generatedat", CLOCK, MEMBER), /* APIs */
    KNOWN("renderedat", CLOCK, MEMBER), /* APIs */
    KNOWN("collectedat", CLOCK, MEMBER), /* APIs */
    KNOWN("processedat", CLOCK, MEMBER), /* APIs */
    KNOWN("requestedat", CLOCK, MEMBER), /* APIs */
    KNOWN("respondedat", CLOCK, MEMBER), /* APIs */
    KNOWN("retrievedat", CLOCK, MEMBER), /* APIs */
    KNOWN("uuid", ID | BESIDE, MEMBER), /* APIs */
    KNOWN("seq", ID | BESIDE, MEMBER), /* CouchDB */
    KNOWN("revision", ID | BESIDE, MEMBER), /* etcd */
    KNOWN("etag", ID | BESIDE, MEMBER), /* OData */
    KNOWN("lsn", ID | BESIDE, MEMBER), /* PostgreSQL */
    KNOWN("statementhandle", ID | BESIDE, MEMBER), /* Snowflake */
    KNOWN("statementstatusurl", ID | BESIDE, MEMBER), /* Snowflake */
    KNOWN("node", HOST | BESIDE, MEMBER), /* Kagi */
    KNOWN("region", HOST | BESIDE, MEMBER), /* D1 */
    KNOWN("server", HOST | BESIDE, MEMBER), /* APIs */
    KNOWN("worker", HOST | BESIDE, MEMBER), /* APIs */
    KNOWN("backend", HOST | BESIDE, MEMBER), /* APIs */
    KNOWN("instance", HOST | BESIDE, MEMBER), /* APIs */
    KNOWN("host", HOST | BESIDE, MEMBER), /* Druid */
    KNOWN("provider", HOST | BESIDE, MEMBER), /* OpenRouter */
    KNOWN("handledby", HOST | BESIDE, MEMBER), /* Apify */
    KNOWN("nodename", HOST | BESIDE, MEMBER), /* ServiceNow, Kubernetes */
    KNOWN("servername", HOST | BESIDE, MEMBER), /* ServiceNow, Kubernetes */
    KNOWN("machinename", HOST | BESIDE, MEMBER), /* ServiceNow, Kubernetes */
    KNOWN("colo", HOST | BESIDE, MEMBER), /* Cloudflare, Fastly */
    KNOWN("datacenter", HOST | BESIDE, MEMBER), /* Cloudflare, Fastly */
    KNOWN("edgelocation", HOST | BESIDE, MEMBER), /* Cloudflare, Fastly */
    KNOWN("replica", HOST | BESIDE, MEMBER), /* Cloudflare, Fastly */
    KNOWN("clientip", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("remoteip", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("remoteaddr", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("remoteaddress", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("localaddress", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("upstreamaddr", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("podip", HOST | BESIDE, MEMBER), /* access logs */
    KNOWN("now", CLOCK | BESIDE, MEMBER), /* APIs */
    KNOWN("created", CLOCK | BESIDE, MEMBER), /* Deepgram */
    KNOWN("endtime", CLOCK | BESIDE, MEMBER), /* BigQuery */
    KNOWN("starttime", CLOCK | BESIDE, MEMBER), /* BigQuery */
    KNOWN("creationtime", CLOCK | BESIDE, MEMBER), /* BigQuery */
    KNOWN("createdon", CLOCK | BESIDE, MEMBER), /* Snowflake */
    KNOWN("createdat", CLOCK | BESIDE, MEMBER), /* Ollama */
    KNOWN("executionid", ID | BESIDE | LOOSE, MEMBER), /* n8n */
    KNOWN("credits", NUMBER | BESIDE | LOOSE, MEMBER), /* Shodan */
    KNOWN("apibalance", NUMBER | BESIDE | LOOSE, MEMBER), /* Kagi */
    KNOWN("memory", NUMBER | BESIDE | LOOSE, MEMBER), /* Judge0, sandboxes */
    KNOWN("memoryused", NUMBER | BESIDE | LOOSE, MEMBER), /* Judge0, sandboxes */
    KNOWN("memorykb", NUMBER | BESIDE | LOOSE, MEMBER), /* Judge0, sandboxes */
    KNOWN("memorybytes", NUMBER | BESIDE | LOOSE, MEMBER), /* Judge0, sandboxes */
    KNOWN("headers", BOX | BESIDE | LOOSE, MEMBER), /* clients */
    KNOWN("performance", BOX | BESIDE | LOOSE, MEMBER), /* turbopuffer */
    KNOWN("profile", BOX | BESIDE | LOOSE, MEMBER), /* Elasticsearch */
    KNOWN("costs", BOX | BESIDE | LOOSE, MEMBER), /* Spider */
    KNOWN("debug", BOX | BESIDE | LOOSE, MEMBER), /* APIs */
    KNOWN("debuginfo", BOX | BESIDE | LOOSE, MEMBER), /* APIs */
    KNOWN("responseinfo", BOX | BESIDE | LOOSE, MEMBER), /* APIs */
    KNOWN("timinginfo", BOX | BESIDE | LOOSE, MEMBER), /* APIs */
    KNOWN("searchinformation", BOX | BESIDE | LOOSE, MEMBER), /* Google */
    KNOWN("meta", BOX | BESIDE, MEMBER), /* Kagi, Cloudflare */
    KNOWN("metadata", BOX | BESIDE, MEMBER), /* APIs */
    KNOWN("stats", BOX | BESIDE, MEMBER), /* Trino, Loki, ESLint */
    KNOWN("statistics", BOX | BESIDE, MEMBER), /* CloudWatch, Azure Monitor */
    KNOWN("header", BOX | BESIDE, MEMBER), /* etcd, Jupyter */
    KNOWN("extensions", BOX | BESIDE, MEMBER), /* GraphQL */
    KNOWN("metrics", BOX | BESIDE, MEMBER), /* Tempo */
};

static const known PARTS[] = {
    KNOWN("duration", NUMBER, BOTH), /* Claude Code, Ollama */
    KNOWN("elapsed", NUMBER, BOTH), /* ClickHouse, Datadog */
    KNOWN("latency", NUMBER, BOTH), /* Bedrock */
    KNOWN("timetaken", NUMBER, BOTH), /* SerpApi */
    KNOWN("uptime", NUMBER, BOTH), /* Redis, health checks */
    KNOWN("timemillis", NUMBER, BOTH), /* MongoDB */
    KNOWN("prompttoken", TIMES, MEMBER), /* model APIs */
    KNOWN("completiontoken", TIMES, MEMBER), /* model APIs */
    KNOWN("candidatestoken", TIMES, MEMBER), /* model APIs */
    KNOWN("ratelimit", ANY, BOTH), /* GitHub */
};

static const char *const CONTENT_STEMS[] = {"pull", "merge", "change"};
static const char *const CLOCK_STEMS[] = {"ended", "cached", "served", "checked", "crawled", "fetched", "queried", "scraped", "started", "executed", "finished", "received", "refreshed", "evaluated", "generated", "rendered", "collected", "processed", "requested", "responded", "retrieved"};
static const char *const WORK_STEMS[] = {"cpu", "exec", "took", "wall", "query", "search", "process", "planning", "response", "execution", "processing", "db", "api", "dns", "tls", "run", "eval", "load", "fetch", "model", "queue", "total", "prompt", "render", "server", "engine", "backend", "compute", "connect", "decode", "network", "overhead", "prefill", "predict", "upstream", "estimated", "inference", "clock", "generation", "actual", "startup", "request", "handler", "tool", "call", "parse", "http", "sql", "embed", "embedding", "rerank", "lookup", "cache", "auth", "scan", "user", "sys", "real", "gc", "llm", "completion", "retrieval", "overall", "analysis", "validation", "provider", "first", "token", "step", "queued", "blocked", "handshake", "parsing", "encoding", "decoding", "compile", "fetching", "sorting", "ssl", "tcp", "origin", "edge", "time"};
static const char *const WORK_UNITS[] = {"time", "seconds", "secs", "ms", "millis", "ns", "nanos", "us", "micros", "msec"};
static const char PAYLOADS[] = "results hits rows choices candidates predictions matches response output outputs kvs result body embeddings", NONE_FOUND[] = "results hits rows matches series", LISTS[] = "data value content features organic organic_results embeddings", SAYINGS[] = "output response answer stdout stderr raw completion markdown context summary transcript";
static const char *const NEWS_STEMS[] = {"pull", "merge", "change", "next", "until", "due", "token", "secret", "key", "url", "sha", "commit", "hash", "sum", "digest", "version", "order", "update", "modif", "seen", "last", "depart", "arriv", "expir", "publish", "deploy", "posit", "offset", "progress", "wait", "left", "remain", "build", "start", "frame", "endms", "timeout", "interv", "delay", "max", "min", "threshold"};
static const char *const QUOTA_STEMS[] = {"credit", "quota", "calls", "requests", "requestcost", "token", "quer", "searches", "concurrency", "complexity"};
static const char *const QUOTA_LEFT[] = {"remain", "left", "sused", "monthlyused", "consumed", "charged", "cost", "callsmade"};
static const char *const STATISTICS[] = {"p50", "p75", "p90", "p95", "p99", "avg", "average", "mean", "median"};
static const char *const CONTENT_HEADERS[] = {"count", "total", "page", "next", "link", "cursor", "pos", "axis", "coord", "version", "status", "state", "progress", "name", "title", "generation", "text", "message", "results", "items", "rows", "location", "range", "offset"};

#endif
