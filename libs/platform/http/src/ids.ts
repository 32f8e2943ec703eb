import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const POOL = Buffer.alloc(4096);
let used = POOL.length;

let stamp = '';
let stampedAt = -1;

const timePart = (now: number): string => {
  if (now === stampedAt) return stamp;
  let rest = now;
  let text = '';
  for (let digit = 0; digit < 10; digit += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  stampedAt = now;
  return (stamp = text);
};

const randomPart = (): string => {
  if (used + 16 > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  let text = '';
  for (let digit = 0; digit < 16; digit += 1) text += ALPHABET.charAt((POOL[used + digit] ?? 0) & 31);
  used += 16;
  return text;
};

/**
 * `<prefix>_<ULID>`: 48 bits of time in milliseconds, 80 of randomness; sorts by time, in no order within a
 * millisecond.
 */
export const timeOrderedId = (prefix: string, now: number = Date.now()): string =>
  `${prefix}_${timePart(now)}${randomPart()}`;

const VALID_REQUEST_ID = /^[A-Za-z0-9_.:-]{1,128}$/;

/** A key that a caller sends by mistake must not reach the log. */
const HOLDS_KEY = /svc_[a-z]+_/;

/** The caller's X-Request-Id if it is 1 to 128 letters, digits or `_ . : -` and holds no API key; else a new id. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && VALID_REQUEST_ID.test(given) && !HOLDS_KEY.test(given) ? given : timeOrderedId('req');
