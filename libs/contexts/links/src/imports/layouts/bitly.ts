import type { ImportLayout } from '../layout';
import { hostBesides, isTrue, itemsOf, problemIf, shortUrlOf, tagsOf, textOf, titleOf } from '../values';

const SHARED_HOSTS = ['bit.ly', 'j.mp', 'bitly.com'];

const OF_API = [['link', 'longurl']];

/** The dashboard's file, and the rows of the API: https://dev.bitly.com/api-reference */
export const bitly: ImportLayout = {
  marks: [['link', 'destinationurl'], ['customlink', 'destinationurl'], ...OF_API],
  ofApi: OF_API,
  used: ['link', 'customlink', 'custombitlinks', 'destinationurl', 'longurl', 'title', 'tags', 'archived', 'isdeleted'],
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
  ],
  linkOf: (row) => {
    const customs = listOf(row['custombitlinks']);
    const short = shortUrlOf(textOf(row['customlink']) ?? textOf(customs[0]) ?? row['link']);
    return {
      body: {
        destination_url: textOf(row['destinationurl']) ?? textOf(row['longurl']),
        alias: short?.alias || undefined,
        title: titleOf(row['title']),
        tags: tagsOf(row['tags'], ','),
      },
      host: hostBesides(SHARED_HOSTS, short),
      status: isTrue(row['archived']) ? 'archived' : undefined,
      problems: [
        ...problemIf(!short?.alias, 'link', 'has no path'),
        ...problemIf(customs.length > 1, 'custom_bitlinks', `has ${customs.length} links: ${ONE_ADDRESS}`),
        ...problemIf(isTrue(row['isdeleted']), 'is_deleted', 'is set: such a link is not imported'),
      ],
    };
  },
};

const ONE_ADDRESS = 'a link has one here; leave one of them, and add a row for each of the others';

/** Failed rows have a list as a text with commas. */
const listOf = (list: unknown): readonly unknown[] =>
  Array.isArray(list) ? (list as readonly unknown[]) : itemsOf(textOf(list) ?? '', ',');
