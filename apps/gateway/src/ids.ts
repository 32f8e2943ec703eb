import { createHash, randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** 16 bytes as 26 characters of Crockford's base 32, lower case; sorts as the bytes do. */
export const base32 = (bytes: Uint8Array): string => {
  let rest = 0n;
  for (const byte of bytes.subarray(0, 16)) rest = (rest << 8n) | BigInt(byte);
  let text = '';
  for (let digit = 0; digit < 26; digit += 1, rest >>= 5n) text = ALPHABET.charAt(Number(rest & 31n)) + text;
  return text;
};

/** UUID version 7 (RFC 9562): milliseconds first, then 74 random bits. Time-ordered and unguessable. */
export const uuidv7 = (now = Date.now()): string => {
  const bytes = randomFillSync(Buffer.allocUnsafe(16));
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** `<prefix>_<26 characters>` of a UUID: the same UUID, the same id. */
export const idOf = (prefix: string, uuid: string): string => `${prefix}_${base32(Buffer.from(uuid.replaceAll('-', ''), 'hex'))}`;

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A text's digest as part of an id: 128 bits, URL-safe, without dashes. */
export const digest = (text: string): string => base32(sha256(text));
