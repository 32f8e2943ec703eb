import type { ServerResponse } from 'node:http';
import type { Preview } from '@contexts/links';
import { escaped } from '@platform/pages';
import { ROBOTS } from './answers';

const meta = (attribute: 'name' | 'property', name: string, content: string | undefined): string =>
  content === undefined ? '' : `<meta ${attribute}="${name}" content="${escaped(content)}">`;

export interface Previewed {
  readonly preview: Preview;
  /** The link's title, for a preview without one. */
  readonly title: string | null;
  /** Host and alias. */
  readonly name: string;
}

/** A page with Open Graph fields for bots that preview links. It loads and runs nothing. */
export const previewPage = ({ preview, title: ownTitle, name }: Previewed): string => {
  const { title = ownTitle ?? name, description, image_url } = preview;
  const image = image_url === undefined ? undefined : new URL(image_url).href;
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>` +
    meta('name', 'robots', 'noindex') +
    meta('name', 'description', description) +
    meta('property', 'og:type', 'website') +
    meta('property', 'og:title', title) +
    meta('property', 'og:description', description) +
    meta('property', 'og:image', image) +
    meta('name', 'twitter:card', image === undefined ? 'summary' : 'summary_large_image') +
    `</head><body><h1>${escaped(title)}</h1>` +
    `${description === undefined ? '' : `<p>${escaped(description)}</p>`}</body></html>`
  );
};

/** @param head whether the request was a HEAD */
export const sendPreview = (res: ServerResponse, page: string, requestId: string, head: boolean): void => {
  res.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    [ROBOTS[0]]: ROBOTS[1],
    'x-request-id': requestId,
    'content-length': Buffer.byteLength(page),
  });
  res.end(head ? undefined : page);
};
