/** Certainly one of our API keys: text that only mentions their prefix is not secret. */
const API_KEY = /svc_live_[0-9A-Za-z]{20,}/;
/** Text that may be a key, cut short or of another kind. */
const LIKE_A_KEY = /svc_[a-z]+_[0-9A-Za-z]{8,}/g;

/** Whether a text holds one of our API keys. Callers then refuse to store or return it. */
export const holdsKey = (text: string): boolean => API_KEY.test(text);

/** Percent-encoded letters, digits, underscores and percent signs, which no browser encodes by itself. */
const ENCODED_NEEDLESSLY = /%(?:3\d|[46][1-9a-f]|[57][0-9a]|5f|25)/i;
const ENCODINGS = 3;
/**
 * Matches in linear time: a pattern that also looked for the percent sign would try each start of a long word again.
 */
const WORD = /[^&=?#/;,"\\\s]+/g;

/**
 * Redacts API keys in a text that cannot be refused, like a visitor's query. A key sent by mistake, percent-encoded or
 * not, reaches neither the destination nor a record. Where a key is encoded, the whole word between delimiters of URLs
 * and of JSON is replaced.
 */
export const withoutKeys = (text: string): string => {
  const plain = text.includes('svc_') ? text.replace(LIKE_A_KEY, 'redacted') : text;
  if (!ENCODED_NEEDLESSLY.test(plain)) return plain;
  return plain.replace(WORD, (word) => (word.includes('%') && hidesKey(word) ? 'redacted' : word));
};

const hidesKey = (word: string): boolean => {
  let decoded = word;
  for (let times = 0; times < ENCODINGS && decoded.includes('%'); times += 1)
    decoded = decoded.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return decoded.search(LIKE_A_KEY) >= 0;
};
