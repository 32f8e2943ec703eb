import { parseUrl } from '@kernel';

/** The name of a TXT record, `_waymark.<hostname>`, has at most 253 characters. */
const MOST_CHARS = 244;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * A hostname as DNS and the Host header have it: lower case, in ASCII (`xn--`), without a dot at its end.
 * @returns null for a text that is no public hostname: an address, a name of one label, or one with a port or a path
 */
export const canonicalHostname = (text: string): string | null => {
  if (text.length > 1_000 || !/^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61\u00b7\u200c\u200d-]+$/u.test(text)) return null;
  const url = parseUrl(`http://${text}/`);
  if (!url) return null;
  const hostname = url.hostname.replace(/\.$/, '');
  const labels = hostname.split('.');
  if (labels.length < 2 || hostname.length > MOST_CHARS || !labels.every((label) => LABEL.test(label))) return null;
  // The URL parser takes a name whose last label is a number for an address.
  return /^[a-z]/.test(labels.at(-1) ?? '') && labels.at(-1) !== 'localhost' ? hostname : null;
};

/** Whether a hostname is one of these or below one of them. @param hosts without ports */
export const isWithin = (hostname: string, hosts: Iterable<string>): boolean =>
  [...hosts].some((host) => hostname === host || hostname.endsWith(`.${host}`));
