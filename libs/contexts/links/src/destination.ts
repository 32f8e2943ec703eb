import { parseUrl } from '@kernel';
import { holdsKey } from '../../keys/src/published';

/** Longest destination in characters, as sent and as it goes into a Location header. */
export const MAX_DESTINATION = 8_192;

/**
 * Characters that WHATWG's parser silently drops or changes, or that hide an address from a reader: C0, DEL, C1,
 * backslash, bidirectional controls, lone surrogates.
 */
const TREACHEROUS = /[\u0000-\u001f\u007f-\u009f\\\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u;

/** What is wrong with a destination, as a message for the caller; null when it is valid. */
export const problemWithDestination = (text: string): string | null => {
  if (text.length > MAX_DESTINATION) return `must have at most ${MAX_DESTINATION} characters`;
  if (TREACHEROUS.test(text)) return 'must not contain control characters, backslashes or bidirectional controls';
  const url = text === text.trim() ? parseUrl(text) : undefined;
  if (!url) return 'must be an absolute http or https URL';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must be an absolute http or https URL';
  if (!/^https?:\/\//i.test(text) || url.hostname === '') return 'must be an absolute http or https URL';
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text))
    return 'must not contain credentials';
  if (!isHost(url.hostname)) return 'must have a host name whose parts are 1 to 63 characters, 253 in all';
  if (url.href.length > MAX_DESTINATION) return `must have at most ${MAX_DESTINATION} characters once percent-encoded`;
  if (holdsKey(text)) return 'must not contain an API key';
  return null;
};

/** @param hostname as the URL parser gives it: in ASCII, an IPv6 address in brackets */
const isHost = (hostname: string): boolean => {
  const labels = hostname.replace(/\.$/, '').split('.');
  return hostname.length <= 254 && labels.every((label) => label !== '' && (label.length <= 63 || hostname[0] === '['));
};

/** Would this destination lead back to us? @param hosts own short hosts, lower case, with a port where there is one */
export const leadsTo = (destination: string, hosts: ReadonlySet<string>): boolean => {
  const { host, hostname, protocol } = new URL(destination);
  const port = protocol === 'https:' ? '443' : '80';
  return [host, host === hostname ? `${hostname}:${port}` : host].some((candidate) =>
    hosts.has(candidate.replace(/\.(?=:|$)/, '')),
  );
};
