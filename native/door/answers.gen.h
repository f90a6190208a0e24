/* Made by scripts/build-door-layout.mjs from native/door/answers.json. Not to be edited. */
/* clang-format off */
#ifndef LG_ANSWERS_GEN_H
#define LG_ANSWERS_GEN_H

typedef enum lg_door_report_at {
  LG_REPORT_AT_WAIT_MS = 0,
  LG_REPORT_AT_WAITED_MS = 8,
  LG_REPORT_AT_DETECTOR = 16,
  LG_REPORT_AT_TYPE = 20,
  LG_REPORT_AT_REPEATS = 24,
  LG_REPORT_AT_THRESHOLD = 28,
  LG_REPORT_AT_CYCLE_LENGTH = 32,
  LG_REPORT_AT_STRIKES = 36,
  LG_REPORT_AT_FLAGS = 40,
  LG_REPORT_AT_STEP_COUNT = 44,
  LG_REPORT_AT_FINGERPRINT = 48,
  LG_REPORT_AT_USED = 64,
  LG_REPORT_AT_LIMIT = 72,
  LG_REPORT_AT_UNIT = 80,
  LG_REPORT_AT_PERIOD = 84,
  LG_REPORT_AT_DIFFERING = 88,
  LG_REPORT_AT_SPAN = 92,
  LG_REPORT_AT_STEPS = 96
} lg_door_report_at;

typedef enum lg_door_report_flag {
  LG_REPORT_FLAG_STRONG = 1,
  LG_REPORT_FLAG_TRANSIENT = 2,
  LG_REPORT_FLAG_AGAIN = 4,
  LG_REPORT_FLAG_MILD = 8,
  LG_REPORT_FLAG_FAILED = 16,
  LG_REPORT_FLAG_HELD = 32
} lg_door_report_flag;

#define LG_REPORT_FIELDS \
  {LG_PUT_F64, 0, offsetof(lg_report, wait_ms)}, \
  {LG_PUT_F64, 0, offsetof(lg_report, waited_ms)}, \
  {LG_PUT_U32, 0, offsetof(lg_report, detector)}, \
  {LG_PUT_U32, 0, offsetof(lg_report, type)}, \
  {LG_PUT_U32, 0, offsetof(lg_report, repeats)}, \
  {LG_PUT_U32, 0, offsetof(lg_report, threshold)}, \
  {LG_PUT_U32, 0, offsetof(lg_report, cycle_length)}, \
  {LG_PUT_U32, 0, offsetof(lg_report, strikes)}, \
  {LG_PUT_FLAGS, 0, offsetof(lg_report, strong)}, \
  {LG_PUT_FLAGS, 1, offsetof(lg_report, transient)}, \
  {LG_PUT_FLAGS, 2, offsetof(lg_report, again)}, \
  {LG_PUT_FLAGS, 3, offsetof(lg_report, mild)}, \
  {LG_PUT_FLAGS, 4, offsetof(lg_report, failed)}, \
  {LG_PUT_FLAGS, 5, offsetof(lg_report, held)}, \
  {LG_PUT_U32, 0, offsetof(lg_report, pattern_count)}, \
  {LG_PUT_DIGEST, 0, offsetof(lg_report, fingerprint)}, \
  {LG_PUT_F64, 0, offsetof(lg_report, used)}, \
  {LG_PUT_F64, 0, offsetof(lg_report, limit)}, \
  {LG_PUT_U32, 0, offsetof(lg_report, unit)}, \
  {LG_PUT_U32, 0, offsetof(lg_report, period)}, \
  {LG_PUT_U32, 0, offsetof(lg_report, differing)}, \
  {LG_PUT_U32, 0, offsetof(lg_report, span)}

