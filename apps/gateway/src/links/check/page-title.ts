const LONGEST = 255;
// No part of it goes past a `<`: a page of many beginnings must not be read to its end from each.
const TITLE = /<title(?:\s[^<>]*)?>([^<]*)</i;
const CHARSET = /charset\s*=\s*["']?([\w-]+)/i;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi;

/**
 * The title of an HTML page in one line; null without one.
 * @param page its beginning @param type its media type, which may name the charset
 */
export const pageTitle = (page: Buffer, type: string): string | null => {
  const charset = CHARSET.exec(type)?.[1] ?? CHARSET.exec(page.toString('latin1'))?.[1] ?? 'utf-8';
  const written = TITLE.exec(decoded(page, charset))?.[1] ?? '';
  const title = written
    .replace(ENTITY, characterOf)
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim();
  return title === '' ? null : [...title].slice(0, LONGEST).join('');
};

const decoded = (page: Buffer, charset: string): string => {
  try {
    return new TextDecoder(charset).decode(page);
  } catch {
    return page.toString();
  }
};

const characterOf = (entity: string, decimal?: string, hexadecimal?: string, name = ''): string => {
  const code = decimal ? Number(decimal) : hexadecimal ? parseInt(hexadecimal, 16) : 0;
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
  return isCharacter ? String.fromCodePoint(code) : (NAMED[name.toLowerCase()] ?? entity);
};
