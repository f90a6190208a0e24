/* What Debian's libstdc++ and libgcc want of glibc and musl 1.2.3 has not; enough for a test program. */
#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <time.h>

char __libc_single_threaded = 0;

uint32_t arc4random(void) {
  uint32_t value = 0;
  (void)!getrandom(&value, sizeof value, 0);
  return value;
}

size_t __strftime_l(char *out, size_t max, const char *format, const struct tm *when, locale_t locale) {
  return strftime_l(out, max, format, when, locale);
}

/* Objects of threads are not destroyed. */
int __cxa_thread_atexit_impl(void (*destroy)(void *), void *object, void *library) {
  (void)destroy, (void)object, (void)library;
  return 0;
}

int _dl_find_object(void *address, void *result) {
  (void)address, (void)result;
  return -1;
}

unsigned __cpu_model[4] = {0};

int __cpu_indicator_init(void) {
  return 0;
}

unsigned long __getauxval(unsigned long kind) {
  return getauxval(kind);
}
