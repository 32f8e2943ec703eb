import { isIPv6 } from 'node:net';
import { parseUrl } from '@kernel';
import { readProblemOf, readTextFile } from './text-file';

/**
 * The hosts that a file lists, one a line, as the URL parser writes them: lower case, in ASCII, an IPv6 address in
 * brackets. What follows a # is a comment.
 * @throws Error whose message follows the name of the file or of its variable
 */
export const readHostList = (path: string): ReadonlySet<string> => {
  const hosts = new Set<string>();
  for (const [index, line] of readTextFile(path).split('\n').entries()) {
    const text = line.split('#', 1)[0]?.trim();
    if (!text) continue;
    const host = hostOf(text);
    if (host === undefined) throw new Error(`has no host name or address in line ${index + 1}`);
    hosts.add(host);
  }
  return hosts;
};

/** Why `readHostList` refuses this file, to follow its name; undefined when it does not. */
export const hostListProblem = (path: string): string | undefined => readProblemOf(() => readHostList(path));

/** Whether the list has this host or a domain above it. @param hostname of a parsed URL */
export const isListed = (hosts: ReadonlySet<string>, hostname: string): boolean => {
  for (let rest = unmapped(hostname.replace(/\.$/, '')); rest !== ''; rest = parentOf(rest))
    if (hosts.has(rest)) return true;
  return false;
};

const parentOf = (host: string): string => (host.includes('.') ? host.slice(host.indexOf('.') + 1) : '');

/** An IPv4 address written as IPv6 (`[::ffff:c000:201]`) leads to the same machine. */
const unmapped = (host: string): string => {
  const words = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host)?.slice(1) ?? [];
  const bytes = words.map((word) => parseInt(word, 16)).flatMap((word) => [word >> 8, word & 255]);
  return bytes.length > 0 ? bytes.join('.') : host;
};

const hostOf = (text: string): string | undefined => {
  // Lists may have a million lines, and parsing each as a URL takes seconds.
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]+$/.test(text) && !text.includes('xn--')) return text;
  const host = isIPv6(text) ? `[${text}]` : text;
  if (/[\s/?#@\\*%]|:\d+$/.test(host.replace(/^\[.*\]$/, ''))) return undefined;
  const name = parseUrl(`http://${host}`)?.hostname.replace(/\.$/, '');
  return name ? unmapped(name) : undefined;
};
