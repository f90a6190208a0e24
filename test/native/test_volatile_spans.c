/* What is a span of each class, and what is not. «» mark the spans. */
#include "check_normalized.h"

/* Splits a marked text into what goes in and what must come out. `placeholder` 0: spans are dropped. */
static void check_marked(uint32_t class, const char *marked, char placeholder) {
  char in[512], out[512];
  size_t in_len = 0, out_len = 0, spans = 0;
  bool inside = false;
  for (const char *s = marked; *s != '\0';) {
    if (strncmp(s, "«", 2) == 0) {
      inside = true;
      spans++;
      if (placeholder != 0) out[out_len++] = placeholder;
      s += 2;
    } else if (strncmp(s, "»", 2) == 0) {
      inside = false;
      s += 2;
    } else {
      if (!inside) out[out_len++] = *s;
      in[in_len++] = *s++;
    }
  }
  CHECK(spans > 0);
  check_normalized(class, in, in_len, out, out_len);
}

static void check_tables(uint32_t class, const char *const *with, size_t with_count, const char *const *without,
                         size_t without_count, char placeholder) {
  CHECK(with_count >= 10);
  CHECK(without_count >= 10);
  for (size_t i = 0; i < with_count; i++) check_marked(class, with[i], placeholder);
  for (size_t i = 0; i < without_count; i++)
    check_normalized(class, without[i], strlen(without[i]), without[i], strlen(without[i]));
}

#define CHECK_TABLES(class, with, without, placeholder)                                                                \
  check_tables(class, with, sizeof with / sizeof with[0], without, sizeof without / sizeof without[0], placeholder)

LG_TEST(timestamps_are_dates_clocks_and_epochs) {
  static const char *const with[] = {
      "«2024-05-16» done",
      "at «2024-05-16T11:05:30.123Z», then",
      "[«2024-05-16 11:05:30,123»] INFO",
      "«2024/05/16 11:05:30» [error] 7#7",
      "since «2024-05-16T11:05:30+02:00»",
      "«2024-05-16 11:05:30 +0200» commit",
      "\"time\":\"«2024-05-16t11:05z»\"",
      "stamp=«20240516T110530Z»;",
      "«11:05:30» up",
      "«9:05:30.123 PM», more",
      "«11:05:30 UTC»",
      "at «11:05:30 CEST» it ended",
      "Date: «Tue, 03 Jun 2008 11:05:30 GMT»",
      "[«03/Jun/2008:11:05:30 +0000»] \"GET /\"",
      "«03-Jun-2008 11:05:30» zone",
      "«Jun  3 11:05:30» host sshd",
      "-rw-r--r-- 1 root root 123 «Jun  3 11:05» file",
      "«Tue Jun  3 11:05:30 UTC 2008»",
      "«Tue 03 Jun 2008 11:05:30 AM UTC»",
      "\"created\":«1700000000»,",
      "t=«1700000000.123456» now=«1700000000123»",
      "line\\n«2024-05-16» after an escape",
      "backup-«2024-05-16».tar",
      "_logs/«2026-11-27T22_00_10_100Z»-debug-0.log",
      "«2026-11-27T22-00-10Z».png",
      "logs/wrangler-«2026-03-14_09-26-53_864».log",
      "«20260314_092653_00916»",
      "logs/«2026.03.14/09.26.53.599267».log",
      "«20260314092653»",
      "st=«2026-03-14T09%3A26%3A53Z»&se",
      "Speed\n«100     9  100     9    0     0     90      0 --:--:-- --:--:-- --:--:--    90»\nx",
      "  «0     0    0     0    0 --:--:-- --:--:-- 0\r100 1 --:--:-- 1»",
      "\x1b[32m«11:05:30»\x1b[0m coloured"};
  static const char *const without[] = {
      "2024-13-01 has no such month",
      "2024-05-32 no such day",
      "1824-05-16 too early",
      "12-05-16",
      "src/main.c:12:30: error",
      "src/main.c:12:30:45",
      "00:11:22:33:44:55 a MAC",
      "11:65:30",
      "24:05:30",
      "ratio 11:05",
      "v2024-05-16",
      "2024-05-16x",
      "1-2024-05-16",
      "2024-05-16-7",
      "/2024/05/16/",
      "2700000000",
      "17000000001",
      "+1700000000",
      "170000000",
      "1.1700000000",
      "3 May 2008",
      "May 3 times",
      "Jun 32 11:05",
      "200 OK, 404, port 8080",
      "20240516T250530Z",
      "20240516256000",
      "2024/05/1609.28.36",
      "11:05:301",
      "2024-05-16_11",
      "3 --:--:-- of a table",
      "a 3 --:--:-- 1",
      "id1700000000",
  };
  CHECK_TABLES(LG_VOLATILE_TIMESTAMPS, with, without, 1);
}

