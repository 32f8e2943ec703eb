import type { ImportLayout } from '../layout';
import { problemIf, textOf, titleOf } from '../values';

/** A text without slashes around it. A regular expression would go on from each slash of a long text to its end. */
const withoutSlashes = (text: string): string => {
  let [start, end] = [0, text.length];
  while (text[start] === '/') start += 1;
  while (end > start && text[end - 1] === '/') end -= 1;
  return text.slice(start, end);
};

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
    const alias = textOf(row['keyword']) ?? (withoutSlashes(textOf(row['source']) ?? '') || undefined);
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
