import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const fromSources = join(here, '../../../support/typescript.cjs');

export const library = 'typescript';

/** From its sources; the package is tried by package.spec.ts. */
export const available = async ({ library }) => ({
  command: [process.execPath, '-r', fromSources, join(here, 'program.cjs')],
  env: { WAYMARK_LIBRARY: library },
});

export const faults = [
  {
    name: 'no idempotency key',
    file: 'src/core/request.ts',
    from: "...(operation.idempotent ? { 'idempotency-key'",
    to: "...(false ? { 'idempotency-key'",
    caughtBy: 'a 503 is repeated under one key',
  },
  {
    name: 'a key of its own for each attempt',
    file: 'src/core/attempts.ts',
    from: '...(repeats > 0 ?',
    to: "...(headers['idempotency-key'] ? { 'idempotency-key': crypto.randomUUID() } : {}), ...(repeats > 0 ?",
    caughtBy: 'an answer that is lost makes one link',
  },
  {
    name: 'Retry-After in milliseconds',
    file: 'src/core/attempts.ts',
    from: 'Math.ceil(error.retryAfter * 1_000)',
    to: 'error.retryAfter',
    caughtBy: 'Retry-After is kept',
  },
  {
    name: 'a cut that is swallowed',
    file: 'src/core/file.ts',
    from: 'throw signal.aborted ? signal.reason : new Cut(`the file was cut off: ${reasonOf(error)}`, { cause: error });',
    to: 'return undefined;',
    caughtBy: 'an export that is cut raises',
  },
  {
    name: 'a signature of JSON that was written anew',
    file: 'src/core/webhooks.ts',
    from: "const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;",
    to: 'const content = new TextEncoder().encode(JSON.stringify(JSON.parse(String(body))));',
    caughtBy: 'a signature is accepted',
  },
  {
    name: 'a timestamp that is not looked at',
    file: 'src/core/webhooks.ts',
    from: '> TOLERANCE',
    to: '> Infinity',
    caughtBy: 'an old signature is refused',
  },
  {
    name: 'redirects that are followed',
    file: 'src/core/attempts.ts',
    from: "redirect: 'manual'",
    to: "redirect: 'follow'",
    caughtBy: 'a redirect is refused',
  },
  {
    name: 'a lost secret that is not reported',
    file: 'src/core/client.ts',
    from: 'demandSecrets(operation, response, data);',
    to: '',
    caughtBy: 'a lost secret is reported',
  },
  {
    name: 'a temporary file that stays',
    file: 'src/core/file.ts',
    from: 'await rm(part, { force: true });',
    to: '',
    caughtBy: 'a saved export that is cut leaves no file',
  },
  {
    name: 'uploads that are all CSV',
    file: 'src/core/request.ts',
    from: 'return mediaTypeOf(file, mediaTypes);',
    to: 'return mediaTypes[0];',
    caughtBy: 'an NDJSON file is sent as such',
  },
  {
    name: 'a stream that starts anew',
    file: 'src/core/live.ts',
    from: 'await open(lastEventId)',
    to: 'await open(undefined)',
    caughtBy: 'live goes on after a cut',
  },
];