LG_TEST(durations_are_numbers_with_units) {
  static const char *const with[] = {
      "took «1.25s»",
      "took «12 ms», done",
      "«1,234ms»",
      "(«125ms»)",
      "«45ns»/op",
      "«12 µs» and «12μs»",
      "in «1m 23s».",
      "«2h30m5s» total",
      "«3 minutes» ago",
      "«1 hour» left",
      "«2.5 seconds»",
      "«5m» elapsed",
      "«10 Sec»",
      "slept «30s»",
      "waited=«250us»",
      "[«59.9 s»]",
      "«2 mins» and «3 hrs»",
      "«1h 2m 3s 4ms»",
      "\\n«5s»\\n",
      "«5s» «5s»",
      "\x1b[1m«7s»\x1b[0m",
      "«80s»",
      "«16 milliseconds»",
      "│«12ms»│",
      "«100 msec»",
      "«19.0s» and «20,0s», no decades",
      "passed («0.224 (0.683) seconds»)",
  };
  static const char *const without[] = {
      "5M rows",     "5 m deep", "5m/s wind", "5m² room",    "gpt-4s",       "1.2.3s", "v5s",     "the 80s",
      "1990s music", "$5m",      "€5m",       "£5m",         "/5m/path",     "'80s",   "3 items", "200 sheep",
      "12 messages", "10MB",     "5min3",     "1h30",        "3 hot",        "#5s",    "5_s",     "12 mstar",
      "7 days",      "5 S",      "404",       "exit code 1", "12 \xCE\xBCS",
  };
  CHECK_TABLES(LG_VOLATILE_DURATIONS, with, without, 2);
}

LG_TEST(uuids_are_five_groups) {
  static const char *const with[] = {
      "«550e8400-e29b-41d4-a716-446655440000»",           "id=«550E8400-E29B-41D4-A716-446655440000»,",
      "call_«550e8400-e29b-41d4-a716-446655440000»",      "{«550e8400-e29b-41d4-a716-446655440000»}",
      "req-«550e8400-e29b-41d4-a716-446655440000»-retry", "\"«abcdefab-e29b-41d4-a716-446655440000»\"",
      "«abcdefab-abcd-41d4-a716-446655440000»",           "«abcdefab-abcd-abcd-abcd-abcdefabcde1» late digit",
      "be-«abcdefab-abcd-abcd-a716-446655440000»",        "«00000000-0000-0000-0000-000000000000»",
      "\\t«550e8400-e29b-41d4-a716-446655440000»\\n",     "/runs/«550e8400-e29b-41d4-a716-446655440000»/log",
      "«550e8400-e29b-41d4-a716-446655440000»_x",         "C:\\cache\\«f50e8400-e29b-41d4-a716-446655440000»",
      "C:\\«fabcdefa-e29b-41d4-a716-446655440000»",       "\\b«550e8400-e29b-41d4-a716-446655440000»\\f",
  };
  static const char *const without[] = {
      "550e8400-e29b-41d4-a716-44665544000",
      "550e8400-e29b-41d4-a716-4466554400000",
      "550e8400e29b41d4a716446655440000",
      "550e8400-e29b-41d4-a716_446655440000",
      "g50e8400-e29b-41d4-a716-446655440000",
      "x550e8400-e29b-41d4-a716-446655440000",
      "550e8400-e29b-41d4-a716-446655440000z",
      "abcdefab-abcd-abcd-abcd-abcdefabcdef",
      "550e8400-e29b-41d4-446655440000",
      "2024-05-16",
      "1-2-3-4-5",
      "550e840-0e29b-41d4-a716-446655440000",
  };
  CHECK_TABLES(LG_VOLATILE_UUIDS, with, without, 3);
}

