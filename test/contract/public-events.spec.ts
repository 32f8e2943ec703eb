import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CAMPAIGN_EVENT_NAMES } from '@contexts/campaigns';
import { DOMAIN_EVENT_NAMES } from '@contexts/domains';
import { KEY_EVENT_NAMES } from '@contexts/keys';
import { LINK_EVENT_NAMES } from '@contexts/links';
import { QR_CODE_EVENT_NAMES } from '@contexts/qr-codes';
import type { PublicEvent } from '@kernel';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { SAMPLED, madeSample, storyOf, toldBy } from '../support/public-samples';

const FOLDER = join(__dirname, '..', '..', 'docs', 'events');
const files = readdirSync(FOLDER);
const json = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<string, unknown>;
const namesOf = (ending: string) =>
  files
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

/** Schemas of the records that events refer to. */
const RECORDS = ['api_key', 'campaign', 'domain', 'link', 'qr_code'];
const PUBLIC_NAMES = [LINK_EVENT_NAMES, CAMPAIGN_EVENT_NAMES, DOMAIN_EVENT_NAMES, KEY_EVENT_NAMES, QR_CODE_EVENT_NAMES];
const NAMES = [...new Set(PUBLIC_NAMES.flatMap((names) => Object.values(names)))].sort();

const ajv = new Ajv2020({ strict: true, strictTypes: true, allowUnionTypes: true, allErrors: true });
addFormats(ajv);
for (const name of namesOf('.schema.json')) ajv.addSchema(json(`${name}.schema.json`));

const schemaOf = (type: string): ValidateFunction => {
  const schema = ajv.getSchema(`${type}.schema.json`);
  if (!schema) throw new Error(`${type} has no schema`);
  return schema;
};
const problems = (type: string, event: unknown) => {
  const schema = schemaOf(type);
  return schema(event) ? [] : schema.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`);
};
const sample = (type: string) => json(`${type}.sample.json`) as unknown as PublicEvent;

describe('docs/events', () => {
  it('has a schema and a sample for every public name, and no others', () => {
    expect(namesOf('.schema.json')).toEqual([...NAMES, ...RECORDS].sort());
    expect(namesOf('.sample.json')).toEqual(NAMES);
    expect([...SAMPLED].sort()).toEqual(NAMES);
  });

  it("lists each in its README with its schema's description", () => {
    const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    for (const type of NAMES) {
      const { description } = json(`${type}.schema.json`);
      expect(readme).toContain(
        `| \`${type}\` | ${String(description)} | [schema](${type}.schema.json) | [sample](${type}.sample.json) |`,
      );
    }
  });

  it('describes every field', () => {
    for (const name of namesOf('.schema.json')) {
      const { description, properties } = json(`${name}.schema.json`) as {
        description: string;
        properties: Record<string, object>;
      };
      expect(description).toMatch(/\.$/);
      for (const [field, schema] of Object.entries(properties)) {
        expect([name, field, 'description' in schema || '$ref' in schema || 'const' in schema]).toEqual([
          name,
          field,
          true,
        ]);
      }
    }
  });
});

describe.each(NAMES)('%s', (type) => {
  it('made from the frozen events equals the sample', () => expect(madeSample(type)).toEqual(sample(type)));

  it('is valid by its schema', () => expect(problems(type, sample(type))).toEqual([]));

  it('has exactly the fields of the schema, at any depth', () => {
    const event = sample(type);
    expect(problems(type, { ...event, secret: 'x' })).not.toEqual([]);
    for (const field of ['token_hash', 'pepper_id', 'password_hash', 'key', 'ip', 'clicks', 'request_count']) {
      expect(problems(type, { ...event, data: { ...event.data, [field]: 'x' } })).not.toEqual([]);
      expect(problems(type, { ...event, previous: { ...event.previous, [field]: 'x' } })).not.toEqual([]);
    }
    for (const field of Object.keys(event.data)) {
      const { [field]: _, ...data } = event.data;
      expect(problems(type, { ...event, data })).not.toEqual([]);
    }
    expect(problems(type, { ...event, type: 'link.painted' })).not.toEqual([]);
  });

  it('contains no hash, and only the start of a key', () => {
    const hashes = storyOf(type)
      .flatMap(({ event }) => Object.entries(event.data as object))
      .filter(([field]) => /hash|pepper/.test(field))
      .map(([, value]) => String(value));
    expect(hashes.length > 0).toBe(!/^(campaign|domain)\./.test(type));
    for (const hash of hashes) expect(JSON.stringify(sample(type))).not.toContain(hash);
    expect(JSON.stringify(sample(type))).not.toMatch(/svc_live_\w{5}|argon2/);
  });
});

describe('public events of a stream', () => {
  it('are derived from a revision on, with the state before it', () => {
    const story = storyOf('link.updated');
    expect(toldBy(story).map(({ type }) => type)).toEqual(['link.created', 'link.updated']);
    expect(toldBy(story, 1n)).toEqual([sample('link.updated')]);
  });

  it('skip an event without a public name, but keep its effect', () => {
    const [created, updated] = storyOf('link.updated');
    const strange = ['LinkPainted', 'constructor', '__proto__'].map((name) => ({
      ...updated!,
      event: { ...updated!.event, type: name },
    }));
    expect(toldBy([created!, ...strange]).map(({ type }) => type)).toEqual(['link.created']);
  });

  it('have one id per event, whenever it is published', () => {
    const ids = () => NAMES.map((type) => madeSample(type)?.id);
    expect(ids()).toEqual(ids());
    const told = toldBy(storyOf('api_key.expired')).map(({ id }) => id);
    expect(new Set(told).size).toBe(3);
  });
});
