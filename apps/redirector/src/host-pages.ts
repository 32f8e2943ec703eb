import type { RefusalCode } from './answers';
import type { DeepLinkName, LiveHost } from './redirect-hosts';

/** Where the host of a workspace leads instead of a refusal; null for nowhere. */
export const pageOfHost = (host: LiveHost, code: RefusalCode): string | null => {
  if (code === 'not_found') return hrefOf(host.not_found_url);
  return code === 'link_expired' || code === 'click_limit_reached' ? hrefOf(host.expired_url) : null;
};

const DOCUMENTS: Readonly<Record<string, DeepLinkName>> = {
  '/.well-known/apple-app-site-association': 'apple_app_site_association',
  '/.well-known/assetlinks.json': 'assetlinks',
};

/** What the host of a workspace has at a path that is not an alias; undefined for nothing. */
export const pathOfHost = (
  host: LiveHost,
  url: string,
): { readonly location: string } | { readonly document: string } | undefined => {
  const name = deepLinkAt(url);
  const document = name && host.deepLinks(name);
  if (document) return { document };
  const location = pathIn(url) === '/' ? hrefOf(host.root_url) : null;
  return location === null ? undefined : { location };
};

/** Which document of deep links is at a path. */
export const deepLinkAt = (url: string): DeepLinkName | undefined => {
  const path = pathIn(url);
  return Object.hasOwn(DOCUMENTS, path) ? DOCUMENTS[path] : undefined;
};

const pathIn = (url: string): string => url.split('?', 1)[0] ?? '';

/** A Location header is ASCII. */
const hrefOf = (url: string | null): string | null => (url === null ? null : new URL(url).href);