LG_TEST(hex_ids_have_digits_and_letters) {
  static const char *const with[] = {
      "commit «9f86d081»",
      "«d41d8cd98f00b204e9800998ecf8427e»  file",
      "sha256:«9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08»",
      "<object at «0x7f3a4c001230»>",
      "com.x.Foo@«1b2c3d» is closed",
      "ptr=«0xDEADBEEF»",
      "main.«8f3a9b2c».js",
      "pod-«7d9f8b6c4d»-web",
      "«ABCDEF12»",
      "\"id\":\"«abcdefa1»\"",
      "\\n«1a2b3c4d»\\n",
      "\\b«1a2b3c4d» behind an escape that looks like a digit",
      "index «20edef5a»..«5857437b» 100644",
      "«0x123456»",
      "job_«1a2b3c4d»_1",
      "\\nreq_«Ag88Rlsa9ceIZPJ» on a line of its own",
      "C:\\tool-results\\toolu_«Ag88Rlsa9ceIZPJ».txt",
      "\x1b]8;;u\x1b\\req_«Ag88Rlsa9ceIZPJ» behind a link",
      "Reference #18.«cb871b6.1773480413.0bc7476»",
      "fra1::«ofsky-1773480413325-5f2d17023b1c»",
      "\\n«cb871b6.1773480413.0bc7476»",
  };
  static const char *const without[] = {
      "deadbeef",      "12345678",   "1a2b3c4",
      "0x80070005",    "0xC0000005", "0x1F4",
      "0xff",          "#1a2b3c4d",  "utf8",
      "sha256sum",     "x1a2b3c4d",  "1a2b3c4dz",
      "6.02214076e23", "v1.2.3",     "x@1b2c3d.com",
      "0x12345g",      "errno 13",   "1a2b 3c4d",
      "facade",        "0x",         "1.2.840.113619.1773480413.12345",
  };
  CHECK_TABLES(LG_VOLATILE_HEX_IDS, with, without, 4);
  char long_id[200];
  for (size_t i = 0; i < sizeof long_id; i++) long_id[i] = "1a"[i % 2];
  check_normalized(LG_VOLATILE_HEX_IDS, long_id, 128, "\4", 1);
  check_normalized(LG_VOLATILE_HEX_IDS, long_id, 129, long_id, 129);
}

LG_TEST(counters_have_their_word) {
  static const char *const with[] = {
      "attempt «3» of 5", "Attempt #«3»",       "retry: «2»/5",        "RETRY «12»",
      "try «3»",          "iteration «7» done", "iter=«100»",          "step («4»)",
      "\"step\":«3»,",    "\"line\": «12»",     "line «12», column 5", "cell [«3»]",
      "In [«5»]: x = 1",  "Out[«5»]: 1",        "see #«12».",          "Cell In[«5»], line «1»",
      "round «2»",        "trial «9»",          "line\t«7»",           "(#«3»)",
      "\\nline «4»",      "\x1b[1mstep «2»",
  };
  static const char *const without[] = {"12",
                                        "[404]",
                                        "HTTP 404",
                                        "port 8080",
                                        "errno 13",
                                        "exit code 1",
                                        "3 items",
                                        "pass 12",
                                        "online 12",
                                        "lines 12",
                                        "linear 3",
                                        "max_retry 3",
                                        "for x in [5]: y",
                                        "&#39;",
                                        "/#12",
                                        "issue#12",
                                        "step 3.5",
                                        "step-3",
                                        "##12",
                                        "#12-title",
                                        "line 12345678901",
                                        "retry-after 3 s",
                                        "step 3rd",
                                        "\"codes\":[404]",
                                        "attempt      3",
                                        "In [5]",
                                        "v1.2.3"};
  CHECK_TABLES(LG_VOLATILE_COUNTERS, with, without, 5);
}

LG_TEST(pids_have_their_word) {
  static const char *const with[] = {
      "pid «4242»",
      "PID: «4242»",
      "pid=«4242»,",
      "\"pid\":«4242»",
      "[pid «4242»] read(",
      "ppid «1»",
      "tid «77»",
      "thread «3»",
      "Thread-«7» (worker)",
      "(node:«12345») Warning: x",
      "==«1234»== Invalid read",
      "TID=«9»",
      "thread #«12»",
      "(pid «4242»)",
      "\\npid «5»",
      "consumer ==«1234»== Invalid read",
  };
  static const char *const without[] = {
      "4242",        "stupid 3",   "rapid 4", "threads 3",       "node:1234",  "(node 1234)",
      "sshd[4242]:", "pid file 3", "pid 4.2", "pid 12345678901", "spid_3",     "thread_3",
      "exit 3",      "pids 3",     "step-3",  "port 8080",       "[#321] Fix",
  };
  CHECK_TABLES(LG_VOLATILE_PIDS, with, without, 6);
}

