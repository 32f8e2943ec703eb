import { groupBy } from '@kernel';
import type { ImportLayout, ImportRow } from '../layout';
import {
  hostBesides,
  isTrue,
  jsonOf,
  lineOf,
  passwordUnknownIf,
  problemIf,
  recordOf,
  shortUrlOf,
  tagsOf,
  textOf,
  titleOf,
} from '../values';

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

const OF_API = [
  ['shortlink', 'url'],
  ['domain', 'key', 'url'],
];

/**
 * The file of "Export links": https://dub.co/help/article/how-to-export-links, and the rows of the API:
 * https://dub.co/docs/api-reference/endpoint/retrieve-a-list-of-links
 */
export const dub: ImportLayout = {
  marks: [['shortlink', 'destinationurl'], ...OF_API],
  ofApi: OF_API,
  used: [
    'shortlink',
    'domain',
    'key',
    'destinationurl',
    'url',
    'title',
    'tags',
    'utmsource',
    'utmmedium',
    'utmcampaign',
    'utmterm',
    'utmcontent',
    'externalid',
    'archived',
    'disabledat',
    'password',
    'expiresat',
    'expiredurl',
    'ios',
    'android',
    'geo',
    'testvariants',
    'testcompletedat',
    'proxy',
    'description',
    'image',
  ],
  ignored: ['clicks', 'leads', 'conversions', 'sales', 'revenue', 'linkid', 'createdat', 'updatedat'],
  linkOf: (row, at) => {
    const short =
      shortUrlOf(row['shortlink']) ?? shortUrlOf(`${textOf(row['domain']) ?? ''}/${textOf(row['key']) ?? ''}`);
    // The root of a domain redirects, too.
    const alias = short?.alias === '_root' ? undefined : short?.alias || undefined;
    return {
      body: {
        destination_url: textOf(row['destinationurl']) ?? textOf(row['url']),
        alias,
        title: titleOf(row['title']),
        tags: tagsOf(namesOf(row['tags']), ','),
        utm_source: textOf(row['utmsource']),
        utm_medium: textOf(row['utmmedium']),
        utm_campaign: textOf(row['utmcampaign']),
        utm_term: textOf(row['utmterm']),
        utm_content: textOf(row['utmcontent']),
        external_id: textOf(row['externalid']),
        expires_at: textOf(row['expiresat']),
        expired_url: textOf(row['expiredurl']),
        rules: rulesOf(row),
        variants: variantsOf(row, at),
        preview: previewOf(row),
      },
      host: hostBesides(SHARED_HOSTS, short),
      status: isTrue(row['archived']) ? 'archived' : undefined,
      disabled: textOf(row['disabledat']) !== undefined,
      problems: [
        ...problemIf(alias === undefined, 'Short link', 'has no path'),
        ...passwordUnknownIf(Boolean(row['password']), 'password'),
      ],
    };
  },
};

/** The API has tags as `{ id, name, color }`. */
const namesOf = (tags: unknown): unknown => {
  const list = jsonOf(tags);
  return Array.isArray(list) ? list.map((tag: unknown) => recordOf(tag)['name'] ?? tag) : tags;
};

/** In the order in which Dub asks: the system, then the country. */
const rulesOf = (row: ImportRow) => {
  const countries = Object.entries(recordOf(row['geo']));
  const rules = [
    { if: { os: 'iOS' }, destination_url: textOf(row['ios']) },
    { if: { os: 'Android' }, destination_url: textOf(row['android']) },
    ...[...groupBy(countries, ([, url]) => textOf(url) ?? '').values()].map((group) => ({
      if: { country: group.map(([country]) => country) },
      destination_url: group[0]?.[1],
    })),
  ].filter((rule) => rule.destination_url !== undefined);
  return rules.length > 0 ? rules : undefined;
};

/** Of a test that is running: one that is over has left its winner as the destination. */
const variantsOf = (row: ImportRow, at: string) => {
  const [variants, end] = [jsonOf(row['testvariants']), textOf(row['testcompletedat'])];
  if (!Array.isArray(variants) || end === undefined || !(Date.parse(end) > Date.parse(at))) return undefined;
  return variants.map((variant: unknown) => {
    const { url, percentage } = recordOf(variant);
    return { destination_url: url, weight: Math.round(Number(textOf(percentage))) };
  });
};

/** Without `proxy`, Dub only shows these in its own lists. */
const previewOf = (row: ImportRow) => {
  const preview = {
    title: titleOf(row['title']),
    description: lineOf(row['description'], 500),
    image_url: textOf(row['image']),
  };
  const isShown = isTrue(row['proxy']) && Object.values(preview).some((part) => part !== undefined);
  return isShown ? preview : undefined;
};
