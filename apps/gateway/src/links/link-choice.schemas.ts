import { firstLanguageTag } from '@contexts/clicks';
import { isNetwork } from '@contexts/links';
import { isCountry } from '@platform/geoip';
import { describedAs } from '@platform/http';
import { z } from 'zod';
import { bodyInstant } from '../instant.schemas';
import { exactText, line } from '../text.schemas';
import { destinationUrl } from './link-values.schemas';

const MOST_RULES = 20;
/** Bytes of a link's rules as JSON: each change of a link is an event with all of them, twice. */
const MOST_BYTES = 65_536;
const MOST_VALUES = 100;
const MOST_VARIANTS = 4;
const MOST_WEIGHT = 1_000;

const DEVICES = ['mobile', 'tablet', 'desktop'];

const countsTo = (most: number, count: number): boolean => count >= 1 && count <= most;

interface SomeOf {
  /** The item's name in messages. */
  readonly noun: string;
  readonly description: string;
  readonly example: string;
  /** Makes the stored item; by default it is stored as sent. */
  readonly stored?: (item: string) => string;
}

/**
 * One item or a list of them. Transforms last: a union locates the problems of an item only where its options do not.
 */
const some = (item: z.ZodString, { noun, description, example, stored = (text) => text }: SomeOf) =>
  z
    .union([item, z.array(item).min(1).max(MOST_VALUES)], {
      error: `must be ${noun}, or a list of 1 to ${MOST_VALUES} of them`,
    })
    .transform((value) => (typeof value === 'string' ? stored(value) : [...new Set(value.map(stored))]))
    .meta({ description, example })
    .optional();

const device = z.string().refine((text) => DEVICES.includes(text.toLowerCase()), {
  error: `must be one of ${DEVICES.join(', ')}`,
});
const language = z
  .string()
  .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/, { error: 'must be a language tag like de or de-AT' });
const country = z.string().refine((text) => isCountry(text.toUpperCase()), {
  error: 'must be a country code of ISO 3166-1 alpha-2, like DE',
});
const network = z.string().refine(isNetwork, { error: 'must be an address or a network like 192.0.2.0/24' });

const parameter = z.union([z.literal(true), exactText(255)], { error: 'must be a string, or true for any value' });
const parameters = z
  .record(exactText(255).min(1, { error: 'must not be empty' }), parameter)
  .refine((all) => countsTo(MOST_VALUES, Object.keys(all).length), {
    error: `must have 1 to ${MOST_VALUES} parameters`,
  })
  .meta({
    description: 'By name the value that must occur in the query; true: any value. Both are compared exactly, decoded.',
    example: { ref: 'newsletter', beta: true },
  });
/** zod judges each member before it counts them, and a body has room for a hundred thousand. */
const query = describedAs(z.preprocess(notMany, parameters), parameters);

/** Just enough members to see that there are too many. */
function notMany(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value);
  return names.length > MOST_VALUES ? Object.fromEntries(Object.entries(value).slice(0, MOST_VALUES + 1)) : value;
}

/** A rule whose only condition is unknown is reported once, not also as a rule without conditions. */
const hasNoIssue = ({ issues }: { issues: readonly unknown[] }): boolean => issues.length === 0;

const NAMED = 'named as analytics does, whatever the case.';

const conditions = z
  .strictObject({
    device: some(device, { noun: 'a device', description: `Device: ${DEVICES.join(', ')}.`, example: 'mobile' }),
    os: some(line(64), { noun: 'a name', description: `Operating system, ${NAMED}`, example: 'iOS' }),
    browser: some(line(64), { noun: 'a name', description: `Browser, ${NAMED}`, example: 'Safari' }),
    language: some(language, {
      noun: 'a language tag',
      description: "Language tag of the visitor's first choice. `de` holds for `de-AT` as well.",
      example: 'de',
      stored: firstLanguageTag,
    }),
    country: some(country, {
      noun: 'a country code',
      description: 'Country code of ISO 3166-1 alpha-2, whatever the case.',
      example: 'DE',
    }),
    ip: some(network, {
      noun: 'an address',
      description: 'Address, or network in CIDR notation.',
      example: '192.0.2.0/24',
    }),
    query: query.optional(),
    after: bodyInstant.optional().meta({ description: 'From this instant on.', example: '2026-12-01T00:00:00Z' }),
    before: bodyInstant.optional().meta({ description: 'Until just before this instant.' }),
  })
  .refine((all) => Object.values(all).some((condition) => condition !== undefined), {
    error: 'must have at least one condition',
    when: hasNoIssue,
  })
  .refine(({ after, before }) => after === undefined || before === undefined || after < before, {
    path: ['before'],
    error: 'must be later than after',
    when: hasNoIssue,
  })
  .meta({ id: 'RuleConditionsInput', description: 'All of them must hold; of a list, one must.' });

const rule = z
  .strictObject({
    if: conditions,
    destination_url: destinationUrl.meta({
      description: 'Where visitors go for whom the rule holds. http or https, without credentials.',
      example: 'https://example.com/m',
    }),
  })
  .meta({ id: 'RuleInput', description: 'Another destination for some visitors.' });

export const rules = z
  .array(rule)
  .max(MOST_RULES, { error: `must have at most ${MOST_RULES} rules` })
  .refine((list) => Buffer.byteLength(JSON.stringify(list)) <= MOST_BYTES, {
    error: `must take at most ${MOST_BYTES} bytes as JSON`,
    when: hasNoIssue,
  })
  .meta({
    description:
      'Other destinations for some visitors: the first rule that holds decides. All of them take 64 KiB at most.',
    example: [{ if: { device: 'mobile', country: ['DE', 'AT'] }, destination_url: 'https://example.com/m' }],
  });

const weight = z
  .int()
  .min(1)
  .max(MOST_WEIGHT)
  .meta({ description: 'Its share, relative to the weights of the others.', example: 1 });
const variant = z
  .strictObject({
    destination_url: destinationUrl.meta({
      description: 'Where its share of visitors goes. http or https, without credentials.',
      example: 'https://example.com/b',
    }),
    weight,
  })
  .meta({ id: 'VariantInput', description: 'A destination for a share of the visitors.' });

const WRONG_COUNT = { error: `must have 2 to ${MOST_VARIANTS} variants` };
const variantList = z.array(variant).meta({
  description:
    'Two to four destinations that share the visitors by weight where no rule holds, or none. A visitor keeps theirs ' +
    'for a day, and for 30 days where the browser takes a cookie.',
  example: [
    { destination_url: 'https://example.com/a', weight: 3 },
    { destination_url: 'https://example.com/b', weight: 1 },
  ],
});
/** By `max` the list is counted before its items are judged. */
export const variants = describedAs(
  variantList.max(MOST_VARIANTS, WRONG_COUNT).refine((list) => list.length !== 1, WRONG_COUNT),
  variantList,
);
