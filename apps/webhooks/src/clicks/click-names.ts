import { type NamedClick, namedClick } from '@contexts/webhooks';
import { shortUrlsOf } from '@contexts/links';
import type { NewerClick } from '@platform/analytics-store';
import { linkNames } from '@platform/read-store';
import type { Pool } from 'pg';

/** A click that a webhook may get, with its place in its source. */
export interface ReadClick extends Pick<NewerClick, 'source' | 'seq'> {
  readonly click: NamedClick;
}

/** Adds the names of links to clicks of a workspace, from Postgres. @param publicUrl gives short URLs their scheme */
export const clickNames = (pool: Pick<Pool, 'query'>, publicUrl: string) => {
  const shortUrl = shortUrlsOf(publicUrl);
  return async (workspaceId: string, clicks: readonly NewerClick[]): Promise<readonly ReadClick[]> => {
    const names = await linkNames(pool, workspaceId, [...new Set(clicks.map(({ record }) => record.link_id))]);
    return clicks.map(({ source, seq, record }) => ({
      source,
      seq,
      click: namedClick(record, names.get(record.link_id), shortUrl),
    }));
  };
};
