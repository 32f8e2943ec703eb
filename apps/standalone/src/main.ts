import 'reflect-metadata';
import { runApp } from '@platform/process';
import { start } from './start';

// The journal's writes, lmdb's commits and password hashing share this pool. Node reads its size at the first use.
process.env['UV_THREADPOOL_SIZE'] ??= '8';

runApp({ start });
