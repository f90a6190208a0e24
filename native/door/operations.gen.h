/* Made by scripts/build-door-layout.mjs from native/door/door.h. Not to be edited. */
/* clang-format off */
#ifndef LG_OPERATIONS_GEN_H
#define LG_OPERATIONS_GEN_H

lg_door_work lg__door_status, lg__door_identify, lg__door_canonicalize, lg__door_normalize, lg__door_similarity, lg__door_snapshot_key, lg__door_guard, lg__door_profile, lg__door_run, lg__door_judge, lg__door_record, lg__door_apply, lg__door_record_name, lg__door_ticket, lg__door_report, lg__door_snapshot, lg__door_restore, lg__door_rounds, lg__door_detector, lg__door_detector_restore, lg__door_push, lg__door_at, lg__door_forget, lg__door_explain, lg__door_explanation, lg__door_text, lg__door_text_restore, lg__door_text_push, lg__door_text_end_message, lg__door_text_forget, lg__door_newest;

/* An operation's work, the kind of its handle (nothing: handle 0), whether it has a message, whether it makes a handle. */
#define LG_DOOR_OPERATIONS \
  [LG_DOOR_STATUS] = {lg__door_status, LG_DOOR_NOTHING, true, false}, \
  [LG_DOOR_IDENTIFY] = {lg__door_identify, LG_DOOR_NOTHING, true, false}, \
  [LG_DOOR_CANONICALIZE] = {lg__door_canonicalize, LG_DOOR_NOTHING, true, false}, \
  [LG_DOOR_NORMALIZE] = {lg__door_normalize, LG_DOOR_NOTHING, true, false}, \
  [LG_DOOR_SIMILARITY] = {lg__door_similarity, LG_DOOR_NOTHING, true, false}, \
  [LG_DOOR_SNAPSHOT_KEY] = {lg__door_snapshot_key, LG_DOOR_NOTHING, true, false}, \
  [LG_DOOR_GUARD] = {lg__door_guard, LG_DOOR_NOTHING, true, true}, \
  [LG_DOOR_PROFILE] = {lg__door_profile, LG_DOOR_A_GUARD, true, false}, \
  [LG_DOOR_RUN] = {lg__door_run, LG_DOOR_A_GUARD, false, true}, \
  [LG_DOOR_JUDGE] = {lg__door_judge, LG_DOOR_A_RUN, true, false}, \
  [LG_DOOR_RECORD] = {lg__door_record, LG_DOOR_A_RUN, true, false}, \
  [LG_DOOR_APPLY] = {lg__door_apply, LG_DOOR_A_RUN, true, false}, \
  [LG_DOOR_RECORD_NAME] = {lg__door_record_name, LG_DOOR_A_RUN, true, false}, \
  [LG_DOOR_TICKET] = {lg__door_ticket, LG_DOOR_A_RUN, true, false}, \
  [LG_DOOR_REPORT] = {lg__door_report, LG_DOOR_A_RUN, false, false}, \
  [LG_DOOR_SNAPSHOT] = {lg__door_snapshot, LG_DOOR_A_RUN, false, false}, \
  [LG_DOOR_RESTORE] = {lg__door_restore, LG_DOOR_A_RUN, true, false}, \
  [LG_DOOR_ROUNDS] = {lg__door_rounds, LG_DOOR_A_RUN, true, false}, \
  [LG_DOOR_DETECTOR] = {lg__door_detector, LG_DOOR_NOTHING, true, true}, \
  [LG_DOOR_DETECTOR_RESTORE] = {lg__door_detector_restore, LG_DOOR_NOTHING, true, true}, \
  [LG_DOOR_PUSH] = {lg__door_push, LG_DOOR_A_DETECTOR, true, false}, \
  [LG_DOOR_AT] = {lg__door_at, LG_DOOR_A_DETECTOR, true, false}, \
  [LG_DOOR_FORGET] = {lg__door_forget, LG_DOOR_A_DETECTOR, false, false}, \
  [LG_DOOR_DETECTOR_SNAPSHOT] = {lg__door_snapshot, LG_DOOR_A_DETECTOR, false, false}, \
  [LG_DOOR_EXPLAIN] = {lg__door_explain, LG_DOOR_A_RUN, false, false}, \
  [LG_DOOR_EXPLANATION] = {lg__door_explanation, LG_DOOR_A_RUN, false, false}, \
  [LG_DOOR_TEXT] = {lg__door_text, LG_DOOR_NOTHING, true, true}, \
  [LG_DOOR_TEXT_RESTORE] = {lg__door_text_restore, LG_DOOR_NOTHING, true, true}, \
  [LG_DOOR_TEXT_PUSH] = {lg__door_text_push, LG_DOOR_A_TEXT, true, false}, \
  [LG_DOOR_TEXT_END_MESSAGE] = {lg__door_text_end_message, LG_DOOR_A_TEXT, false, false}, \
  [LG_DOOR_TEXT_FORGET] = {lg__door_text_forget, LG_DOOR_A_TEXT, false, false}, \
  [LG_DOOR_TEXT_SNAPSHOT] = {lg__door_snapshot, LG_DOOR_A_TEXT, false, false}, \
  [LG_DOOR_NEWEST] = {lg__door_newest, LG_DOOR_A_RUN, false, false}

#endif
