import { z } from 'zod';

const instant = z.iso.datetime();

/** One value or a list of them. */
const some = (description: string, example: string | readonly string[]) =>
  z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({ description, example });

const conditions = z
  .object({
    device: some('`mobile`, `tablet` or `desktop`.', 'mobile'),
    os: some('Operating system, as analytics names it.', 'iOS'),
    browser: some('Browser, as analytics names it.', 'Safari'),
    language: some("Language tag of the visitor's first choice. `de` holds for `de-AT` as well.", 'de'),
    country: some('Country code of ISO 3166-1 alpha-2.', ['DE', 'AT']),
    ip: some('Address, or network in CIDR notation.', '192.0.2.0/24'),
    query: z
      .record(z.string(), z.union([z.string(), z.literal(true)]))
      .optional()
      .meta({
        description: 'By name the value that must occur; true for any value.',
        example: { ref: 'newsletter', beta: true },
      }),
    after: instant.optional().meta({ description: 'From this instant on.', example: '2026-12-01T00:00:00.000Z' }),
    before: instant
      .optional()
      .meta({ description: 'Until just before this instant.', example: '2026-12-24T18:00:00.000Z' }),
  })
  .meta({
    id: 'RuleConditions',
    description: 'All of them must hold; of a list, one must.',
    example: { device: 'mobile', country: ['DE', 'AT'] },
  });

/** A rule of the link record, for the OpenAPI document. */
export const ruleShape = z
  .object({
    if: conditions,
    destination_url: z
      .string()
      .meta({ description: 'Where visitors go for whom the rule holds.', example: 'https://example.com/m' }),
  })
  .meta({ id: 'Rule', description: 'Another destination for some visitors.' });

/** A variant of the link record, for the OpenAPI document. */
export const variantShape = z
  .object({
    destination_url: z
      .string()
      .meta({ description: 'Where its share of visitors goes.', example: 'https://example.com/b' }),
    weight: z.int().meta({ description: 'Its share, relative to the weights of the others.', example: 1 }),
  })
  .meta({ id: 'Variant', description: 'A destination for a share of the visitors.' });

/** What preview bots get, for the OpenAPI document. */
export const previewShape = z
  .object({
    title: z.string().optional().meta({ description: 'Title of the preview.', example: 'Summer sale' }),
    description: z
      .string()
      .optional()
      .meta({ description: 'Text of the preview.', example: 'Half price until Sunday.' }),
    image_url: z
      .string()
      .optional()
      .meta({ description: 'Address of its image.', example: 'https://example.com/summer.png' }),
  })
  .meta({ id: 'Preview', description: 'Open Graph fields for bots that preview links.' });

/** A value as events and rows have it. */
type Stored<T> = T extends readonly (infer I)[]
  ? readonly Stored<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Stored<T[K]> }
    : T;

export type Rule = Stored<z.infer<typeof ruleShape>>;
/** What a rule asks of a visit. Texts of any case are the same; instants are RFC 3339 UTC with milliseconds. */
export type RuleConditions = Rule['if'];
export type Variant = Stored<z.infer<typeof variantShape>>;
export type Preview = Stored<z.infer<typeof previewShape>>;
