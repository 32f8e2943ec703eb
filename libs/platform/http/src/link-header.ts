import { withoutQueryKey } from './query-string';

/** Another page of the same list: its relation to this one, and what differs in the query. */
export interface PageLink {
  readonly rel: 'next' | 'prev' | 'first' | 'last';
  readonly parameter: 'page' | 'cursor';
  readonly value: string;
}

/** RFC 8288 links made from the caller's query, without its API key. */
export const linkHeader = (publicUrl: string, url: string, links: readonly PageLink[]): string =>
  links
    .map(({ rel, parameter, value }) => {
      const target = new URL(withoutQueryKey(url), publicUrl);
      target.searchParams.set(parameter, value);
      return `<${publicUrl}${target.pathname}${target.search}>; rel="${rel}"`;
    })
    .join(', ');
