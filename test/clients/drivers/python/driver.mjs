import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const cache = join(here, '../../../../.cache');
const NEEDED = 'httpx2>=2.16,<3';

/** A Python with httpx2: `{ python }`, or `{ skipped }` with the reason. Its environment is made once, in `.cache`. */
export const interpreter = () => {
  const { status, stdout } = run('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])']);
  const version = stdout?.trim() ?? '';
  if (status !== 0) return { skipped: 'python3 is not installed' };
  if (Number(version.split('.')[1]) < 11) return { skipped: `python3 is ${version}, and 3.11 is needed` };
  const environment = join(cache, `clients-python-${version}`);
  const python = join(environment, 'bin/python');
  return existsSync(python) ? { python } : made(environment, python);
};

/** It is made beside its place and renamed when it is whole: several processes may make it at a time. */
const made = (environment, python) => {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(`${environment}-`);
  try {
    if (run('python3', ['-m', 'venv', draft]).status !== 0)
      return { skipped: 'python3 cannot make an environment (venv)' };
    const { status } = run(join(draft, 'bin/python'), ['-m', 'pip', 'install', '--quiet', NEEDED]);
    if (status !== 0) return { skipped: `${NEEDED} cannot be installed` };
    if (!existsSync(python)) renameSync(draft, environment);
    return { python };
  } catch (error) {
    return existsSync(python) ? { python } : { skipped: `no environment of Python: ${error.message}` };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const run = (command, args) => spawnSync(command, args, { encoding: 'utf8', timeout: 120_000 });

/** @param flavour variables of the environment: `{ ASYNC: '1' }` for the asynchronous client */
export const driverOf = (library, flavour) => {
  const { python, skipped } = interpreter();
  if (skipped) return { skipped };
  const env = { PYTHONPATH: join(library, 'src'), PYTHONDONTWRITEBYTECODE: '1', ...flavour };
  return { command: [python, join(here, 'driver.py')], env };
};

export const available = async ({ library }) => driverOf(library, { ASYNC: '0' });

/** @param form the folder of the client: `_sync` or `_async` */
export const faultsOf = (form) => [
  {
    name: 'a new key for each attempt',
    file: 'src/waymark/_core/call.py',
    from: '"X-Waymark-Retry": str(attempt)}',
    to: '"X-Waymark-Retry": str(attempt), "Idempotency-Key": str(uuid.uuid4())}',
    caughtBy: 'a 503 is repeated under one key',
  },
  {
    name: 'Retry-After ignored',
    file: 'src/waymark/_core/call.py',
    from: 'asked = retry_after_of(outcome.headers)',
    to: 'asked = None',
    caughtBy: 'Retry-After is kept',
  },
  {
    name: 'a cut file swallowed',
    file: `src/waymark/${form}/files.py`,
    from: 'raise self._broken(error) from error',
    to: 'return',
    caughtBy: 'an export that is cut raises',
  },
  {
    name: 'the signature of JSON that was written anew',
    file: 'src/waymark/webhooks.py',
    from: '".encode() + content',
    to: '".encode() + json.dumps(json.loads(content), separators=(",", ":")).encode()',
    caughtBy: 'a signature is accepted',
  },
  {
    name: 'redirects followed',
    file: `src/waymark/_core/${form.slice(1)}_io.py`,
    from: 'Client()',
    to: 'Client(follow_redirects=True)',
    caughtBy: 'a redirect is refused',
  },
  {
    name: "a repeated DELETE's 404 raised",
    file: 'src/waymark/_core/call.py',
    from: 'and attempt > 0 and',
    to: 'and attempt > 99 and',
    caughtBy: 'a repeated DELETE that finds nothing is done',
  },
];

export const faults = faultsOf('_sync');
