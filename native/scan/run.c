#include "run.h"

#include <math.h>
#include <string.h>

#include "verdict_text.h"
#include "value.h"

/* Calls of a run that may wait for their outcome; past it, the oldest is treated as a call without an outcome. */
enum { OPEN_MAX = 1024 };
/* So many calls later it is decided whether one without an outcome ran; as lib/run/replay.ts. */
enum { REMEMBERED = 64 };
static const char UNPARSED[] = "The arguments are not JSON";

/* ---- calls of a round -------------------------------------------------------------------------------------------- */

static scan_open *add_open(scan_run *run) {
  if (run->open_count == run->open_size) {
    size_t size = run->open_size == 0 ? 8 : 2 * run->open_size;
    run->open =
        program_memory(lg__alloc_resize(&program_allocator, run->open, run->open_size, size, sizeof *run->open));
    run->open_size = size;
  }
  scan_open *call = &run->open[run->open_count++];
  *call = (scan_open){.index = run->calls++, .loop = SCAN_NO_LOOP};
  return call;
}

/* It waits no longer: what it cost counts for its loop. A call of two loops is wasted once: for the loop that was
 * detected first. */
static void close_call(scan_run *run, scan_open *call) {
  if (call->closed) return;
  call->closed = true;
  program_out_free(&call->kept);
  if (call->loop == SCAN_NO_LOOP) return;
  scan_loop *loop = &run->loops.items[call->loop];
  loop->wasted_calls++;
  loop->tokens += isnan(call->tokens) ? call->size / 4 : call->tokens;
}

static void close_calls(scan_run *run) {
  for (size_t i = 0; i < run->open_count; i++) close_call(run, &run->open[i]);
  run->open_count = run->first_open = 0;
}

/* ---- what the core is asked: a call that it cannot judge is let through, as in JavaScript ---- */

typedef struct asked {
  lg_call core;
  char id[LG_NUMBER_MAX];
} asked;

/* The call for the core, under its index as the id, since ids of a table may not be unique. */
static void ask_of(const scan_context *context, uint64_t index, double at, program_text name, asked *out) {
  size_t len = lg__number_print(out->id, (double)index);
  out->core = (lg_call){.name = name.s, .name_len = name.len, .id = out->id, .id_len = len, .now_ms = at};
  /* LG_ETOOBIG, past the profiles that a guard may have: it is judged as other tools are. */
  (void)program_ok(lg_guard_tool_profile(context->guard, name.s, name.len, &out->core.profile));
}

/* Puts the arguments into the call. False: they are no JSON, and will reach no tool. */
static bool put_arguments(scan_context *context, lg_value arguments, lg_call *out) {
  program_text text = program_text_of(arguments);
  out->args_kind = arguments.bytes == NULL ? LG_ARGS_NONE : LG_ARGS_PACKED;
  if (text.s != NULL) {
    arguments = program_json_read(text, context->rooms.arguments);
    if (arguments.bytes == NULL) {
      out->args_kind = LG_ARGS_RAW;
      out->args = text.s;
      out->args_len = text.len;
      return scan_is_blank(text);
    }
  } else {
    arguments = scan_doubles(arguments, NULL, &context->rooms.asked);
  }
  out->args = (const char *)arguments.bytes;
  out->args_len = arguments.len;
  return true;
}

/* ---- verdicts ---- */

static lg_action shown(const scan_context *context, const lg_verdict *verdict) {
  return context->shadow ? LG_ALLOW : verdict->action;
}

static void say(scan_context *context, scan_run *run, scan_open *call, program_text name, const lg_verdict *verdict,
                bool after) {
  const lg_report *report;
  lg_action action = shown(context, verdict);
  if (!verdict->detected) return;
  /* a warning is told with the result, or not at all; of a rejected call nothing will come */
  if (!after && !call->unparsed && lg_run_report(run->core, &report) == LG_OK && report->held) action = LG_ALLOW;
  size_t loop = scan_loops_note(run, call, name, action, after);
  if (call->loop == SCAN_NO_LOOP) call->loop = loop;
}

/* The message of a refusal, which a record may have as the result. */
static void keep_refusal(const scan_run *run, scan_open *call, program_text name, lg_action action) {
  if (action == LG_ABORT)
    program_detection_text(&call->kept, run->core, name);
  else
    program_verdict_text(&call->kept, run->core, action, name, false);
}

