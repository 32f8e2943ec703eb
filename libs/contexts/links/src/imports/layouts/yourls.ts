import type { ImportLayout } from '../layout';
import { problemIf, textOf, titleOf } from '../values';

/** The table of URLs, and the file of the plugin YOURLS-Import-Export. */
export const yourls: ImportLayout = {
  marks: [
    ['keyword', 'url'],
    ['source', 'target'],
  ],
  used: ['keyword', 'url', 'title', 'source', 'target'],
  ignored: ['timestamp', 'ip', 'clicks', 'hits'],
  linkOf: (row) => {
    // The plugin writes /keyword/.
    const alias = textOf(row['keyword']) ?? (textOf(row['source'])?.replace(/^\/+|\/+$/g, '') || undefined);
    return {
      body: {
        destination_url: textOf(row['url']) ?? textOf(row['target']),
        alias,
        title: titleOf(row['title']),
      },
      problems: problemIf(alias === undefined, 'keyword', 'is empty'),
    };
  },
};
