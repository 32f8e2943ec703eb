import type { ImportLayout } from '../layout';
import { hostBesides, isTrue, problemIf, shortUrlOf, tagsOf, textOf, titleOf } from '../values';

const SHARED_HOSTS = ['bit.ly', 'j.mp', 'bitly.com'];

/** The dashboard's file, and the rows of the API: https://dev.bitly.com/api-reference */
export const bitly: ImportLayout = {
  marks: [
    ['link', 'destinationurl'],
    ['customlink', 'destinationurl'],
    ['link', 'longurl'],
  ],
  used: ['link', 'customlink', 'custombitlinks', 'destinationurl', 'longurl', 'title', 'tags', 'archived'],
  ignored: [
    'id',
    'created',
    'createdat',
    'createdby',
    'datecreated',
    'modified',
    'clicks',
    'totalclicks',
    'engagements',
    'scans',
    'clientid',
    'references',
    'deeplinks',
    'campaignids',
    'launchpadids',
    'qrcodeids',
    'isdeleted',
  ],
  linkOf: (row) => {
    const custom = row['customlink'] ?? firstOf(row['custombitlinks']);
    const short = shortUrlOf(textOf(custom) ?? row['link']);
    return {
      body: {
        destination_url: textOf(row['destinationurl']) ?? textOf(row['longurl']),
        alias: short?.alias || undefined,
        title: titleOf(row['title']),
        tags: tagsOf(row['tags'], ','),
      },
      host: hostBesides(SHARED_HOSTS, short),
      status: isTrue(row['archived']) ? 'archived' : undefined,
      problems: problemIf(!short?.alias, 'link', 'has no path'),
    };
  },
};

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? (list[0] as unknown) : list);
