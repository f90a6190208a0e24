/* Made by scripts/build-native-tables.mjs from envelope.mjs. Not to be edited. */
/* clang-format off */
#ifndef LG_ENVELOPE_NAMES_GEN_H
#define LG_ENVELOPE_NAMES_GEN_H

static const known KNOWN_NAMES[] = {
    KNOWN("dt", LG_OF_EPOCH, MEMBER), /* OpenWeather */
    KNOWN("id", LOOSE, LABEL), /* hosting pages */
    KNOWN("ms", NUMBER, MEMBER), /* Node.js */
    KNOWN("ts", LG_OF_EPOCH, MEMBER), /* zap */
    KNOWN("age", LG_OF_HEADER, LABEL), /* HTTP caches */
    KNOWN("nel", ANY, MEMBER), /* headers */
    KNOWN("pod", LG_OF_OPAQUE, MEMBER), /* services on Kubernetes */
    KNOWN("ref", ID | LOOSE, LABEL), /* Playwright, payment pages */
    KNOWN("ttl", NUMBER, MEMBER), /* DNS over HTTPS */
    KNOWN("uid", ID, LABEL), /* Chrome's MCP server */
    KNOWN("xid", ID, LABEL), /* Varnish */
    KNOWN("asof", CLOCK, MEMBER), /* finance APIs */
    KNOWN("cost", MEASURED, BOTH), /* agents */
    KNOWN("date", DATE, BOTH), /* HTTP */
    KNOWN("etag", LG_OF_OPAQUE, MEMBER), /* Google */
    KNOWN("meta", BOX, SIGNED), /* MCP */
    KNOWN("pgid", ID, BOTH), /* Gemini CLI */
    KNOWN("took", NUMBER, BOTH), /* Elasticsearch */
    KNOWN("ttfb", NUMBER, MEMBER), /* curl, browsers */
    KNOWN("ttft", NUMBER, MEMBER), /* model servers */
    KNOWN("ackid", ID, MEMBER), /* Pub/Sub */
    KNOWN("cfray", ID, BOTH), /* Cloudflare */
    KNOWN("event", LOOSE, LABEL), /* Sentry */
    KNOWN("logid", ID, BOTH), /* Baidu, Coze */
    KNOWN("nonce", ID, LABEL), /* CSP */
    KNOWN("qtime", NUMBER, MEMBER), /* Solr */
    KNOWN("rayid", ID, BOTH), /* Cloudflare */
    KNOWN("reqid", ID, BOTH), /* Fastify, pino */
    KNOWN("trace", LOOSE, BOTH), /* APIs */
    KNOWN("usage", BOX, MEMBER), /* model APIs */
    KNOWN("xgroq", BOX, MEMBER), /* Groq */
    KNOWN("amzid2", ID, BOTH), /* S3 */
    KNOWN("bashid", ID, LABEL), /* Claude Code */
    KNOWN("callid", ID, MEMBER), /* Responses API */
    KNOWN("digest", LOOSE, LABEL), /* Next.js */
    KNOWN("hostid", ID, LABEL), /* S3 */
    KNOWN("offset", LG_OF_TOKEN, MEMBER), /* Airtable */
    KNOWN("timing", TIMES, MEMBER), /* Vespa */
    KNOWN("yourip", ID, LABEL), /* Cloudflare */
    KNOWN("agentid", ID, MEMBER), /* Claude Code */
    KNOWN("auditid", ID, MEMBER), /* Kubernetes */
    KNOWN("chunkid", ID, LABEL), /* Codex */
    KNOWN("costusd", NUMBER, MEMBER), /* Claude Code */
    KNOWN("eagleid", ID, BOTH), /* Alibaba */
    KNOWN("expires", DATE, BOTH), /* HTTP */
    KNOWN("iserror", FALSE, MEMBER), /* MCP */
    KNOWN("podname", LG_OF_OPAQUE, MEMBER), /* services on Kubernetes */
    KNOWN("request", LOOSE, LABEL), /* OpenAI */
    KNOWN("session", LOOSE, LABEL), /* browsers */
    KNOWN("shellid", ID, LABEL), /* Claude Code */
    KNOWN("timings", TIMES, MEMBER), /* llama.cpp */
    KNOWN("tracing", BOX, MEMBER), /* Apollo */
    KNOWN("cacheage", NUMBER, MEMBER), /* caches */
    KNOWN("hostname", LG_OF_OPAQUE, MEMBER), /* services on Kubernetes */
    KNOWN("incident", LOOSE, LABEL), /* firewalls */
    KNOWN("metadata", BOX, DOLLAR), /* AWS SDK */
    KNOWN("reportto", ANY, MEMBER), /* headers */
    KNOWN("scrapeid", ID, MEMBER), /* Firecrawl */
    KNOWN("searchid", LG_OF_OPAQUE, MEMBER), /* search APIs */
    KNOWN("servedby", ID, MEMBER), /* caches */
    KNOWN("tooluses", NUMBER, MEMBER), /* Claude Code */
    KNOWN("attemptid", ID, MEMBER), /* Svix */
    KNOWN("csrftoken", ID, BOTH), /* Django, Rails */
    KNOWN("expiresin", NUMBER, MEMBER), /* OAuth 2 */
    KNOWN("localport", NUMBER, MEMBER), /* curl -w */
    KNOWN("localtime", CLOCK, MEMBER), /* WeatherAPI */
    KNOWN("operation", LOOSE, LABEL), /* APIs */
    KNOWN("reference", LOOSE, LABEL), /* Akamai */
    KNOWN("setcookie", ANY | LG_OF_LINE, BOTH), /* headers */
    KNOWN("supportid", ID, BOTH), /* F5 */
    KNOWN("timestamp", CLOCK, MEMBER), /* Spring Boot */
    KNOWN("timetotal", NUMBER, BOTH), /* curl -w */
    KNOWN("tooluseid", ID, BOTH), /* Anthropic */
    KNOWN("modelusage", BOX, MEMBER), /* Claude Code */
    KNOWN("requestuid", ID, BOTH), /* Meilisearch */
    KNOWN("responseid", ID, MEMBER), /* Gemini */
    KNOWN("retryafter", NUMBER, BOTH), /* HTTP */
    KNOWN("servertime", CLOCK, MEMBER), /* Binance */
    KNOWN("serverused", ID, MEMBER), /* Algolia */
    KNOWN("timeusedms", NUMBER, MEMBER), /* Pinot */
    KNOWN("timewindow", BOX, MEMBER), /* New Relic */
    KNOWN("tokencount", NUMBER, MEMBER), /* Ollama */
    KNOWN("tokensused", NUMBER, MEMBER), /* agents */
    KNOWN("tokenusage", BOX, MEMBER), /* model APIs */
    KNOWN("toolcallid", ID, BOTH), /* model APIs */
    KNOWN("tracestate", ID, BOTH), /* W3C */
    KNOWN("trackingid", LOOSE, LABEL), /* Webex */
    KNOWN("allocations", NUMBER, LABEL), /* Rails */
    KNOWN("avglogprobs", NUMBER, MEMBER), /* Gemini */
    KNOWN("clustertime", BOX, SIGNED), /* MongoDB */
    KNOWN("costdetails", BOX, MEMBER), /* OpenRouter */
    KNOWN("costdollars", BOX, MEMBER), /* Exa */
    KNOWN("creditsused", NUMBER, MEMBER), /* Firecrawl */
    KNOWN("finalmemory", NUMBER, LABEL), /* Maven */
    KNOWN("httpheaders", BOX, MEMBER), /* clients */
    KNOWN("lastchecked", CLOCK, MEMBER), /* health checks */
    KNOWN("lastcontact", NUMBER, MEMBER), /* Consul, Nomad */
    KNOWN("requesttime", CLOCK, MEMBER), /* AWS */
    KNOWN("requestuuid", ID, BOTH), /* Apple, Zoom */
    KNOWN("sentrytrace", ID, BOTH), /* Sentry */
    KNOWN("servingdata", ID, MEMBER), /* Google */
    KNOWN("speedupload", NUMBER, BOTH), /* curl -w */
    KNOWN("timeconnect", NUMBER, BOTH), /* curl -w */
    KNOWN("timestampms", CLOCK, MEMBER), /* Kafka, APIs */
    KNOWN("tookseconds", MEASURED, MEMBER), /* Weaviate */
    KNOWN("traceparent", ID, BOTH), /* W3C */
    KNOWN("connectionid", ID, BOTH), /* ASP.NET Core */
    KNOWN("curtimestamp", CLOCK, MEMBER), /* MediaWiki */
    KNOWN("generationid", ID, MEMBER), /* Cohere, OpenRouter */
    KNOWN("invocationid", ID, BOTH), /* AWS */
    KNOWN("lastmodified", DATE, BOTH), /* HTTP */
    KNOWN("retryafterms", NUMBER, BOTH), /* OpenAI */
    KNOWN("servertiming", ANY, MEMBER), /* headers */
    KNOWN("totalcostusd", NUMBER, MEMBER), /* Claude Code */
    KNOWN("cfcachestatus", ANY, MEMBER), /* headers */
    KNOWN("lastbookmarks", ID, MEMBER), /* Neo4j */
    KNOWN("lastprobetime", CLOCK, MEMBER), /* Kubernetes */
    KNOWN("lastupdatedat", LG_OF_EPOCH, MEMBER), /* CoinGecko */
    KNOWN("managedfields", BOX, MEMBER), /* Kubernetes */
    KNOWN("operationtime", MOMENT, MEMBER), /* MongoDB */
    KNOWN("requestcharge", NUMBER, MEMBER), /* Cosmos DB */
    KNOWN("requestlogurl", ID, MEMBER), /* Stripe */
    KNOWN("speeddownload", NUMBER, BOTH), /* curl -w */
    KNOWN("usagemetadata", BOX, MEMBER), /* Gemini */
    KNOWN("executioncount", NUMBER, MEMBER), /* Jupyter, E2B */
    KNOWN("idempotencykey", ID, BOTH), /* Stripe */
    KNOWN("localtimeepoch", CLOCK, MEMBER), /* WeatherAPI */
    KNOWN("searchmetadata", BOX, MEMBER), /* SerpApi */
    KNOWN("throttlestatus", BOX, MEMBER), /* Shopify */
    KNOWN("timeappconnect", NUMBER, BOTH), /* curl -w */
    KNOWN("timenamelookup", NUMBER, BOTH), /* curl -w */
    KNOWN("deliveryattempt", NUMBER, MEMBER), /* Pub/Sub */
    KNOWN("originalrequest", ID, BOTH), /* Stripe */
    KNOWN("resourceversion", ID, BOTH), /* Kubernetes */
    KNOWN("servertimestamp", CLOCK, MEMBER), /* Binance */
    KNOWN("timepretransfer", NUMBER, BOTH), /* curl -w */
    KNOWN("totalretrydelay", NUMBER, MEMBER), /* AWS SDK */
    KNOWN("performancestats", BOX, MEMBER), /* New Relic */
    KNOWN("requesttimestamp", CLOCK, MEMBER), /* APIs */
    KNOWN("responsemetadata", BOX, MEMBER), /* boto3 */
    KNOWN("lastheartbeattime", CLOCK, MEMBER), /* Kubernetes */
    KNOWN("remainingrequests", NUMBER, MEMBER), /* quotas */
    KNOWN("requestsremaining", NUMBER, MEMBER), /* quotas */
    KNOWN("responsetimestamp", CLOCK, MEMBER), /* APIs */
    KNOWN("systemfingerprint", ID, MEMBER), /* OpenAI */
    KNOWN("timestarttransfer", NUMBER, BOTH), /* curl -w */
    KNOWN("totaltoolusecount", NUMBER, MEMBER), /* Claude Code */
};