LG_TEST(temp_paths_are_whole_paths) {
  static const char *const with[] = {
      "open «/tmp/abc123/file.txt»:12",
      "'«/tmp/x»'",
      "«/var/tmp/a».",
      "in «/var/folders/zz/abc123/T/tmp.x» now",
      "«/private/tmp/x»",
      "«/private/var/folders/ab/T/x»",
      "file://«/tmp/abc/x.js»:3:5",
      "-o=«/tmp/out»",
      "(«/tmp/a», «/tmp/b»)",
      "C: «C:\\Users\\John Doe\\AppData\\Local\\Temp\\foo\\bar.txt» x",
      "«C:\\\\Users\\\\x\\\\AppData\\\\Local\\\\Temp\\\\foo»\\nnext",
      "«C:/Windows/Temp/x»",
      "«d:\\Temp\\a.log»",
      "\\n«/tmp/x»\\n",
      "\x1b[4m«/tmp/x»\x1b[0m",
      "→«/tmp/天»",
  };
  static const char *const without[] = {
      "/tmp",         "/tmp/",
      "/tmp/...",     "/usr/tmp/x",
      "./tmp/x",      "~/tmp/x",
      "$HOME/tmp/x",  "http://h/tmp/x",
      "//tmp/x",      "/tmpfiles/x",
      "/var/log/x",   "/var/folder/x",
      "${DIR}/tmp/x", "C:\\Users\\x\\Documents\\y",
      "C:\\Temp",     "C:\\Temp\\",
      "xC:\\Temp\\y", "C:\\Program Files\\Temp\\x",
      "C:Temp\\x",    "a:b",
      "**/tmp/x",
  };
  CHECK_TABLES(LG_VOLATILE_TEMP_PATHS, with, without, 7);
}

LG_TEST(terminal_sequences_are_dropped) {
  static const char *const with[] = {"«\x1b[32m»ok«\x1b[0m»",
                                     "«\x1b[1;38;5;196m»red",
                                     "«\x1b[2J»«\x1b[H»cleared",
                                     "«\x1b[?25l»hidden",
                                     "«\x1b]0;title\x07»x",
                                     "«\x1b]8;;http://h\x1b\\»link«\x1b]8;;\x1b\\»",
                                     "«\\u001b[32m»ok«\\u001b[0m» in JSON",
                                     "«\\u001B[1m»capital",
                                     "«\\u001b]0;title\\u0007»x",
                                     "«\\u001b]8;;h\\u001b\\\\»link",
                                     "«\x1b(B»charset",
                                     "«\x1bM»reverse",
                                     "«\x1bP1$r0m\x1b\\»dcs",
                                     "«\x1b[0 q»cursor"};
  static const char *const without[] = {
      "plain",  "[32m",          "\x1b",   "\x1b[",    "\x1b[31",    "\x1b]0;no end", "\x1b]0;line\nend",
      "\\u001", "\\\\u001b[32m", "\\n\\t", "\x1b\x1b", "\x1b[3\x1b", "\\u0007",       "u001b[32m"};
  CHECK_TABLES(LG_VOLATILE_ANSI, with, without, 0);
}

LG_TEST(digits_are_replaced_everywhere) {
  static const char *const with[] = {
      "«1»",        "utf«8»",           "v«1».«2».«3»", "«404»",
      "a«1»b«22»c", "«2024»-«05»-«16»", "port «8080»",  "«12345678901234567890»",
      "-«5»",       "«1»e«10»",         "天«7»天",      "«0»",
  };
  static const char *const without[] = {
      "", "a", "one", "½", "²", "٣ is a digit, but not a decimal one of ASCII", "-", "e", "天", "....", "\n", " ",
  };
  CHECK_TABLES(LG_VOLATILE_DIGITS, with, without, 8);
}

LG_TEST(white_space_is_folded) {
  static const char *const pairs[][2] = {{"a  b", "a b"},
                                         {" a", "a"},
                                         {"a ", "a"},
                                         {"a\nb", "a b"},
                                         {"\t a\r\n\r\nb \n", "a b"},
                                         {"a\tb", "a b"},
                                         {"a\v\fb", "a b"},
                                         {"   ", ""},
                                         {" \n\t ", ""},
                                         {"a b  c   d", "a b c d"},
                                         {"a\n\n\n", "a"},
                                         {"\n\n\na", "a"},
                                         {"a \nb", "a b"},
                                         {"a     b      c", "a b c"}};
  static const char *const same[] = {
      "",     "a",     "a b", "a b c d e f g h i j k l m n", "a\xC2\xA0\xC2\xA0 b", "a\\n\\nb", "a_b", "\xE3\x80\x80",
      "a. b", "0 1 2",
  };
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    check_normalized(LG_VOLATILE_SPACE, pairs[i][0], strlen(pairs[i][0]), pairs[i][1], strlen(pairs[i][1]));
  for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
    check_normalized(LG_VOLATILE_SPACE, same[i], strlen(same[i]), same[i], strlen(same[i]));
}
