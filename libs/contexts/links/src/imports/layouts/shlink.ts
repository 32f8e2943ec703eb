import type { ImportLayout } from '../layout';
import { tagsOf, textOf, titleOf } from '../values';

/** The web client's export, and the CSV of shlink-importer. */
export const shlink: ImportLayout = {
  marks: [['shortcode', 'longurl']],
  used: ['shortcode', 'longurl', 'domain', 'title', 'tags'],
  ignored: ['shorturl', 'createdat', 'visits'],
  linkOf: (row) => {
    const host = textOf(row['domain'])?.toLowerCase();
    const tags = textOf(row['tags']) ?? row['tags'];
    return {
      body: {
        destination_url: textOf(row['longurl']),
        alias: textOf(row['shortcode']),
        title: titleOf(row['title']),
        tags: tagsOf(tags, typeof tags === 'string' && !tags.includes(',') ? '|' : ','),
      },
      // The API's word for the default domain.
      host: host === 'default' ? undefined : host,
    };
  },
};
