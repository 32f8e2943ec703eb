import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** An API key: `svc_live_`, 43 characters of base62 (256 bits), 6 characters of base62 CRC32 of everything before. */
const PREFIX = 'svc_live_';
const RANDOM = 43;
const CHECK = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^svc_live_[0-9A-Za-z]{49}$/;

/** Bytes from here on are skipped, because they would make some characters likelier than others. */
const FAIR = 256 - (256 % BASE62.length);

const checksum = (text: string): string => {
  let rest = crc32(text);
  let check = '';
  for (let digit = 0; digit < CHECK; digit += 1) {
    check = BASE62.charAt(rest % 62) + check;
    rest = Math.floor(rest / 62);
  }
  return check;
};

/** @param randomBytes gives that many cryptographically random bytes. */
export const mintToken = (randomBytes: (size: number) => Uint8Array): string => {
  let token = PREFIX;
  while (token.length < PREFIX.length + RANDOM) {
    for (const byte of randomBytes(64)) {
      if (byte < FAIR && token.length < PREFIX.length + RANDOM) token += BASE62.charAt(byte % 62);
    }
  }
  return token + checksum(token);
};

/**
 * The public start of a well-formed key, `svc_live_` and 4 characters; undefined for a text whose checksum is wrong.
 */
export const parseToken = (token: string): { readonly start: string } | undefined => {
  if (!SHAPE.test(token)) return undefined;
  const body = token.slice(0, -CHECK);
  return checksum(body) === token.slice(-CHECK) ? { start: token.slice(0, PREFIX.length + 4) } : undefined;
};

/** HMAC-SHA256 of the whole token, 32 bytes: all that is ever stored of a key. */
export const hashToken = (token: string, pepper: string | Buffer): Buffer =>
  createHmac('sha256', pepper).update(token).digest();
