#include "state/window.h"

#include "memory/snapshot_bytes.h"

bool lg__window_options_valid(const lg_detector_options *options) {
  return options->window_size >= 1 && options->window_size <= LG_WINDOW_MAX && options->repeats >= 2 &&
         options->min_cycle_len >= 1 && options->min_cycle_len <= options->max_cycle_len &&
         options->max_cycle_len <= LG_CYCLE_LEN_MAX &&
         (uint64_t)options->min_cycle_len * options->repeats <= options->window_size;
}

lg_status lg__window_init(lg_window *window, const lg_allocator *allocator, const lg_detector_options *options) {
  if (!lg__window_options_valid(options)) return LG_EINVAL;
  uint32_t fits = options->window_size / options->repeats; /* a longer cycle does not fit `repeats` times */
  uint32_t longest = options->max_cycle_len < fits ? options->max_cycle_len : fits;
  lg_window made = {
      .size = options->window_size,
      .min_cycle_len = options->min_cycle_len,
      .max_cycle_len = options->max_cycle_len,
      .repeats = options->repeats,
      .lengths = longest - options->min_cycle_len + 1,
  };
  made.ring = lg__alloc_zeroed(allocator, made.size, sizeof *made.ring);
  made.word = lg__alloc_zeroed(allocator, (size_t)made.size * 2, sizeof *made.word);
  made.run = lg__alloc_zeroed(allocator, made.lengths, sizeof *made.run);
  if (made.ring == NULL || made.word == NULL || made.run == NULL) {
    lg__window_free(&made, allocator);
    return LG_ENOMEM;
  }
  *window = made;
  return LG_OK;
}

void lg__window_free(lg_window *window, const lg_allocator *allocator) {
  lg__alloc_free(allocator, window->ring, window->size, sizeof *window->ring);
  lg__alloc_free(allocator, window->word, (size_t)window->size * 2, sizeof *window->word);
  lg__alloc_free(allocator, window->run, window->lengths, sizeof *window->run);
  *window = (lg_window){0};
}

/* One more for each run whose word agrees, at most `limit`; none for the others. True when any agreed.
 * Masks instead of branches, and four-byte lanes throughout: compilers make vector code of this loop. */
static bool extend_runs(uint32_t *restrict run, const uint32_t *restrict before, uint32_t count, uint32_t word,
                        uint32_t limit) {
  uint32_t any = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t agrees = 0u - (uint32_t)(before[i] == word);
    run[i] = agrees & (run[i] + (uint32_t)(run[i] < limit));
    any |= agrees;
  }
  return any != 0;
}

/* Ends the runs whose words agreed by chance (1 in 2^32) and finds the smallest cycle among the rest.
 * A run of L * (repeats - 1) means L * repeats periodic positions, all of them held: there are at least L * repeats
 * places, by the choice of `lengths`, and no run is longer than the pushes that made it. */
static lg_cycle confirm_runs(lg_window *window, uint32_t count, const lg_digest *digest) {
  lg_cycle cycle = {0, 0};
  for (uint32_t i = 0; i < count; i++) {
    if (window->run[i] == 0) continue;
    uint32_t length = window->min_cycle_len + i;
    if (!lg__digest_equal(lg__window_at(window, length), digest)) {
      window->run[i] = 0;
    } else if (cycle.cycle_length == 0 && window->run[i] >= length * (window->repeats - 1)) {
      uint32_t periodic = window->run[i] + length;
      cycle.cycle_length = length;
      cycle.repeats = (periodic < window->held ? periodic : window->held) / length;
    }
  }
  return cycle;
}

lg_cycle lg__window_push(lg_window *window, const lg_digest *digest) {
  /* The lengths L for which the window reaches back L places. The runs of the others stay 0. */
  uint32_t count = window->held < window->min_cycle_len ? 0 : window->held - window->min_cycle_len + 1;
  if (count > window->lengths) count = window->lengths;

  uint32_t word;
  memcpy(&word, digest->bytes, sizeof word);
  window->head = (window->head == 0 ? window->size : window->head) - 1;
  window->ring[window->head] = *digest;
  window->word[window->head] = window->word[window->head + window->size] = word;
  if (window->held < window->size) window->held++;

  const uint32_t *before = &window->word[window->head + window->min_cycle_len];
  if (!extend_runs(window->run, before, count, word, window->size)) return (lg_cycle){0, 0};
  return confirm_runs(window, count, digest);
}

const lg_digest *lg__window_at(const lg_window *window, uint32_t back) {
  if (back >= window->held) return NULL;
  uint32_t place = window->head + back;
  return &window->ring[place < window->size ? place : place - window->size];
}

