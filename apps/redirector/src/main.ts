import cluster from 'node:cluster';
import { runApp } from '@platform/process';
import { startRedirector } from './start-redirector';
import { startWorker } from './worker';

// The journal's writes and lmdb's commits share this pool; libuv reads its size once, before its first use.
process.env['UV_THREADPOOL_SIZE'] ??= '8';

runApp({ requires: ['DATABASE_URL', 'VISITOR_SECRET'], start: cluster.isPrimary ? startRedirector : startWorker });
