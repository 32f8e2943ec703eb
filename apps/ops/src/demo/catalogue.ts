import type { Channel } from './audience';
import type { FollowUp } from './things';

/** A link to create, and how interest in it changes. */
export interface PlannedLink {
  /** The body of its creation. The title identifies the link. */
  readonly body: {
    readonly title: string;
    readonly alias: string;
    readonly destination_url: string;
    readonly tags: readonly string[];
    readonly utm_source?: string;
    readonly utm_medium?: string;
    readonly utm_campaign?: string;
    readonly rules?: readonly object[];
    readonly variants?: readonly object[];
    readonly password?: string;
    readonly expires_at?: string;
  };
  /** The name of its campaign, or null. */
  readonly campaign: string | null;
  /** What happens to it after its creation. */
  readonly then: readonly FollowUp[];
  readonly channel: Channel;
  /** Clicks on a usual day, relative to the other links. */
  readonly weight: number;
  /** Month and day of its publication, `MM-DD`; null for a link that always existed. */
  readonly from: string | null;
  /** Days until interest has halved; null where it does not fade. */
  readonly halvesIn: number | null;
}

/** The tag of every demonstration link. */
export const DEMO_TAG = 'demo';

export const SITE = 'https://shop.example.com';

/** Name, publication date, days until it fades by half, weight. */
export const CAMPAIGNS: readonly (readonly [string, string, number, number])[] = [
  ['New year', '01-02', 6, 9],
  ['Winter clearance', '02-03', 9, 7],
  ['Spring collection', '03-10', 14, 8],
  ['Easter', '04-01', 5, 6],
  ['Members week', '05-12', 4, 10],
  ['Summer sale', '06-24', 10, 16],
  ['Back to school', '08-20', 9, 9],
  ['Autumn lookbook', '09-22', 16, 7],
  ['Black week', '11-20', 4, 34],
  ['Gift guide', '12-01', 12, 15],
];

const CHANNELS: readonly (readonly [Channel, string, string, number])[] = [
  ['newsletter', 'newsletter', 'email', 1],
  ['social', 'instagram', 'social', 0.8],
  ['print', 'poster', 'print', 0.35],
  ['social', 'linkedin', 'social', 0.3],
];

const PAGES: readonly (readonly [string, Channel, number, string])[] = [
  ['Home', 'search', 6, 'site'],
  ['Pricing', 'search', 5, 'site'],
  ['Docs', 'docs', 7, 'product'],
  ['API reference', 'docs', 5, 'product'],
  ['Changelog', 'docs', 2, 'product'],
  ['Careers', 'social', 1.5, 'company'],
  ['Store finder', 'print', 2.5, 'retail'],
  ['Menu card', 'print', 3, 'retail'],
  ['Support', 'search', 2, 'site'],
  ['Status', 'docs', 1, 'product'],
  ['Press kit', 'social', 0.6, 'company'],
  ['Podcast', 'social', 2, 'company'],
  ['Webinar', 'newsletter', 1.8, 'product'],
  ['Case studies', 'search', 1.6, 'site'],
  ['Careers fair badge', 'print', 0.5, 'company'],
];

/** By title: what some links have beyond the others, so that every state of a link can be seen. */
const SPECIAL: Readonly<Record<string, Partial<PlannedLink['body']>>> = {
  Home: {
    variants: [
      { destination_url: `${SITE}/home?design=classic`, weight: 1 },
      { destination_url: `${SITE}/home?design=new`, weight: 1 },
    ],
  },
  Docs: { rules: [{ if: { country: ['DE', 'AT', 'CH'] }, destination_url: `${SITE}/de/docs` }] },
  'Store finder': {
    rules: [
      { if: { os: 'iOS' }, destination_url: 'https://apps.example.com/ios/store-finder' },
      { if: { device: ['mobile', 'tablet'] }, destination_url: `${SITE}/m/store-finder` },
    ],
  },
  'Press kit': { password: 'embargo' },
  'New year: instagram': { expires_at: '2026-01-31T22:59:59Z' },
};
const CHANGED: Readonly<Record<string, readonly FollowUp[]>> = {
  Docs: [
    ['PATCH', '', { tags: [DEMO_TAG, 'product', 'evergreen'] }],
    ['PATCH', '', { destination_url: `${SITE}/docs?version=2#top` }],
  ],
  Pricing: [['PATCH', '', { destination_url: `${SITE}/pricing?currency=eur#top` }]],
  'Summer sale: newsletter': [['PATCH', '', { utm_content: 'header' }]],
  'Winter clearance: instagram': [['POST', '/archive']],
  'Easter: instagram': [['POST', '/disable']],
};

const campaignLink = (
  [name, from, halvesIn, weight]: (typeof CAMPAIGNS)[number],
  [channel, source, medium, share]: (typeof CHANNELS)[number],
): PlannedLink => ({
  body: {
    title: `${name}: ${source}`,
    alias: `${slug(name)}-${source}`,
    destination_url: `${SITE}/${slug(name)}`,
    tags: [DEMO_TAG, 'campaign', slug(name)],
    utm_source: source,
    utm_medium: medium,
    utm_campaign: slug(name),
    ...SPECIAL[`${name}: ${source}`],
  },
  campaign: name,
  then: CHANGED[`${name}: ${source}`] ?? [],
  channel,
  weight: weight * share * 6,
  from,
  halvesIn,
});

const pageLink = ([name, channel, weight, tag]: (typeof PAGES)[number]): PlannedLink => ({
  body: {
    title: name,
    alias: `go-${slug(name)}`,
    destination_url: `${SITE}/${slug(name)}#top`,
    tags: [DEMO_TAG, tag],
    ...SPECIAL[name],
  },
  campaign: null,
  then: CHANGED[name] ?? [],
  channel,
  weight,
  from: null,
  halvesIn: null,
});

/** Articles are spread over the year. */
const articleLink = (number: number): PlannedLink => ({
  body: {
    title: `Article ${number}`,
    alias: `article-${number}`,
    destination_url: `https://blog.example.com/articles/${number}?ref=short`,
    tags: [DEMO_TAG, 'blog'],
    utm_source: 'blog',
    utm_medium: 'referral',
  },
  campaign: null,
  then: [],
  channel: number % 3 === 0 ? 'newsletter' : 'search',
  weight: 4,
  from: `${twoDigits(1 + ((number * 5) % 12))}-${twoDigits(1 + ((number * 11) % 28))}`,
  halvesIn: 21,
});

const twoDigits = (value: number) => String(value).padStart(2, '0');
export const slug = (name: string) => name.toLowerCase().replace(/ /g, '-');

/** `count` links: campaigns and pages in turn, then articles. The same number gives the same links. */
export const plannedLinks = (count: number): readonly PlannedLink[] => {
  const campaigns = CHANNELS.flatMap((channel) => CAMPAIGNS.map((campaign) => campaignLink(campaign, channel)));
  const pages = PAGES.map(pageLink);
  const mixed = campaigns.flatMap((link, index) => [link, ...(pages[index] ? [pages[index]] : [])]);
  const articles = Array.from({ length: Math.max(0, count - mixed.length) }, (_, index) => articleLink(index + 1));
  return [...mixed, ...articles].slice(0, count);
};
