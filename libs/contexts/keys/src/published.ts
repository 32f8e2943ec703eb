/** Surely one of our API keys: text that only mentions their beginning is nobody's secret. */
const API_KEY = /svc_live_[0-9A-Za-z]{20,}/;
/** Anything that may be one, cut short or of another kind. */
const LIKE_A_KEY = /svc_[a-z]+_[0-9A-Za-z]{8,}/g;

/** Whether a text that is to be kept or shown holds one of our API keys; it is refused then. */
export const holdsKey = (text: string): boolean => API_KEY.test(text);

/** Percent-encoded letters, digits, underscores and percent signs, which no browser encodes by itself. */
const ENCODED_NEEDLESSLY = /%(?:3\d|[46][1-9a-f]|[57][0-9a]|5f|25)/i;
const ENCODINGS = 3;

/**
 * What arrives by itself, like a visitor's query, cannot be refused: one of our API keys sent along by mistake goes neither
 * to the destination nor into a record, percent-encoded or not. Of a text in which a key is encoded, the whole word is
 * replaced: what stands between delimiters of URLs and of JSON.
 */
export const withoutKeys = (text: string): string => {
  const plain = text.includes('svc_') ? text.replace(LIKE_A_KEY, 'redacted') : text;
  if (!ENCODED_NEEDLESSLY.test(plain)) return plain;
  return plain.replace(/[^&=?#/;,"\\\s]*%[^&=?#/;,"\\\s]*/g, (word) => (hidesKey(word) ? 'redacted' : word));
};

const hidesKey = (word: string): boolean => {
  let decoded = word;
  for (let times = 0; times < ENCODINGS && decoded.includes('%'); times += 1)
    decoded = decoded.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return decoded.search(LIKE_A_KEY) >= 0;
};
