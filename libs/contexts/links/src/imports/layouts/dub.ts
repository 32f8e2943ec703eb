import type { ImportLayout } from '../layout';
import { hostBesides, isTrue, problemIf, shortUrlOf, tagsOf, textOf } from '../values';

const SHARED_HOSTS = [
  'dub.sh',
  'dub.link',
  'chatg.pt',
  'spti.fi',
  'stey.me',
  'git.new',
  'amzn.id',
  'cal.link',
  'fig.page',
  'ggl.link',
];

/** The file of "Export links": https://dub.co/help/article/how-to-export-links */
export const dub: ImportLayout = {
  marks: [['shortlink', 'destinationurl']],
  used: ['shortlink', 'destinationurl', 'tags', 'archived'],
  ignored: ['clicks', 'leads', 'conversions', 'sales', 'revenue', 'linkid', 'createdat', 'updatedat'],
  linkOf: (row) => {
    const short = shortUrlOf(row['shortlink']);
    // The root of a domain redirects, too.
    const alias = short?.alias === '_root' ? undefined : short?.alias || undefined;
    return {
      body: {
        destination_url: textOf(row['destinationurl']),
        alias,
        tags: tagsOf(row['tags'], ','),
      },
      host: hostBesides(SHARED_HOSTS, short),
      status: isTrue(row['archived']) ? 'archived' : undefined,
      problems: problemIf(alias === undefined, 'Short link', 'has no path'),
    };
  },
};
