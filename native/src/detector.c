#include "bytes.h"
#include "window.h"

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
  lg_status status = lg__allocator_init(&allocator, from);
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

/*
 * The body: the four options, the number of digests, and the digests, oldest first. The scan's counters are not
 * written: pushing the digests again counts everything that is still in the window.
 */
lg_status lg_detector_snapshot(lg_detector *detector, const uint8_t **out_bytes, size_t *out_len) {
  if (detector == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  const lg_window *window = &detector->window;
  lg_writer writer = lg__frame_begin(&detector->snapshot, LG_FRAME_DETECTOR, detector->key, 0);
  lg__write_u32(&writer, window->size);
  lg__write_u32(&writer, window->min_cycle_len);
  lg__write_u32(&writer, window->max_cycle_len);
  lg__write_u32(&writer, window->repeats);
  lg__write_u32(&writer, window->held);
  for (uint32_t back = window->held; back-- > 0;) {
    lg__write_digest(&writer, lg__window_at(window, back));
  }
  lg_status status = lg__frame_finish(&writer);
  if (status != LG_OK) return status;
  *out_bytes = (const uint8_t *)detector->snapshot.data;
  *out_len = detector->snapshot.len;
  return LG_OK;
}

lg_status lg_detector_restore(const lg_allocator *allocator, const uint8_t *bytes, size_t len,
                              lg_detector **out_detector) {
  if (out_detector == NULL) return LG_EINVAL;
  lg_frame frame;
  lg_status status = lg__frame_open(bytes, len, LG_FRAME_DETECTOR, &frame);
  if (status != LG_OK) return status;
  lg_detector_options options;
  options.window_size = lg__read_u32(&frame.body);
  options.min_cycle_len = lg__read_u32(&frame.body);
  options.max_cycle_len = lg__read_u32(&frame.body);
  options.repeats = lg__read_u32(&frame.body);
  uint32_t held = lg__read_u32(&frame.body);
  if (frame.options_hash != 0 || frame.body.failed || held > options.window_size) return LG_ESNAPSHOT;
  if (frame.body.left != (uint64_t)held * sizeof(lg_digest)) return LG_ESNAPSHOT;

  /* Checked first, so that LG_EINVAL below can only mean that the snapshot's options are out of range. */
  lg_allocator checked;
  status = lg__allocator_init(&checked, allocator);
  if (status != LG_OK) return status;
  lg_detector *detector;
  status = lg_detector_new(&checked, frame.key, &options, &detector);
  if (status != LG_OK) return status == LG_EINVAL ? LG_ESNAPSHOT : status;
  while (frame.body.left != 0) {
    lg_digest digest = lg__read_digest(&frame.body);
    (void)lg__window_push(&detector->window, &digest);
  }
  *out_detector = detector;
  return LG_OK;
}
