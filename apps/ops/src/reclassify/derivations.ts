import {
  BOT_RULES,
  describeAgent,
  describeReferrer,
  ENRICHMENT_RULES,
  firstLanguage,
  type Geography,
  isBotClick,
  placeOf,
} from '@contexts/clicks';
import { BOT_VERDICT, type Derivation } from '@platform/analytics-store';

/** Rows with dimensions older than the rules; with `all`, of the present rules, too, for a new geographic database. */
export const staleDimensions = (all: boolean): string => `enrichment ${all ? '<=' : '<'} ${ENRICHMENT_RULES}`;

/** Never includes verdicts of the present rules, because they would not change. */
export const STALE_VERDICTS = `bot_rules < ${BOT_RULES}`;

export const verdicts = (run: number): Derivation => ({
  name: 'verdicts',
  inputs: ['agent', 'purpose'],
  outputs: { is_bot: 'Bool' },
  derive: (agent = '', purpose = '') => [isBotClick(agent, purpose)],
  stale: STALE_VERDICTS,
  also: BOT_VERDICT(run, BOT_RULES),
});

type Dimension = Omit<Derivation, 'stale'>;

const AGENTS: Dimension = {
  name: 'agents',
  inputs: ['agent'],
  outputs: { device: 'String', browser: 'String', os: 'String' },
  derive: (agent = '') => {
    const { device, browser, os } = describeAgent(agent);
    return [device, browser, os];
  },
};

const LANGUAGES: Dimension = {
  name: 'languages',
  inputs: ['accept_language'],
  outputs: { language: 'String' },
  derive: (accepted = '') => [firstLanguage(accepted)],
};

const REFERRERS: Dimension = {
  name: 'referrers',
  inputs: ['referer'],
  outputs: { referrer: 'String', referrer_url: 'String' },
  derive: (referer = '') => {
    const { referrer, referrer_url } = describeReferrer(referer);
    return [referrer, referrer_url];
  },
};

const places = (geography: Geography): Dimension => ({
  name: 'places',
  inputs: ['network', 'cdn_country'],
  outputs: { country: 'String', region: 'String', city: 'String', continent: 'String' },
  derive: (network = '', cdnCountry = '') => {
    const { country, region, city, continent } = placeOf(
      geography,
      network === '' ? null : network,
      cdnCountry === '' ? null : cdnCountry,
    );
    return [country, region, city, continent];
  },
});

/** Derives for old clicks the dimensions that the loader derives for a new one: see `clickRow` of the app clicks. */
export const dimensions = (geography: Geography, all: boolean): readonly Derivation[] =>
  [AGENTS, LANGUAGES, REFERRERS, places(geography)].map((dimension) => ({ ...dimension, stale: staleDimensions(all) }));
