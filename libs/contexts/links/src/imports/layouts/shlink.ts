import type { ImportLayout, ImportRow } from '../layout';
import { isTrue, jsonOf, problemIf, recordOf, tagsOf, textOf, titleOf } from '../values';
import { rulesOfDevices, rulesOfShlink } from './shlink-rules';

const OF_API = [
  ['shortcode', 'longurl', 'meta'],
  ['shortcode', 'longurl', 'datecreated'],
];

/** The web client's export, the CSV of shlink-importer, and the rows of the API: https://api-spec.shlink.io */
export const shlink: ImportLayout = {
  marks: [['shortcode', 'longurl']],
  ofApi: OF_API,
  used: [
    'shortcode',
    'longurl',
    'domain',
    'title',
    'tags',
    'forwardquery',
    'meta',
    'visitssummary',
    'visitscount',
    'hasredirectrules',
    'redirectrules',
    'devicelongurls',
  ],
  ignored: ['shorturl', 'createdat', 'visits'],
  linkOf: (row) => {
    const host = textOf(row['domain'])?.toLowerCase();
    const tags = textOf(row['tags']) ?? row['tags'];
    const meta = recordOf(row['meta']);
    const left = visitsLeft(row, meta['maxVisits']);
    const isUsedUp = left !== undefined && left <= 0;
    const { rules, problems } = rulesOfShlink(row['redirectrules']);
    const all = [...rules, ...rulesOfDevices(row['devicelongurls'])];
    return {
      body: {
        destination_url: textOf(row['longurl']),
        alias: textOf(row['shortcode']),
        title: titleOf(row['title']),
        tags: tagsOf(tags, separatorOf(row, tags)),
        forward_query: forwardsOf(row['forwardquery']),
        starts_at: textOf(meta['validSince']),
        expires_at: textOf(meta['validUntil']),
        click_limit: isUsedUp ? undefined : left,
        rules: all.length > 0 ? all : undefined,
      },
      // The API's word for the default domain.
      host: host === 'default' ? undefined : host,
      problems: [
        ...problemIf(isUsedUp, 'meta', 'has a maxVisits that is reached: such a link leads nowhere'),
        ...problemIf(isTrue(row['hasredirectrules']) && !hasRules(row), 'hasRedirectRules', WITHOUT_RULES),
        ...problems,
      ],
    };
  },
};

/** Failed rows of the API, which alone have `meta`, come back with their tags by commas. */
const separatorOf = (row: ImportRow, tags: unknown): string =>
  typeof tags === 'string' && !tags.includes(',') && row['meta'] === undefined ? '|' : ',';

const WITHOUT_RULES =
  'is set, and the row has no redirectRules: add those of GET /rest/v3/short-urls/{shortCode}/redirect-rules, ' +
  'or set it to false';

const hasRules = (row: ImportRow): boolean => {
  const rules = jsonOf(row['redirectrules']);
  return Array.isArray(rules) && rules.length > 0;
};

/** Shlink forwards where nothing is said, as we do. */
const forwardsOf = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' || textOf(value) !== undefined ? isTrue(value) : undefined;

/** Shlink has counted the visits, bots included, up to its limit; here they are counted from none. */
const visitsLeft = (row: ImportRow, most: unknown): number | undefined => {
  const visits = textOf(recordOf(row['visitssummary'])['total']) ?? textOf(row['visitscount']) ?? 0;
  return textOf(most) === undefined ? undefined : Number(most) - Number(visits);
};
