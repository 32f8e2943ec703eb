// Builds the driver of the Go library against a folder of it. Neither library nor driver needs a module from elsewhere.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const cache = join(here, '../../../../.cache');
const run = promisify(execFile);

/** @param library absolute folder of the library to drive */
export const available = async ({ library }) => {
  const env = { ...process.env, GOFLAGS: '', GOPROXY: 'off', GOTOOLCHAIN: 'local', GOWORK: 'off' };
  const version = await versionOf(env);
  if (!version) return { skipped: 'go is not installed' };
  if (version[0] < 1 || (version[0] === 1 && version[1] < 24)) return { skipped: `go ${version.join('.')} is too old` };
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'driver-go-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const manifest = readFileSync(join(here, 'go.mod'), 'utf8').replace(/=> .*/, `=> ${JSON.stringify(library)}`);
  writeFileSync(join(folder, 'go.mod'), manifest);
  const program = join(folder, 'driver');
  await run('go', ['build', '-buildvcs=false', `-modfile=${join(folder, 'go.mod')}`, '-o', program, '.'], {
    cwd: here,
    env,
  });
  return { command: [program], env: {} };
};

const versionOf = async (env) => {
  try {
    const { stdout } = await run('go', ['env', 'GOVERSION'], { env });
    return /go(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number);
  } catch {
    return undefined;
  }
};

export const library = 'go';

/** Faults that the suite must catch. */
export const faults = [
  {
    name: 'no idempotency key',
    file: 'send.go',
    from: 'got, err := call.attempt(ctx, &set, attempt)',
    to: 'set.idempotencyKey = ""\n\t\tgot, err := call.attempt(ctx, &set, attempt)',
    caughtBy: 'an answer that is lost makes one link',
  },
  {
    name: 'a new key for each attempt',
    file: 'send.go',
    from: 'got, err := call.attempt(ctx, &set, attempt)',
    to: 'set.idempotencyKey = newKey()\n\t\tgot, err := call.attempt(ctx, &set, attempt)',
    caughtBy: 'a 503 is repeated under one key',
  },
  {
    name: 'Retry-After is ignored',
    file: 'send.go',
    from: 'if failure.waitTold {',
    to: 'if false && failure.waitTold {',
    caughtBy: 'Retry-After is kept',
  },
  {
    name: 'a cut file is taken for whole',
    file: 'stream.go',
    from: 's.failed = s.op.broken(s.parent, s.ctx, err, ErrCut)',
    to: 's.failed = io.EOF',
    caughtBy: 'an export that is cut raises',
  },
  {
    name: 'redirects are followed',
    file: 'options.go',
    from: 'own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }',
    to: 'own.CheckRedirect = nil',
    caughtBy: 'a short URL is not followed',
  },
  {
    name: 'a repeated DELETE fails when nothing is left',
    file: 'send.go',
    from: 'if maybeDone && call.op.deletes()',
    to: 'if attempt > 9 && maybeDone && call.op.deletes()',
    caughtBy: 'a repeated DELETE that finds nothing is done',
  },
  {
    name: 'signatures are not compared',
    file: 'webhook.go',
    from: 'ok && err == nil && hmac.Equal(given, sum)',
    to: 'ok && err == nil && len(given) == len(sum)',
    caughtBy: 'a wrong signature is refused',
  },
];
