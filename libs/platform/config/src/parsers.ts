import { PLANS, parseUrl } from '@kernel';
import { isIP } from 'node:net';
import { z } from 'zod';

/** Parsers of single variables. Each takes the text of a variable; its error says in plain words what was expected. */

const parser = <T>(expected: string, read: (text: string) => T | undefined) =>
  z.string().transform((text, context) => {
    const value = read(text.trim());
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `must be ${expected}` });
    return z.NEVER;
  });

export const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
  parser(`one of ${values.join(', ')}`, (text) => values.find((value): value is T[number] => value === text));

export const trueOrFalse = parser('true or false', (text) =>
  text === 'true' || text === 'false' ? text === 'true' : undefined,
);

export const port = parser('a port from 1 to 65535', (text) => {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= 65_535 ? value : undefined;
});

export const count = (most: number, least = 1) =>
  parser(`a whole number from ${least} to ${most}`, (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    return value >= least && value <= most ? value : undefined;
  });

const originOf = (text: string): string | undefined => {
  const url = parseUrl(text.trim());
  const bare = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#@]/.test(text);
  return bare && url.pathname === '/' ? url.origin : undefined;
};

export const origin = parser(
  'an http(s) origin without path, query or user info, like https://go.example.com',
  originOf,
);

export const origins = parser(
  'a comma list of http(s) origins, like https://app.example.com,http://localhost:5173',
  (text) => {
    const read = text.split(',').map(originOf);
    return read.every((one) => one !== undefined) ? [...new Set(read)] : undefined;
  },
);

const hostOf = (text: string): string | undefined => {
  const host = text.trim().toLowerCase();
  const url = /^[a-z0-9.:[\]-]+$/.test(host) ? parseUrl(`http://${host}`) : undefined;
  return url && (url.host === host || `${url.host}:80` === host) ? host : undefined;
};

export const hosts = parser('a comma list of host or host:port, like go.example.com,localhost:3000', (text) => {
  const read = text.split(',').map(hostOf);
  return read.every((host) => host !== undefined) ? [...new Set(read)] : undefined;
});

export const brokers = parser('a comma list of host:port, like kafka-1:9092,kafka-2:9092', (text) => {
  const read = text.split(',').map((entry) => (/:\d{1,5}$/.test(entry.trim()) ? hostOf(entry) : undefined));
  return read.every((host) => host !== undefined) ? [...new Set(read)] : undefined;
});

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** Vendors write these names in capitals. */
export const kafkaMechanism = parser(`one of ${MECHANISMS.join(', ')}`, (text) =>
  MECHANISMS.find((mechanism) => mechanism === text.toLowerCase()),
);

export const serverUrl = (...protocols: string[]) =>
  parser(`a URL starting with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`, (text) => {
    const url = parseUrl(text);
    return url && url.host !== '' && protocols.includes(url.protocol.slice(0, -1)) ? text : undefined;
  });

const NODES = /^((?:esdb|kurrentdb)(?:\+discover)?):\/\/((?:[^@/?]+@)?)([^@/?]+)(\/?(?:\?.*)?)$/;

/** One node, or several separated by commas. A URL allows only one, so each node is checked as a URL of its own. */
export const eventStoreUrl = parser(
  'a connection string like esdb://host:2113?tls=false or esdb+discover://user:password@host1:2113,host2:2113',
  (text) => {
    const [, scheme, account, nodes = '', rest] = NODES.exec(text) ?? [];
    const isNode = (node: string) => (parseUrl(`${scheme}://${account}${node}${rest}`)?.hostname ?? '') !== '';
    return scheme !== undefined && nodes.split(',').every(isNode) ? text : undefined;
  },
);

export const text = (minimum: number, maximum: number) =>
  parser(`${minimum} to ${maximum} characters`, (value) =>
    value.length >= minimum && value.length <= maximum ? value : undefined,
  );

export const email = parser('an e-mail address', (value) =>
  /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(value) ? value : undefined,
);

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** An address, or a network in CIDR notation. */
const isNetwork = (value: string): boolean => {
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

const isRange = (value: string): boolean => isNetwork(value) || NAMED_RANGES.includes(value);

const HOST_NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/** Where requests may go besides the public internet. A name that the URL parser takes for an address is refused. */
export const egressAllow = parser(
  'a comma list of addresses, CIDR ranges and host names, like 10.0.0.0/8,hooks.internal',
  (value) => {
    const entries = value.split(',').map((entry) => entry.trim().toLowerCase());
    const isName = (entry: string) => HOST_NAME.test(entry) && hostOf(entry) === entry && isIP(entry) === 0;
    return entries.every((entry) => isNetwork(entry) || isName(entry)) ? [...new Set(entries)] : undefined;
  },
);

const isDnsServer = (value: string): boolean => {
  const [, six, four = '', port = '53'] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::(\d{1,5}))?$/i.exec(value) ?? [];
  const isAddress = six === undefined ? isIP(four) === 4 : isIP(six) === 6;
  return isIP(value) > 0 || (isAddress && Number(port) >= 1 && Number(port) <= 65_535);
};

export const dnsServers = parser(
  'a comma list of addresses, with a port if it is not 53, like 10.0.0.2,[::1]:5353',
  (value) => {
    const servers = value.split(',').map((server) => server.trim());
    return servers.every(isDnsServer) ? servers : undefined;
  },
);

/** Whose X-Forwarded-For to trust: nobody's, anybody's, or the named peers'. A hop count proves nothing: refused. */
export const trustProxy = parser(
  'true, false, or a comma list of addresses, CIDR ranges, loopback, linklocal, uniquelocal',
  (value) => {
    if (value === 'true' || value === 'false') return value === 'true';
    const ranges = value.split(',').map((range) => range.trim());
    return ranges.every(isRange) ? ranges : undefined;
  },
);

const LONGEST_DAYS = 36_500;

/** Days by plan. A plan that is not named keeps its clicks for ever, as 0 does. */
export const clickRetention = parser('days by plan, 0 for good, like free=30,pro=365,enterprise=0', (value) => {
  const days = { free: 0, pro: 0, enterprise: 0 };
  const named = new Set<string>();
  for (const part of value.split(',')) {
    const [, name, count] = /^\s*(\w+)\s*=\s*(\d{1,5})\s*$/.exec(part) ?? [];
    const plan = PLANS.find((known) => known === name);
    if (plan === undefined || named.has(plan) || Number(count) > LONGEST_DAYS) return undefined;
    named.add(plan);
    days[plan] = Number(count);
  }
  return days;
});
