/* Single numbers of a snapshot's bytes, written and read as fields are. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include "memory/snapshot_bytes.h"

#define DEFINE_NUMBER(name, NAME, type)                                                                                \
  static inline void write_##name(lg_writer *writer, type value) { LG_IO_##NAME(lg__io_write(writer), &value); }       \
  static inline type read_##name(lg_reader *reader) {                                                                  \
    type value;                                                                                                        \
    LG_IO_##NAME(lg__io_read(reader), &value);                                                                         \
    return value;                                                                                                      \
  }
DEFINE_NUMBER(u8, U8, uint8_t)
DEFINE_NUMBER(u16, U16, uint16_t)
DEFINE_NUMBER(u32, U32, uint32_t)
DEFINE_NUMBER(u64, U64, uint64_t)
DEFINE_NUMBER(f64, F64, double)

#endif