enum { LONGEST_KNOWN = 17 };
/* Where the names of each length begin. */
static const uint8_t FIRST_OF[LONGEST_KNOWN + 2] = {0, 0, 0, 4, 11, 20, 31, 39, 52, 61, 73, 87, 106, 114, 124, 131, 137, 140, 147};

static const known ENDINGS[] = {
    KNOWN("traceid", ID, BOTH), /* Grafana, Weaviate */
    KNOWN("spanid", ID, BOTH), /* OpenTelemetry */
    KNOWN("correlationid", ID, BOTH), /* Entra, GitLab, HubSpot */
    KNOWN("queryid", ID, BOTH), /* Algolia, ClickHouse */
    KNOWN("errorid", ID, BOTH), /* Quarkus, APIs */
    KNOWN("debugid", ID, BOTH), /* PayPal */
    KNOWN("activityid", ID, BOTH), /* Azure */
    KNOWN("requestid", ID, BOTH), /* OpenAI, AWS, Stripe, Twilio */
    KNOWN("tokens", NUMBER, MEMBER), /* model APIs */
    KNOWN("inmillis", NUMBER, MEMBER), /* Athena */
    KNOWN("processedpersecond", NUMBER, MEMBER), /* Loki */
    KNOWN("tokenspersecond", NUMBER, MEMBER), /* model servers */
    KNOWN("logprob", NUMBER, MEMBER), /* OpenAI */
    KNOWN("slotms", NUMBER, MEMBER), /* BigQuery */
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
    KNOWN("continuationtoken", LG_OF_TOKEN, MEMBER), /* S3, Azure */
    KNOWN("scrollid", LG_OF_TOKEN, MEMBER), /* Elasticsearch */
    KNOWN("vorgangsnummer", LOOSE, LABEL), /* German authorities */
    KNOWN("protocolo", LOOSE, LABEL), /* Brazilian authorities */
    KNOWN("referenceid", LOOSE, LABEL), /* support pages */
    KNOWN("incidentid", LOOSE, LABEL), /* firewalls */
    KNOWN("pspreference", LOOSE, MEMBER), /* Adyen */
    KNOWN("dauer", MEASURED, LABEL), /* in German */
    KNOWN("durata", MEASURED, LABEL), /* in Italian */
    KNOWN("duracion", MEASURED, LABEL), /* in Spanish */
};

static const known PARTS[] = {
    KNOWN("duration", NUMBER, BOTH), /* Claude Code, Ollama */
    KNOWN("elapsed", NUMBER, BOTH), /* ClickHouse, Datadog */
    KNOWN("latency", NUMBER, BOTH), /* Bedrock */
    KNOWN("timetaken", NUMBER, BOTH), /* SerpApi */
    KNOWN("uptime", NUMBER, BOTH), /* Redis, health checks */
    KNOWN("timemillis", NUMBER, BOTH), /* MongoDB */
    KNOWN("ratelimit", ANY, BOTH), /* GitHub */
};

#endif
