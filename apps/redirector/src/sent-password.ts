import type { IncomingMessage } from 'node:http';
import { firstValues } from '@contexts/clicks';
import type { PasswordRefusal } from './answers';

const passwordIn = firstValues(['password']);
const MOST_BYTES = 4_096;
const DEADLINE_MS = 5_000;

interface Unreadable {
  readonly code: PasswordRefusal;
}

/** By request: a body comes once. */
const known = new WeakMap<IncomingMessage, Promise<string | Unreadable>>();

/**
 * The field `password` of a body, form-encoded or JSON, of at most 4 kB within 5 s; or why there is none. The same for
 * a request that is asked for again.
 */
export const sentPassword = (req: IncomingMessage): Promise<string | Unreadable> => {
  const sent = known.get(req) ?? passwordOf(req);
  known.set(req, sent);
  return sent;
};

const passwordOf = async (req: IncomingMessage): Promise<string | Unreadable> => {
  const [type = ''] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  const read = READERS.get(type.trim());
  if (!read || req.headers['content-encoding'] !== undefined) return { code: 'unsupported_media_type' };
  const body = await bodyOf(req);
  if (!Buffer.isBuffer(body)) return body;
  try {
    const password = read(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof password === 'string' && password !== '' ? password : { code: 'invalid_request' };
  } catch {
    return { code: 'invalid_request' };
  }
};

const READERS: ReadonlyMap<string, (text: string) => unknown> = new Map([
  ['application/x-www-form-urlencoded', (text) => passwordIn(text).get('password')],
  [
    'application/json',
    (text) => {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null && 'password' in value ? value.password : undefined;
    },
  ],
]);

const bodyOf = (req: IncomingMessage): Promise<Buffer | Unreadable> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (result: Buffer | Unreadable): void => {
      clearTimeout(timer);
      req.off('data', take);
      resolve(result);
    };
    const timer = setTimeout(() => end({ code: 'request_timeout' }), DEADLINE_MS);
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > MOST_BYTES) return end({ code: 'payload_too_large' });
      chunks.push(chunk);
    };
    req.on('data', take);
    req.once('end', () => end(Buffer.concat(chunks)));
    req.once('close', () => end({ code: 'invalid_request' }));
    req.once('error', () => end({ code: 'invalid_request' }));
  });
