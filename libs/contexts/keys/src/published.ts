import { decodeWords } from './decode-words';
export * from './actor.schema';

/** Certainly one of our API keys: text that only mentions their prefix is not secret. */
const API_KEY = /svc_live_[0-9A-Za-z]{20,}/;
/** Text that may be a key, cut short or of another kind. `svc_billing_newsletter` is words: small letters alone. */
const LIKE_A_KEY = /svc_[a-z]+_(?=[a-z]*[0-9A-Z])[0-9A-Za-z]{8,}/g;

/** Whether a text holds one of our API keys. Callers then refuse to store or return it. */
export const holdsKey = (text: string): boolean => API_KEY.test(text);

/** Percent-encoded letters, digits, underscores and percent signs, which no browser encodes by itself. */
const ENCODED_NEEDLESSLY = /%(?:3\d|[46][1-9a-f]|[57][0-9a]|5f|25)/i;
/**
 * Redacts API keys in a text that cannot be refused, like a visitor's query. A key sent by mistake, percent-encoded or
 * not, reaches neither the destination nor a record. Where a key is encoded, the whole word between delimiters of URLs
 * and of JSON is replaced.
 */
export const withoutKeys = (text: string): string => {
  const plain = text.includes('svc_') ? text.replace(LIKE_A_KEY, 'redacted') : text;
  return ENCODED_NEEDLESSLY.test(plain) ? withoutEncodedKeys(plain) : plain;
};

const DELIMITER = /([&=?#/;,"\\\s])/;

/** Decoding keeps the delimiters of the text and makes no further ones, so the words of both correspond. */
const withoutEncodedKeys = (text: string): string => {
  const decoded = decodeWords(text);
  if (decoded.search(LIKE_A_KEY) < 0) return text;
  const words = decoded.split(DELIMITER);
  return text
    .split(DELIMITER)
    .map((word, index) => ((words[index] ?? '').search(LIKE_A_KEY) < 0 ? word : 'redacted'))
    .join('');
};