typedef enum lg_door_explanation_at {
  LG_EXPLANATION_AT_SEEN = 0,
  LG_EXPLANATION_AT_NEWS = 4,
  LG_EXPLANATION_AT_FLAGS = 8,
  LG_EXPLANATION_AT_SIBLING = 12,
  LG_EXPLANATION_AT_TICKET = 16,
  LG_EXPLANATION_AT_COUNT = 20,
  LG_EXPLANATION_AT_IDENTITY = 24,
  LG_EXPLANATION_AT_VERBATIM = 40,
  LG_EXPLANATION_AT_DETECTORS = 56
} lg_door_explanation_at;

typedef enum lg_door_explanation_flag {
  LG_EXPLANATION_FLAG_POLL = 1,
  LG_EXPLANATION_FLAG_WAITS = 2
} lg_door_explanation_flag;

#define LG_EXPLANATION_FIELDS \
  {LG_PUT_U32, 0, offsetof(lg_explanation, seen)}, \
  {LG_PUT_U32, 0, offsetof(lg_explanation, news)}, \
  {LG_PUT_FLAGS, 0, offsetof(lg_explanation, poll)}, \
  {LG_PUT_FLAGS, 1, offsetof(lg_explanation, waits)}, \
  {LG_PUT_U32, 0, offsetof(lg_explanation, sibling)}, \
  {LG_PUT_U32, 0, offsetof(lg_explanation, ticket)}, \
  {LG_PUT_U32, 0, offsetof(lg_explanation, count)}, \
  {LG_PUT_DIGEST, 0, offsetof(lg_explanation, identity)}, \
  {LG_PUT_DIGEST, 0, offsetof(lg_explanation, verbatim)}

typedef enum lg_door_explained_at {
  LG_EXPLAINED_AT_SINCE_MS = 0,
  LG_EXPLAINED_AT_WAITED_MS = 8,
  LG_EXPLAINED_AT_WHY = 16,
  LG_EXPLAINED_AT_FLAGS = 20,
  LG_EXPLAINED_AT_COUNT = 24,
  LG_EXPLAINED_AT_THRESHOLD = 28,
  LG_EXPLAINED_AT_CYCLE_LENGTH = 32,
  LG_EXPLAINED_AT_STEPS = 36,
  LG_EXPLAINED_AT_LIKE = 40,
  LG_EXPLAINED_AT_AT = 44,
  LG_EXPLAINED_AT_END = 48
} lg_door_explained_at;

typedef enum lg_door_explained_flag {
  LG_EXPLAINED_FLAG_FIRES = 1,
  LG_EXPLAINED_FLAG_STRONG = 2,
  LG_EXPLAINED_FLAG_SIBLING = 4
} lg_door_explained_flag;

#define LG_EXPLAINED_FIELDS \
  {LG_PUT_F64, 0, offsetof(lg_explained, since_ms)}, \
  {LG_PUT_F64, 0, offsetof(lg_explained, waited_ms)}, \
  {LG_PUT_U32, 0, offsetof(lg_explained, why)}, \
  {LG_PUT_FLAGS, 0, offsetof(lg_explained, fires)}, \
  {LG_PUT_FLAGS, 1, offsetof(lg_explained, strong)}, \
  {LG_PUT_FLAGS, 2, offsetof(lg_explained, sibling)}, \
  {LG_PUT_U32, 0, offsetof(lg_explained, count)}, \
  {LG_PUT_U32, 0, offsetof(lg_explained, threshold)}, \
  {LG_PUT_U32, 0, offsetof(lg_explained, cycle_length)}, \
  {LG_PUT_U32, 0, offsetof(lg_explained, steps)}, \
  {LG_PUT_U32, 0, offsetof(lg_explained, like)}, \
  {LG_PUT_U32, 0, offsetof(lg_explained, at)}

typedef enum lg_door_restored_at {
  LG_RESTORED_AT_VERSION = 0,
  LG_RESTORED_AT_SAME_OPTIONS = 4,
  LG_RESTORED_AT_LOOPS = 8,
  LG_RESTORED_AT_ARMED = 12,
  LG_RESTORED_AT_DETECTIONS = 16,
  LG_RESTORED_AT_OBSERVATIONS = 20,
  LG_RESTORED_AT_COUNTS = 24,
  LG_RESTORED_AT_PROFILES = 28,
  LG_RESTORED_AT_END = 32
} lg_door_restored_at;

