/* Makes one call of a program fail, or all from that one on: preloaded by faults.py.
 *
 *   FAULT_KIND    memory | write | sync | open | rename | map
 *   FAULT_FOLDER  what is counted begins with the first file that is opened in this folder, and file calls count only there
 *   FAULT_AT      the number of the call that fails, from 1; 0 counts only
 *   FAULT_STAYS   1: every later one fails too
 *   FAULT_ERRNO   what the call says (28 is a full disk, 5 a broken one); memory always says that there is none
 *   FAULT_COUNTED a file that gets how many calls there were, once the program ends
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#define FILES 4096

static const char *kind = "", *folder = "", *counted = "";
static long at, stays, failure = EIO;
static atomic_long calls;
static atomic_int begun;
static _Atomic char ours[FILES];

__attribute__((constructor)) static void begin(void) {
    if (getenv("FAULT_KIND")) kind = getenv("FAULT_KIND");
    if (getenv("FAULT_FOLDER")) folder = getenv("FAULT_FOLDER");
    if (getenv("FAULT_COUNTED")) counted = getenv("FAULT_COUNTED");
    if (getenv("FAULT_AT")) at = atol(getenv("FAULT_AT"));
    if (getenv("FAULT_STAYS")) stays = atol(getenv("FAULT_STAYS"));
    if (getenv("FAULT_ERRNO")) failure = atol(getenv("FAULT_ERRNO"));
}

__attribute__((destructor)) static void end(void) {
    if (!*counted) return;
    char text[32];
    int length = snprintf(text, sizeof text, "%ld\n", (long)atomic_load(&calls));
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    ssize_t (*put)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    int file = real(counted, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file >= 0 && put(file, text, length) < 0) return;
}

/* Whether this call of this kind fails. */
static int fails(const char *what) {
    if (!atomic_load(&begun) || strcmp(kind, what)) return 0;
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (!at || number < at || (number > at && !stays)) return 0;
    errno = failure;
    return 1;
}

static int is_ours(int file) { return file >= 0 && file < FILES && atomic_load(&ours[file]); }

static int inside(const char *path) { return *folder && path && !strncmp(path, folder, strlen(folder)); }

static int opened(int file, const char *path) {
    if (file >= 0 && file < FILES) atomic_store(&ours[file], inside(path));
    return file;
}

#define REAL(result, name, ...)                                  \
    static result (*real)(__VA_ARGS__);                          \
    if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define OPEN(name)                                               \
    int name(const char *path, int flags, ...) {                 \
        REAL(int, #name, const char *, int, ...);                \
        va_list list;                                            \
        va_start(list, flags);                                   \
        int mode = va_arg(list, int);                            \
        va_end(list);                                            \
        if (inside(path)) {                                      \
            atomic_store(&begun, 1);                             \
            if (fails("open")) return -1;                        \
        }                                                        \
        return opened(real(path, flags, mode), path);            \
    }
OPEN(open)
OPEN(open64)

int openat(int at_folder, const char *path, int flags, ...) {
    REAL(int, "openat", int, const char *, int, ...);
    va_list list;
    va_start(list, flags);
    int mode = va_arg(list, int);
    va_end(list);
    if (inside(path)) {
        atomic_store(&begun, 1);
        if (fails("open")) return -1;
    }
    return opened(real(at_folder, path, flags, mode), path);
}

ssize_t write(int file, const void *bytes, size_t length) {
    REAL(ssize_t, "write", int, const void *, size_t);
    return is_ours(file) && fails("write") ? -1 : real(file, bytes, length);
}

#define PWRITE(name)                                                             \
    ssize_t name(int file, const void *bytes, size_t length, off_t where) {      \
        REAL(ssize_t, #name, int, const void *, size_t, off_t);                  \
        return is_ours(file) && fails("write") ? -1 : real(file, bytes, length, where); \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

#define TRUNCATE(name)                                                           \
    int name(int file, off_t length) {                                           \
        REAL(int, #name, int, off_t);                                            \
        return is_ours(file) && fails("write") ? -1 : real(file, length);        \
    }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define SYNC(name)                                                               \
    int name(int file) {                                                         \
        REAL(int, #name, int);                                                   \
        return is_ours(file) && fails("sync") ? -1 : real(file);                 \
    }
SYNC(fsync)
SYNC(fdatasync)

int rename(const char *from, const char *to) {
    REAL(int, "rename", const char *, const char *);
    return inside(to) && fails("rename") ? -1 : real(from, to);
}

#define MAP(name)                                                                \
    void *name(void *room, size_t length, int rights, int flags, int file, off_t where) { \
        REAL(void *, #name, void *, size_t, int, int, int, off_t);               \
        return is_ours(file) && fails("map") ? MAP_FAILED : real(room, length, rights, flags, file, where); \
    }
MAP(mmap)
MAP(mmap64)

/* Memory: glibc's own names, since looking others up needs memory itself. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void *none(void) {
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size) { return fails("memory") ? none() : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails("memory") ? none() : __libc_calloc(count, size); }
void *realloc(void *room, size_t size) { return fails("memory") ? none() : __libc_realloc(room, size); }
void *aligned_alloc(size_t align, size_t size) { return fails("memory") ? none() : __libc_memalign(align, size); }

int posix_memalign(void **room, size_t align, size_t size) {
    if (fails("memory")) return ENOMEM;
    *room = __libc_memalign(align, size);
    return *room ? 0 : ENOMEM;
}
