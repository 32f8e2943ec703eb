import type { IncomingMessage } from 'node:http';
import type { ClientOrigin } from './client-address';

/**
 * Headers of Cloudflare, CloudFront, Vercel and App Engine. The last one is for Fastly and others: they have no
 * header of their own, but can be configured to send it. The first header that is present decides.
 */
export const COUNTRY_HEADERS = [
  'cf-ipcountry',
  'cloudfront-viewer-country',
  'x-vercel-ip-country',
  'x-appengine-country',
  'x-country-code',
] as const;

const COUNTRY = /^[A-Z]{2}$/;
/** CDNs send these for an address without a country. `T1`, for Tor, does not match COUNTRY. */
const UNKNOWN = new Set(['XX', 'ZZ']);

/** The country that a CDN has found for the visitor, ISO 3166-1 alpha-2; null unless a trusted proxy sends one. */
export const cdnCountry = (req: IncomingMessage, origin: ClientOrigin): string | null => {
  for (const name of COUNTRY_HEADERS) {
    const value = req.headers[name];
    if (value === undefined) continue;
    const country = String(value).trim().toUpperCase();
    return COUNTRY.test(country) && !UNKNOWN.has(country) && origin.isProxied(req) ? country : null;
  }
  return null;
};