#define LG_RESTORED_FIELDS \
  {LG_PUT_U32, 0, offsetof(lg_restore_report, version)}, \
  {LG_PUT_BOOL, 0, offsetof(lg_restore_report, same_options)}, \
  {LG_PUT_U32, 0, offsetof(lg_restore_report, loops)}, \
  {LG_PUT_U32, 0, offsetof(lg_restore_report, armed)}, \
  {LG_PUT_U32, 0, offsetof(lg_restore_report, detections)}, \
  {LG_PUT_U32, 0, offsetof(lg_restore_report, observations)}, \
  {LG_PUT_U32, 0, offsetof(lg_restore_report, counts)}, \
  {LG_PUT_U32, 0, offsetof(lg_restore_report, profiles)}

typedef enum lg_door_match_at {
  LG_MATCH_AT_START = 0,
  LG_MATCH_AT_KIND = 8,
  LG_MATCH_AT_PERIOD = 12,
  LG_MATCH_AT_REPEATS = 16,
  LG_MATCH_AT_SURE = 20,
  LG_MATCH_AT_END = 24
} lg_door_match_at;

#define LG_MATCH_FIELDS \
  {LG_PUT_U64, 0, offsetof(lg_text_match, start)}, \
  {LG_PUT_U32, 0, offsetof(lg_text_match, kind)}, \
  {LG_PUT_U32, 0, offsetof(lg_text_match, period)}, \
  {LG_PUT_U32, 0, offsetof(lg_text_match, repeats)}, \
  {LG_PUT_BOOL, 0, offsetof(lg_text_match, sure)}

typedef enum lg_door_newest_at {
  LG_NEWEST_AT_PAIR = 0,
  LG_NEWEST_AT_FLAGS = 16,
  LG_NEWEST_AT_END = 20
} lg_door_newest_at;

typedef enum lg_door_newest_flag {
  LG_NEWEST_FLAG_COMPARABLE = 1,
  LG_NEWEST_FLAG_MUTATED = 2,
  LG_NEWEST_FLAG_THOUGHT = 4
} lg_door_newest_flag;

#define LG_NEWEST_FIELDS \
  {LG_PUT_DIGEST, 0, offsetof(lg_newest, pair)}, \
  {LG_PUT_FLAGS, 0, offsetof(lg_newest, comparable)}, \
  {LG_PUT_FLAGS, 1, offsetof(lg_newest, mutated)}, \
  {LG_PUT_FLAGS, 2, offsetof(lg_newest, thought)}

/* ---- door.c: what door.h says of the operations ---- */

#define LG_DOOR_WORKS \
  lg__door_status, \
  lg__door_identify, \
  lg__door_canonicalize, \
  lg__door_normalize, \
  lg__door_similarity, \
  lg__door_snapshot_key, \
  lg__door_guard, \
  lg__door_tool, \
  lg__door_run, \
  lg__door_judge, \
  lg__door_record, \
  lg__door_apply, \
  lg__door_record_name, \
  lg__door_ticket, \
  lg__door_report, \
  lg__door_snapshot, \
  lg__door_restore, \
  lg__door_rounds, \
  lg__door_detector, \
  lg__door_detector_restore, \
  lg__door_push, \
  lg__door_at, \
  lg__door_forget, \
  lg__door_explain, \
  lg__door_explanation, \
  lg__door_text, \
  lg__door_text_restore, \
  lg__door_text_push, \
  lg__door_text_end_message, \
  lg__door_text_forget, \
  lg__door_newest