static void judge(scan_context *context, scan_run *run, scan_open *call, program_text name, asked *request) {
  lg_verdict verdict;
  call->exempt = true;
  if (!program_ok(lg_run_before(run->core, &request->core, &verdict))) return;
  call->ticket = verdict.ticket;
  call->exempt = verdict.ticket == LG_NO_TICKET;
  if (verdict.detected && shown(context, &verdict) >= LG_HINT) {
    call->refused = true;
    keep_refusal(run, call, name, verdict.action);
  }
  say(context, run, call, name, &verdict, false);
}

/* A call whose arguments are no JSON. `reply`: what the model read; empty: unknown. */
static void reject(scan_context *context, scan_run *run, scan_open *call, program_text reply) {
  asked request;
  lg_verdict verdict;
  program_text name = {call->kept.data, call->name_len};
  call->concluded = true;
  run->clock = call->at;
  ask_of(context, call->index, call->at, name, &request);
  request.core.args_kind = LG_ARGS_RAW;
  request.core.args = call->kept.data + call->name_len;
  request.core.args_len = call->kept.len - call->name_len;
  if (reply.len == 0) reply = (program_text){UNPARSED, sizeof UNPARSED - 1};
  lg_outcome outcome = {.failed = true, .error = reply.s, .error_len = reply.len, .now_ms = call->at};
  if (!program_ok(lg_run_invalid(run->core, &request.core, &outcome, &verdict))) return;
  say(context, run, call, name, &verdict, false);
}

/* The record shows that a refused call ran. */
static void overrule(const scan_run *run, scan_open *call) {
  call->refused = false;
  (void)program_ok(lg_run_resolve(run->core, call->ticket, LG_ALLOW, 0));
}

/* The record goes on without an outcome of the call. */
static void conclude(scan_context *context, scan_run *run, scan_open *call) {
  if (call->concluded) return;
  if (call->unparsed)
    reject(context, run, call, (program_text){NULL, 0});
  else if (call->refused)
    overrule(run, call);
}

/* The same for all calls before the one with this index. Those of earlier rounds are concluded. */
static void decide(scan_context *context, scan_run *run, uint64_t index) {
  const uint64_t first = run->calls - run->open_count;
  for (; run->decided < index; run->decided++) conclude(context, run, &run->open[run->decided - first]);
}

/* ---- a round ---- */

static void begin_call(scan_context *context, scan_run *run, const scan_call *row, bool alone) {
  asked request;
  scan_open *call = add_open(run);
  ask_of(context, call->index, row->at, row->name, &request);
  call->at = row->at;
  call->tokens = row->tokens;
  /* Else it is measured with its outcome, if it counts for a loop at all. */
  if (!row->returned || !alone) call->size += scan_arguments_size(row);
  if (put_arguments(context, row->arguments, &request.core)) {
    run->clock = row->at;
    judge(context, run, call, row->name, &request);
  } else {
    call->unparsed = true;
    call->name_len = row->name.len;
    program_out_bytes(&call->kept, row->name.s, row->name.len);
    program_out_bytes(&call->kept, request.core.args, request.core.args_len);
  }
  if (call->index - run->decided >= REMEMBERED) decide(context, run, run->decided + 1);
  if (run->open_count - run->first_open <= OPEN_MAX) return;
  call = &run->open[run->first_open++];
  conclude(context, run, call);
  close_call(run, call);
}

static void finish(scan_context *context, scan_run *run, scan_open *call, const scan_call *row,
                   const lg_outcome *outcome) {
  lg_verdict verdict = {.ticket = LG_NO_TICKET};
  if (!call->exempt && !program_ok(lg_run_after(run->core, call->ticket, outcome, &verdict))) return;
  if (verdict.ticket == LG_NO_TICKET) /* or the core does not know the call any more: it was counted */
    program_must(lg_run_step(run->core, LG_UNTRACKED));
  else
    say(context, run, call, row->name, &verdict, true);
}

static void end_call(scan_context *context, scan_run *run, scan_open *call, const scan_call *row, bool alone) {
  run->returned = run->returned || row->returned;
  if (call->closed || !row->returned) return;
  scan_outcome outcome = scan_outcome_of(row, &context->rooms);
  if (!call->concluded) {
    bool refused = program_is_refusal(outcome.words) ||
                   (call->refused && program_text_same(outcome.words, program_out_view(&call->kept)));
    if (row->end > run->clock) run->clock = row->end; /* false if there is no clock */
    outcome.core.now_ms = run->clock;
    call->concluded = true;
    if (call->unparsed) {
      reject(context, run, call, refused ? (program_text){NULL, 0} : outcome.words);
    } else if (!refused) {
      if (call->refused) overrule(run, call);
      finish(context, run, call, row, &outcome.core);
    }
  }
  if (call->loop != SCAN_NO_LOOP) {
    if (alone) call->size += scan_arguments_size(row);
    call->size += scan_outcome_size(row, &outcome);
  }
  close_call(run, call);
}

