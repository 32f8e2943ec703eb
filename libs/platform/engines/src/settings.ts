import type { PostgresEndpoint } from './endpoint';

/**
 * The server's settings, passed on its command line so that an older database gets today's settings. Nothing here
 * weakens durability: fsync, full_page_writes and synchronous_commit keep their default, on.
 */
export function serverArguments(directory: string, { host, port }: PostgresEndpoint, maxConnections = 60): string[] {
  const socket = host.startsWith('/');
  const settings = {
    listen_addresses: socket ? '' : host,
    // Doubled quotes, because the setting is a list and a path may hold a comma or a space.
    unix_socket_directories: socket ? `"${host}"` : '',
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: String(maxConnections),

    shared_buffers: '96MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    random_page_cost: '1.1',
    // For one or two cores parallel plans and JIT cost more than they bring, and /dev/shm is small in containers.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    io_method: 'sync',

    // Rare, spread-out checkpoints: frequent ones would slow the slowest requests.
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    max_wal_size: '1GB',
    min_wal_size: '128MB',
    // The only compression that this server knows, pglz, triples the CPU of a write after a checkpoint.
    wal_compression: 'off',
    wal_level: 'replica',
    max_wal_senders: '0',

    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    // No statement and no detail: they would carry rows, and so secrets, into the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  return ['-D', directory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
