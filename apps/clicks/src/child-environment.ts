/**
 * What the child process is started with, for its libraries to find.
 * - The engine's queries, inserts and the loader's files wait on threads of one pool.
 * - The engine's allocator (jemalloc) keeps freed pages for seconds in an arena per thread, and Node's (glibc) keeps what
 *   large buffers leave behind; given back at once, that is 150 MB less while many clicks are loaded, for some system time.
 */
export const CHILD_ENVIRONMENT = {
  UV_THREADPOOL_SIZE: '20',
  JE_MALLOC_CONF: 'narenas:1,dirty_decay_ms:200,muzzy_decay_ms:0',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
} as const;
