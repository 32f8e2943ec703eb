import * as fc from 'fast-check';
import type { OpenApiDocument, Schema } from '../../api/support/document';

/** Ids that there are, by their prefix: `link`. */
export type Ids = Readonly<Record<string, readonly string[]>>;

/** Marks text that goes into the JSON as it is: numbers that JSON.stringify would not write. */
const RAW = 'raw:';
const NUMBERS = ['1e400', '-1e400', '-0', '1e-400', '9007199254740993', '99999999999999999999', '2147483648', '1.5'];

const TEXTS = [
  '',
  ' ',
  'nul \u0000 in it',
  'half \ud800 pair',
  '\udc00',
  'turned \u202e round',
  'line\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  "'; DROP TABLE links; --",
  '%00%ff%',
  '\\',
  '-',
  'null',
  'İıſK',
  '👩‍👩‍👧'.repeat(20),
  'a'.repeat(300),
  'é'.repeat(9_000),
  '{"a":1}',
  '=cmd()',
] as const;

const URLS = [
  'https://example.com/',
  'http://127.0.0.1:1/',
  'http://[::ffff:7f00:1]/',
  'http://0x7f.1/',
  'https://user:secret@example.com/',
  'javascript:alert(1)',
  'https://example.com:99999/',
  'https://xn--a/',
  'https://exa mple.com/',
  `https://${'a'.repeat(300)}.com/`,
  `https://example.com/${'a'.repeat(9_000)}`,
  'https://example.com/\ud800',
  'https://example.com/%00?a=%ff#\u0000',
  '//example.com',
] as const;

const INSTANTS = [
  '2026-11-21T08:00:00Z',
  '2999-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-12:00',
  '+275760-09-13T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-11-21T08:00:60Z',
  '1970-01-01T00:00:00.000000000000001Z',
  '2026-11-21',
  '-000001-01-01T00:00:00Z',
] as const;

const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom<string>(...TEXTS),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

/** Whatever JSON can say. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom<string>(...URLS, ...INSTANTS),
  fc.constantFrom<unknown>(null, true, false, 0, -1, {}, [], [[]], [null], { a: { b: [] } }),
  fc.constantFrom(...NUMBERS.map((number) => RAW + number)),
  fc.integer(),
  fc.jsonValue({ maxDepth: 2 }),
);

/** As a text of JSON. */
export const jsonOf = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/"raw:([-+.\de]+)"/g, (_, number: string) => number);

/** Values by the schemas of a document: mostly such as they describe, and any other now and then. */
export class Values {
  constructor(
    private readonly document: OpenApiDocument,
    private readonly ids: Ids,
  ) {}

  of(schema: Schema): fc.Arbitrary<unknown> {
    return fc.oneof(
      { weight: 12, arbitrary: this.fitting(this.document.resolved(schema)) },
      { weight: 1, arbitrary: anyValue },
    );
  }

  private fitting(schema: Schema): fc.Arbitrary<unknown> {
    const { example, nullable, enum: values, oneOf, anyOf } = schema;
    const made = values?.length
      ? fc.constantFrom(...values)
      : oneOf || anyOf
        ? fc.oneof(...(oneOf ?? anyOf ?? []).map((part) => this.of(part)))
        : this.ofType(schema);
    return fc.oneof(
      { weight: 6, arbitrary: made },
      { weight: nullable ? 1 : 0, arbitrary: fc.constant(null) },
      { weight: example === undefined || this.isId(example) ? 0 : 4, arbitrary: fc.constant(example) },
    );
  }

  private ofType(schema: Schema): fc.Arbitrary<unknown> {
    const fields = this.document.fieldsOf(schema);
    if (Object.keys(fields).length > 0) return this.object(schema, fields);
    const [part] = schema.allOf ?? [];
    if (part) return this.of(part);
    switch (schema['type']) {
      case 'array':
        return fc.array(this.of(schema.items ?? {}), { maxLength: 4 });
      case 'integer':
      case 'number':
        return this.number(schema);
      case 'boolean':
        return fc.boolean();
      case 'string':
        return this.string(schema);
      default:
        return fc.dictionary(text, fc.oneof(text, fc.boolean()), { maxKeys: 3 });
    }
  }

  private object(schema: Schema, fields: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
    const names = Object.keys(fields);
    const record = fc.record(Object.fromEntries(names.map((name) => [name, this.of(fields[name] ?? {})])), {
      requiredKeys: names.filter((name) => schema.required?.includes(name)),
    });
    // Most fields are absent from most bodies: one wrong field refuses them all.
    const some = fc
      .tuple(record, fc.subarray(names, { maxLength: Math.min(4, names.length) }))
      .map(([value, kept]) =>
        Object.fromEntries(
          Object.entries(value).filter(([name]) => schema.required?.includes(name) || kept.includes(name)),
        ),
      );
    return fc.oneof({ weight: 9, arbitrary: some }, { weight: 1, arbitrary: record });
  }

  private number({ minimum, maximum }: Schema): fc.Arbitrary<unknown> {
    const [least, most] = [Number(minimum ?? 0), Number(maximum ?? 2 ** 31)];
    return fc.oneof(fc.integer({ min: least, max: most }), fc.constantFrom(least, most, most + 1, least - 1));
  }

  private string({ format, pattern, example, maxLength }: Schema): fc.Arbitrary<string> {
    if (this.isId(example)) return this.id(String(example));
    // fast-check makes no text for a pattern that looks ahead; its example is one.
    if (typeof pattern === 'string' && !pattern.includes('(?')) return fc.stringMatching(new RegExp(pattern, 'u'));
    if (format === 'uri') return fc.constantFrom(...URLS);
    if (format === 'date-time' || format === 'date') return fc.constantFrom(...INSTANTS);
    return typeof maxLength === 'number'
      ? fc.oneof(text, fc.constantFrom('x'.repeat(maxLength), 'ß'.repeat(maxLength + 1)))
      : text;
  }

  private isId(example: unknown): boolean {
    return typeof example === 'string' && this.ids[example.split('_', 1)[0] ?? ''] !== undefined;
  }

  private id(example: string): fc.Arbitrary<string> {
    const [prefix = ''] = example.split('_', 1);
    const others = Object.values(this.ids).flat();
    return fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...(this.ids[prefix] ?? [])) },
      { weight: 1, arbitrary: fc.constantFrom(example, `${prefix}_`, prefix, ...others) },
      { weight: 1, arbitrary: text },
    );
  }
}
