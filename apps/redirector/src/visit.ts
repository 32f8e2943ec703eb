import type { IncomingMessage, ServerResponse } from 'node:http';
import { DEFAULT_DOMAIN } from '@contexts/links';
import type { LiveHost } from './redirect-hosts';
import type { AskedVisit } from './visit-facts';

/** One request while it is handled. */
export interface Visit extends AskedVisit {
  /** The host of a workspace; absent: one of our own. */
  readonly host?: LiveHost | undefined;
  readonly res: ServerResponse;
  readonly requestId: string;
  readonly alias: string;
  /** Hash of the link's password that the visitor has given. The link may have another one by now. */
  readonly admitted?: string;
}

export const domainOf = ({ host }: Visit): string => (host === undefined ? DEFAULT_DOMAIN : host.id);

const PURPOSE_CHARS = 128;

/** Why a browser asks, such as `prefetch`; empty for a visit. */
export const purposeOf = ({ headers }: IncomingMessage): string => {
  const [sec, plain, apple, mozilla] = [
    headers['sec-purpose'],
    headers['purpose'],
    headers['x-purpose'],
    headers['x-moz'],
  ];
  if (sec === undefined && plain === undefined && apple === undefined && mozilla === undefined) return '';
  return [sec, plain, apple, mozilla].filter(Boolean).join(', ').slice(0, PURPOSE_CHARS);
};
