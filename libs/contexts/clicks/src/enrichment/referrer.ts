import { parseUrl } from '@kernel';

export interface Referrer {
  /** Host of the page that linked here, lower case, without `www.`; of an app its package name. Empty when unknown. */
  readonly referrer: string;
  /** That page without user info, query and fragment, because they may hold private data. */
  readonly referrer_url: string;
}

const NONE: Referrer = { referrer: '', referrer_url: '' };
const LONGEST_HOST = 255;
const LONGEST_URL = 2_048;
const PAGES = new Set(['http:', 'https:']);
const APPS = new Set(['android-app:', 'ios-app:']);

/** Describes any text of a Referer header. A short host of our own is treated like any other host. */
export const describeReferrer = (referer: string): Referrer => {
  const text = referer.trim();
  const url = parseUrl(text);
  if (!url || url.hostname === '') return NONE;
  if (!PAGES.has(url.protocol) && !APPS.has(url.protocol)) return NONE;
  const host = url.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\.(?=.+\.)/, '');
  if (host === '' || host.length > LONGEST_HOST) return NONE;
  return { referrer: host, referrer_url: `${url.protocol}//${url.host}${url.pathname}`.slice(0, LONGEST_URL) };
};
