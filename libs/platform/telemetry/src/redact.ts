/** Replaces a secret. */
export const REDACTED = '[redacted]';

const SECRET_NAME = /key|token|secret|passw|pwd|auth|sig|credential|^ticket$|^code$|^pass$|^otp$|^session/i;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const redactPairs = (pairs: string): string =>
  pairs
    .split(/([&;])/)
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals > 0 && SECRET_NAME.test(decoded(pair.slice(0, equals)))
        ? `${pair.slice(0, equals)}=${REDACTED}`
        : pair;
    })
    .join('');

/**
 * A URL, absolute or not, without its user info and without the values of query and fragment parameters whose names
 * suggest secrets (`api_key`, `token`, `sig` …, percent-encoded or not). It takes any text and never throws.
 */
export const redactUrl = (url: string): string => {
  const end = url.search(/[?#]/);
  const [before, after] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
  const bare = before.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/\\]*@/i, `$1//${REDACTED}@`);
  return (
    bare +
    after
      .split(/([?#])/)
      .map((part) => redactPairs(part))
      .join('')
  );
};

/**
 * The last filter before a log: it removes our own keys, JWTs, user info, query secrets and the values of secret fields
 * from a finished JSON line, at any depth and in any message or stack trace.
 */
export const redactLine = (line: string): string => (SUSPECT.test(line) ? cut(line) : line);

const SUSPECT = /svc_live_|ticket|eyJ|@|whsec_|passw|secret|token|authorization|api[-_]?key|bearer/i;

const cut = (line: string): string =>
  line
    .replace(
      /("(?:[\w-]*passw(?:or)?d[\w-]*|[\w-]*secret|[\w-]*token|authorization|[\w-]*api[-_]?key|cookie|set-cookie)":)(?:"(?:[^"\\]|\\.)*"|\[(?:"(?:[^"\\]|\\.)*",?)*\])/gi,
      `$1"${REDACTED}"`,
    )
    .replace(/svc_live_[0-9A-Za-z]{5,}/g, `svc_live_${REDACTED}`)
    .replace(/whsec_[0-9A-Za-z+/=_-]{5,}/g, `whsec_${REDACTED}`)
    .replace(/\bticket_[\w-]{20,}/g, `ticket_${REDACTED}`)
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, REDACTED)
    .replace(/\b(bearer|basic) +[^\s"\\]+/gi, `$1 ${REDACTED}`)
    .replace(/:\/\/[^\s"\\/?#]*@/g, `://${REDACTED}@`)
    .replace(/([?&;][\w%-]*(?:key|token|secret|passw|sig|ticket)[\w%-]*=)[^&;\s"\\#]+/gi, `$1${REDACTED}`);
