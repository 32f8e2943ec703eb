import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The last six characters of a key for the text before them: its CRC32 in base62, computed independently. */
export const checkOf = (text: string): string => {
  let check = '';
  for (let rest = crc32(text), digit = 0; digit < 6; digit += 1, rest = Math.floor(rest / 62))
    check = `${BASE62[rest % 62]}${check}`;
  return check;
};

/** A key of the right form that was never issued. */
export const strangeKey = (): string => {
  const body = `svc_live_${Array.from({ length: 43 }, () => BASE62[Math.floor(Math.random() * 62)]).join('')}`;
  return body + checkOf(body);
};
