import type { IncomingMessage } from 'node:http';
import type { ClientOrigin } from './client-address';

/**
 * Cloudflare, CloudFront, Vercel, App Engine; and what Fastly and others can be configured to send, who have no header of their own
 * for it. The first that is there decides.
 */
const HEADERS = [
  'cf-ipcountry',
  'cloudfront-viewer-country',
  'x-vercel-ip-country',
  'x-appengine-country',
  'x-country-code',
] as const;

const COUNTRY = /^[A-Z]{2}$/;
/** Said of an address that is nowhere; `T1`, of Tor, and `ZZ` are no countries either. */
const UNKNOWN = new Set(['XX', 'ZZ']);

/** The country that a CDN in front has found for the visitor, ISO 3166-1 alpha-2; null unless a trusted proxy tells one. */
export const cdnCountry = (req: IncomingMessage, origin: ClientOrigin): string | null => {
  for (const name of HEADERS) {
    const value = req.headers[name];
    if (value === undefined) continue;
    const country = String(value).trim().toUpperCase();
    return COUNTRY.test(country) && !UNKNOWN.has(country) && origin.isProxied(req) ? country : null;
  }
  return null;
};
