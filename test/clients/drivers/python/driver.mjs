import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interpreter } from './environment.mjs';

const here = dirname(fileURLToPath(import.meta.url));

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
    from: 'and maybe_done and',
    to: 'and False and',
    caughtBy: 'a repeated DELETE that finds nothing is done',
  },
];

export const faults = faultsOf('_sync');