/* The turn, if one begins and something came before it, and the round. */
static void begin_round(scan_context *context, scan_run *run) {
  decide(context, run, run->calls);
  close_calls(run);
  if (run->new_turn && run->calls > 0) {
    program_must(lg_run_step(run->core, LG_BEGIN_TURN));
    run->loops.of_turn = run->loops.count;
  }
  run->new_turn = false;
  program_must(lg_run_step(run->core, LG_BEGIN_ROUND));
  run->loops.round++;
}

static void read_call(scan_context *context, const scan_row *row, scan_call *out) {
  scan_call_of(row, scan_kept_name(program_text_of(row->of[SCAN_TOOL]), &context->name), out);
}

/* ---- rows ---- */

/* Reads the next held row, if there is one, and moves `*at` behind it. */
static bool next_held(scan_context *context, const scan_run *run, size_t *at, scan_call *out) {
  scan_row row;
  lg_value object = lg_value_at((const uint8_t *)run->held.data + *at, run->held.len - *at);
  if (object.bytes == NULL) return false;
  *at += object.len;
  scan_row_of(object, context->columns, &row);
  read_call(context, &row, out);
  return true;
}

/* Tells the core of the rows of a round. All calls come before the first outcome: the model chose them before it. */
static void end_round(scan_context *context, scan_run *run) {
  scan_call call;
  if (run->held.len == 0) return;
  begin_round(context, run);
  for (size_t at = 0; next_held(context, run, &at, &call);) begin_call(context, run, &call, false);
  for (size_t at = 0, i = 0; next_held(context, run, &at, &call); i++)
    end_call(context, run, &run->open[i], &call, false);
  program_out_clear(&run->held);
}

static bool is_value(const program_out *kept, lg_value value) {
  return program_text_same(program_out_view(kept), (program_text){(const char *)value.bytes, value.len});
}

static void keep_value(program_out *kept, lg_value value) {
  kept->len = 0;
  program_out_bytes(kept, (const char *)value.bytes, value.len);
}

void scan_run_row(scan_context *context, scan_run *run, lg_value object, const scan_row *row) {
  scan_call call;
  lg_value round = scan_doubles(row->of[SCAN_ROUND], NULL, &context->rooms.value);
  bool alone = round.bytes == NULL;
  bool goes_on = !alone && is_value(&run->round, round);
  if (!goes_on && !alone) keep_value(&run->round, round);
  if (alone) run->round.len = 0;
  lg_value turn = scan_doubles(row->of[SCAN_TURN], NULL, &context->rooms.value);
  bool spoken = turn.bytes != NULL && run->turn.len > 0 && !is_value(&run->turn, turn);
  if (turn.bytes != NULL && (spoken || run->turn.len == 0)) keep_value(&run->turn, turn);
  if (!goes_on || spoken) end_round(context, run);
  if (spoken) run->new_turn = true;
  if (!alone) {
    program_out_bytes(&run->held, (const char *)object.bytes, object.len);
    return;
  }
  begin_round(context, run);
  read_call(context, row, &call);
  begin_call(context, run, &call, true);
  end_call(context, run, run->open, &call, true);
}

void scan_run_end(scan_context *context, scan_run *run) {
  end_round(context, run);
  for (size_t i = run->first_open; i < run->open_count; i++)
    if (run->open[i].unparsed) conclude(context, run, &run->open[i]);
  close_calls(run);
}

void scan_run_clear(scan_run *run) {
  run->id.len = 0;
  program_out_clear(&run->round);
  program_out_clear(&run->turn);
  program_out_clear(&run->held);
  lg__alloc_free(&program_allocator, run->open, run->open_size, sizeof *run->open);
  run->open = NULL;
  run->open_size = 0;
  run->calls = run->decided = 0;
  run->new_turn = run->returned = false;
  scan_loops_clear(&run->loops);
  program_must(lg_run_step(run->core, LG_RESET));
}