void lg__window_clear(lg_window *window) {
  window->held = 0;
  window->head = 0;
  memset(window->run, 0, window->lengths * sizeof *window->run);
}

/* ---- a window as a handle ---------------------------------------------------------------------------------------- */

struct lg_detector {
  lg_allocator allocator;
  uint8_t key[LG_KEY_SIZE];
  lg_window window;
  lg_buf snapshot;
};

lg_status lg_detector_new(const lg_allocator *from, const uint8_t key[LG_KEY_SIZE], const lg_detector_options *options,
                          lg_detector **out_detector) {
  if (key == NULL || options == NULL || out_detector == NULL) return LG_EINVAL;
  lg_allocator allocator;
  lg_status status = lg_allocator_init(&allocator, from);
  if (status != LG_OK) return status;
  lg_detector *detector = lg__alloc_zeroed(&allocator, 1, sizeof *detector);
  if (detector == NULL) return LG_ENOMEM;
  detector->allocator = allocator;
  memcpy(detector->key, key, LG_KEY_SIZE);
  lg__buf_init(&detector->snapshot, &detector->allocator);
  status = lg__window_init(&detector->window, &detector->allocator, options);
  if (status != LG_OK) {
    lg_detector_free(detector);
    return status;
  }
  *out_detector = detector;
  return LG_OK;
}

void lg_detector_free(lg_detector *detector) {
  if (detector == NULL) return;
  lg__window_free(&detector->window, &detector->allocator);
  lg__buf_free(&detector->snapshot);
  const lg_allocator allocator = detector->allocator;
  lg__alloc_free(&allocator, detector, 1, sizeof *detector);
}

lg_status lg_detector_push(lg_detector *detector, const char *signature, size_t len, lg_cycle *out_cycle) {
  if (detector == NULL || (signature == NULL && len != 0) || out_cycle == NULL) return LG_EINVAL;
  const lg_digest digest = lg_digest_bytes(detector->key, signature, len);
  *out_cycle = lg__window_push(&detector->window, &digest);
  return LG_OK;
}

lg_status lg_detector_at(const lg_detector *detector, uint32_t back, lg_digest *out_digest) {
  if (detector == NULL || out_digest == NULL) return LG_EINVAL;
  const lg_digest *digest = lg__window_at(&detector->window, back);
  if (digest == NULL) return LG_EINVAL;
  *out_digest = *digest;
  return LG_OK;
}

lg_status lg_detector_reset(lg_detector *detector) {
  if (detector == NULL) return LG_EINVAL;
  lg__window_clear(&detector->window);
  return LG_OK;
}

static void io_options(lg_io io, lg_detector_options *options, uint32_t *held) {
  LG_IO_U32(io, &options->window_size, &options->min_cycle_len, &options->max_cycle_len, &options->repeats, held);
}

/* The body: the four options, the number of digests, and the digests, oldest first. The scan's counters are not
 * written: pushing the digests again counts everything that is still in the window. */
lg_status lg_detector_snapshot(lg_detector *detector, const uint8_t **out_bytes, size_t *out_len) {
  if (detector == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  const lg_window *window = &detector->window;
  lg_writer writer = lg__frame_begin(&detector->snapshot, LG_FRAME_DETECTOR, detector->key, 0);
  lg_detector_options options = {window->size, window->min_cycle_len, window->max_cycle_len, window->repeats};
  uint32_t held = window->held;
  io_options(lg__io_write(&writer), &options, &held);
  while (held-- > 0) lg__write_bytes(&writer, lg__window_at(window, held)->bytes, sizeof(lg_digest));
  return lg__frame_finish(&writer, out_bytes, out_len);
}

lg_status lg_detector_restore(const lg_allocator *allocator, const uint8_t *bytes, size_t len,
                              lg_detector **out_detector) {
  if (out_detector == NULL) return LG_EINVAL;
  lg_frame frame;
  lg_status status = lg__frame_open(bytes, len, LG_FRAME_DETECTOR, &frame);
  if (status != LG_OK) return status;
  lg_detector_options options;
  uint32_t held;
  io_options(lg__io_read(&frame.body), &options, &held);
  if (frame.options_hash != 0 || frame.body.failed || held > options.window_size) return LG_ESNAPSHOT;
  if (frame.body.left != (uint64_t)held * sizeof(lg_digest) || !lg__window_options_valid(&options)) return LG_ESNAPSHOT;
  lg_detector *detector;
  status = lg_detector_new(allocator, frame.key, &options, &detector);
  if (status != LG_OK) return status;
  while (frame.body.left != 0) {
    lg_digest digest;
    LG_IO_DIGEST(lg__io_read(&frame.body), &digest);
    (void)lg__window_push(&detector->window, &digest);
  }
  *out_detector = detector;
  return LG_OK;
}