#define LG_DOOR_ENTRIES \
  [LG_DOOR_STATUS] = {lg__door_status, LG_DOOR_NOTHING, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_IDENTIFY] = {lg__door_identify, LG_DOOR_NOTHING, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_CANONICALIZE] = {lg__door_canonicalize, LG_DOOR_NOTHING, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_NORMALIZE] = {lg__door_normalize, LG_DOOR_NOTHING, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_SIMILARITY] = {lg__door_similarity, LG_DOOR_NOTHING, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_SNAPSHOT_KEY] = {lg__door_snapshot_key, LG_DOOR_NOTHING, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_GUARD] = {lg__door_guard, LG_DOOR_NOTHING, true, LG_DOOR_A_GUARD}, \
  [LG_DOOR_TOOL] = {lg__door_tool, LG_DOOR_A_GUARD, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_RUN] = {lg__door_run, LG_DOOR_A_GUARD, false, LG_DOOR_A_RUN}, \
  [LG_DOOR_JUDGE] = {lg__door_judge, LG_DOOR_A_RUN, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_RECORD] = {lg__door_record, LG_DOOR_A_RUN, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_APPLY] = {lg__door_apply, LG_DOOR_A_RUN, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_RECORD_NAME] = {lg__door_record_name, LG_DOOR_A_RUN, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_TICKET] = {lg__door_ticket, LG_DOOR_A_RUN, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_REPORT] = {lg__door_report, LG_DOOR_A_RUN, false, LG_DOOR_NOTHING}, \
  [LG_DOOR_SNAPSHOT] = {lg__door_snapshot, LG_DOOR_A_RUN, false, LG_DOOR_NOTHING}, \
  [LG_DOOR_RESTORE] = {lg__door_restore, LG_DOOR_A_RUN, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_ROUNDS] = {lg__door_rounds, LG_DOOR_A_RUN, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_DETECTOR] = {lg__door_detector, LG_DOOR_NOTHING, true, LG_DOOR_A_DETECTOR}, \
  [LG_DOOR_DETECTOR_RESTORE] = {lg__door_detector_restore, LG_DOOR_NOTHING, true, LG_DOOR_A_DETECTOR}, \
  [LG_DOOR_PUSH] = {lg__door_push, LG_DOOR_A_DETECTOR, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_AT] = {lg__door_at, LG_DOOR_A_DETECTOR, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_FORGET] = {lg__door_forget, LG_DOOR_A_DETECTOR, false, LG_DOOR_NOTHING}, \
  [LG_DOOR_DETECTOR_SNAPSHOT] = {lg__door_snapshot, LG_DOOR_A_DETECTOR, false, LG_DOOR_NOTHING}, \
  [LG_DOOR_EXPLAIN] = {lg__door_explain, LG_DOOR_A_RUN, false, LG_DOOR_NOTHING}, \
  [LG_DOOR_EXPLANATION] = {lg__door_explanation, LG_DOOR_A_RUN, false, LG_DOOR_NOTHING}, \
  [LG_DOOR_TEXT] = {lg__door_text, LG_DOOR_NOTHING, true, LG_DOOR_A_TEXT}, \
  [LG_DOOR_TEXT_RESTORE] = {lg__door_text_restore, LG_DOOR_NOTHING, true, LG_DOOR_A_TEXT}, \
  [LG_DOOR_TEXT_PUSH] = {lg__door_text_push, LG_DOOR_A_TEXT, true, LG_DOOR_NOTHING}, \
  [LG_DOOR_TEXT_END_MESSAGE] = {lg__door_text_end_message, LG_DOOR_A_TEXT, false, LG_DOOR_NOTHING}, \
  [LG_DOOR_TEXT_FORGET] = {lg__door_text_forget, LG_DOOR_A_TEXT, false, LG_DOOR_NOTHING}, \
  [LG_DOOR_TEXT_SNAPSHOT] = {lg__door_snapshot, LG_DOOR_A_TEXT, false, LG_DOOR_NOTHING}, \
  [LG_DOOR_NEWEST] = {lg__door_newest, LG_DOOR_A_RUN, false, LG_DOOR_NOTHING}

#endif
